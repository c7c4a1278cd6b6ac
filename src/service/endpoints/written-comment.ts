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
    platform: z.string().nullable().describe('a Platform Value; null if the service does not provide it'),
    status: z.string().describe('success or error, as in the answer'),
    commentId: z.string().nullable().describe('Social Comment ID'),
    sourceCommentId: z.string().nullable().describe('Social Comment ID of the parent'),
    text: z.string().nullable().describe('text'),
    url: z.string().nullable().describe('URL of the comment'),
    error: NetworkError.nullable().describe('why the network rejected it'),
    extra: z.record(z.string(), z.unknown()).describe('all other fields, as named by the network'),
  })
  .meta({ id: 'WrittenComment' });
export type WrittenComment = z.infer<typeof WrittenComment>;

/** The result of a comment or reply on each network. */
export const WrittenDocument = z.strictObject({
  status: FanOutStatus.describe('partial if some networks failed'),
  id: z.string().nullable().describe('the id that was sent'),
  commentId: z.string().nullable().describe('Service Comment ID of the new comment'),
  networks: z.array(WrittenComment).describe('one record per network, including failed ones'),
  errors: z.array(NetworkError).describe('one entry for each network that failed'),
});
export type WrittenDocument = z.infer<typeof WrittenDocument>;

/** The result of deleting comments on each network. */
export const DeletedDocument = WrittenDocument.omit({ commentId: true });
export type DeletedDocument = z.infer<typeof DeletedDocument>;
