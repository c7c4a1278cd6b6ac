import type { Inbox } from '../inbox.ts';
import {
  countRefusals,
  ensureMark,
  listProcesses,
  listRefusals,
  noteProcess,
  readMark,
  writeMark,
} from './postgres-bookkeeping.ts';
import {
  countDeliveries,
  findDelivery,
  listBacklogs,
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
import { createPostgresPool, type PostgresAccess, QUICK_MS, type TimeSource } from './postgres-pool.ts';
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
