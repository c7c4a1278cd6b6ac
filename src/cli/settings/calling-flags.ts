import * as z from 'zod';
import { defineFlag, defineFlagSet, REMOTE } from '../flags.ts';

/** Flags of commands that call the service now and then, such as to check a key that is about to be saved. */
export const CALLING = defineFlagSet(REMOTE.title, () =>
  REMOTE.schema.pick({ timeout: true, retries: true, maxWait: true, insecureSkipTlsVerify: true }),
);

/** All of them, for a command that tells what they would do and calls nothing. */
export const CHOOSING = defineFlagSet(REMOTE.title, () => z.object(REMOTE.schema.shape));

/** The answer to the question that a command asks before it throws something away. */
export const yes = defineFlag(z.boolean().default(false).describe('do not ask for confirmation'), {
  short: 'y',
  env: 'CRIER_YES',
});
