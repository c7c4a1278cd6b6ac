import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { readSettings } from '../../../src/sandbox/store/settings.ts';
import { type Database, openDatabase } from '../../../src/storage/open-database.ts';
import { stoppedClock } from '../../support/clock.ts';
import { control } from '../../support/control.ts';
import { crier } from '../../support/crier.ts';
import { writeStoreVersion7 } from '../../support/engine/store-version-7.ts';
import { loopbackOutbound } from '../../support/history/loopback-outbound.ts';
import { openReceiver, type Receiver } from '../../support/receiver/receiver.ts';
import { openHeldSandbox } from '../../support/sandbox/hold-to-document.ts';
import { NOW } from '../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../support/small-seed.ts';

const base = mkdtempSync(join(tmpdir(), 'crier-version-7-'));
let receiver: Receiver;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(async () => {
  await receiver.close();
  rmSync(base, { recursive: true });
});

/** Rows of every table that was renamed, or has a column that was, and of what they refer to. */
const rowsTo = (url: string, address: string) => `
  insert into keys values ('api', 'SBX-API-1'), ('x-key', 'SBX-X-KEY-1'), ('x-secret', 'SBX-X-SECRET-1'),
    ('admin', 'SBX-ADMIN-${'0'.repeat(40)}');
  insert into profiles values (1, 'primary', 'Primary Profile', 'ref', null, ${NOW}, null, null, null, null);
  insert into accounts (profile, platform, id, username, display_name, linked, token, login, permission, standing)
    values (1, 'instagram', '17', 'us', 'Us', 1, 'ok', 'page', 'granted', 'good');
  insert into settings values (1, json_object('plan', 'enterprise', 'setClock', ${NOW}, 'clockTurns', 3,
    'chance', 77, 'removedLeft', json_object('deliveries', 5, 'callbacks', 2)));
  insert into tracks values ('a1', 'music', 1, 'song', 0, '{"audioId":"a1"}'), ('a2', 'music', 1, 'other', 1, '{"audioId":"a2"}');
  insert into automations (row, id, profile, account_id, name, description, active, total_sent, created, updated,
      triggers_json, actions_json, round)
    values (1, 'auto_old', 1, '17', 'Old', '', 1, 7, ${NOW}, ${NOW},
      '[{"id":"trg_a","type":"dm_keyword","config":{"keywords":["price"]}}]',
      '[{"id":"act_a","type":"send_dm","config":{"message":"Here it is."}}]', 2);
  insert into engagements (row, account_id, event_id, kind, recipient_id, text, message_id, at, received) values
    (1, '17', 'mid.1', 'dm', '40', 'price', 'mid.1', ${NOW}, ${NOW}),
    (2, '17', 'mid.2', 'dm', '41', 'price', 'mid.2', ${NOW}, ${NOW}),
    (3, '17', 'mid.3', 'dm', '41', 'price', 'mid.3', ${NOW}, ${NOW});
  insert into dispatches (row, id, automation, trigger_id, trigger_type, keyword, engagement, recipient_id, status,
      created, due_at, completed_at, fence, round, is_queued) values
    (1, 'auto_old:trg_a:mid.1', 'auto_old', 'trg_a', 'dm_keyword', 'price', 1, '40', 'sent', ${NOW}, ${NOW}, ${NOW}, 4, 2, 0),
    (2, 'auto_old:trg_a:mid.2', 'auto_old', 'trg_a', 'dm_keyword', 'price', 2, '41', 'pending', ${NOW}, ${NOW + 20_000}, null, 0, 2, 0),
    (3, 'auto_old:trg_a:mid.3', 'auto_old', 'trg_a', 'dm_keyword', 'price', 3, '41', 'pending', ${NOW}, ${NOW + 30_000}, null, 0, 1, 1);
  insert into action_results (dispatch, place, action_id, type, config_json, status, charged_day, slot, charged_month)
    values (1, 0, 'act_a', 'send_dm', '{"message":"Here it is."}', 'sent', 20717, ${NOW}, 680);
  insert into dedup_claims values ('auto_old', 'act_a', '40', ${NOW});
  insert into dm_days values (1, 20717, 6);
  insert into dm_months values ('17', 680, 4);
  insert into dm_partners values ('17', 680, '40', 4);
  insert into dm_paces values ('17', ${NOW - 1_000}, 1), ('17', ${NOW + 1_000}, 0);
  insert into inbox values (1, 'auto_old:trg_a:mid.1:act_a', 1, '17', '40', 'Here it is.', 'dm', null, ${NOW}, 0);
  insert into private_replies values ('99');
  insert into network_people values ('40', 'blocked');
  insert into outbox values (1, 'auto_old:trg_a:mid.1:act_b', 1, 'us@a.example', 'Hi', 'Text', ${NOW});
  insert into webhooks values (1, 'automations', '${url}', 1);
  insert into webhook_profiles (profile, secret, updated) values (1, 'secret', ${NOW});
  insert into deliveries (row, hook_id, key, profile, owner, action, url, address, event_json, state, created, due_at,
      begun, tries, fence, is_held, end_error, resend_at) values
    (1, 'hook-1', 'triggered:1', 1, 1, 'automations', '${url}', '${address}', '{"type":"old"}', 'waiting', ${NOW}, ${NOW + 60_000}, 2, 1, 3, 0, null, null),
    (2, 'hook-2', 'triggered:2', 1, 1, 'automations', '${url}', '${address}', '{"type":"old"}', 'waiting', ${NOW}, ${NOW}, 0, 0, 0, 1, null, null),
    (3, 'hook-3', 'triggered:3', 1, 1, 'automations', '${url}', '${address}', '{"type":"old"}', 'failed', ${NOW}, null, 1, 1, 1, 0, 'webhook taken away', null);
  insert into delivery_lanes values ('${address}', ${NOW + 60_000});
  insert into attempts values (1, 0, 'd-0', ${NOW}, 5, 500, 'HTTP 500', 0), (1, 1, 'd-1', ${NOW}, null, null, 'interrupted', 0),
    (3, 0, 'd-2', ${NOW}, null, null, 'webhook taken away', 0);
  insert into callbacks values (1, 0, 1, 'https://a.example/m', 'a.example:443', 1000, 'answered', 2, null, ${NOW}, 12, 200, 'hello', null, 0);
  insert into breakers values (1, 'https://a.example', 3, ${NOW}, null);`;

const TABLES: Readonly<Record<string, string>> = {
  delivery_lanes: 'delivery_addresses',
  dm_days: 'dm_daily_counts',
  dm_months: 'dm_monthly_counts',
  dm_partners: 'dm_conversations',
  dm_paces: 'dm_slots',
  network_people: 'dm_recipients',
};

/** By the new name of their table, and by the former name of the column. */
const COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  automations: { round: 'pause_count' },
  dispatches: { round: 'pause_count', fence: 'fencing_token' },
  action_results: { place: 'position' },
  callbacks: { place: 'position', fence: 'fencing_token' },
  tracks: { place: 'position' },
  deliveries: {
    begun: 'attempts_started',
    tries: 'attempts_completed',
    fence: 'fencing_token',
    is_held: 'is_blocked',
    resend_at: 'redeliver_at',
  },
  delivery_addresses: { due_at: 'next_due_at' },
};

type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

const tablesOf = (database: Database): readonly string[] =>
  database
    .all<{ name: string }>(`select name from sqlite_schema where type = 'table' and name not like 'sqlite%'`)
    .map(({ name }) => name);

/** All rows but the settings, which are JSON. */
function rowsOf(file: string): Rows {
  const database = openDatabase(file);
  const names = tablesOf(database).filter((name) => name !== 'settings');
  const rows = names.map(
    (name) => [name, database.all<Rows[string][number]>(`select * from ${name}`)] as const,
  );
  database.close();
  return Object.fromEntries(rows);
}

/** What later versions added: columns by their table, and tables, of which most are empty. */
const ADDED_COLUMNS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  engagements: { like_event_id: null },
  inbox: { media_json: '[]', automatic: 0, after_engagement: 2 ** 51 },
  social_posts: { thread_number: 1 },
};
const ADDED_TABLES: Rows = {
  account_posts: [],
  auto_responses: [],
  feed_articles: [],
  feed_keys: [],
  feed_posted_links: [],
  feeds: [],
  link_clicks: [],
  link_pages: [],
  link_sessions: [],
  links: [],
  media_files: [],
  post_facets: [],
  posting_schedules: [],
  posting_slots: [],
  reviews: [],
  // those that were pruned, and one of each
  sent_requests: [
    { kind: 'callbacks', sent: 3 },
    { kind: 'deliveries', sent: 6 },
  ],
  youtube_uploads: [],
};

/** An import numbers the claims of another generation, so that no result from before is taken for theirs. */
const withoutGeneration = (rows: Rows): Rows =>
  Object.fromEntries(
    Object.entries(rows).map(([table, all]) => [
      table,
      all.map((row) =>
        'fencing_token' in row ? { ...row, fencing_token: Number(row['fencing_token']) % 2 ** 32 } : row,
      ),
    ]),
  );

const withNewNames = (rows: Rows): Rows => ({
  ...Object.fromEntries(
    Object.entries(rows).map(([former, those]) => {
      const table = TABLES[former] ?? former;
      const name = (column: string) => COLUMNS[table]?.[column] ?? column;
      const renamed = those.map((row) => ({
        ...Object.fromEntries(Object.entries(row).map(([column, value]) => [name(column), value])),
        ...ADDED_COLUMNS[table],
      }));
      return [table, renamed];
    }),
  ),
  ...ADDED_TABLES,
});

let count = 0;
function writeStore(): string {
  const folder = join(base, `case-${count++}`);
  mkdirSync(folder);
  const file = join(folder, 'sandbox.db');
  writeStoreVersion7(file, rowsTo(receiver.url, receiver.address));
  return file;
}

const open = (file: string): Promise<Sandbox> =>
  openHeldSandbox({
    file,
    clock: stoppedClock(NOW),
    random: randomBytes,
    seed: async () => SLIGHT_SEED,
    ...loopbackOutbound([receiver.address]),
  });

describe('a store of version 7', () => {
  test('keeps every row, under the new names of tables and columns', async () => {
    const file = writeStore();
    const before = rowsOf(file);
    (await open(file)).close();
    expect(rowsOf(file)).toEqual(withNewNames(before));
  });

  test('keeps its settings', async () => {
    const file = writeStore();
    (await open(file)).close();
    const database = openDatabase(file);
    expect(database.all(`select value_json from settings`)).toHaveLength(1);
    expect(readSettings(database)).toMatchObject({
      plan: 'enterprise',
      setClock: NOW,
      clockGeneration: 3,
      randomState: 77,
    });
    expect(Object.keys(readSettings(database))).not.toContain('clockTurns');
    database.close();
  });

  test('has the tables, columns and indexes of a new one', async () => {
    const schemaOf = (file: string) => {
      const database = openDatabase(file);
      const found = tablesOf(database).map((table) => ({
        table,
        columns: database.all(
          'select name, type, "notnull", pk from pragma_table_info(?) order by name',
          table,
        ),
        indexes: database.all(
          `select l."unique", l.partial, group_concat(i.name) as columns
           from pragma_index_list(?1) l join pragma_index_info(l.name) i group by l.name order by 3, 1`,
          table,
        ),
        references: database.all(
          'select "table", "from", "to" from pragma_foreign_key_list(?) order by 1, 2',
          table,
        ),
      }));
      database.close();
      return found.toSorted((one, other) => (one.table < other.table ? -1 : 1));
    };
    const file = writeStore();
    (await open(file)).close();
    const fresh = join(base, 'fresh.db');
    (await open(fresh)).close();
    expect(schemaOf(file)).toEqual(schemaOf(fresh));
  });

  test('continues with what was due: dispatches by their pause count, deliveries by their schedule', async () => {
    const earlier = receiver.received.length;
    const sandbox = await open(writeStore());
    await control(sandbox, 'advanceClock', { ms: 60_000 });
    const { messages } = (await control(sandbox, 'listInbox')).body;
    expect(messages.map(({ to }) => to.id)).toEqual(['40', '41']);
    const sent = receiver.received
      .slice(earlier)
      .map((one) => [one.json()['hookId'], one.headers['x-service-delivery-attempt']]);
    expect(sent.filter(([id]) => /^hook-/.test(String(id)))).toEqual([
      ['hook-2', '0'],
      ['hook-1', '2'],
    ]);
    sandbox.close();
  });

  test('is imported, as is the copy that was kept of it before the migration', async () => {
    const file = writeStore();
    (await open(file)).close();
    const kept = readdirSync(join(file, '..')).find((name) => name.startsWith('sandbox.db.version-7-'));
    const copies = [writeStore(), join(file, '..', kept ?? '')];
    for (const [index, copy] of copies.entries()) {
      const before = rowsOf(copy);
      const state = join(base, `state-${index}`);
      const run = (line: string) =>
        crier(line, { onDisk: true, folder: base, env: { CRIER_STATE_DIR: state } });
      expect(await run(`sandbox import ${copy} --yes --json`)).toMatchObject({ exitCode: 0 });
      const { automation_revision: _revision, ...rows } = rowsOf(join(state, 'sandbox', 'sandbox.db'));
      const { automation_revision: _former, ...expected } = withNewNames(before);
      expect(withoutGeneration(rows)).toEqual(expected);
      expect(rowsOf(copy)).toEqual(before);
    }
  });
});
