import type { Platform } from '../../service/platforms.ts';
import { formatFailureMessage } from '../http/service-failure.ts';
import { publishPost } from '../publish/publish-post.ts';
import type { Post, PostError } from '../store/posts.ts';
import type { Engine } from './engine.ts';
import { enqueueScheduled } from './enqueue-post-events.ts';

/** The result of publishing a scheduled post. */
export interface PublishedDuePost {
  /** Service Post ID. */
  readonly id: string;
  /** In sandbox time: milliseconds since 1970. */
  readonly at: number;
  /** Networks that accepted the post. */
  readonly networks: readonly Platform[];
  readonly errors: readonly Pick<PostError, 'platform' | 'code'>[];
}

/**
 * Publishes a due post, and enqueues its event. The caller holds the transaction.
 *
 * @see docs/service/webhooks.md#envelope
 */
export function publishDuePost(engine: Engine, due: Post): PublishedDuePost {
  const { post, copies, errors } = publishPost(engine, due);
  enqueueScheduled(engine, post);
  return { id: post.id, at: engine.now(), networks: copies.map(({ platform }) => platform), errors };
}

/** Code of an internal error. */
const INTERNAL_ERROR = 1500;

/** Fails a post on all networks after an internal error; the user can retry it. The caller holds the transaction. */
export function failPost(engine: Engine, due: Post): PublishedDuePost {
  const { post, published } = markPostFailed(engine, due);
  enqueueScheduled(engine, post);
  return published;
}

/** Fails a post without enqueuing an event. */
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
