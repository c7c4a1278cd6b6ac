import {
  type Inbox,
  type InboxMark,
  type InboxRefusals,
  LONGEST_UNSEEN_MS,
  type ReceiverProcess,
  type SeenProcess,
} from '../inbox.ts';
import {
  countDeliveries,
  findByHookId,
  findDelivery,
  listBacklogs,
  listContents,
  listDeliveries,
  pruneDeliveries,
  removeDeliveries,
} from './postgres-deliveries.ts';
import {
  claimForwardings,
  extendLeases,
  findWait,
  forwardAgain,
  limitWaits,
  listWaitingTargets,
  recordForwardings,
} from './postgres-forwardings.ts';
import {
  buildNow,
  createPostgresPool,
  type PostgresAccess,
  type PostgresPool,
  QUICK_MS,
  type TimeSource,
} from './postgres-pool.ts';
import { LATEST_VERSION, requireMigrated } from './postgres-schema.ts';
import { findClaims, takeInDeliveries } from './postgres-take-in.ts';
import { startWakeUps, type WakeUps } from './wake-ups.ts';

export interface PostgresInboxOptions extends PostgresAccess {
  /** How long one statement may take, in milliseconds (default: as long as a receiver has). */
  patienceMs?: number | undefined;
  /** Whose clock decides what is due: the database's (default), or that of the caller, for tests. */
  clock?: 'database' | 'caller' | undefined;
}

/**
 * Opens an inbox on Postgres, whose tables `migratePostgres` has created. Any number of machines may use it: what is
 * due is decided by the clock of the database, so theirs need not agree.
 *
 * @throws CrierError here and from every use: `usage` when it cannot be used, `auth` when the role may not connect,
 * `unavailable` when it may be later
 * @see docs/decisions/0030-postgres.md
 */
export async function openPostgresInbox(options: PostgresInboxOptions): Promise<Inbox> {
  const pool = createPostgresPool(options, options.patienceMs ?? QUICK_MS);
  const time: TimeSource = options.clock === 'caller' ? (now) => now : () => null;
  try {
    await requireMigrated(pool);
  } catch (error) {
    await pool.close();
    throw error;
  }
  let wakeUps: WakeUps | null = null;
  return {
    isRemote: true,
    async takeIn(arrived) {
      const taken = await takeInDeliveries(pool, arrived, time);
      const fresh = arrived.filter((_each, place) => taken[place]?.repeats === null);
      wakeUps?.announce(new Set(fresh.flatMap(({ forwardings }) => forwardings.map(({ target }) => target))));
      return taken;
    },
    countRefusals: (reasons, at) => countRefusals(pool, reasons, at),
    listRefusals: () => listRefusals(pool),
    findClaims: (keys) => findClaims(pool, keys),
    list: (filter, most, before) => listDeliveries(pool, filter, most, before),
    find: (number) => findDelivery(pool, number),
    findByHookId: (hookId) => findByHookId(pool, hookId),
    listContents: (filter, most, after) => listContents(pool, filter, most, after),
    count: (filter) => countDeliveries(pool, filter),
    listBacklogs: () => listBacklogs(pool),
    claim: (claim) => claimForwardings(pool, claim, time(claim.now)),
    renew: (jobs, now) => extendLeases(pool, jobs, time(now)),
    record: (results, now) => recordForwardings(pool, results, time(now)),
    findWait: (target, now) => findWait(pool, target, time(now)),
    limitWaits: (target, now) => limitWaits(pool, target, time(now)),
    listWaitingTargets: () => listWaitingTargets(pool),
    forwardAgain: (filter, target, now) => forwardAgain(pool, filter, target, time(now)),
    remove: (filter) => removeDeliveries(pool, filter),
    prune: (before, after) => pruneDeliveries(pool, before, after),
    readMark: (name) => readMark(pool, name),
    writeMark: (name, value) => writeMark(pool, name, value),
    ensureMark: (name, value) => ensureMark(pool, name, value),
    async watch(targets, wake) {
      wakeUps ??= await startWakeUps(pool);
      for (const target of targets) await wakeUps.follow(target, () => wake(target));
    },
    noteProcess: (process, now) => noteProcess(pool, process, time(now)),
    removeProcess: async (id) => void (await pool.query('delete from crier.processes where id = $1', id)),
    listProcesses: (now) => listProcesses(pool, time(now)),
    describe: async () => ({ kind: 'Postgres', address: pool.address, version: LATEST_VERSION }),
    async close() {
      await wakeUps?.close();
      await pool.close();
    },
  };
}

/** Notes that a process runs now, and forgets those that have not been seen for long. */
async function noteProcess(
  pool: PostgresPool,
  { id, host, pid, identity, role, targets }: ReceiverProcess,
  now: number | null,
): Promise<void> {
  await pool.query(
    `with forgotten as (delete from crier.processes where seen_at < ${buildNow('$6')} - ${LONGEST_UNSEEN_MS} and id <> $1)
     insert into crier.processes (id, host, pid, role, targets, started_at, seen_at, identity)
     values ($1, $2, $3, $4, $5::text[], ${buildNow('$6')}, ${buildNow('$6')}, $7)
     on conflict (id) do update set seen_at = excluded.seen_at`,
    id,
    host,
    pid,
    role,
    targets,
    now,
    identity,
  );
}

async function listProcesses(pool: PostgresPool, now: number | null): Promise<readonly SeenProcess[]> {
  return pool.query<SeenProcess>(
    `select id, host, pid, identity, role, targets, started_at as "startedAt", ${buildNow('$1')} - seen_at as "seenMs"
     from crier.processes order by seen_at desc, id collate "C"`,
    now,
  );
}

async function countRefusals(
  pool: PostgresPool,
  reasons: ReadonlyMap<string, number>,
  at: number,
): Promise<void> {
  await pool.query(
    `insert into crier.refusals (reason, count, latest_at)
     select reason, count, $3 from unnest($1::text[], $2::bigint[]) as given (reason, count)
     order by reason -- one order of locks
     on conflict (reason) do update set count = refusals.count + excluded.count, latest_at = excluded.latest_at`,
    [...reasons.keys()],
    [...reasons.values()],
    at,
  );
}

function listRefusals(pool: PostgresPool): Promise<readonly InboxRefusals[]> {
  return pool.query(
    `select reason, count, latest_at as "latestAt" from crier.refusals order by count desc, reason collate "C"`,
  );
}

async function readMark(pool: PostgresPool, name: InboxMark): Promise<string | null> {
  const [row] = await pool.query<{ value: string }>('select value from crier.marks where name = $1', name);
  return row?.value ?? null;
}

async function writeMark(pool: PostgresPool, name: InboxMark, value: string): Promise<void> {
  await pool.query(
    'insert into crier.marks values ($1, $2) on conflict (name) do update set value = excluded.value',
    name,
    value,
  );
}

async function ensureMark(pool: PostgresPool, name: InboxMark, value: string): Promise<string> {
  await pool.query('insert into crier.marks values ($1, $2) on conflict do nothing', name, value);
  return (await readMark(pool, name)) ?? value;
}
