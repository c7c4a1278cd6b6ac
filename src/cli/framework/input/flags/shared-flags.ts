import * as z from 'zod';
import { defineFlag, defineFlagSet, defineSwitch, REMOTE } from './flags.ts';

/** Flags of commands that may call the service, such as to check a key before it is saved. */
export const CALLING = defineFlagSet(REMOTE.title, () =>
  REMOTE.schema.pick({
    timeout: true,
    retries: true,
    maxWait: true,
    caFile: true,
    insecureSkipTlsVerify: true,
  }),
);

/** All flags for calling the service, for commands that only explain the choice. */
export const CHOOSING = defineFlagSet(REMOTE.title, () => z.object(REMOTE.schema.shape));

/** `--yes`, which confirms a deletion. */
export const yes = defineSwitch('do not ask for confirmation', { short: 'y', env: 'CRIER_YES' });

/** The arguments of commands that describe commands: a path, or the start of one. */
export const CommandWords = defineFlag(
  z.array(z.string()).optional().describe('a command, or its first words'),
  { offers: 'command' },
);

/** `--junit`, the file for a report that CI reads. */
export function defineJunitFlag(description: string) {
  const file = z
    .string()
    .min(1)
    .refine((path) => path !== '-', 'must be a file: standard output has the results');
  return defineFlag(file.optional().describe(description), { placeholder: 'file', offers: 'file' });
}
