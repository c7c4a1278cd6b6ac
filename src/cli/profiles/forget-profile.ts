import { CrierError } from '../../errors.ts';
import type { SettingsPort } from '../context/settings.ts';
import { findContext, replaceContext, type SavedContext, type SavedSettings } from '../settings/settings.ts';
import type { CommandOutcome } from '../shell/command.ts';
import { crier } from '../shell/shell-command.ts';

/** The alias of a profile that was just deleted, and its context. */
interface DeletedProfile {
  readonly name: string;
  readonly alias: string;
}

/**
 * Forgets the alias of a deleted profile. Errors are returned instead of thrown, since the profile is already
 * deleted.
 */
export async function forgetDeletedProfile(
  settings: Pick<SettingsPort, 'change'>,
  { name, alias }: DeletedProfile,
): Promise<Pick<CommandOutcome, 'notes' | 'failure'>> {
  let notes: readonly string[] = [];
  try {
    await settings.change((before) => {
      notes = noteForgottenProfile(before, name, alias);
      return forgetProfile(before, name, alias);
    });
    return { notes };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const failure = new CrierError(
      'partial',
      `the profile was deleted, but its alias could not be removed: ${why}`,
      {
        http: null,
        advice: `"${crier`profiles forget ${alias} --context ${name}`}" removes it`,
        cause,
      },
    );
    return { failure };
  }
}

/**
 * Removes an alias of a context, also as its default profile; returns the same object when there is no such
 * alias.
 *
 * @param name of the context
 */
export function forgetProfile(settings: SavedSettings, name: string, alias: string): SavedSettings {
  const context = findContext(settings, name);
  if (context === null) return settings;
  const { profile, profiles, ...rest } = context;
  const hasKey = profiles !== undefined && Object.hasOwn(profiles, alias);
  if (!hasKey && profile !== alias) return settings;
  const others: SavedContext = {
    ...rest,
    ...(profiles !== undefined && { profiles: omitKey(profiles, alias) }),
    ...(profile !== undefined && profile !== alias && { profile }),
  };
  return replaceContext(settings, name, others);
}

/** Notes that later writes go to another profile, when the removed alias was the default. */
export function noteForgottenProfile(
  settings: SavedSettings,
  name: string,
  alias: string,
): readonly string[] {
  return findContext(settings, name)?.profile === alias
    ? ['it was the default profile: commands now use the Primary Profile']
    : [];
}

function omitKey<Value>(values: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  const { [name]: _gone, ...others } = values;
  return others;
}
