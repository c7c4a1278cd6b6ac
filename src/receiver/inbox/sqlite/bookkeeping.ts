import type { Database } from '../../../storage/open-database.ts';
import {
  type InboxMark,
  type InboxRefusals,
  LONGEST_UNSEEN_MS,
  type ReceiverProcess,
  type SeenProcess,
} from '../inbox.ts';

/** Notes that a process runs now, and forgets those that have not been seen for long; the caller holds the transaction. */
export function noteProcess(
  database: Database,
  { id, host, pid, identity, role, targets }: ReceiverProcess,
  now: number,
): void {
  database.run(
    `insert into processes (id, host, pid, role, targets, started_at, seen_at, identity)
     values (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7)
     on conflict do update set seen_at = ?6`,
    id,
    host,
    pid,
    role,
    JSON.stringify(targets),
    now,
    identity,
  );
  database.run('delete from processes where seen_at < ?', now - LONGEST_UNSEEN_MS);
}

export function listProcesses(database: Database, now: number): readonly SeenProcess[] {
  return database
    .all<Omit<SeenProcess, 'targets'> & { targets: string }>(
      `select id, host, pid, identity, role, targets, started_at as startedAt, ? - seen_at as seenMs from processes
       order by seen_at desc, id`,
      now,
    )
    .map((row) => ({ ...row, targets: JSON.parse(row.targets) as string[] })); // written by `noteProcess`
}

export function countRefusals(database: Database, reasons: ReadonlyMap<string, number>, at: number): void {
  for (const [reason, count] of reasons)
    database.run(
      `insert into refusals (reason, count, latest_at) values (?1, ?2, ?3)
       on conflict do update set count = count + ?2, latest_at = ?3`,
      reason,
      count,
      at,
    );
}

export function listRefusals(database: Database): readonly InboxRefusals[] {
  return database.all(
    'select reason, count, latest_at as latestAt from refusals order by count desc, reason',
  );
}

export function readMark(database: Database, name: InboxMark): string | null {
  return database.first<{ value: string }>('select value from marks where name = ?', name)?.value ?? null;
}

export function writeMark(database: Database, name: InboxMark, value: string): void {
  database.run('insert into marks values (?1, ?2) on conflict do update set value = ?2', name, value);
}

export function ensureMark(database: Database, name: InboxMark, value: string): string {
  database.run('insert into marks values (?, ?) on conflict do nothing', name, value);
  return readMark(database, name) ?? value;
}
