import * as z from 'zod';
import { CommentsDocument } from './comment.ts';

/** Dimensions by which comments can be counted. */
export const StatsBy = z.enum(['network', 'day', 'hour', 'author']);
export type StatsBy = z.infer<typeof StatsBy>;

/** Comment counts. */
export const CommentCounts = z.strictObject({
  comments: z.int().describe('comments on the post itself'),
  replies: z.int().describe('replies to comments'),
  authors: z.int().describe('distinct authors; unidentified ones are not counted'),
  likes: z.number().nullable().describe('total likes; null if no network provides them'),
  first: z.string().nullable().describe('time of the first comment'),
  latest: z.string().nullable().describe('time of the latest comment'),
});
export type CommentCounts = z.infer<typeof CommentCounts>;

const StatsGroup = CommentCounts.extend({
  name: z
    .string()
    .nullable()
    .describe(
      'a Platform Value, a day (YYYY-MM-DD, UTC), an hour of the day (hh:00, UTC) or an author; null if unknown',
    ),
  platform: z.string().nullable().describe('network of the group or author'),
  share: z.number().describe('share of all comments and replies, 0 to 1'),
});
export type StatsGroup = z.infer<typeof StatsGroup>;

/** The output of `comments stats`. */
export const CommentStats = CommentsDocument.omit({ comments: true }).extend({
  by: StatsBy,
  totals: CommentCounts,
  stats: z.array(StatsGroup),
});
export type CommentStats = z.infer<typeof CommentStats>;
