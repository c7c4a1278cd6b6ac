import * as z from 'zod';
import { CommentsDocument } from './comment.ts';

/** Dimensions by which comments can be counted. */
export const StatsBy = z.enum(['network', 'day', 'hour', 'author']);
export type StatsBy = z.infer<typeof StatsBy>;

/** Comment counts. */
export const CommentCounts = z.strictObject({
  comments: z.int().describe('comments on the post itself'),
  replies: z.int().describe('replies to comments'),
  authors: z.int().describe('different people; those of whom a network tells nothing are not counted'),
  likes: z.number().nullable().describe('of all of them; null when no network tells'),
  first: z.string().nullable().describe('when the first was written'),
  latest: z.string().nullable().describe('when the latest was written'),
});
export type CommentCounts = z.infer<typeof CommentCounts>;

const StatsGroup = CommentCounts.extend({
  name: z
    .string()
    .nullable()
    .describe(
      'a Platform Value, a day (YYYY-MM-DD, UTC), an hour of the day (hh:00, UTC) or an author; null if unknown',
    ),
  platform: z.string().nullable().describe('of a network or an author'),
  share: z.number().describe('part of all comments and replies, 0 to 1'),
});
export type StatsGroup = z.infer<typeof StatsGroup>;

/** The output of `comments stats`. */
export const CommentStats = CommentsDocument.omit({ comments: true }).extend({
  by: StatsBy,
  totals: CommentCounts,
  stats: z.array(StatsGroup),
});
export type CommentStats = z.infer<typeof CommentStats>;
