import * as z from 'zod';
import { AnyId } from '../facts/ids.ts';
import { CommentPlatform } from '../facts/platforms.ts';
import { defineFlag } from './flags.ts';

/**
 * What comments are asked for by, of a command that takes several ids.
 *
 * @see docs/service/comments.md#COM-01 to #COM-06
 */
export const COMMENTS_OF_IDS = {
  ids: defineFlag(
    z.array(AnyId).default([]).describe("Service Post IDs; with --platform, the network's own ids"),
    { placeholder: 'id' },
  ),
  idsFrom: defineFlag(
    z.string().optional().describe('read ids from this file, one a line, `-` for standard input'),
    { placeholder: 'file' },
  ),
  platform: defineFlag(CommentPlatform.optional().describe('the ids are of this network'), {
    placeholder: 'network',
  }),
  comment: z.boolean().default(false).describe("the ids are comments'; needs --platform"),
} as const;
