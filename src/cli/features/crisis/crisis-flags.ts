import * as z from 'zod';
import { defineFlag } from '../../framework/input/flags/flags.ts';

const MOST_AT_ONCE = 32;

/** Many profiles are stopped in seconds, although the network takes its time for each request. */
const AT_ONCE = 16;

export const CRISIS_FLAGS = {
  concurrency: defineFlag(
    z
      .int()
      .min(1)
      .max(MOST_AT_ONCE)
      .default(AT_ONCE)
      .describe('maximum number of requests at a time, over all profiles'),
    { placeholder: 'n' },
  ),
};
