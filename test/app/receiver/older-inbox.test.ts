import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { INBOX_SCHEMA } from '../../../src/receiver/inbox/sqlite/inbox-schema.ts';
import { openSqliteInbox } from '../../../src/receiver/inbox/sqlite/open-sqlite-inbox.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { openDatabase } from '../../../src/storage/open-database.ts';
import { ARRIVAL, arrived } from '../../support/receiver/arrived.ts';

/** The version before a delivery could be a changed copy of another one. */
const WITHOUT_COPIES = 4;
/** The version before keys of claims were made shorter. */
const WITH_WHOLE_HASHES = 2;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crier-older-inbox-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('what an older crier has claimed repeats when it comes again', { tags: ['HOOK-12', 'L3'] }, async () => {
  const file = join(folder, 'inbox.db');
  const database = openDatabase(file);
  migrate(database, { ...INBOX_SCHEMA, steps: INBOX_SCHEMA.steps.slice(0, WITH_WHOLE_HASHES) });
  for (const key of arrived({ hookId: 'h' }).claims)
    database.run('insert into claims (key, number, claimed_at) values (?, 7, ?)', key, ARRIVAL);
  database.close();
  const inbox = openSqliteInbox(file);
  expect(await inbox.takeIn([arrived({ hookId: 'h' })])).toEqual([{ number: 1, repeats: 7 }]);
  expect(await inbox.takeIn([arrived({ hookId: 'other' })])).toEqual([{ number: 2, repeats: null }]);
  await inbox.close();
});

test('deliveries of an older crier are no changed copies, and copies of them can be stored', async () => {
  const file = join(folder, 'inbox.db');
  const database = openDatabase(file);
  migrate(database, { ...INBOX_SCHEMA, steps: INBOX_SCHEMA.steps.slice(0, WITHOUT_COPIES) });
  database.run(
    `insert into deliveries (received_at, source, headers, bytes, body) values (?, 'request', '{}', 2, ?)`,
    ARRIVAL,
    Buffer.from('{}'),
  );
  database.close();
  const inbox = openSqliteInbox(file);
  await inbox.takeIn([{ ...arrived({ hookId: 'h' }), claims: [], editedFrom: 1 }]);
  const found = await inbox.list({}, 9);
  expect(found.map(({ number, editedFrom }) => ({ number, editedFrom }))).toEqual([
    { number: 2, editedFrom: 1 },
    { number: 1, editedFrom: null },
  ]);
  await inbox.close();
});
