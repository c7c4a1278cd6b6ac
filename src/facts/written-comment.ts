import * as z from 'zod';
import { FanOutStatus } from './comments.ts';
import { NetworkError } from './network-error.ts';

/**
 * The result of writing a comment on one network, in the normalized shape that crier prints. Missing values are null.
 *
 * @see docs/service/comments.md#create, #delete
 */
export const WrittenComment = z
  .strictObject({
    platform: z.string().nullable().describe('a Platform Value; null where the service names none'),
    status: z.string().describe("success, or error: the answer's own word"),
    commentId: z.string().nullable().describe('Social Comment ID'),
    sourceCommentId: z.string().nullable().describe('Social Comment ID of what was answered'),
    text: z.string().nullable().describe('what was written'),
    url: z.string().nullable().describe('address of the comment'),
    error: NetworkError.nullable().describe('why the network refused'),
    extra: z
      .record(z.string(), z.unknown())
      .describe("what the network gives beyond that, in the network's words"),
  })
  .meta({ id: 'WrittenComment' });
export type WrittenComment = z.infer<typeof WrittenComment>;

/** The result of a comment or reply on each network. */
export const WrittenDocument = z.strictObject({
  status: FanOutStatus.describe('partial when some networks failed'),
  id: z.string().nullable().describe('the id that was sent'),
  commentId: z.string().nullable().describe('Service Comment ID of what was written'),
  networks: z.array(WrittenComment).describe('one record a network, those that failed too'),
  errors: z.array(NetworkError).describe('one entry for each network that failed'),
});
export type WrittenDocument = z.infer<typeof WrittenDocument>;

/** The result of deleting comments on each network. */
export const DeletedDocument = WrittenDocument.omit({ commentId: true });
export type DeletedDocument = z.infer<typeof DeletedDocument>;
