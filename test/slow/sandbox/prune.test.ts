import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/service/durations.ts';
import { type Database, openDatabase } from '../../../src/storage/open-database.ts';
import { stoppedClock } from '../../support/clock.ts';
import { control } from '../../support/control.ts';
import { openHeldSandbox } from '../../support/sandbox/hold-to-document.ts';
import { askSandbox, NOW } from '../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../support/small-seed.ts';

const folder = mkdtempSync(join(tmpdir(), 'crier-prune-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
let file: string;
let clock: ReturnType<typeof stoppedClock>;
let sandbox: Sandbox;
beforeEach(async () => {
  file = join(folder, `case-${count++}`, 'sandbox.db');
  clock = stoppedClock(NOW);
  sandbox = await openHeldSandbox({ file, clock, random: randomBytes, seed: async () => SLIGHT_SEED });
  return () => sandbox.close();
});

const post = (path: string, body: object) =>
  askSandbox(sandbox, path, { method: 'POST', body: JSON.stringify(body) });

function inStore<Result>(work: (database: Database) => Result): Result {
  const database = openDatabase(file);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const rowsOf = (table: string) =>
  inStore((database) => database.first<{ count: number }>(`select count(*) as count from ${table}`)?.count);

const TABLES = ['dispatches', 'action_results', 'engagements', 'inbox', 'outbox', 'deliveries', 'attempts'];
const counts = () => Object.fromEntries(TABLES.map((table) => [table, rowsOf(table)]));

/** An automation with an action of each kind, and a webhook that nothing can reach. */
async function automate(dedupWindowMinutes = 0): Promise<string> {
  await post('/hook/webhook', { action: 'automations', url: 'https://hooks.example.com/a' });
  const { body } = await post('/automations', {
    triggers: [{ type: 'dm_keyword', keywords: ['price'] }],
    actions: [
      { type: 'send_dm', message: 'Here it is.', dedupWindowMinutes },
      { type: 'send_email', to: 'desk@shop.example', message: 'One more.', dedupWindowMinutes },
      { type: 'fire_webhook', dedupWindowMinutes },
    ],
  });
  return body.id;
}

const engage = (username = 'mara') =>
  control(sandbox, 'engage', { kind: 'dm', from: { username }, text: 'the price?' });
const advance = (ms: number) => control(sandbox, 'advanceClock', { ms });
const prune = async (days: number, dryRun = false) =>
  (await control(sandbox, 'prune', { olderThanMs: days * DAY_MS, dryRun })).body;
/** Nothing leaves in these tests: what waits is ended manually. */
const endDeliveries = () =>
  inStore((database) =>
    database.script(`update deliveries set state = 'failed', due_at = null; delete from delivery_addresses`),
  );

async function answered(): Promise<void> {
  await engage();
  await advance(MINUTE_MS);
  endDeliveries();
}

describe('sandbox prune', () => {
  test('removes what has ended and is older, and counts rows and bytes; --dry-run counts the same and removes nothing', async () => {
    await automate();
    await answered();
    const before = counts();
    expect(before).toMatchObject({ dispatches: 1, action_results: 3, engagements: 1, inbox: 1, outbox: 1 });
    await advance(40 * DAY_MS);
    const dry = await prune(31, true);
    expect(counts()).toEqual(before);
    const removed = await prune(31);
    expect(counts()).toMatchObject({ dispatches: 0, action_results: 0, engagements: 0, inbox: 0, outbox: 0 });
    expect({ ...removed, file: null, dryRun: null }).toEqual({ ...dry, file: null, dryRun: null });
    expect(removed.removed).toMatchObject({
      activity: { rows: 4 },
      engagements: { rows: 1 },
      dms: { rows: 1 },
      emails: { rows: 1 },
    });
    expect(removed.total.bytes).toBeGreaterThan(100);
    expect((await prune(31)).total.rows).toBe(0);
  });

  test('activity of 30 days is listed still, and a row of 30 days and a second stays', {
    tags: ['ACT-01', 'L-05'],
  }, async () => {
    const id = await automate();
    await answered();
    const before = counts();
    await advance(30 * DAY_MS - 2 * MINUTE_MS);
    await prune(31);
    const { body } = await askSandbox(sandbox, `/automations/${id}/activity`);
    expect(body.activity).toHaveLength(1);
    await advance(3 * MINUTE_MS);
    await prune(31);
    expect(counts()).toEqual(before);
    const refused = await control(sandbox, 'prune', { olderThanMs: 30 * DAY_MS });
    expect(refused).toMatchObject({ http: 400, body: { code: 101 } });
  });

  test('a claim still counts for a window of 525600 minutes, and goes when no window is as long', {
    tags: ['D-07'],
  }, async () => {
    await automate(525_600);
    await answered();
    await advance(364 * DAY_MS);
    await prune(31);
    await answered();
    expect(rowsOf('inbox')).toBe(0);
    expect(rowsOf('dedup_claims')).toBe(3);
    await advance(3 * DAY_MS);
    await prune(31);
    expect(rowsOf('dedup_claims')).toBe(0);
    await answered();
    expect(rowsOf('inbox')).toBe(1);
  });

  test('of each action the newest 1,000 deliveries of 6 months stay, and what waits stays in any case', {
    tags: ['HOOK-20'],
  }, async () => {
    await automate();
    await answered();
    const more = (first: number, rows: number, created: number, state = 'failed') =>
      inStore((database) =>
        database.script(`
          with recursive n (i) as (select ${first} union all select i + 1 from n where i < ${first + rows - 1})
          insert into deliveries (hook_id, key, profile, owner, action, url, address, event_json, state, created, due_at)
          select 'hook-' || i, 'once:' || i, 1, 1, 'automations', 'https://a.example', 'a.example:443', '{}', '${state}',
            ${created}, ${state === 'waiting' ? created : 'null'} from n`),
      );
    const now = NOW + MINUTE_MS;
    more(1, 5, now - 190 * DAY_MS);
    more(10_000, 2, now - 190 * DAY_MS, 'waiting');
    more(20_000, 1_300, now - 60 * DAY_MS);
    inStore((database) =>
      database.script(`
        insert into attempts (delivery, attempt, delivery_id, at) select row, 0, 'd-' || row, created from deliveries;
        update attempts set ms = 5, status = 500`),
    );
    const left = (await control(sandbox, 'status')).body.sent;
    expect(left.deliveries).toBe(1_308);
    const { removed } = await prune(31);
    // five are past the history, and 1,000 of 1,300 are listed; the first of all is too young
    expect(removed['deliveries']).toMatchObject({ rows: 2 * (5 + 300) });
    const { body } = await askSandbox(sandbox, '/hook/history');
    expect(body.automations).toHaveLength(1_000);
    expect(
      inStore((database) => database.all(`select 1 from deliveries where state = 'waiting'`)),
    ).toHaveLength(2);
    expect((await control(sandbox, 'status')).body.sent).toEqual(left);
  });

  test('what is not over stays, and so does what it may have done already', async () => {
    await automate();
    await engage();
    // claimed by a process that died: its effects may be there
    inStore((database) =>
      database.script(`update dispatches set due_at = ${NOW + 900 * DAY_MS};
        insert into inbox (key, profile, account_id, recipient_id, text, way, at, dropped)
          values ('a:b', 1, '1', '2', 'hi', 'dm', ${NOW + 1}, 0)`),
    );
    await advance(400 * DAY_MS);
    await prune(31);
    expect(counts()).toMatchObject({ dispatches: 1, engagements: 1, inbox: 1 });
  });

  test('posts, comments, automations and settings stay', async () => {
    const id = await automate();
    await control(sandbox, 'setPlan', { plan: 'enterprise' });
    const kept = ['posts', 'social_posts', 'comments', 'users', 'automations', 'webhooks'];
    const before = kept.map(rowsOf);
    await advance(900 * DAY_MS);
    await prune(31);
    expect(kept.map(rowsOf)).toEqual(before);
    expect((await askSandbox(sandbox, `/automations/${id}`)).http).toBe(200);
    expect((await control(sandbox, 'status')).body.plan).toBe('enterprise');
  });

  test('returns the space to the disk', async () => {
    inStore((database) =>
      database.script(`with recursive n (i) as (select 1 union all select i + 1 from n where i < 5000)
        insert into inbox (key, profile, account_id, recipient_id, text, way, at, dropped)
          select 'k' || i, 1, '1', '2', hex(zeroblob(200)), 'dm', ${NOW - 50 * DAY_MS}, 0 from n`),
    );
    const { file: size, removed, total } = await prune(31);
    expect(removed['dms']).toEqual({ rows: 5_000, bytes: total.bytes });
    expect(size.bytesBefore - size.bytesAfter).toBeGreaterThan(1_000_000);
  });
});
