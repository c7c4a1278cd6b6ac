import { isLoopback } from '../domain/addresses/url-shape.ts';
import { CrierError } from '../errors.ts';
import { ERRORS } from '../service/errors.ts';

/** The service that a client speaks to, and the keys that were saved for it. */
export interface ServiceTarget {
  /** May contain a path, to which the paths of calls are appended. */
  readonly baseUrl: URL;
  readonly apiKey: string;
  /** Key of a User Profile; null for the Primary Profile. */
  readonly profileKey: string | null;
  /** The account's own X app: one pair for all profiles. */
  readonly xPair: { readonly key: string; readonly secret: string } | null;
}

/**
 * Refuses addresses that keys must not be sent to, and keys that no header can carry, before anything is sent.
 *
 * @throws {CrierError} usage for the address, auth for a key
 * @see docs/safety.md#C2, #C3
 * @see docs/service/access.md#AUTH-03, #AUTH-07
 */
export function checkTarget({ baseUrl, apiKey, profileKey, xPair }: ServiceTarget): void {
  checkAddress(baseUrl);
  checkKey('the API key', apiKey, 102);
  if (profileKey !== null) checkKey('the profile key', profileKey, 102);
  if (xPair === null) return;
  checkKey('the X API key', xPair.key, 419);
  checkKey('the X API secret', xPair.secret, 419);
}

/** Every value that must be redacted. */
export function listSecrets({ apiKey, profileKey, xPair }: ServiceTarget): readonly string[] {
  const pair = xPair === null ? [] : [xPair.key, xPair.secret];
  return [apiKey, ...(profileKey === null ? [] : [profileKey]), ...pair];
}

function checkAddress(address: URL): void {
  const fault = findAddressFault(address);
  if (fault === null) return;
  throw new CrierError('usage', `the base URL of ${address.host || 'the service'} ${fault}`, {
    http: null,
    advice: 'use an https:// URL, with a path if the service has one, and nothing else',
  });
}

function findAddressFault({ protocol, username, password, search, hash, hostname }: URL): string | null {
  if (protocol !== 'https:' && protocol !== 'http:') return `begins with ${protocol}//, not with https://`;
  if (protocol === 'http:' && !isLoopback(hostname)) {
    return 'begins with http://, which is only for this machine: keys would be sent unencrypted';
  }
  if (username !== '' || password !== '') return 'contains a user name or a password';
  return search === '' && hash === '' ? null : 'contains a query or a fragment';
}

/** What a key cannot contain, the likeliest mistakes first: `Authorization` carries visible ASCII as one token. */
const KEY_FAULTS: readonly (readonly [RegExp, string])[] = [
  [/^\s*$/, 'is empty'],
  [/[\r\n]/, 'contains a line break'],
  [/\uFEFF/, 'contains a byte order mark'],
  [/\s/, 'contains a space'],
  [/[^\x21-\x7e]/, 'contains an invalid character'],
];

function checkKey(name: string, key: string, code: number): void {
  const fault = KEY_FAULTS.find(([intruder]) => intruder.test(key))?.[1];
  if (fault === undefined) return;
  throw new CrierError('auth', `${name} ${fault}`, {
    code,
    http: null,
    meaning: ERRORS[code]?.meaning ?? null,
    advice: 'copy the key from the dashboard, with nothing before or after it',
  });
}
