import { migrate } from '../../../storage/migrate.ts';
import { type Database, openDatabase } from '../../../storage/open-database.ts';
import {
  type Inbox,
  type InboxMark,
  type InboxRefusals,
  LONGEST_UNSEEN_MS,
  type ReceiverProcess,
  type SeenProcess,
} from '../inbox.ts';
import {
  claimForwardings,
  extendLeases,
  findWait,
  forwardAgain,
  limitWaits,
  listBacklogs,
  listWaitingTargets,
  recordForwardings,
} from './forwardings.ts';
import { INBOX_SCHEMA } from './inbox-schema.ts';
import {
  countDeliveries,
  findByHookId,
  findDelivery,
  listContents,
  listDeliveries,
  pruneDeliveries,
  removeDeliveries,
} from './stored-deliveries.ts';
import { findClaim, takeInDeliveries } from './take-in-deliveries.ts';

/**
 * Claims are hashes, so that each delivery changes pages all over their index: rare checkpoints write fewer of them, and
 * wait less for the disk. The log grows to 32 MB. Figures: docs/decisions/0034-receiver-on-one-thread.md
 */
const CHECKPOINT_PAGES = 8_000;

/** What it had is lost for the receiver; deliveries that come again, or are in the history, are stored again. */
const START_OVER = 'move the file aside, so that a new inbox is created, or use another one with --store';

/**
 * Opens an inbox on SQLite, and creates it if missing.
 *
 * @param file a path, or `:memory:`
 * @throws CrierError here and from every use: `usage` when the file or its disk cannot be used, `unavailable` when
 * another process locks it for too long
 * @see docs/decisions/0004-sqlite.md
 */
export function openSqliteInbox(file: string): Inbox {
  const database = openDatabase(file, { startOver: START_OVER });
  migrate(database, INBOX_SCHEMA);
  database.script(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  const write = async <Result>(work: () => Result) => database.transaction(work);
  return {
    isRemote: false,
    takeIn: (arrived) => write(() => takeInDeliveries(database, arrived)),
    countRefusals: (reasons, at) => write(() => countRefusals(database, reasons, at)),
    listRefusals: async () => listRefusals(database),
    findClaims: async (claims) => claims.map((claim) => findClaim(database, claim)),
    list: async (filter, most, before) => listDeliveries(database, filter, most, before),
    find: async (number) => findDelivery(database, number),
    findByHookId: async (hookId) => findByHookId(database, hookId),
    listContents: async (filter, most, after) => listContents(database, filter, most, after),
    count: async (filter) => countDeliveries(database, filter),
    listBacklogs: async () => listBacklogs(database),
    claim: (claim) => write(() => claimForwardings(database, claim)),
    renew: (jobs, now) => write(() => extendLeases(database, jobs, now)),
    record: (results, now) => write(() => recordForwardings(database, results, now)),
    findWait: async (target, now) => findWait(database, target, now),
    limitWaits: (target, now) => write(() => limitWaits(database, target, now)),
    listWaitingTargets: async () => listWaitingTargets(database),
    forwardAgain: (filter, target, now) => write(() => forwardAgain(database, filter, target, now)),
    remove: (filter) => write(() => removeDeliveries(database, filter)),
    prune: (before, after) => write(() => pruneDeliveries(database, before, after)),
    readMark: async (name) => readMark(database, name),
    writeMark: (name, value) => write(() => writeMark(database, name, value)),
    ensureMark: (name, value) => write(() => ensureMark(database, name, value)),
    watch: async () => {}, // a look costs less than a notice
    noteProcess: (process, now) => write(() => noteProcess(database, process, now)),
    removeProcess: (id) => write(() => void database.run('delete from processes where id = ?', id)),
    listProcesses: async (now) => listProcesses(database, now),
    describe: async () => ({ kind: 'SQLite', address: file, version: INBOX_SCHEMA.steps.length }),
    close: async () => database.close(),
  };
}

/** Notes that a process runs now, and forgets those that have not been seen for long; the caller holds the transaction. */
function noteProcess(
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

function listProcesses(database: Database, now: number): readonly SeenProcess[] {
  return database
    .all<Omit<SeenProcess, 'targets'> & { targets: string }>(
      `select id, host, pid, identity, role, targets, started_at as startedAt, ? - seen_at as seenMs from processes
       order by seen_at desc, id`,
      now,
    )
    .map((row) => ({ ...row, targets: JSON.parse(row.targets) as string[] })); // written by `noteProcess`
}

function countRefusals(database: Database, reasons: ReadonlyMap<string, number>, at: number): void {
  for (const [reason, count] of reasons)
    database.run(
      `insert into refusals (reason, count, latest_at) values (?1, ?2, ?3)
       on conflict do update set count = count + ?2, latest_at = ?3`,
      reason,
      count,
      at,
    );
}

function listRefusals(database: Database): readonly InboxRefusals[] {
  return database.all(
    'select reason, count, latest_at as latestAt from refusals order by count desc, reason',
  );
}

function readMark(database: Database, name: InboxMark): string | null {
  return database.first<{ value: string }>('select value from marks where name = ?', name)?.value ?? null;
}

function writeMark(database: Database, name: InboxMark, value: string): void {
  database.run('insert into marks values (?1, ?2) on conflict do update set value = ?2', name, value);
}

function ensureMark(database: Database, name: InboxMark, value: string): string {
  database.run('insert into marks values (?, ?) on conflict do nothing', name, value);
  return readMark(database, name) ?? value;
}
