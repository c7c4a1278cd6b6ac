import { ServiceFailure } from './service-failure.ts';
import type { Keys } from './store/keys.ts';
import type { Profile, Profiles } from './store/profiles.ts';

const BEARER = /^bearer +(\S+)$/i;

/**
 * Says for which profile a request acts.
 *
 * @throws ServiceFailure 102 when the API key or the profile key is not one of ours
 * @see service.md, "Authentication" 1 to 3; undescribed.md 1.2; rule AUTH-04
 */
export function profileOf(
  headers: Readonly<Record<string, string>>,
  { keys, profiles }: { readonly keys: Keys; readonly profiles: Profiles },
): Profile {
  const authorization = headers['authorization'];
  if (authorization === undefined) throw noAccess('Authorization: the header is missing');
  const apiKey = BEARER.exec(authorization)?.[1];
  if (apiKey === undefined) throw noAccess('Authorization: must read "Bearer <API key>"');
  if (!isSame(apiKey, keys.apiKey)) throw noAccess(whyUnknown(profiles.withKey(apiKey)));
  const profileKey = headers['profile-key'];
  if (profileKey === undefined) return profiles.primary();
  const profile = profiles.withKey(profileKey);
  if (profile === undefined) throw noAccess('Profile-Key: no profile of this account has this key');
  return profile;
}

function noAccess(details: string): ServiceFailure {
  return new ServiceFailure(102, {
    message: 'The API key is missing or not valid.',
    details,
  });
}

function whyUnknown(profile: Profile | undefined): string {
  return profile === undefined
    ? 'Authorization: no account has this API key'
    : "Authorization: this is a profile's key, which belongs into the header Profile-Key beside the API key";
}

/** Compares in a time that does not tell how much was right. */
function isSame(given: string, secret: string): boolean {
  let difference = given.length ^ secret.length;
  for (let at = 0; at < secret.length; at++) difference |= given.charCodeAt(at) ^ secret.charCodeAt(at);
  return difference === 0;
}
