import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Inbox } from '../../../src/receiver/inbox/inbox.ts';
import { openPostgresInbox } from '../../../src/receiver/inbox/postgres/open-postgres-inbox.ts';
import { openSqliteInbox } from '../../../src/receiver/inbox/sqlite/open-sqlite-inbox.ts';
import { createTestDatabase } from './shared-server.ts';

/** A kind of inbox that the same tests run on. */
export interface InboxKind {
  readonly name: 'SQLite' | 'Postgres';
  /** Opens an empty inbox. */
  create(): Promise<Inbox>;
  /** An empty inbox without the cost of opening one; the one before is not used any more. */
  empty(): Promise<Inbox>;
  /** Opens the last created one again, as another process does. */
  openAgain(): Promise<Inbox>;
  /** Closes all. */
  close(): Promise<void>;
}

/** The kinds that this machine has: SQLite, and Postgres if there is a server. */
export async function listInboxKinds(): Promise<readonly InboxKind[]> {
  const postgres = await createPostgresKind();
  return postgres === null ? [createSqliteKind()] : [createSqliteKind(), postgres];
}

function createSqliteKind(): InboxKind {
  const opened: Inbox[] = [];
  let folder: string | null = null;
  let file = '';
  let count = 0;
  const keep = (inbox: Inbox) => {
    opened.push(inbox);
    return inbox;
  };
  return {
    name: 'SQLite',
    async create() {
      folder ??= mkdtempSync(join(tmpdir(), 'crier-inboxes-'));
      file = join(folder, `${count++}.db`);
      return keep(openSqliteInbox(file));
    },
    empty: async () => openSqliteInbox(':memory:'),
    openAgain: async () => keep(openSqliteInbox(file)),
    async close() {
      for (const inbox of opened) await inbox.close().catch(() => {}); // some tests close theirs
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
    },
  };
}

const TABLES = ['deliveries', 'claims', 'forwardings', 'attempts', 'refusals', 'marks', 'processes'];
/** Faster than truncating, for the few rows of a test. */
const EMPTY = [
  ...TABLES.map((name) => `delete from crier.${name}`),
  'alter sequence crier.deliveries_number_seq restart',
].join('; ');

async function createPostgresKind(): Promise<InboxKind | null> {
  const database = await createTestDatabase();
  if (database === null) return null;
  const opened: Inbox[] = [];
  const administrator = new pg.Client({ connectionString: database.url });
  await administrator.connect();
  let reused: Inbox | null = null;
  const open = async () => {
    const inbox = await openPostgresInbox({ url: database.url, clock: 'caller' });
    opened.push(inbox);
    return inbox;
  };
  return {
    name: 'Postgres',
    async create() {
      await closeAll(opened);
      await administrator.query(EMPTY);
      return open();
    },
    async empty() {
      await administrator.query(EMPTY);
      reused ??= await open();
      return reused;
    },
    openAgain: open,
    async close() {
      await closeAll(opened);
      await administrator.end();
      await database.drop();
    },
  };
}

async function closeAll(opened: Inbox[]): Promise<void> {
  for (const inbox of opened.splice(0)) await inbox.close().catch(() => {}); // some tests close theirs
}
