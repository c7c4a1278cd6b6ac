import * as z from 'zod';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { defineFindFlags, type Finder } from '../../framework/input/flags/find-flags.ts';
import { defineFlag, defineSwitch, defineTextFlag } from '../../framework/input/flags/flags.ts';
import { SINCE } from '../../framework/input/time/since.ts';
import type { Comment } from './comment.ts';
import { selectThread } from './find-threads.ts';

/** The flags of `comments get` that select comments. A new one is added here, and applied in `selectComments`. */
export const SELECTION_FLAGS = {
  unanswered: defineSwitch('only comments that none of your accounts has answered'),
  thread: defineTextFlag('only the thread with this comment, oldest first', { placeholder: 'comment-id' }),
  since: SINCE,
  ...defineFindFlags('comments and replies'),
  sort: defineFlag(
    z
      .enum(['time', 'likes', 'network'])
      .optional()
      .describe('order of the comments (default: as the service lists them)'),
    { placeholder: 'order' },
  ),
  limit: defineFlag(
    z
      .int()
      .min(1)
      .optional()
      .describe('maximum number for each id; with --flat, replies count (default: all)'),
    { short: 'n', placeholder: 'n' },
  ),
};

type Selection = z.infer<z.ZodObject<typeof SELECTION_FLAGS>>;

/** Whether one of them is given. Without, comments are shown as they are parsed, and need not all be read before. */
export function hasSelection(given: Selection): boolean {
  const names = Object.keys(SELECTION_FLAGS) as (keyof Selection)[]; // its own
  return names.some((name) => given[name] !== undefined && given[name] !== false);
}

/**
 * Selects the comments of one id, as the flags above say; `limit` cuts the rest later. A thread is kept whole, unless only
 * unanswered comments are wanted, or those that the finder matches.
 *
 * @param start only comments since then, in milliseconds since 1970
 */
export function selectComments(
  comments: Iterable<Comment>,
  {
    unanswered,
    thread,
    start,
    sort,
    finder,
  }: {
    unanswered: boolean;
    thread?: string | undefined;
    start: number;
    sort?: CommentOrder | undefined;
    finder: Finder;
  },
): Iterable<Comment> {
  const within = thread === undefined ? comments : selectThread(comments, thread);
  const all = unanswered ? listWaiting(within) : finder.isActive ? listSingly(within) : within;
  const found = Iterator.from(all)
    .filter(({ createdAt }) => (readTimestamp(createdAt).ms ?? start) >= start)
    .filter(({ text, author }) => finder.matches(text, author));
  return sort === undefined ? found : sortComments([...found], sort, (comment) => comment);
}

/** Comments and replies, without those below them. */
function* listSingly(comments: Iterable<Comment>): Generator<Comment> {
  for (const comment of comments) {
    yield { ...comment, replies: [] };
    yield* listSingly(comment.replies);
  }
}

/** Comments and replies that were not answered, without those below them. */
function* listWaiting(comments: Iterable<Comment>): Generator<Comment> {
  for (const comment of listSingly(comments))
    if (comment.isAnswered === false && comment.id !== null) yield comment;
}

/** How comments can be sorted. */
export type CommentOrder = 'time' | 'likes' | 'network';

/** Sorts comments: the newest, the most liked, or those of one network together. */
export function sortComments<Item>(
  items: readonly Item[],
  order: CommentOrder,
  getComment: (item: Item) => Comment,
): readonly Item[] {
  const timeOf = (item: Item) => readTimestamp(getComment(item).createdAt).ms ?? Number.NEGATIVE_INFINITY;
  const byTime = items.toSorted((one, other) => timeOf(other) - timeOf(one));
  if (order === 'time') return byTime;
  if (order === 'network')
    return byTime.toSorted((one, other) => (getComment(one).platform < getComment(other).platform ? -1 : 1));
  return byTime.toSorted((one, other) => (getComment(other).likes ?? 0) - (getComment(one).likes ?? 0));
}

/** A question mark: Latin, full-width, Arabic, Armenian, Ethiopic; that of Greek is also a semicolon. */
const QUESTION = /[?\uFF1F\u061F\u055E\u1367]/;

/** Whether a comment asks something. */
export function isQuestion({ text }: Comment): boolean {
  return text !== null && QUESTION.test(text);
}
