import * as z from 'zod';
import { formatIsoSeconds } from '../../../domain/time/read-timestamp.ts';
import type { IoPort } from '../../framework/command/io.ts';
import type { SandboxControl } from '../../framework/command/sandbox/sandbox-control.ts';
import { defineFlag } from '../../framework/input/flags/flags.ts';
import { buildSinceSchema } from '../../framework/input/time/since.ts';
import type { CommandText } from '../../framework/output/text/shell-command.ts';

const ALIAS = { short: 'p', placeholder: 'alias', offers: 'sandbox alias' } as const;

/** The flag that names the profile of an account. */
export function defineProfileFlag(words: string) {
  return defineFlag(z.string().default('primary').describe(words), ALIAS);
}

/** @returns its alias in the sandbox, where `none` is none */
export function resolveProfile(alias: string): string {
  return alias === 'none' ? 'primary' : alias;
}

/** The flag for the time at which something was made on a network. */
export const CREATED = defineFlag(
  buildSinceSchema().optional().describe('how long ago (2h, 3d), a day or a time (default: now)'),
  { placeholder: 'time' },
);

/** @param now of the sandbox, in milliseconds since 1970 */
export function formatCreated(created: z.infer<typeof CREATED>, now: number, { chosenZone }: IoPort) {
  return created && formatIsoSeconds(created.inZone(chosenZone).resolve(now));
}

/** The time of the sandbox in milliseconds since 1970. */
export async function readSandboxTime({ call }: SandboxControl): Promise<number> {
  return Date.parse((await call('getClock', {})).now);
}

/**
 * The service refreshes an account at intervals: until then its lists lack what was made on the network.
 *
 * @param listedBy the command that lists it
 */
export function listRefreshNotes(listedBy: CommandText, listedFrom: string, now: number): readonly string[] {
  return Date.parse(listedFrom) <= now
    ? []
    : [`"${listedBy}" lists it from ${listedFrom}, when the service refreshes the account`];
}
