import { ASSUMED } from '../../service/assumed.ts';
import { LIMITS } from '../../service/limits.ts';
import type { Database } from '../../storage/open-database.ts';

export interface RequestCount {
  /** In the current window, including this request. */
  readonly used: number;
  /** In the current calendar month, UTC, including this request. */
  readonly usedInMonth: number;
  /** Suspended after too many refusals. */
  readonly isSuspended: boolean;
}

/** By profile, the requests counted while another process held the write lock, written with the next one. */
const UNWRITTEN = new WeakMap<Database, Map<number, number>>();

const LENGTH_OF_MONTH = '2026-03'.length;

interface CountRow {
  used: number;
  usedInMonth: number;
  suspended: number | null;
}

/**
 * Counts a request of a profile. A window starts with its first request.
 *
 * @param now by a clock that always runs
 * @param isCounted whether it counts, or the others are only read
 * @see docs/service/access.md#request-limit
 */
export function countRequestOf(
  database: Database,
  profile: number,
  now: number,
  isCounted = true,
): RequestCount {
  if (!isCounted) return readRequestCount(database, profile, now);
  const unwritten = UNWRITTEN.get(database) ?? new Map<number, number>();
  UNWRITTEN.set(database, unwritten);
  const more = (unwritten.get(profile) ?? 0) + 1;
  const values = listCountValues(profile, now, more);
  const written = database.countAside(() =>
    database.writeAtOnce(() => database.first<CountRow>(COUNT, ...values)),
  );
  if (written === null) unwritten.set(profile, more);
  else unwritten.delete(profile);
  const row = written === null ? database.first<CountRow>(COUNTED, ...values) : written.result;
  const { used, usedInMonth, suspended } = row ?? { used: more, usedInMonth: more, suspended: null };
  return { used, usedInMonth, isSuspended: suspended !== null };
}

/** Of the requests so far. */
function readRequestCount(database: Database, profile: number, now: number): RequestCount {
  const row = database.first<CountRow>(COUNTED, ...listCountValues(profile, now, 0));
  const { used, usedInMonth, suspended } = row ?? { used: 0, usedInMonth: 0, suspended: null };
  return { used, usedInMonth, isSuspended: suspended !== null };
}

function listCountValues(profile: number, now: number, more: number) {
  const month = new Date(now).toISOString().slice(0, LENGTH_OF_MONTH);
  return [profile, now, month, LIMITS.requestRate.windowMs, more] as const;
}

/** Records a 429 response. @returns their number in the suspension window, including this one */
export function recordRefusal(database: Database, profile: number, now: number): number {
  database.run(
    'delete from refusals where profile = ?1 and (at <= ?2 or at > ?3)', // a clock that was set back, too
    profile,
    now - LIMITS.suspendAfter.windowMs,
    now,
  );
  database.run('insert into refusals (profile, at) values (?, ?)', profile, now);
  const row = database.first<{ count: number }>(
    'select count(*) as count from refusals where profile = ?',
    profile,
  );
  return row?.count ?? 0;
}

export function suspendProfile(database: Database, profile: number, now: number): void {
  database.run('update requests set suspended = ? where profile = ?', now, profile);
}

/**
 * A single statement, so that concurrent processes lose no request; a clock that was set back starts a new window.
 * Not waiting for the disk: losing a count in a power failure is harmless, and reads need no write lock.
 */
const COUNT = `
  insert into requests (profile, started, used, month, used_in_month) values (?1, ?2, ?5, ?3, ?5)
  on conflict (profile) do update set
    used = iif(?2 - started between 0 and ?4 - 1, used + ?5, ?5),
    started = iif(?2 - started between 0 and ?4 - 1, started, ?2),
    used_in_month = iif(month = ?3, used_in_month + ?5, ?5),
    month = ?3
  returning used, used_in_month as usedInMonth, suspended`;

/** What `COUNT` would return, without writing. */
const COUNTED = `
  select iif(?2 - started between 0 and ?4 - 1, used + ?5, ?5) as used,
    iif(month = ?3, used_in_month + ?5, ?5) as usedInMonth, suspended
  from requests where profile = ?1`;

/** Counts the requests of the account's app in the current window of X, over all profiles. @see docs/service/comments.md#COM-18 */
export function countXRequests(database: Database, now: number): number {
  return getXWindow(database, now).used;
}

/** Counts a request. The caller holds the transaction. */
export function recordXRequest(database: Database, now: number): void {
  const { started, used } = getXWindow(database, now);
  database.run('delete from x_requests');
  database.run('insert into x_requests (started, used) values (?, ?)', started, used + 1);
}

function getXWindow(database: Database, now: number) {
  const row = database.first<{ started: number; used: number }>('select started, used from x_requests');
  const isRunning = row !== undefined && now >= row.started && now < row.started + ASSUMED.xWindowMs;
  return isRunning ? row : { started: now, used: 0 };
}

/** OAuth 1.0a consumer key and secret of an app at X. */
export interface XPair {
  readonly key: string;
  readonly secret: string;
}

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
