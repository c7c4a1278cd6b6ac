import type { CommandContext } from '../context/context.ts';
import { findContext, SANDBOX, type SavedSettings } from '../settings/settings.ts';

/** A User Profile whose key is saved on this machine. */
export interface KnownProfile {
  readonly alias: string;
  readonly refId: string | null;
  readonly profileKey: string;
}

/**
 * Lists the profiles of a context with their keys; for the built-in one, those of the sandbox.
 *
 * @param name of the context; null for an address from a flag or variable
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
