import type { Client } from '../../../client/client.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import type { CrierError } from '../../../errors.ts';
import type { NetworkError } from '../../../service/endpoints/comments.ts';
import { LIMITS } from '../../../service/limits.ts';
import { NEWEST_COMMENTS_ONLY } from '../../../service/platforms.ts';
import { runEach } from '../../framework/many/run-each.ts';
import { createFirstItems } from '../../framework/output/first-items.ts';
import { type PublishedPost, type RecentPosts, readPublishedPosts } from '../posts/published-posts.ts';
import type { Comment } from './comment.ts';
import { findThreads, listAll } from './find-threads.ts';
import { markOwnComments, type OwnAccounts } from './own-accounts.ts';
import { foldComments } from './read-comments.ts';

/** Number of concurrent requests. */
const AT_ONCE = 4;

/** A comment that waits for an answer, with its post. */
export interface InboxComment {
  readonly comment: Comment;
  readonly post: PublishedPost;
  /** Its conversation with itself, oldest first: the comment on the post, and the replies below that; empty unless needed. */
  readonly thread: readonly Comment[];
}

/** A comment that waits for an answer of a profile. */
export interface InboxEntry extends InboxComment {
  /** Its alias; null is the Primary Profile. */
  readonly profile: string | null;
}

/** What was read, and what could not be. */
export interface InboxReading {
  /** Of those that are shown, at least the first. */
  readonly waiting: readonly InboxComment[];
  /** How many are shown, and how many there are without what selects them. */
  readonly shownCount: number;
  readonly wantedCount: number;
  /** Networks that failed, each with the post that was read. */
  readonly errors: readonly (NetworkError & { readonly postId: string })[];
  /** Posts that could not be read. */
  readonly failures: readonly { readonly id: string; readonly failure: CrierError }[];
  readonly postsRead: number;
  /** Whether there may be more posts than were read. */
  readonly hasMorePosts: boolean;
  /** Comments of which the service lists fewer replies than there are: one may be an answer. */
  readonly unsure: number;
  /** Networks that listed as many comments of a post as they can, with the time of the oldest of these. */
  readonly full: ReadonlyMap<string, number>;
  /** The service's time at the last response. */
  readonly asOf: number | undefined;
}

/** Selects comments of one answer. */
export interface CommentSelection {
  isShown(comment: Comment): boolean;
  /** The answer was read whole. */
  end?(): void;
}

/**
 * Reads the comments of recent posts that none of the own accounts has answered. One request lists the posts, and each
 * post takes one more; the service answers them from its own copies until they are refreshed.
 *
 * @param report called with the progress
 */
export async function readInbox(
  client: Client,
  {
    own,
    posts,
    report,
    isWanted = isUnanswered,
    select = () => ({ isShown: () => true }),
    needsThreads = false,
    first = { most: null, sort: (all) => all },
  }: {
    own: OwnAccounts;
    posts: RecentPosts;
    report(text: string | null): void;
    /** Of the comments with an id that others wrote (default: those that were not answered). */
    isWanted?: (comment: Comment) => boolean;
    /** What selects among these of one answer (default: all of them); an answer that is read again is selected again. */
    select?: () => CommentSelection;
    /** Whether conversations are kept: each holds on to all of its comments. */
    needsThreads?: boolean;
    /** How many are kept, and in which order (default: all of them). */
    first?: { most: number | null; sort(all: readonly InboxComment[]): readonly InboxComment[] };
  },
): Promise<InboxReading> {
  const history = await readPublishedPosts(client, posts);
  const byId = new Map(history.posts.map((post) => [post.id, post]));
  const waiting = createFirstItems(first.most, first.sort);
  const errors: (NetworkError & { postId: string })[] = [];
  const failures: { id: string; failure: CrierError }[] = [];
  const full = new Map<string, number>();
  let [count, unsure, wantedCount] = [0, 0, 0];
  const read = (id: string) =>
    foldComments(client, { id, platform: undefined, comment: false }, () => {
      const post = byId.get(id);
      const found = { unsure: 0, wanted: 0, waiting: createFirstItems(first.most, first.sort) };
      const { isShown, end } = select();
      const listed = createListedCounter();
      return {
        add(comments) {
          const all = [...listAll(markOwnComments(listed.count(comments), own))];
          const threads = needsThreads ? findThreads(all) : null;
          for (const comment of all) {
            if (comment.isAnswered === null && comment.author.isMe !== true) found.unsure += 1;
            if (comment.id === null || comment.author.isMe === true || !isWanted(comment)) continue;
            found.wanted += 1;
            if (post === undefined || !isShown(comment)) continue;
            const thread = threads?.get(comment) ?? [];
            found.waiting.add({ comment: { ...comment, replies: [] }, post, thread });
          }
        },
        end({ errors: failed }) {
          end?.();
          return { ...found, failed, full: listed.listFull() };
        },
      };
    });
  for await (const { id, value, failure } of runEach([...byId.keys()], { atOnce: AT_ONCE }, read)) {
    count += 1;
    report(`${count} of ${byId.size} posts read`);
    if (failure !== null) failures.push({ id, failure });
    if (value === null) continue;
    errors.push(...selectErrors(value.failed, posts.platforms).map((error) => ({ ...error, postId: id })));
    for (const [platform, oldest] of value.full)
      full.set(platform, Math.max(oldest, full.get(platform) ?? oldest));
    unsure += value.unsure;
    wantedCount += value.wanted;
    waiting.addAll(value.waiting);
  }
  report(null);
  const { hasMore: hasMorePosts, asOf } = history;
  const postsRead = count - failures.length;
  const shown = { waiting: waiting.list(), shownCount: waiting.count(), wantedCount };
  return { ...shown, errors, failures, postsRead, hasMorePosts, unsure, full, asOf };
}

function isUnanswered({ isAnswered }: Comment): boolean {
  return isAnswered === false;
}

/** The networks that failed, of those that are wanted. @param platforms all if empty */
export function selectErrors(
  errors: readonly NetworkError[],
  platforms: readonly string[] = [],
): readonly NetworkError[] {
  return errors.filter(
    ({ platform }) => platforms.length === 0 || platform === null || platforms.includes(platform),
  );
}

/** Counts the comments of networks that limit how many they list, as they are listed. @see docs/service/comments.md#COM-11 */
function createListedCounter() {
  const counts = new Map<string, number>();
  const oldest = new Map<string, number>();
  return {
    *count(comments: Iterable<Comment>): Generator<Comment> {
      for (const comment of comments) {
        const { platform, createdAt } = comment;
        counts.set(platform, (counts.get(platform) ?? 0) + 1);
        const { ms } = readTimestamp(createdAt);
        if (ms !== null) oldest.set(platform, Math.min(ms, oldest.get(platform) ?? ms));
        yield comment;
      }
    },
    /** Networks that listed as many as they can, with the time of the oldest. */
    listFull(): readonly (readonly [string, number])[] {
      return NEWEST_COMMENTS_ONLY.flatMap((name) =>
        (counts.get(name) ?? 0) < LIMITS.commentsReturned
          ? []
          : [[name, oldest.get(name) ?? Number.POSITIVE_INFINITY] as const],
      );
    },
  };
}
