import { findContext, replaceContext, type SavedContext, type SavedSettings } from './settings.ts';

/**
 * Settings without an alias of a context, which acts for it no more either; the very same where nothing of it is there.
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

/** What is to be said when an alias of a context goes: nobody notices by himself that later writes go elsewhere. */
export function noteForgottenProfile(
  settings: SavedSettings,
  name: string,
  alias: string,
): readonly string[] {
  return findContext(settings, name)?.profile === alias
    ? ['it was the profile in use: commands act for the Primary Profile from now on']
    : [];
}

function omitKey<Value>(values: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  const { [name]: _gone, ...others } = values;
  return others;
}
