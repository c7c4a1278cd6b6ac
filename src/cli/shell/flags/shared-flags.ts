import * as z from 'zod';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { defineFlag, defineFlagSet, REMOTE } from './flags.ts';

/** Flags of commands that may call the service, such as to check a key before it is saved. */
export const CALLING = defineFlagSet(REMOTE.title, () =>
  REMOTE.schema.pick({ timeout: true, retries: true, maxWait: true, insecureSkipTlsVerify: true }),
);

/** All flags for calling the service, for commands that only explain the choice. */
export const CHOOSING = defineFlagSet(REMOTE.title, () => z.object(REMOTE.schema.shape));

/** `--yes`, which confirms a deletion. */
export const yes = defineFlag(z.boolean().default(false).describe('do not ask for confirmation'), {
  short: 'y',
  env: 'CRIER_YES',
});

/** The arguments of commands that describe commands: a path, or the start of one. */
export const CommandWords = defineFlag(
  z.array(z.string()).optional().describe('a command, or its first words'),
  { offers: 'command' },
);

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Parses a date, at midnight UTC (`2027-03-02`), or a time (`2027-03-02T08:15:00Z`) to milliseconds since
 * 1970; null for anything else.
 */
export function parseTime(text: string): number | null {
  return readTimestamp(DAY.test(text) ? `${text}T00:00:00Z` : text).ms;
}
