import {
  type InboxMark,
  type InboxRefusals,
  LONGEST_UNSEEN_MS,
  type ReceiverProcess,
  type SeenProcess,
} from '../inbox.ts';
import { buildNow, type PostgresPool } from './postgres-pool.ts';

/** Notes that a process runs now, and forgets those that have not been seen for long. */
export async function noteProcess(
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

export async function listProcesses(pool: PostgresPool, now: number | null): Promise<readonly SeenProcess[]> {
  return pool.query<SeenProcess>(
    `select id, host, pid, identity, role, targets, started_at as "startedAt", ${buildNow('$1')} - seen_at as "seenMs"
     from crier.processes order by seen_at desc, id collate "C"`,
    now,
  );
}

export async function countRefusals(
  pool: PostgresPool,
  reasons: ReadonlyMap<string, number>,
  at: number,
): Promise<void> {
  const sorted = [...reasons].toSorted(([one], [other]) => (one < other ? -1 : 1)); // one order of locks
  await pool.query(
    `insert into crier.refusals (reason, count, latest_at)
     select reason, count, $3 from unnest($1::text[], $2::bigint[]) as given (reason, count)
     on conflict (reason) do update set count = refusals.count + excluded.count, latest_at = excluded.latest_at`,
    sorted.map(([reason]) => reason),
    sorted.map(([, count]) => count),
    at,
  );
}

export function listRefusals(pool: PostgresPool): Promise<readonly InboxRefusals[]> {
  return pool.query(
    `select reason, count, latest_at as "latestAt" from crier.refusals order by count desc, reason collate "C"`,
  );
}

export async function readMark(pool: PostgresPool, name: InboxMark): Promise<string | null> {
  const [row] = await pool.query<{ value: string }>('select value from crier.marks where name = $1', name);
  return row?.value ?? null;
}

export async function writeMark(pool: PostgresPool, name: InboxMark, value: string): Promise<void> {
  await pool.query(
    'insert into crier.marks values ($1, $2) on conflict (name) do update set value = excluded.value',
    name,
    value,
  );
}

export async function ensureMark(pool: PostgresPool, name: InboxMark, value: string): Promise<string> {
  await pool.query('insert into crier.marks values ($1, $2) on conflict do nothing', name, value);
  return (await readMark(pool, name)) ?? value;
}
