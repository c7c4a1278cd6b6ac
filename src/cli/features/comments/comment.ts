import * as z from 'zod';
import { FanOutStatus, NetworkError } from '../../../service/endpoints/comments.ts';
import { ErrorDocument } from '../../framework/output/error-document.ts';
import { ListMeta } from '../../framework/output/list-meta.ts';

/** The author of a comment; fields that the network does not provide are null. */
export const Author = z
  .strictObject({
    id: z.string().nullable().describe("the network's id of the person or page"),
    name: z.string().nullable().describe('display name'),
    handle: z.string().nullable().describe('username, without @'),
    url: z.string().nullable().describe('URL of the profile'),
    avatarUrl: z.string().nullable().describe('URL of the picture'),
    isMe: z.boolean().nullable().describe('whether it is an account of yours; null if unknown'),
  })
  .meta({ id: 'Author' });
export type Author = z.infer<typeof Author>;

/**
 * A comment of any network, in the normalized shape that crier prints. Missing values are null.
 *
 * @see docs/command-line.md#output
 */
export const Comment = z
  .strictObject({
    platform: z.string().describe('a Platform Value, or the name of an unknown network'),
    id: z.string().nullable().describe('Social Comment ID'),
    parentId: z.string().nullable().describe('id of the parent comment'),
    author: Author.describe('author'),
    text: z.string().nullable().describe('text'),
    createdAt: z
      .string()
      .nullable()
      .describe('UTC, YYYY-MM-DDThh:mm:ssZ; as it came when it is not understood'),
    likes: z.number().nullable().describe('likes or upvotes'),
    replyCount: z.number().nullable().describe('replies as counted by the network; not all need be included'),
    url: z.string().nullable().describe('URL of the comment'),
    get replies() {
      return z.array(Comment).describe('the replies included');
    },
    isAnswered: z
      .boolean()
      .nullable()
      .describe('whether you replied to it; null if it is yours, or if that is unknown'),
    extra: z.record(z.string(), z.unknown()).describe('all other fields, as named by the network'),
  })
  .meta({ id: 'Comment' });
export type Comment = z.infer<typeof Comment>;

/** Comments of all networks that answered, and the errors of those that failed. */
export const CommentsDocument = z.strictObject({
  status: FanOutStatus.describe('partial if some networks failed'),
  id: z.string().nullable().describe('the requested id'),
  lastUpdated: z.string().nullable().describe('when the comments were last refreshed'),
  nextUpdate: z.string().nullable().describe('when they will be refreshed next'),
  comments: z.array(Comment).describe('comments of all networks that answered'),
  errors: z.array(NetworkError).describe('one entry for each network that failed'),
});
export type CommentsDocument = z.infer<typeof CommentsDocument>;

/** The result of reading one of several ids. */
export const CommentsReadResult = CommentsDocument.pick({
  status: true,
  lastUpdated: true,
  nextUpdate: true,
  errors: true,
}).extend({
  id: z.string().describe('the requested id'),
  error: ErrorDocument.nullable().describe('why it could not be read'),
});
export type CommentsReadResult = z.infer<typeof CommentsReadResult>;

/** The comments of several posts, or under several comments. */
export const CommentsOfSeveral = z.strictObject({
  results: z.array(CommentsReadResult).describe('the result of each read, in the order of the ids'),
  comments: z
    .array(z.strictObject({ requestedId: z.string().describe('the requested id'), ...Comment.shape }))
    .describe('the comments of all ids'),
});
export type CommentsOfSeveral = z.infer<typeof CommentsOfSeveral>;

/** The document that `comments get` prints for one id, or for several. */
export const CommentsOutput = z.union([
  CommentsDocument.extend({ meta: ListMeta }),
  CommentsOfSeveral.extend({ meta: ListMeta }),
]);
