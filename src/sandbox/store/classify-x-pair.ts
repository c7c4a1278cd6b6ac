import type { XPair } from './keys.ts';

/**
 * The X key pair of a request: none, only one of the two, the pair that this sandbox's accounts were linked with, or
 * another one. The values themselves are not passed on.
 *
 * @see docs/service/access.md#AUTH-09
 */
export type XPairSent = 'none' | 'one' | 'own' | 'foreign';

export function classifyXPair(headers: Readonly<Record<string, string>>, own: XPair): XPairSent {
  const key = headers['x-twitter-oauth1-api-key'] ?? '';
  const secret = headers['x-twitter-oauth1-api-secret'] ?? '';
  if (key === '' && secret === '') return 'none';
  if (key === '' || secret === '') return 'one';
  return key === own.key && secret === own.secret ? 'own' : 'foreign';
}
