import { createInputFailure } from '../http/service-failure.ts';
import type { Profile } from '../store/profiles.ts';
import type { Store } from '../store/store.ts';

/** @throws ServiceFailure 101 that lists the existing profiles */
export function requireProfile(alias: string, { profiles }: Store): Profile {
  const profile = profiles.findByAlias(alias);
  if (profile !== undefined) return profile;
  const known = profiles.all().map((each) => each.alias);
  throw createInputFailure(`profile: must be one of ${known.join(', ')}, not "${alias}"`);
}

/** The alias of a profile by its id. @throws Error when there is none, which only happens in a damaged store */
export function getAlias(profile: number, { profiles }: Store): string {
  const owner = profiles.findById(profile);
  if (owner === undefined) throw new Error(`the sandbox's data lacks the profile ${profile}`);
  return owner.alias;
}
