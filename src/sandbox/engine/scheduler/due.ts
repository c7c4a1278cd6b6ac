import { setImmediate as nextTurn } from 'node:timers/promises';
import { CrierError } from '../../../errors.ts';
import { formatFailureMessage } from '../../http/service-failure.ts';
import { createSocialPostId } from '../../networks/network-ids.ts';
import { enqueueScheduled, enqueueTikTokPublished } from '../../publish/post-events.ts';
import { addFirstComment, publishPost } from '../../publish/publish-post.ts';
import { TIKTOK } from '../../publish/publish-target.ts';
import { changePost, findFirstDuePost, findPost, type Post } from '../../store/posts.ts';
import { findKnownAccount } from '../../store/profiles.ts';
import {
  changeSocialPost,
  findFirstResolvingCopy,
  listAllCopies,
  type StoredSocialPost,
} from '../../store/social-posts.ts';
import { runDispatches } from '../dispatcher/dispatcher.ts';
import { commit, type EnginePorts, isPostNext, type PublishedDuePost } from '../ports.ts';

export type DueRunner = ReturnType<typeof createDueRunner>;

/** Posts published, and TikTok ids confirmed. */
export interface PostCounts {
  readonly posts: number;
  readonly confirmations: number;
}

/** Maximum time that due work may delay a request. */
const BATCH_MS = 10;

/** Runs posts and dispatches that are due, in order of time. */
export function createDueRunner(ports: EnginePorts) {
  const publisher = { ...ports, counts: { posts: 0, confirmations: 0 } };
  return {
    /**
     * Runs due work until none is left or the time is over.
     *
     * @returns how many dispatches ended
     */
    async run({ withinMs = Infinity, signal }: { withinMs?: number; signal?: AbortSignal } = {}) {
      const end = performance.now() + withinMs;
      let ended = 0;
      while (performance.now() < end && signal?.aborted !== true) {
        const until = Math.min(end, performance.now() + BATCH_MS);
        const mayContinue = () => performance.now() < until;
        let processed = runDuePosts(publisher, mayContinue);
        runDispatches(ports, {
          mayContinue,
          onOutcome(outcome) {
            processed += 1;
            if (outcome === 'ended') ended += 1;
          },
        });
        if (processed === 0) break;
        await nextTurn(); // lets requests be answered meanwhile
      }
      return ended;
    },
    /** Counts the posts that this process handled so far. */
    countPosts: (): PostCounts => ({ ...publisher.counts }),
  };
}

interface DuePublisher extends EnginePorts {
  /** What this process did so far. */
  counts: { posts: number; confirmations: number };
}

/** Code of an internal error. */
const INTERNAL_ERROR = 1500;

/**
 * Processes posts and TikTok copies that are due before the next dispatch, in order, each in one transaction, so that a
 * crash or another process cannot publish one twice. Results are reported after the group commit.
 *
 * @param mayContinue asked before each further one
 * @returns how many were processed
 */
function runDuePosts(publisher: DuePublisher, mayContinue: () => boolean): number {
  if (!isPostNext(publisher)) return 0;
  const published: PublishedDuePost[] = [];
  let count = 0;
  try {
    publisher.store.group(() => {
      do {
        published.push(...runNext(publisher));
        count += 1;
      } while (mayContinue() && isPostNext(publisher));
    });
  } finally {
    for (const each of published) publisher.onPublished?.(each);
  }
  return count;
}

/** @returns what was published; nothing when another process came first */
function runNext(publisher: DuePublisher): readonly PublishedDuePost[] {
  const { store, now, counts } = publisher;
  const post = findFirstDuePost(store, now());
  const copy = findFirstResolvingCopy(store, now());
  if (copy !== undefined && (post?.dueAt ?? Infinity) >= (copy.resolvesAt ?? 0)) {
    counts.confirmations += tryConfirm(publisher, copy);
    return [];
  }
  if (post === undefined) return [];
  const published = tryPublish(publisher, post);
  counts.posts += published.length;
  return published;
}

function tryPublish(publisher: DuePublisher, { profile, id, dueAt }: Post): readonly PublishedDuePost[] {
  const whileDue = (way: (post: Post) => PublishedDuePost) => () => {
    const post = findPost(publisher.store, profile, id);
    return post === undefined || post.dueAt !== dueAt ? [] : [way(post)];
  };
  const publishIt = whileDue((post) => publish(publisher, post));
  const failIt = whileDue((post) => failPost(publisher, post));
  const forceFail = whileDue((post) => toFailedPost(publisher, changeToFailed(publisher, post)));
  try {
    return commit(publisher, 'publishPost', publishIt);
  } catch (fault) {
    return runFallbacks(publisher, fault, [failIt, forceFail]);
  }
}

/**
 * Publishes a due post, and enqueues its event.
 *
 * @see docs/service/webhooks.md#envelope
 */
function publish(publisher: DuePublisher, planned: Post): PublishedDuePost {
  const { post, copies, errors } = publishPost(publisher, planned);
  enqueueScheduled(publisher, post);
  return { id: post.id, at: publisher.now(), networks: copies.map(({ platform }) => platform), errors };
}

/** Fails a post on all networks after an internal error; the user can retry it. */
function failPost(publisher: DuePublisher, planned: Post): PublishedDuePost {
  const post = changeToFailed(publisher, planned);
  enqueueScheduled(publisher, post);
  return toFailedPost(publisher, post);
}

function changeToFailed({ store }: DuePublisher, planned: Post): Post {
  const message = formatFailureMessage(INTERNAL_ERROR);
  const errors = planned.about.platforms.map((platform) => ({ platform, code: INTERNAL_ERROR, message }));
  const post: Post = { ...planned, dueAt: null, about: { ...planned.about, status: 'error', errors } };
  changePost(store, post);
  return post;
}

function toFailedPost({ now }: DuePublisher, { id, about }: Post): PublishedDuePost {
  return { id, at: now(), networks: [], errors: about.errors };
}

/** @returns how many were resolved: 0 when another process came first */
function tryConfirm(publisher: DuePublisher, { postId, row, resolvesAt }: StoredSocialPost): number {
  const whileOpen = (way: (publisher: DuePublisher, copy: StoredSocialPost) => void) => () => {
    const copies = postId === null ? [] : listAllCopies(publisher.store, postId);
    const copy = copies.find((each) => each.row === row && each.resolvesAt === resolvesAt);
    if (copy === undefined) return 0;
    way(publisher, copy);
    return 1;
  };
  try {
    return commit(publisher, 'confirmCopy', whileOpen(settleCopy));
  } catch (fault) {
    return runFallbacks(publisher, fault, [whileOpen(failCopy)]);
  }
}

function settleCopy(publisher: DuePublisher, copy: StoredSocialPost): void {
  if (copy.about.fails === true) failCopy(publisher, copy);
  else confirmCopy(publisher, copy);
}

/**
 * Resolves a pending TikTok copy: it gets its id, and the first comment, which had to wait for it.
 *
 * @see docs/service/posts.md#POST-02
 * @see docs/service/comments.md#COM-19
 */
function confirmCopy(publisher: DuePublisher, copy: StoredSocialPost): void {
  const { store, random } = publisher;
  const { platform, profile, postId, row, about } = copy;
  const account = findKnownAccount(store, profile, platform);
  const post = postId === null ? undefined : findPost(store, profile, postId);
  if (account === undefined || post === undefined) throw new Error('a copy without its post or account');
  const id = createSocialPostId(platform, account, random);
  changeSocialPost(store, row, { id, resolvesAt: null, about });
  const known = { ...copy, id, conversationId: id, resolvesAt: null };
  addFirstComment(publisher, post, [known]);
  enqueueTikTokPublished(publisher, post, known);
}

/** The copy is not published. No event is sent, since there is no id. */
function failCopy({ store }: DuePublisher, { row, about }: StoredSocialPost): void {
  changeSocialPost(store, row, { id: TIKTOK.failed, resolvesAt: null, about });
}

/**
 * After an internal error, fails the post or copy, so that it does not block others; a post can be retried by the user.
 *
 * @throws CrierError when the disk takes no writes: it stays due
 */
function runFallbacks<Result>(
  publisher: DuePublisher,
  fault: unknown,
  resorts: readonly (() => Result)[],
): Result {
  let latest = fault;
  for (const resort of resorts) {
    if (latest instanceof CrierError) break;
    publisher.onFault(latest);
    try {
      return commit(publisher, 'recover', resort);
    } catch (next) {
      latest = next;
    }
  }
  throw latest;
}
