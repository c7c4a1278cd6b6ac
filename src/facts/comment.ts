import * as z from 'zod';
import { FanOutStatus } from './comments.ts';
import { NetworkError } from './network-error.ts';

/** The author of a comment; fields that the network does not provide are null. */
export const Author = z
  .strictObject({
    id: z.string().nullable().describe("the network's id of the person or page"),
    name: z.string().nullable().describe('name as displayed'),
    handle: z.string().nullable().describe('user name, without @'),
    url: z.string().nullable().describe('address of the profile'),
    avatarUrl: z.string().nullable().describe('address of the picture'),
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
    platform: z
      .string()
      .describe('a Platform Value; of a network that crier does not know, its name in the answer'),
    id: z.string().nullable().describe('Social Comment ID'),
    parentId: z.string().nullable().describe('id of the comment that this one answers'),
    author: Author.describe('who wrote it'),
    text: z.string().nullable().describe('what was written'),
    createdAt: z
      .string()
      .nullable()
      .describe('UTC, YYYY-MM-DDThh:mm:ssZ; as it came when it is not understood'),
    likes: z.number().nullable().describe('likes, upvotes or the like'),
    replyCount: z.number().nullable().describe('replies as the network counts them; not all need be here'),
    url: z.string().nullable().describe('address of the comment'),
    get replies() {
      return z.array(Comment).describe('the replies that came with it');
    },
    extra: z
      .record(z.string(), z.unknown())
      .describe("what the network gives beyond that, in the network's words"),
  })
  .meta({ id: 'Comment' });
export type Comment = z.infer<typeof Comment>;

/** Comments of all networks that answered, and the errors of those that failed. */
export const CommentsDocument = z.strictObject({
  status: FanOutStatus.describe('partial when some networks failed'),
  id: z.string().nullable().describe('the id that was asked for'),
  lastUpdated: z.string().nullable().describe('when the networks were last asked'),
  nextUpdate: z.string().nullable().describe('when they will be asked again'),
  comments: z.array(Comment).describe('those of all networks that answered'),
  errors: z.array(NetworkError).describe('one entry for each network that failed'),
});
export type CommentsDocument = z.infer<typeof CommentsDocument>;
