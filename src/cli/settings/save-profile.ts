import { replaceContext, requireContext, type SavedProfile, type SavedSettings } from './settings.ts';

/**
 * Settings with the key of a profile under an alias of a context.
 *
 * @param name of the context
 * @throws CrierError of kind not-found when there is no such context
 */
export function saveProfile(
  settings: SavedSettings,
  name: string,
  { alias, ...profile }: Pick<SavedProfile, 'profileKey' | 'refId'> & { readonly alias: string },
): SavedSettings {
  const context = requireContext(settings, name);
  return replaceContext(settings, name, { ...context, profiles: { ...context.profiles, [alias]: profile } });
}
