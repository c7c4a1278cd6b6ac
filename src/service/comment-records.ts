import * as z from 'zod';
import type { CommentRecord, SharedCommentFields } from './networks/network-facts.ts';
import { type CommentPlatform, PLATFORMS } from './platforms.ts';

const FIELDS: SharedCommentFields = {
  text: z.string().optional(),
  count: z.number().optional(),
  flag: z.boolean().optional(),
  sure: { comment: z.string(), commentId: z.string(), created: z.string() },
};

/** The shape of a comment of a network, including replies. @see docs/service/comments.md#record, #COM-08 to #COM-10 */
export function describeCommentRecord(platform: CommentPlatform): CommentRecord {
  return PLATFORMS[platform].comments.record(FIELDS);
}
