import type { CommandContext } from '../context.ts';
import { findContext, SANDBOX, type SavedSettings } from './settings.ts';

/** A User Profile of which this machine has the key. */
export interface KnownProfile {
  readonly alias: string;
  readonly refId: string | null;
  readonly profileKey: string;
}

/**
 * The profiles of a context with their keys; those of the built-in one are the sandbox's own.
 *
 * @param name of the context; null for an address that was given
 */
export async function listKnownProfiles(
  name: string | null,
  settings: SavedSettings,
  { sandbox }: Pick<CommandContext, 'sandbox'>,
): Promise<readonly KnownProfile[]> {
  if (name === null) return [];
  if (name === SANDBOX) return (await sandbox()).connection.credentials.profiles;
  const { profiles = {} } = findContext(settings, name) ?? {};
  return Object.entries(profiles).map(([alias, { profileKey, refId }]) => ({
    alias,
    profileKey,
    refId: refId ?? null,
  }));
}
