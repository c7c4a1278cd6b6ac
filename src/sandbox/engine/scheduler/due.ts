import { setImmediate as nextTurn } from 'node:timers/promises';
import { CrierError } from '../../../errors.ts';
import { formatFailureMessage } from '../../http/service-failure.ts';
import { createSocialPostId } from '../../networks/network-ids.ts';
import { createTextComparer } from '../../publish/find-duplicate.ts';
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
import { createDispatcher } from '../dispatcher/dispatcher.ts';
import type { Commit, DueTimes, EnginePorts, PublishedDuePost } from '../ports.ts';

export type DueRunner = ReturnType<typeof createDueRunner>;

/** Posts published, and TikTok ids confirmed. */
export interface PostCounts {
  readonly posts: number;
  readonly confirmations: number;
}

interface RunDueOptions {
  /** Time limit (default: none). */
  withinMs?: number;
  signal?: AbortSignal;
}

/** Counts of what ran. */
interface RunDueResult {
  /** Dispatches that ended. */
  dispatches: number;
}

interface DueRunnerParts extends EnginePorts {
  commit: Commit;
  due: DueTimes;
}

/** Maximum time that due work may delay a request. */
const BATCH_MS = 10;

/** Runs posts and dispatches that are due, in order of time. */
export function createDueRunner(parts: DueRunnerParts) {
  const runDispatches = createDispatcher(parts);
  const posts = createPostRunner(parts);
  return {
    /** Runs due work until none is left or the time is over. */
    async run({ withinMs = Infinity, signal }: RunDueOptions = {}): Promise<RunDueResult> {
      const end = performance.now() + withinMs;
      let dispatches = 0;
      while (performance.now() < end && signal?.aborted !== true) {
        const until = Math.min(end, performance.now() + BATCH_MS);
        const mayContinue = () => performance.now() < until;
        let processed = posts.runDue(mayContinue);
        runDispatches({
          mayContinue,
          onOutcome(kind) {
            processed += 1;
            if (kind === 'ended') dispatches += 1;
          },
        });
        if (processed === 0) break;
        await nextTurn(); // lets requests be answered meanwhile
      }
      return { dispatches };
    },
    /** Counts the posts that this process handled so far. */
    countPosts: posts.count,
  };
}

type PostParts = DueRunnerParts;

/** Code of an internal error. */
const INTERNAL_ERROR = 1500;

/** Publishes due posts, and resolves pending TikTok copies. */
function createPostRunner({ store, now, random, onFault, onPublished, commit, due }: PostParts) {
  const publisher = { store, random, now, compare: createTextComparer() };
  let [posts, confirmations] = [0, 0];

  /** @returns what was published; nothing when another process came first */
  function runNext(): readonly PublishedDuePost[] {
    const post = findFirstDuePost(store, now());
    const copy = findFirstResolvingCopy(store, now());
    if (copy !== undefined && (post?.dueAt ?? Infinity) >= (copy.resolvesAt ?? 0)) {
      confirmations += tryConfirm(copy);
      return [];
    }
    if (post === undefined) return [];
    const published = tryPublish(post);
    posts += published.length;
    return published;
  }

  function tryPublish({ profile, id, dueAt }: Post): readonly PublishedDuePost[] {
    const whileDue = (way: (post: Post) => PublishedDuePost) => {
      const post = findPost(store, profile, id);
      return post === undefined || post.dueAt !== dueAt ? [] : [way(post)];
    };
    try {
      return commit('publishPost', () => whileDue(publish));
    } catch (fault) {
      return runFallbacks(fault, [() => whileDue(failPost), () => whileDue(forceFailPost)]);
    }
  }

  /**
   * Publishes a due post, and enqueues its event.
   *
   * @see docs/service/webhooks.md#envelope
   */
  function publish(planned: Post): PublishedDuePost {
    const { post, copies, errors } = publishPost(publisher, planned);
    enqueueScheduled(publisher, post);
    return { id: post.id, at: now(), networks: copies.map(({ platform }) => platform), errors };
  }

  /** Fails a post on all networks after an internal error; the user can retry it. */
  function failPost(planned: Post): PublishedDuePost {
    const post = changeToFailed(planned);
    enqueueScheduled(publisher, post);
    return toFailedPost(post);
  }

  /** Fails a post without enqueuing an event. */
  function forceFailPost(planned: Post): PublishedDuePost {
    return toFailedPost(changeToFailed(planned));
  }

  function changeToFailed(planned: Post): Post {
    const message = formatFailureMessage(INTERNAL_ERROR);
    const errors = planned.about.platforms.map((platform) => ({ platform, code: INTERNAL_ERROR, message }));
    const post: Post = { ...planned, dueAt: null, about: { ...planned.about, status: 'error', errors } };
    changePost(store, post);
    return post;
  }

  const toFailedPost = ({ id, about }: Post): PublishedDuePost => ({
    id,
    at: now(),
    networks: [],
    errors: about.errors,
  });

  /** @returns how many were resolved: 0 when another process came first */
  function tryConfirm({ postId, row, resolvesAt }: StoredSocialPost): number {
    const whileOpen = (way: (copy: StoredSocialPost) => void) => {
      const copies = postId === null ? [] : listAllCopies(store, postId);
      const copy = copies.find((each) => each.row === row && each.resolvesAt === resolvesAt);
      if (copy === undefined) return 0;
      way(copy);
      return 1;
    };
    try {
      return commit('confirmCopy', () => whileOpen(settleCopy));
    } catch (fault) {
      return runFallbacks(fault, [() => whileOpen(failCopy)]);
    }
  }

  const settleCopy = (copy: StoredSocialPost) =>
    copy.about.fails === true ? failCopy(copy) : confirmCopy(copy);

  /**
   * Resolves a pending TikTok copy: it gets its id, and the first comment, which had to wait for it.
   *
   * @see docs/service/posts.md#POST-02
   * @see docs/service/comments.md#COM-19
   */
  function confirmCopy(copy: StoredSocialPost): void {
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
  function failCopy({ row, about }: StoredSocialPost): void {
    changeSocialPost(store, row, { id: TIKTOK.failed, resolvesAt: null, about });
  }

  /**
   * After an internal error, fails the post or copy, so that it does not block others; a post can be retried by the
   * user.
   *
   * @throws CrierError when the disk takes no writes: it stays due
   */
  function runFallbacks<Result>(fault: unknown, resorts: readonly (() => Result)[]): Result {
    let latest = fault;
    for (const resort of resorts) {
      if (latest instanceof CrierError) break;
      onFault(latest);
      try {
        return commit('recover', resort);
      } catch (next) {
        latest = next;
      }
    }
    throw latest;
  }

  return {
    /**
     * Processes what is due before the next dispatch, in order, each in one transaction, so that a crash or another
     * process cannot publish one twice. Results are reported after the group commit.
     *
     * @param mayContinue asked before each further one
     * @returns how many were processed
     */
    runDue(mayContinue: () => boolean): number {
      if (!due.isPostNext()) return 0;
      const published: PublishedDuePost[] = [];
      let count = 0;
      try {
        store.group(() => {
          do {
            published.push(...runNext());
            count += 1;
          } while (mayContinue() && due.isPostNext());
        });
      } finally {
        for (const each of published) onPublished?.(each);
      }
      return count;
    },
    /** Counts what this process did so far. */
    count: (): PostCounts => ({ posts, confirmations }),
  };
}
