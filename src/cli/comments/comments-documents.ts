import * as z from 'zod';
import { ErrorDocument } from '../render/failures.ts';
import { Comment, CommentsDocument } from './comment.ts';

/** The result of reading one of several ids. */
const ReadResult = CommentsDocument.pick({
  status: true,
  lastUpdated: true,
  nextUpdate: true,
  errors: true,
}).extend({
  id: z.string().describe('the requested id'),
  error: ErrorDocument.nullable().describe('why it could not be read'),
});

/** The comments of several posts, or under several comments. */
export const CommentsOfSeveral = z.strictObject({
  results: z.array(ReadResult).describe('the result of each read, in the order of the ids'),
  comments: z
    .array(z.strictObject({ requestedId: z.string().describe('the requested id'), ...Comment.shape }))
    .describe('the comments of all ids'),
});
export type CommentsOfSeveral = z.infer<typeof CommentsOfSeveral>;

/** The document that `comments get` prints for one id, or for several. */
export const CommentsOutput = z.union([CommentsDocument, CommentsOfSeveral]);
