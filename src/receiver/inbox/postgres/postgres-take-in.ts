import type { ArrivedDelivery, PlannedForwarding, TakenDelivery } from '../inbox.ts';
import { lockLanes } from './postgres-lanes.ts';
import {
  buildNow,
  LostRace,
  type PostgresPool,
  type PostgresSession,
  type SqlValue,
  type TimeSource,
} from './postgres-pool.ts';
import { takeInNew } from './postgres-take-new.ts';

/**
 * Stores deliveries with their claims and what is to be done with them, in one transaction. Of several with the same
 * claim, also in one call or on several machines at once, only the first is forwarded.
 *
 * Locks are taken in one order by all, so that transactions wait for each other and do not deadlock: known claims by
 * their keys, lanes, new claims by their keys. Numbers are drawn under the locks of the lanes, so that the order of
 * numbers is the order in a lane.
 *
 * @see docs/service/webhooks.md#HOOK-12, #HOOK-13, #W-12, #W-15
 * @see docs/safety.md#L3, #L4
 */
export async function takeInDeliveries(
  pool: PostgresPool,
  arrived: readonly ArrivedDelivery[],
  time: TimeSource,
): Promise<readonly TakenDelivery[]> {
  const fresh = mayBeNew(arrived) ? await takeInNew(pool, arrived, time) : null;
  if (fresh !== null) return fresh.map((number) => ({ number, repeats: null }));
  return pool.transaction(async (session) => {
    const plan = planTakeIn(arrived, await lockKnownClaims(session, arrived));
    const lanes = plan.inserted.flatMap(({ delivery, repeats }) =>
      repeats === null ? delivery.forwardings : [],
    );
    await lockLanes(session, lanes);
    const numbers = await drawNumbers(session, plan.inserted.length);
    const getNumber = ({ known, place }: ClaimOwner) => known ?? numbers[place ?? 0] ?? 0;
    await insertClaims(session, plan, getNumber);
    const rows = plan.inserted.map(({ delivery, repeats }, place) => ({
      delivery,
      number: numbers[place] ?? 0,
      repeats: repeats === null ? null : getNumber(repeats),
    }));
    for (const part of splitBySize(rows)) await insertDeliveries(session, part);
    await insertForwardings(
      session,
      rows.flatMap(({ delivery, number, repeats }) =>
        repeats === null
          ? delivery.forwardings.map((planned) => ({ ...planned, number, dueAt: time(delivery.receivedAt) }))
          : [],
      ),
    );
    return plan.taken.map(({ place, repeats }) => {
      const first = repeats === null ? null : getNumber(repeats);
      return { number: place === null ? (first ?? 0) : (numbers[place] ?? 0), repeats: first };
    });
  });
}

/** Whether no two of them claim the same, and none is in a lane, where what is before it decides on its state. */
function mayBeNew(arrived: readonly ArrivedDelivery[]): boolean {
  const keys = arrived.flatMap(({ claims }) => claims.map(toHex));
  return (
    new Set(keys).size === keys.length &&
    arrived.every(({ forwardings }) => forwardings.every(({ lane }) => lane === null)) &&
    arrived.reduce((sum, { body }) => sum + body.length, 0) <= MOST_BYTES
  );
}

/** The delivery that has a claim: one with a number, or one of this call by its place among the inserted ones. */
interface ClaimOwner {
  known: number | null;
  place: number | null;
}

interface TakeInPlan {
  /** The rows to insert, in order. */
  inserted: readonly { delivery: ArrivedDelivery; repeats: ClaimOwner | null }[];
  /** For each delivery of the call: its place among the inserted ones, null if it is not stored. */
  taken: readonly { place: number | null; repeats: ClaimOwner | null }[];
  /** By the key in hex. */
  claims: ReadonlyMap<string, ClaimOwner & { claimedAt: number; isNew: boolean }>;
}

/** Decides what is stored, in the order of the call. @param known numbers by the keys of claims, in hex */
function planTakeIn(arrived: readonly ArrivedDelivery[], known: ReadonlyMap<string, number>): TakeInPlan {
  const owners = new Map<string, ClaimOwner>(
    [...known].map(([key, number]) => [key, { known: number, place: null }]),
  );
  const claims = new Map<string, ClaimOwner & { claimedAt: number; isNew: boolean }>();
  const inserted: { delivery: ArrivedDelivery; repeats: ClaimOwner | null }[] = [];
  const taken = arrived.map((delivery) => {
    const keys = delivery.claims.map(toHex);
    const first = keys.find((key) => owners.has(key));
    const repeats = first === undefined ? null : (owners.get(first) ?? null);
    // the history has most of what was received
    if (repeats !== null && delivery.source === 'history') return { place: null, repeats };
    const place = inserted.push({ delivery, repeats }) - 1;
    for (const key of keys) {
      const owner = owners.get(key) ?? repeats ?? { known: null, place };
      owners.set(key, owner);
      claims.set(key, { ...owner, claimedAt: delivery.receivedAt, isNew: !known.has(key) });
    }
    return { place, repeats };
  });
  return { inserted, taken, claims };
}

/** The numbers of the deliveries that have claimed these, in their order; null for one that is not claimed. */
export async function findClaims(
  pool: PostgresPool,
  keys: readonly Uint8Array[],
): Promise<readonly (number | null)[]> {
  const rows = await pool.query<{ key: Uint8Array; number: number }>(
    'select key, number from crier.claims where key = any($1::bytea[])',
    keys,
  );
  const numbers = new Map(rows.map(({ key, number }) => [toHex(key), number]));
  return keys.map((key) => numbers.get(toHex(key)) ?? null);
}

function toHex(key: Uint8Array): string {
  return Buffer.from(key).toString('hex');
}

/** Locks the claims that others have made before. */
async function lockKnownClaims(
  session: PostgresSession,
  arrived: readonly ArrivedDelivery[],
): Promise<ReadonlyMap<string, number>> {
  const keys = arrived.flatMap(({ claims }) => claims);
  const rows = await session.query<{ key: Uint8Array; number: number }>(
    'select key, number from crier.claims where key = any($1::bytea[]) order by key for no key update',
    keys,
  );
  return new Map(rows.map(({ key, number }) => [toHex(key), number]));
}

async function drawNumbers(session: PostgresSession, count: number): Promise<readonly number[]> {
  if (count === 0) return [];
  const rows = await session.query<{ number: number }>(
    `select nextval('crier.deliveries_number_seq') as number from generate_series(1, $1::int) order by number`,
    count,
  );
  return rows.map(({ number }) => number);
}

/** @throws LostRace when another transaction has made one of them meanwhile */
async function insertClaims(
  session: PostgresSession,
  { claims }: TakeInPlan,
  getNumber: (owner: ClaimOwner) => number,
): Promise<void> {
  const all = [...claims];
  const added = all.filter(([, { isNew }]) => isNew);
  const touched = all.filter(([, { isNew }]) => !isNew);
  const build = (rows: typeof all): readonly SqlValue[] => [
    rows.map(([key]) => Buffer.from(key, 'hex')),
    rows.map(([, owner]) => getNumber(owner)),
    rows.map(([, { claimedAt }]) => claimedAt),
  ];
  if (touched.length > 0)
    await session.query(
      `update crier.claims set claimed_at = given.claimed_at
       from unnest($1::bytea[], $2::bigint[], $3::bigint[]) as given (key, number, claimed_at)
       where claims.key = given.key`,
      ...build(touched),
    );
  if (added.length === 0) return;
  const made = await session.query(
    `insert into crier.claims (key, number, claimed_at)
     select * from unnest($1::bytea[], $2::bigint[], $3::bigint[]) order by 1
     on conflict do nothing returning number`,
    ...build(added),
  );
  if (made.length < added.length) throw new LostRace();
}

interface InsertedRow {
  delivery: ArrivedDelivery;
  number: number;
  repeats: number | null;
}

/** Bytes of bodies in one statement: they are sent as text. */
const MOST_BYTES = 16 * 1024 * 1024;

function splitBySize(rows: readonly InsertedRow[]): readonly (readonly InsertedRow[])[] {
  const parts: InsertedRow[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const own = row.delivery.body.length;
    if (bytes + own > MOST_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(row);
    bytes += own;
  }
  return parts;
}

async function insertDeliveries(session: PostgresSession, rows: readonly InsertedRow[]): Promise<void> {
  const pick = <Value extends string | number | Uint8Array | null>(read: (row: InsertedRow) => Value) =>
    rows.map(read);
  await session.query(
    `insert into crier.deliveries (number, received_at, source, repeats, action, type, hook_id, person, post,
       delivery_id, attempt, signature, headers, bytes, body, edited_from)
     select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[],
       $8::text[], $9::text[], $10::text[], $11::bigint[], $12::text[], $13::text[], $14::int[], $15::bytea[], $16::bigint[])`,
    pick(({ number }) => number),
    pick(({ delivery }) => delivery.receivedAt),
    pick(({ delivery }) => delivery.source),
    pick(({ repeats }) => repeats),
    pick(({ delivery }) => delivery.facts.action),
    pick(({ delivery }) => delivery.facts.type),
    pick(({ delivery }) => delivery.facts.hookId),
    pick(({ delivery }) => delivery.facts.person),
    pick(({ delivery }) => delivery.facts.post),
    pick(({ delivery }) => delivery.deliveryId),
    pick(({ delivery }) => delivery.attempt),
    pick(({ delivery }) => delivery.signature),
    pick(({ delivery }) => JSON.stringify(delivery.headers)),
    pick(({ delivery }) => delivery.body.length),
    pick(({ delivery, repeats }) => (repeats === null ? delivery.body : null)),
    pick(({ delivery }) => delivery.editedFrom ?? null),
  );
}

interface NewForwarding extends PlannedForwarding {
  number: number;
  /** In milliseconds since 1970; null for now. */
  dueAt: number | null;
}

/**
 * Inserts forwardings; the caller has locked their lanes. In a lane, only the first waits for its time; the others wait
 * for the one before.
 */
export async function insertForwardings(
  session: PostgresSession,
  rows: readonly NewForwarding[],
): Promise<void> {
  if (rows.length === 0) return;
  await session.query(
    `insert into crier.forwardings (number, target, lane, state, due_at)
     select number, target, lane,
       case when lane is not null and (
         row_number() over (partition by target, lane order by number) > 1
         or exists (select 1 from crier.forwardings as each where each.target = given.target and each.lane = given.lane
           and each.state in ('behind', 'waiting', 'running'))) then 'behind' else 'waiting' end,
       coalesce(due_at, ${buildNow('null')})
     from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[]) as given (number, target, lane, due_at)`,
    rows.map(({ number }) => number),
    rows.map(({ target }) => target),
    rows.map(({ lane }) => lane),
    rows.map(({ dueAt }) => dueAt),
  );
}
