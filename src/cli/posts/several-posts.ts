import * as z from 'zod';
import { ServicePostId } from '../../service/ids.ts';
import { defineFlag } from '../shell/flags/flags.ts';

/** Ids of posts, as arguments or in a file. */
export const SEVERAL_POSTS = {
  id: z.array(ServicePostId).default([]).describe('Service Post IDs, as printed by `posts list`'),
  idsFrom: defineFlag(
    z.string().optional().describe('read more ids from this file, one per line (`-` for standard input)'),
    { placeholder: 'file' },
  ),
};
