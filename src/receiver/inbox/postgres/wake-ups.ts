import { createHash } from 'node:crypto';
import type { ConstructorOptions, PgBoss } from 'pg-boss';
import { sleep } from '../../../clock.ts';
import { CrierError, createUsageError } from '../../../errors.ts';
import { SECOND_MS } from '../../../service/durations.ts';
import { explainPostgresFault } from './postgres-faults.ts';
import type { PostgresPool } from './postgres-pool.ts';

/**
 * Wakes other machines by jobs of pg-boss. A job names the queue of a target, and nothing else: the truth is in our rows,
 * where forwarders look by themselves every second, so that a wake-up that is lost, late or repeated does no harm.
 */
export type WakeUps = Awaited<ReturnType<typeof startWakeUps>>;

/** Between two announcements of a process: under load, forwarders are awake anyway. */
const ANNOUNCE_EVERY_MS = 200;

const QUEUE = {
  /** At most one job waits; more would say the same. */
  policy: 'short',
  notify: true,
  retryLimit: 0,
  expireInSeconds: 30,
  retentionSeconds: 3_600,
  deleteAfterSeconds: 60,
} as const;

/** What is under way is only a wake-up. */
const AT_ONCE = { graceful: false } as const;

/** Jobs are looked for so often where the database cannot notify, and otherwise as a second chance. */
const POLL = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 30 } as const;

function buildOptions({ config: { types: _types, ...config } }: PostgresPool): ConstructorOptions {
  return {
    ...config,
    schema: 'crier',
    max: 2,
    createSchema: false,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    registerInstance: false,
    notifyHeartbeatIntervalMs: 3 * SECOND_MS,
    notifyHeartbeatTimeoutMs: 3 * SECOND_MS,
  } as ConstructorOptions; // what it does not know goes to node-postgres
}

async function createBoss(options: ConstructorOptions): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss(options);
  // it repeats by itself what failed, and we look without it
  boss.on('error', () => {});
  return boss;
}

/** Creates or migrates the tables of pg-boss, in the schema of ours. */
export async function migrateWakeUps(pool: PostgresPool): Promise<void> {
  const boss = await createBoss({ ...buildOptions(pool), migrate: true, supervise: false });
  try {
    await boss.start();
  } catch (error) {
    throw explainPostgresFault(pool.address, error);
  } finally {
    await boss.stop(AT_ONCE);
  }
}

/**
 * @throws CrierError `usage` when the tables of pg-boss are not those that this crier uses, here and from `follow`
 *   `unavailable` when Postgres does not answer
 */
export async function startWakeUps(pool: PostgresPool) {
  const boss = await createBoss({ ...buildOptions(pool), migrate: false, useListenNotify: true });
  await boss.start().catch(async (error: unknown) => {
    await boss.stop(AT_ONCE);
    throw explainStartFault(pool.address, error);
  });
  const known = new Map<string, Promise<void>>();
  const waiting = new Set<string>();
  const ending = new AbortController();
  let announcing: Promise<void> | null = null;

  function ensureQueue(name: string): Promise<void> {
    const created = known.get(name) ?? boss.createQueue(name, QUEUE);
    known.set(name, created);
    created.catch(() => known.delete(name));
    return created;
  }

  async function announceAll(): Promise<void> {
    while (waiting.size > 0 && !ending.signal.aborted) {
      const targets = [...waiting];
      waiting.clear();
      await Promise.all(targets.map(announceOne));
      await sleep(ANNOUNCE_EVERY_MS, ending.signal).catch(() => {}); // ended
    }
    announcing = null;
  }

  async function announceOne(target: string): Promise<void> {
    const name = getQueueName(target);
    try {
      await ensureQueue(name);
      await boss.send(name, null);
    } catch {
      // lost: forwarders look by themselves
    }
  }

  return {
    /** Calls `wake` when another process has stored something for a target. */
    async follow(target: string, wake: () => void): Promise<void> {
      const name = getQueueName(target);
      try {
        await ensureQueue(name);
        await boss.work(name, POLL, async () => wake());
      } catch (error) {
        throw explainPostgresFault(pool.address, error);
      }
    },
    /** Tells others that something was stored for these targets: soon, and once for many. */
    announce(targets: Iterable<string>) {
      for (const target of targets) waiting.add(target);
      if (waiting.size > 0) announcing ??= announceAll();
    },
    async close(): Promise<void> {
      ending.abort('closed');
      await announcing;
      await boss.stop(AT_ONCE);
    },
  };
}

/** What Postgres itself refuses has a reason of its own; what is left is that pg-boss does not know its tables. */
function explainStartFault(address: string, error: unknown): unknown {
  const explained = explainPostgresFault(address, error);
  if (explained instanceof CrierError) return explained;
  const detail = error instanceof Error ? error.message : String(error);
  return createUsageError(
    `the wake-ups at ${address} cannot be used: ${detail}`,
    'migrate it, as the owner of its tables: crier hooks store migrate',
  );
}

/** Names of queues are short, and of few characters. */
function getQueueName(target: string): string {
  return `target-${createHash('sha256').update(target).digest('hex').slice(0, 32)}`;
}
