import * as z from 'zod';
import { defineFlagSet, defineSwitch, defineTextFlag, type FlagSet } from './flags.ts';

const allProfiles = () =>
  defineSwitch('do it for all profiles with saved keys (for some of them: --profile a,b)', {
    conflicts: ['profile', 'profileKeyFile'],
  });

/** Flags of a change that can be made for several profiles. */
export const WRITE_PROFILES = defineFlagSet('Flags for several profiles', () =>
  z.object({
    allProfiles: allProfiles(),
    resume: defineTextFlag('with several profiles: record in this file what is done, and skip it', {
      placeholder: 'file',
    }),
  }),
);

/** The same for commands whose `--resume` means something else: `posts create` and `update`. */
export const ALL_PROFILES = defineFlagSet('Flags for several profiles', () =>
  z.object({ allProfiles: allProfiles() }),
);

/** Whether a change can be made for several profiles at once. */
export function changesProfiles({ flags }: { flags: readonly FlagSet[] }): boolean {
  return flags.includes(WRITE_PROFILES) || flags.includes(ALL_PROFILES);
}

/**
 * The profiles that `--profile a,b` names, for a change that can be made for several.
 *
 * @returns null for one profile, or none
 */
export function listNamedProfiles(
  command: { flags: readonly FlagSet[] },
  profile: string | undefined,
): readonly string[] | null {
  if (profile === undefined || !profile.includes(',') || !changesProfiles(command)) return null;
  return [...new Set(profile.split(',').map((alias) => alias.trim()))];
}
