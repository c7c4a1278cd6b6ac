import * as z from 'zod';
import { type FlagSet, REMOTE, written } from '../flags.ts';

/** Flags of commands that call the service now and then, such as to check a key that is about to be saved. */
export const CALLING = {
  title: 'Flags for calling the service',
  schema: REMOTE.schema.pick({ timeout: true, retries: true, maxWait: true }),
} as const satisfies FlagSet;

/** All of them, for a command that tells what they would do and calls nothing. */
export const CHOOSING = {
  title: 'Flags for calling the service',
  schema: z.object(REMOTE.schema.shape),
} as const satisfies FlagSet;

/** The answer to the question that a command asks before it throws something away. */
export const yes = written(z.boolean().default(false).describe('do not ask'), {
  short: 'y',
  env: 'CRIER_YES',
});
