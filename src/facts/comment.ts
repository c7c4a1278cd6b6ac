import * as z from 'zod';
import { LegError, LegStatus } from './comments.ts';

/** Who wrote a comment; what the network does not tell is null. */
export const Author = z.strictObject({
  id: z.string().nullable(),
  name: z.string().nullable().describe('name as displayed'),
  handle: z.string().nullable().describe('user name, without @'),
  url: z.string().nullable(),
  avatarUrl: z.string().nullable(),
});
export type Author = z.infer<typeof Author>;

/**
 * A comment of any network, in the one shape that crier prints. Absent values are null.
 *
 * @see the command line's contract, "Output"
 */
export const Comment = z.strictObject({
  platform: z
    .string()
    .describe('a Platform Value; of a network that crier does not know, its name in the answer'),
  id: z.string().nullable().describe('Social Comment ID'),
  parentId: z.string().nullable().describe('id of the comment that this one answers'),
  author: Author,
  text: z.string().nullable(),
  createdAt: z
    .string()
    .nullable()
    .describe('UTC, YYYY-MM-DDThh:mm:ssZ; as it came when it is not understood'),
  likes: z.number().nullable(),
  replyCount: z.number().nullable(),
  url: z.string().nullable(),
  get replies() {
    return z.array(Comment);
  },
  extra: z
    .record(z.string(), z.unknown())
    .describe("what the network gives beyond that, in the network's words"),
});
export type Comment = z.infer<typeof Comment>;

/** Comments of all networks that answered, and the networks that did not. */
export const CommentsDocument = z.strictObject({
  status: LegStatus,
  id: z.string().nullable().describe('the id that was asked for'),
  lastUpdated: z.string().nullable().describe('when the networks were last asked'),
  nextUpdate: z.string().nullable().describe('when they will be asked again'),
  comments: z.array(Comment),
  errors: z.array(LegError).describe('one entry for each network that failed'),
});
export type CommentsDocument = z.infer<typeof CommentsDocument>;
