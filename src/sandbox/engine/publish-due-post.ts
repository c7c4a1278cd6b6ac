import type { Platform } from '../../facts/platforms.ts';
import { publishPost } from '../publish/publish-post.ts';
import { formatFailureMessage } from '../service-failure.ts';
import type { Post, PostError } from '../store/posts.ts';
import type { Engine } from './engine.ts';
import { enqueueScheduled } from './enqueue-post-events.ts';

/** What became of a post that the clock published. */
export interface PublishedDuePost {
  /** Service Post ID. */
  readonly id: string;
  /** In the sandbox's time: milliseconds since 1970. */
  readonly at: number;
  /** The networks that took it. */
  readonly networks: readonly Platform[];
  readonly errors: readonly Pick<PostError, 'platform' | 'code'>[];
}

/**
 * Publishes a post whose time has come, and tells of it. The caller holds the transaction.
 *
 * @see docs/service/webhooks.md#envelope
 */
export function publishDuePost(engine: Engine, due: Post): PublishedDuePost {
  const { post, copies, errors } = publishPost(engine, due);
  enqueueScheduled(engine, post);
  return { id: post.id, at: engine.now(), networks: copies.map(({ platform }) => platform), errors };
}

/** A fault of our own. */
const INTERNAL_ERROR = 1500;

/** The sandbox failed: no network took it. Who sends it again makes another try. The caller holds the transaction. */
export function failPost(engine: Engine, due: Post): PublishedDuePost {
  const { post, published } = markPostFailed(engine, due);
  enqueueScheduled(engine, post);
  return published;
}

/** The same without a word to anybody. */
export function forceFailPost(engine: Engine, due: Post): PublishedDuePost {
  return markPostFailed(engine, due).published;
}

function markPostFailed({ store, now }: Engine, due: Post) {
  const message = formatFailureMessage(INTERNAL_ERROR);
  const errors = due.about.platforms.map((platform) => ({ platform, code: INTERNAL_ERROR, message }));
  const post: Post = { ...due, dueAt: null, about: { ...due.about, status: 'error', errors } };
  store.posts.change(post);
  return { post, published: { id: post.id, at: now(), networks: [], errors } };
}
