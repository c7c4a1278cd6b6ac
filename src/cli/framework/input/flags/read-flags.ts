import * as z from 'zod';
import { defineFlag, defineFlagSet, defineSwitch, defineTextFlag, type FlagSet } from './flags.ts';

const CONCURRENCY = { default: 4, max: 32 };

const defineProfileFlags = () => ({
  allProfiles: defineSwitch('read for the Primary Profile and all profiles with saved keys', {
    conflicts: ['profile', 'profileKeyFile'],
  }),
  concurrency: defineFlag(
    z
      .int()
      .min(1)
      .max(CONCURRENCY.max)
      .default(CONCURRENCY.default)
      .describe('maximum number of requests at a time, over all ids and profiles'),
    { placeholder: 'n' },
  ),
});

/** Flags of a command that reads something of a profile. */
export const READ_PROFILES = defineFlagSet('Reading flags', () => z.object(defineProfileFlags()));

/** Flags of a command that reads something by its id. */
export const READ = defineFlagSet('Reading flags', () =>
  z.object({
    idsFrom: defineTextFlag('read more ids from this file: one per line, csv or JSON (`-` for stdin)', {
      placeholder: 'file',
    }),
    resume: defineTextFlag('record finished ids in this file, and skip those that it has', {
      placeholder: 'file',
    }),
    ...defineProfileFlags(),
  }),
);

export interface ReadFlags {
  readonly idsFrom?: string | undefined;
  readonly resume?: string | undefined;
  readonly allProfiles: boolean;
  readonly concurrency: number;
}

export function hasReadFlags({ flags }: { flags: readonly FlagSet[] }): boolean {
  return flags.includes(READ) || flags.includes(READ_PROFILES);
}

/** The argument of a command that is an id, so that a file can have many; null for a command without one. */
export function getIdArgument({
  flags,
  positional = [],
  reads,
}: {
  flags: readonly FlagSet[];
  positional?: readonly string[];
  reads?: { id?: string };
}): string | null {
  return flags.includes(READ) ? (reads?.id ?? positional[0] ?? null) : null;
}

/** Whether a command is run for each id or profile, since it does not read several by itself. */
export function isReadAcross(
  { reads }: { reads?: { combinesProfiles?: boolean } },
  { idsFrom, resume, allProfiles }: Omit<ReadFlags, 'concurrency'>,
  takesSeveralIds: boolean,
): boolean {
  if (resume !== undefined || (idsFrom !== undefined && !takesSeveralIds)) return true;
  return allProfiles && reads?.combinesProfiles !== true;
}
