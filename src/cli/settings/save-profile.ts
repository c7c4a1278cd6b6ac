import { requireContext, type SavedProfile, type Settings, withContext } from './settings.ts';

/**
 * Settings with the key of a profile under an alias of a context.
 *
 * @param name of the context
 * @throws CrierError of kind not-found when there is no such context
 */
export function withProfile(
  settings: Settings,
  name: string,
  { alias, ...profile }: Pick<SavedProfile, 'profileKey' | 'refId'> & { readonly alias: string },
): Settings {
  const context = requireContext(settings, name);
  return withContext(settings, name, { ...context, profiles: { ...context.profiles, [alias]: profile } });
}
