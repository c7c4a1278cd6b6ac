import {
  replaceContext,
  requireContext,
  type SavedProfile,
  type SavedSettings,
} from '../settings/settings.ts';

/**
 * Adds a profile's key to a context under an alias.
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
