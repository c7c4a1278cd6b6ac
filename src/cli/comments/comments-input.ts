import * as z from 'zod';
import { AnyId } from '../../service/ids.ts';
import { CommentPlatform } from '../../service/platforms.ts';
import { defineFlag } from '../shell/flags/flags.ts';

/**
 * Input of a command that reads comments by several ids.
 *
 * @see docs/service/comments.md#COM-01 to #COM-06
 */
export const COMMENTS_OF_IDS = {
  ids: defineFlag(
    z.array(AnyId).default([]).describe('Service Post IDs; with --platform, ids on that network'),
    { placeholder: 'id' },
  ),
  idsFrom: defineFlag(
    z.string().optional().describe('read ids from this file, one per line (`-` for standard input)'),
    { placeholder: 'file' },
  ),
  platform: defineFlag(CommentPlatform.optional().describe('network that the ids belong to'), {
    placeholder: 'network',
  }),
  comment: z.boolean().default(false).describe('the ids are comment ids (requires --platform)'),
} as const;
