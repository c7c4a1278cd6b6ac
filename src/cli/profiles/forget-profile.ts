import { findContext, replaceContext, type SavedContext, type SavedSettings } from '../settings/settings.ts';

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
