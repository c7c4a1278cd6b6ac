import type { Database } from '../../storage/open-database.ts';

/** OAuth 1.0a consumer key and secret of an app at X. */
export interface XPair {
  readonly key: string;
  readonly secret: string;
}

/** The sandbox's own keys. */
export interface SandboxKeys {
  readonly apiKey: string;
  /** Authorizes the control routes only. */
  readonly adminToken: string;
  /** The X app that its accounts were linked with. */
  readonly xPair: XPair;
}

export function writeKeys(database: Database, { apiKey, adminToken, xPair }: SandboxKeys): void {
  const write = (name: string, value: string) => writeKey(database, name, value);
  write('api', apiKey);
  writeAdminToken(database, adminToken);
  write('x-key', xPair.key);
  write('x-secret', xPair.secret);
}

export function writeAdminToken(database: Database, adminToken: string): void {
  writeKey(database, 'admin', adminToken);
}

function writeKey(database: Database, name: string, value: string): void {
  database.run('insert into keys (name, value) values (?, ?)', name, value);
}

/** The values of all keys, including profile keys. */
export function listKeyValues(database: Database): readonly string[] {
  const rows = database.all<{ value: string }>(
    'select value from keys union all select profile_key from profiles where profile_key is not null',
  );
  return rows.map(({ value }) => value);
}

/** Whether a value can be sent as a key, and looks like one of a sandbox. */
export function isStoredKey(value: string): boolean {
  return /^SBX-[0-9A-Z-]+$/.test(value);
}

export function readKeys(database: Database): SandboxKeys {
  const rows = database.all<{ name: string; value: string }>('select name, value from keys');
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  const key = (name: string): string => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`the sandbox's data lacks the key "${name}"`);
    return value;
  };
  return {
    apiKey: key('api'),
    adminToken: key('admin'),
    xPair: { key: key('x-key'), secret: key('x-secret') },
  };
}

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
