import { CrierError } from '../../../errors.ts';
import type { Platform } from '../../../service/platforms.ts';
import { toPostRecord } from '../../handlers/post-record.ts';
import { formatFailureMessage } from '../../http/service-failure.ts';
import { buildPostUrl, createSocialPostId } from '../../networks/network-ids.ts';
import { addFirstComment, publishPost } from '../../publish/publish-post.ts';
import { TIKTOK } from '../../publish/publish-target.ts';
import type { Post, PostError } from '../../store/posts.ts';
import type { StoredSocialPost } from '../../store/social-posts.ts';
import {
  buildScheduledEvent,
  buildTikTokPublishedEvent,
  type ProcessedPost,
} from '../build-scheduled-event.ts';
import { commit } from '../crash-points.ts';
import type { Engine } from '../engine.ts';
import { enqueueEvent } from '../enqueue-event.ts';

/** Whether a post is due before the next dispatch. At equal times the post comes first. */
export function isPostNext({ store, now, real }: Engine): boolean {
  const post = store.posts.getNextDue();
  if (post === null || post > now()) return false;
  const dispatch = store.dispatches.getNextDue(real());
  return dispatch === null || post <= dispatch;
}

/**
 * Publishes the posts and resolves the copies that are due before the next dispatch, in order, each in one
 * transaction, so that a crash or another process cannot publish one twice. Results are reported after the group
 * commit.
 *
 * @param mayContinue asked before each further one
 * @returns how many were processed
 */
export function runDuePosts(engine: Engine, mayContinue: () => boolean): number {
  if (!isPostNext(engine)) return 0;
  const published: PublishedDuePost[] = [];
  let count = 0;
  try {
    engine.store.group(() => {
      do {
        published.push(...runNextPost(engine));
        count += 1;
      } while (mayContinue() && isPostNext(engine));
    });
  } finally {
    for (const each of published) engine.onPublished?.(each);
  }
  return count;
}

/** @returns what was published; nothing when another process came first */
function runNextPost(engine: Engine): readonly PublishedDuePost[] {
  const { store, now } = engine;
  const post = store.posts.findFirstDue(now());
  const copy = store.posts.findFirstResolving(now());
  if (copy !== undefined && (post?.dueAt ?? Infinity) >= (copy.resolvesAt ?? 0)) {
    engine.posted.confirmations += tryConfirm(engine, copy);
    return [];
  }
  if (post === undefined) return [];
  const published = tryPublish(engine, post);
  engine.posted.posts += published.length;
  return published;
}

function tryPublish(engine: Engine, { profile, id, dueAt }: Post): readonly PublishedDuePost[] {
  const whileDue = (way: (engine: Engine, post: Post) => PublishedDuePost) => {
    const post = engine.store.posts.find(profile, id);
    return post === undefined || post.dueAt !== dueAt ? [] : [way(engine, post)];
  };
  try {
    return commit(engine, 'publishPost', () => whileDue(publishDuePost));
  } catch (fault) {
    return runFallbacks(engine, fault, [() => whileDue(failPost), () => whileDue(forceFailPost)]);
  }
}

/** @returns how many were resolved: 0 when another process came first */
function tryConfirm(engine: Engine, { postId, row, resolvesAt }: StoredSocialPost): number {
  const whileOpen = (way: (engine: Engine, copy: StoredSocialPost) => void) => {
    const copies = postId === null ? [] : engine.store.posts.listAllCopies(postId);
    const copy = copies.find((each) => each.row === row && each.resolvesAt === resolvesAt);
    if (copy === undefined) return 0;
    way(engine, copy);
    return 1;
  };
  try {
    return commit(engine, 'confirmCopy', () => whileOpen(confirmCopy));
  } catch (fault) {
    return runFallbacks(engine, fault, [() => whileOpen(failCopy)]);
  }
}

/**
 * After an internal error, fails the post or copy, so that it does not block others; a post can be retried by the
 * user.
 *
 * @throws CrierError when the disk takes no writes: it stays due
 */
function runFallbacks<Result>(engine: Engine, fault: unknown, resorts: readonly (() => Result)[]): Result {
  let latest = fault;
  for (const resort of resorts) {
    if (latest instanceof CrierError) break;
    engine.onFault(latest);
    try {
      return commit(engine, 'recover', resort);
    } catch (next) {
      latest = next;
    }
  }
  throw latest;
}

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
function publishDuePost(engine: Engine, due: Post): PublishedDuePost {
  const { post, copies, errors } = publishPost(engine, due);
  enqueueScheduled(engine, post);
  return { id: post.id, at: engine.now(), networks: copies.map(({ platform }) => platform), errors };
}

/** Code of an internal error. */
const INTERNAL_ERROR = 1500;

/** Fails a post on all networks after an internal error; the user can retry it. The caller holds the transaction. */
function failPost(engine: Engine, due: Post): PublishedDuePost {
  const { post, published } = markPostFailed(engine, due);
  enqueueScheduled(engine, post);
  return published;
}

/** Fails a post without enqueuing an event. */
function forceFailPost(engine: Engine, due: Post): PublishedDuePost {
  return markPostFailed(engine, due).published;
}

function markPostFailed({ store, now }: Engine, due: Post) {
  const message = formatFailureMessage(INTERNAL_ERROR);
  const errors = due.about.platforms.map((platform) => ({ platform, code: INTERNAL_ERROR, message }));
  const post: Post = { ...due, dueAt: null, about: { ...due.about, status: 'error', errors } };
  store.posts.change(post);
  return { post, published: { id: post.id, at: now(), networks: [], errors } };
}

/**
 * Resolves a pending TikTok copy: it gets its id, or fails. The caller holds the transaction.
 *
 * @see docs/service/posts.md#POST-02
 * @see docs/service/comments.md#COM-19
 */
function confirmCopy(engine: Engine, copy: StoredSocialPost): void {
  if (copy.about.fails === true) failCopy(engine, copy);
  else confirmPublished(engine, copy);
}

/** The first comment had to wait for the id. */
function confirmPublished(engine: Engine, copy: StoredSocialPost): void {
  const { store, random } = engine;
  const { platform, profile, postId, row, about } = copy;
  const account = store.accounts.findKnown(profile, platform);
  const post = postId === null ? undefined : store.posts.find(profile, postId);
  if (account === undefined || post === undefined) throw new Error('a copy without its post or account');
  const id = createSocialPostId(platform, account, random);
  store.posts.changeSocial(row, { id, resolvesAt: null, about });
  const known = { ...copy, id, conversationId: id, resolvesAt: null };
  addFirstComment(engine, post, [known]);
  enqueueTikTokPublished(engine, post, known);
}

/** The copy is not published. No event is sent, since there is no id. */
function failCopy({ store }: Engine, { row, about }: StoredSocialPost): void {
  store.posts.changeSocial(row, { id: TIKTOK.failed, resolvesAt: null, about });
}

type PostEventContext = Pick<Engine, 'store' | 'random' | 'now'>;

/**
 * Enqueues the event that a scheduled post was processed, and again for a post that was retried. The caller holds the
 * transaction.
 *
 * @see docs/service/webhooks.md#envelope, #HOOK-25
 */
export function enqueueScheduled(context: PostEventContext, post: Post): void {
  const { id, profile, about } = post;
  enqueueEvent(context, {
    profile,
    action: 'scheduled',
    key: `scheduled:${id}${about.retried ? ':again' : ''}`,
    event: buildScheduledEvent(toProcessedPost(context, post)),
    at: context.now(),
  });
}

/**
 * Enqueues the event that the id of a TikTok copy is known. The caller holds the transaction.
 *
 * @see docs/service/webhooks.md#envelope, #HOOK-25
 * @see docs/service/posts.md#POST-02
 */
function enqueueTikTokPublished(
  context: PostEventContext,
  post: Post,
  { platform, id, about }: StoredSocialPost,
): void {
  const { idShare = '', isVideo = false } = about;
  const video = { idShare, isVideo, postUrl: buildPostUrl(platform, id) };
  enqueueEvent(context, {
    profile: post.profile,
    action: 'scheduled',
    key: `tikTokPublished:${id}`,
    event: buildTikTokPublishedEvent(toProcessedPost(context, post), video),
    at: context.now(),
  });
}

/** The post as its record shows it now. */
function toProcessedPost({ store }: PostEventContext, post: Post): ProcessedPost {
  const profile = store.profiles.findById(post.profile);
  if (profile === undefined) throw new Error('a post without its profile');
  return toPostRecord(post, store.posts.listCopies(post.id), profile);
}
