import * as z from 'zod';
import { Comment, CommentsDocument } from '../facts/comment.ts';
import { ErrorDocument } from './error-document.ts';

/** How the read of one of several ids went. */
const ReadResult = CommentsDocument.pick({
  status: true,
  lastUpdated: true,
  nextUpdate: true,
  errors: true,
}).extend({
  id: z.string().describe('the id that was asked for'),
  error: ErrorDocument.nullable().describe('why nothing of it was read'),
});

/** The comments of several posts, or under several comments. */
export const CommentsOfSeveral = z.strictObject({
  results: z.array(ReadResult).describe('how the read of each id went, in the order of the ids'),
  comments: z
    .array(
      z.strictObject({ requestedId: z.string().describe('the id that was asked for'), ...Comment.shape }),
    )
    .describe('those of all ids'),
});
export type CommentsOfSeveral = z.infer<typeof CommentsOfSeveral>;

/** What `comments get` prints: of one id, or of several. */
export const CommentsOutput = z.union([CommentsDocument, CommentsOfSeveral]);
