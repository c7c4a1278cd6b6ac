import { expect, test } from 'vitest';
import type { DeliveryFilter } from '../../../src/receiver/inbox/inbox.ts';
import { claimForwardings, findWait, listBacklogs } from '../../../src/receiver/inbox/sqlite/forwardings.ts';
import { INBOX_SCHEMA } from '../../../src/receiver/inbox/sqlite/inbox-schema.ts';
import {
  findDelivery,
  listDeliveries,
  pruneDeliveries,
} from '../../../src/receiver/inbox/sqlite/stored-deliveries.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { openDatabase } from '../../../src/storage/open-database.ts';
import { recordStatements } from '../../support/engine/recorded-statements.ts';
import { ARRIVAL } from '../../support/receiver/arrived.ts';

const NARROW: readonly DeliveryFilter[] = [
  { action: 'rare' },
  { type: 'rare' },
  { person: 'p' },
  { post: 'p' },
  { state: 'waiting' },
  { state: 'dead' },
  { state: 'repeated' },
  { numbers: [7] },
];

test.each(NARROW)('deliveries with %j are found by an index, not by reading all', (filter) => {
  const opened = openInboxTables();
  listDeliveries(opened.database, filter, 25, 1_000);
  expect(opened.readWhole()).toEqual([]);
});

test('what forwards, shows and prunes reads no table whole', () => {
  const opened = openInboxTables();
  findDelivery(opened.database, 1);
  listBacklogs(opened.database);
  findWait(opened.database, 'target', ARRIVAL);
  claimForwardings(opened.database, { target: 'target', most: 5, now: ARRIVAL });
  pruneDeliveries(opened.database, { deliveries: ARRIVAL, claims: ARRIVAL }, null);
  expect(opened.readWhole()).toEqual([]);
});

function openInboxTables() {
  const stored = openDatabase(':memory:');
  migrate(stored, INBOX_SCHEMA);
  const { database, plans } = recordStatements(stored);
  return {
    database,
    /** Plans that go through a table, or through its rows by number. */
    readWhole: () =>
      plans().filter((plan) =>
        /SCAN (?:deliveries|forwardings|claims|attempts)|SEARCH deliveries USING INTEGER PRIMARY KEY \(rowid<\?\)/.test(
          plan,
        ),
      ),
  };
}
