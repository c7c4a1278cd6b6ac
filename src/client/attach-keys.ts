import { createUsageError } from '../errors.ts';
import type { ServiceTarget } from './target.ts';

/**
 * Builds the headers that contain secrets. It is the only place that does, and only for the address that the keys
 * were saved for, by scheme, host, port and base path.
 *
 * @throws {CrierError} usage, for any other address
 * @see docs/safety.md#C2, #C3
 * @see docs/service/access.md#AUTH-01, #AUTH-02, #AUTH-05, #AUTH-06
 */
export function attachKeys(
  url: URL,
  { baseUrl, apiKey, profileKey, xPair }: ServiceTarget,
  wanted: { readonly xPair: boolean },
): Readonly<Record<string, string>> {
  const base = `${baseUrl.pathname.replace(/\/+$/, '')}/`;
  if (url.origin !== baseUrl.origin || !url.pathname.startsWith(base)) {
    throw createUsageError(
      `the keys were saved for ${baseUrl.host}${base}, and ${url.host}${url.pathname} is not under it`,
      'use a path below the base URL, without ..',
    );
  }
  return {
    authorization: `Bearer ${apiKey}`,
    ...(profileKey === null ? {} : { 'profile-key': profileKey }),
    ...(wanted.xPair && xPair !== null
      ? { 'x-twitter-oauth1-api-key': xPair.key, 'x-twitter-oauth1-api-secret': xPair.secret }
      : {}),
  };
}
