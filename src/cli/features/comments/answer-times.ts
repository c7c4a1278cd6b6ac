import { getCommentFacts } from '../../../domain/comments/comment-sources.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import type { Comment } from './comment.ts';

/** A comment or a reply, without those below it. */
export interface AnsweredComment {
  readonly comment: Comment;
  /** How long it waited for the first own reply, in milliseconds; null if it was not answered, or a time is unknown. */
  readonly answerMs: number | null;
}

/**
 * Lists the comments and replies of others on a post, each with the time to the first own reply in its thread.
 *
 * @param comments of one post, in which own ones and answered ones are marked
 */
export function listAnswerTimes(comments: readonly Comment[]): readonly AnsweredComment[] {
  // some networks list conversations flat
  const flat = Map.groupBy(
    comments.filter(({ platform }) => getCommentFacts(platform)?.isFlat),
    ({ parentId }) => parentId,
  );
  return comments.flatMap((top) => {
    const thread = listThread(top);
    return thread
      .filter(({ author }) => author.isMe !== true)
      .map((comment) => {
        const beside = comment.id === null ? [] : (flat.get(comment.id) ?? []);
        const answerMs = comment.isAnswered === true ? findWait(comment, [...thread, ...beside]) : null;
        return { comment: { ...comment, replies: [] }, answerMs };
      });
  });
}

function listThread(comment: Comment): readonly Comment[] {
  return [comment, ...comment.replies.flatMap(listThread)];
}

function findWait({ createdAt }: Comment, others: readonly Comment[]): number | null {
  const { ms: start } = readTimestamp(createdAt);
  if (start === null) return null;
  const waits = others.flatMap((other) => {
    const { ms } = readTimestamp(other.createdAt);
    return other.author.isMe === true && ms !== null && ms >= start ? [ms - start] : [];
  });
  const shortest = waits.reduce((least, wait) => Math.min(least, wait), Number.POSITIVE_INFINITY);
  return waits.length === 0 ? null : shortest;
}

/** The middle one; null for none. */
export function computeMedian(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
