import * as z from 'zod';
import { ServicePostId } from '../../facts/ids.ts';
import { defineFlag } from '../flags.ts';

/** Ids of posts, on the command line or in a file. */
export const SEVERAL_POSTS = {
  id: z.array(ServicePostId).default([]).describe('Service Post IDs, as `posts list` prints them'),
  idsFrom: defineFlag(
    z.string().optional().describe('more ids, one a line, from this file; - for standard input'),
    { placeholder: 'file' },
  ),
};
