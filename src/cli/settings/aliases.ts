import { CrierError } from '../../errors.ts';
import type { CommandContext } from '../context.ts';
import { maskLikelySecret } from '../mask-likely-secret.ts';
import { suggestNearest } from '../suggest-nearest.ts';
import { findContext, SANDBOX, type SavedSettings } from './settings.ts';

/** This machine's name for a User Profile. */
export interface ProfileAlias {
  readonly alias: string;
  readonly refId: string | null;
}

/** The aliases of a context; those of the built-in one are the sandbox's own. */
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
 * An alias that a context must have; `none` is the Primary Profile, and always there.
 *
 * @param name of the context
 * @throws CrierError of kind not-found
 */
export function requireAlias(alias: string, name: string, aliases: readonly string[]): void {
  if (alias === 'none' || aliases.includes(alias)) return;
  throw new CrierError('not-found', `the context "${name}" has no profile "${maskLikelySecret(alias)}"`, {
    http: null,
    advice: [
      `${suggestNearest(alias, aliases)}"crier profiles list" shows what there is`,
      ...(name === SANDBOX ? [] : ['"crier profiles save <alias>" saves the key of another']),
    ].join('; '),
  });
}
