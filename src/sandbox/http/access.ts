import type { SandboxKeys } from '../store/keys.ts';
import type { Profile, ProfileStore } from '../store/profiles.ts';
import { ServiceFailure } from './service-failure.ts';

const BEARER = /^bearer +(\S+)$/i;

/**
 * Authenticates a request and returns the profile that it acts for.
 *
 * @throws ServiceFailure 102 when the API key or the profile key is unknown
 * @see docs/service/access.md#authentication, #access-errors, #AUTH-04
 */
export function authenticateProfile(
  headers: Readonly<Record<string, string>>,
  { keys, profiles }: { readonly keys: SandboxKeys; readonly profiles: ProfileStore },
): Profile {
  const apiKey = readBearer(headers, 'API key');
  if (!isSameSecret(apiKey, keys.apiKey))
    throw createAccessFailure(explainUnknownKey(apiKey, keys, profiles));
  const profileKey = headers['profile-key'];
  if (profileKey === undefined) return profiles.primary();
  const profile = profiles.findByKey(profileKey);
  if (profile === undefined)
    throw createAccessFailure('Profile-Key: no profile of this account has this key');
  return profile;
}

/**
 * Checks that a request may use the control interface.
 *
 * @throws ServiceFailure 102 for any key but the admin token, including the API key
 * @see docs/safety.md#D7
 */
export function checkAdmin(headers: Readonly<Record<string, string>>, keys: SandboxKeys): void {
  if (isSameSecret(readBearer(headers, 'admin token'), keys.adminToken)) return;
  throw new ServiceFailure(102, {
    message: 'The admin token is missing or not valid.',
    details: 'Authorization: the control interface requires the admin token of this sandbox, not an API key',
  });
}

function readBearer(headers: Readonly<Record<string, string>>, what: string): string {
  const authorization = headers['authorization'];
  if (authorization === undefined) throw createAccessFailure('Authorization: the header is missing');
  const token = BEARER.exec(authorization)?.[1];
  if (token === undefined) throw createAccessFailure(`Authorization: must be "Bearer <${what}>"`);
  return token;
}

/** Creates the failure for a refused key. @param details which key, and why */
export function createAccessFailure(details: string): ServiceFailure {
  return new ServiceFailure(102, {
    message: 'The API key is missing or not valid.',
    details,
  });
}

function explainUnknownKey(given: string, keys: SandboxKeys, profiles: ProfileStore): string {
  if (isSameSecret(given, keys.adminToken))
    return 'Authorization: this is the admin token, which is only for the control interface';
  return profiles.findByKey(given) === undefined
    ? 'Authorization: no account has this API key'
    : "Authorization: this is a profile's key, which belongs in the header Profile-Key, beside the API key";
}

/** Compares in constant time. */
export function isSameSecret(given: string, secret: string): boolean {
  let difference = given.length ^ secret.length;
  for (let at = 0; at < secret.length; at++) difference |= given.charCodeAt(at) ^ secret.charCodeAt(at);
  return difference === 0;
}
