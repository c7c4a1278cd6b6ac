import * as z from 'zod';
import { FanOutStatus, NetworkError } from '../../../service/endpoints/comments.ts';
import { Comment } from '../comment.ts';

/** What happened to a comment since the previous poll. */
export const CommentEventKind = z.enum(['added', 'changed', 'gone']);
export type CommentEventKind = z.infer<typeof CommentEventKind>;

/** An event of `comments watch`. A reply is a comment of its own, so `replies` is empty. */
export const CommentEvent = z.strictObject({
  event: CommentEventKind,
  requestedId: z.string().describe('the watched id'),
  changes: z.array(z.string()).describe('fields of a changed comment that differ'),
  comment: Comment.describe('the comment; of one that is gone, its last known state'),
});
export type CommentEvent = z.infer<typeof CommentEvent>;

/** Result of the latest poll of an id. */
const WatchedId = z.strictObject({
  id: z.string(),
  status: FanOutStatus,
  lastUpdated: z.string().nullable(),
  nextUpdate: z.string().nullable(),
  errors: z.array(NetworkError),
});
export type WatchedId = z.infer<typeof WatchedId>;

/** Result of polling every id once: the document of `comments watch --once`. */
export const WatchDocument = z.strictObject({
  events: z.array(CommentEvent),
  ids: z.array(WatchedId),
});
