import { afterAll, expect, test } from 'vitest';
import type { DeliveryFilter } from '../../../src/receiver/inbox/inbox.ts';
import { openPostgresInbox } from '../../../src/receiver/inbox/postgres/open-postgres-inbox.ts';
import {
  findByHookId as findPostgresHookId,
  listDeliveries as listPostgresDeliveries,
} from '../../../src/receiver/inbox/postgres/postgres-deliveries.ts';
import {
  createPostgresPool,
  PATIENT_MS,
  type PostgresPool,
  type SqlValue,
} from '../../../src/receiver/inbox/postgres/postgres-pool.ts';
import { claimForwardings, findWait, listBacklogs } from '../../../src/receiver/inbox/sqlite/forwardings.ts';
import { INBOX_SCHEMA } from '../../../src/receiver/inbox/sqlite/inbox-schema.ts';
import {
  countDeliveries,
  findByHookId,
  findDelivery,
  listDeliveries,
  pruneDeliveries,
} from '../../../src/receiver/inbox/sqlite/stored-deliveries.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { openDatabase } from '../../../src/storage/open-database.ts';
import { recordStatements } from '../../support/engine/recorded-statements.ts';
import { createTestDatabase } from '../../support/postgres/shared-server.ts';
import { ARRIVAL, arrived } from '../../support/receiver/arrived.ts';

const NARROW: readonly DeliveryFilter[] = [
  { action: 'rare' },
  { type: 'rare' },
  { person: 'p' },
  { post: 'p' },
  { state: 'waiting' },
  { state: 'dead' },
  { state: 'repeated' },
  { numbers: [7] },
  { since: ARRIVAL + 2_990 },
  { until: ARRIVAL + 7 },
];

test.each(NARROW)('deliveries with %j are found by an index, not by reading all', (filter) => {
  const opened = openInboxTables();
  listDeliveries(opened.database, filter, 25, { number: 1_000, receivedAt: ARRIVAL });
  expect(opened.readWhole()).toEqual([]);
});

const postgres = await createTestDatabase();
afterAll(() => postgres?.drop());

test.runIf(postgres !== null)('on Postgres, few of many deliveries are found by an index, too', async () => {
  const { url } = postgres ?? { url: '' };
  const pool = createPostgresPool({ url }, PATIENT_MS);
  const inbox = await openPostgresInbox({ url, clock: 'caller' });
  const rare = { action: 'rare', subAction: 'rare', recipientId: 'p', postId: 'p' };
  await inbox.takeIn(
    Array.from({ length: MANY }, (_, place) => {
      const hookId = `h${place === 7 ? 6 : place}`;
      const event = place < 7 ? { ...rare, hookId } : { action: 'messages', subAction: 'often', hookId };
      return arrived(event, place < 7 ? ['target'] : [], ARRIVAL + place);
    }),
  );
  await pool.query("update crier.forwardings set state = 'dead' where number = 1");
  await pool.query('analyze crier.deliveries, crier.forwardings, crier.claims');
  const plans: string[] = [];
  const explained: PostgresPool = {
    ...pool,
    async query<Row>(sql: string, ...values: readonly SqlValue[]) {
      const plan = await pool.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, ...values);
      plans.push(plan.map((line) => line['QUERY PLAN']).join('\n'));
      return pool.query<Row>(sql, ...values);
    },
  };
  for (const filter of NARROW) {
    const found = await listPostgresDeliveries(explained, filter, 25);
    expect(found.length, JSON.stringify(filter)).toBeGreaterThan(0);
  }
  expect(await findPostgresHookId(explained, 'h6')).toEqual([7, 8]);
  expect(
    plans.filter((plan) =>
      /Seq Scan on (?:deliveries|claims)|using deliveries_pkey.*\s+Index Cond: \(number < '?\d+'?(?:::bigint)?\)/.test(
        plan,
      ),
    ),
  ).toEqual([]);
  await inbox.close();
  await pool.close();
});

/** As many that Postgres takes an index. */
const MANY = 3_000;

test('what forwards, shows and prunes reads no table whole', () => {
  const opened = openInboxTables();
  findDelivery(opened.database, 1);
  findByHookId(opened.database, 'h');
  listBacklogs(opened.database);
  findWait(opened.database, 'target', ARRIVAL);
  claimForwardings(opened.database, { target: 'target', most: 5, now: ARRIVAL });
  pruneDeliveries(opened.database, { deliveries: ARRIVAL, claims: ARRIVAL }, null);
  expect(opened.readWhole()).toEqual([]);
});

test('what counts a whole inbox looks at those that wait, and counts others in indexes', () => {
  const opened = openInboxTables();
  countDeliveries(opened.database, {});
  expect(opened.readWhole()).toEqual([
    'SCAN deliveries USING COVERING INDEX deliveries_by_time',
    'SCAN deliveries USING INDEX deliveries_repeated',
    'SCAN forwardings',
  ]);
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
