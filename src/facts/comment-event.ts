import * as z from 'zod';
import { Comment } from './comment.ts';
import { FanOutStatus } from './comments.ts';
import { NetworkError } from './network-error.ts';

/** What became of a comment since the last look at it. */
export const CommentEventKind = z.enum(['added', 'changed', 'gone']);
export type CommentEventKind = z.infer<typeof CommentEventKind>;

/** What `comments watch` prints, one at a time. A reply is a comment of its own, so that `replies` is empty. */
export const CommentEvent = z.strictObject({
  event: CommentEventKind,
  requestedId: z.string().describe('the id that is watched'),
  changes: z.array(z.string()).describe('fields of a changed comment that are not as they were'),
  comment: Comment.describe('of one that is gone, what is known of it still'),
});
export type CommentEvent = z.infer<typeof CommentEvent>;

/** How the last look at an id went. */
const WatchedId = z.strictObject({
  id: z.string(),
  status: FanOutStatus,
  lastUpdated: z.string().nullable(),
  nextUpdate: z.string().nullable(),
  errors: z.array(NetworkError),
});
export type WatchedId = z.infer<typeof WatchedId>;

/** What one look at every id found: `comments watch --once` as one document. */
export const WatchDocument = z.strictObject({
  events: z.array(CommentEvent),
  ids: z.array(WatchedId),
});
