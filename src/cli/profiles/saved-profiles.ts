import { CrierError } from '../../errors.ts';
import type { CommandContext } from '../context/context.ts';
import { findContext, SANDBOX, type SavedSettings } from '../settings/settings.ts';
import { maskLikelySecret } from '../shell/mask-likely-secret.ts';
import { suggestNearest } from '../shell/suggest-nearest.ts';

/** This machine's name for a User Profile. */
export interface ProfileAlias {
  readonly alias: string;
  readonly refId: string | null;
}

/** Lists the aliases of a context; for the built-in one, those of the sandbox. */
export async function listAliases(
  name: string,
  settings: SavedSettings,
  { sandbox }: Pick<CommandContext, 'sandbox'>,
): Promise<readonly ProfileAlias[]> {
  if (name === SANDBOX) return (await sandbox()).connection.credentials.profiles;
  const { profiles = {} } = findContext(settings, name) ?? {};
  return Object.entries(profiles).map(([alias, { refId }]) => ({ alias, refId: refId ?? null }));
}

/**
 * Refuses an unknown alias; `none` is the Primary Profile, and always known.
 *
 * @param name of the context
 * @throws CrierError of kind not-found
 */
export function requireAlias(alias: string, name: string, aliases: readonly string[]): void {
  if (alias === 'none' || aliases.includes(alias)) return;
  throw new CrierError('not-found', `the context "${name}" has no profile "${maskLikelySecret(alias)}"`, {
    http: null,
    advice: [
      `${suggestNearest(alias, aliases)}"crier profiles list" lists them`,
      ...(name === SANDBOX ? [] : ['"crier profiles save <alias>" saves a key']),
    ].join('; '),
  });
}
