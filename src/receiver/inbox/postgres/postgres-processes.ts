import { LONGEST_UNSEEN_MS, type ReceiverProcess, type SeenProcess } from '../inbox.ts';
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
