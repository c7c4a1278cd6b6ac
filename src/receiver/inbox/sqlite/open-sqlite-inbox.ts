import { migrate } from '../../../storage/migrate.ts';
import { openDatabase } from '../../../storage/open-database.ts';
import type { Inbox } from '../inbox.ts';
import {
  countRefusals,
  ensureMark,
  listProcesses,
  listRefusals,
  noteProcess,
  readMark,
  writeMark,
} from './bookkeeping.ts';
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
  findDelivery,
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
