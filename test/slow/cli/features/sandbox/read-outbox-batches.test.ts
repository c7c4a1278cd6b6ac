import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OutboxItem } from '../../../../../src/cli/features/sandbox/outbox.ts';
import { MAX_BODY_BYTES } from '../../../../../src/client/read-body.ts';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { type Database, openDatabase } from '../../../../../src/storage/open-database.ts';
import { control } from '../../../../support/control.ts';
import { crier } from '../../../../support/crier.ts';
import { quickFolder } from '../../../../support/quick-folder.ts';
import { openHeldSandbox } from '../../../../support/sandbox/hold-to-document.ts';
import { askSandbox, NOW } from '../../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../../support/small-seed.ts';

/** Each as long as the longest text that an automation sends; together more than the client reads of an answer. */
const MANY = 700;
const LONG = 100_000;
/** Together more than a page of the list. */
const SOME = 200;

let folder: string;
let database: Database;
let sandbox: Sandbox;
beforeEach(async () => {
  folder = quickFolder('outbox');
  const file = join(folder, 'sandbox.db');
  const clock = { now: () => NOW };
  const opened = await openHeldSandbox({ file, clock, random: randomBytes, seed: async () => SLIGHT_SEED });
  sandbox = { ...opened, close: () => {} };
  database = openDatabase(file);
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

/** Numbers from one to another. */
const NUMBERS =
  'with recursive n (i) as (select cast(?1 as integer) union all select i + 1 from n where i < ?2)';
const PERSON = '17841499000000777';

const addMessages = (from: number, to: number, length: number) =>
  database.run(
    `${NUMBERS} insert into inbox (key, profile, account_id, recipient_id, text, way, at, dropped)
     select 'auto_1:trg_1:' || i || ':act_1', 1, 'us', ?3, 'dm ' || i || printf('%.*c', ?4, 'x'), 'dm', ?5 + i * 1000, 0
     from n`,
    ...[from, to, PERSON, length, NOW],
  );
const addEmails = (from: number, to: number, length: number) =>
  database.run(
    `${NUMBERS} insert into outbox (key, profile, recipient, message, at)
     select 'auto_1:trg_1:' || i || ':act_2', 1, 'desk@shop.example', 'mail ' || i || printf('%.*c', ?3, 'x'), ?4 + i * 1000
     from n`,
    ...[from, to, length, NOW],
  );
const addDeliveries = (from: number, to: number, length: number) =>
  database.run(
    `${NUMBERS} insert into deliveries (hook_id, key, profile, owner, action, url, address, event_json, state, created)
     select 'hook' || i, 'key' || i, 1, 1, 'feed', 'https://hooks.example/' || i, 'hooks.example:443',
       json_object('id', printf('%.*c', ?3, 'x')), 'delivered', ?4 + i * 1000
     from n`,
    ...[from, to, length, NOW],
  );

const outbox = async (words: string) => {
  const ran = await crier(`sandbox outbox ${words}`, { sandbox });
  expect(ran.exitCode).toBe(0);
  return ran;
};
type Document = {
  outbox: readonly OutboxItem[];
  meta: { pagination: { next: string | null; hasMore: boolean } };
};
const listed = async (words: string) => (await outbox(`${words} --json`)).json as Document;
const nameOf = ({ text, to }: OutboxItem) => (text === 'feed' ? to : text.replace(/x+$/, ''));

describe('more was sent than fits into one answer', () => {
  test.each([
    ['DMs', addMessages],
    ['emails', addEmails],
    ['events', addDeliveries],
  ])('%s: the latest are listed, and all of them are', async (_what, add) => {
    add(1, MANY, LONG);
    expect(MANY * LONG).toBeGreaterThan(MAX_BODY_BYTES);
    const { outbox: latest, meta } = await listed('-n 2');
    expect(latest.map(({ at }) => Date.parse(at))).toEqual([MANY, MANY - 1].map((i) => NOW + i * 1000));
    expect(meta.pagination.hasMore).toBe(true);
    const { stdout } = await outbox('--all -o ndjson --fields at');
    const times = stdout
      .trimEnd()
      .split('\n')
      .map((line) => Date.parse(JSON.parse(line).at));
    expect(times).toEqual(Array.from({ length: MANY }, (_, index) => NOW + (MANY - index) * 1000));
  });

  test.each([
    ['listInbox', addMessages],
    ['listOutbox', addEmails],
    ['listDeliveries', addDeliveries],
  ] as const)(
    '%s: a page is far smaller than the largest answer, and the pages are the list',
    async (name, add) => {
      add(1, SOME, LONG);
      let cursor: string | null = null;
      let rows = 0;
      do {
        const answer: Awaited<ReturnType<typeof control<typeof name>>> = await control(
          sandbox,
          name,
          cursor === null ? {} : { cursor },
        );
        const { body } = answer;
        expect(JSON.stringify(body).length).toBeLessThan(MAX_BODY_BYTES / 8);
        const page = 'messages' in body ? body.messages : 'emails' in body ? body.emails : body.deliveries;
        expect(page.length).toBeGreaterThan(0);
        rows += page.length;
        cursor = body.meta.pagination.next;
      } while (cursor !== null);
      expect(rows).toBe(SOME);
    },
  );

  test('one row that is larger than a page is a page of its own', async () => {
    addMessages(1, 3, 6_000_000);
    const { body } = await control(sandbox, 'listInbox', { order: 'newest' });
    expect(body.messages).toHaveLength(1);
    expect((await listed('--all')).outbox).toHaveLength(3);
  });
});

describe('pages', () => {
  beforeEach(() => {
    addMessages(1, 4, 1);
    addEmails(3, 6, 1);
    addDeliveries(2, 5, 1);
  });

  test.each([1, 2, 3, 5, 11, 12, 13])('--cursor continues after the last row, %i at a time', async (size) => {
    const all = (await listed('--all')).outbox.map(nameOf);
    expect(all).toHaveLength(12);
    const seen: string[] = [];
    let next: string | null = null;
    do {
      const page: Document = await listed(`-n ${size}${next === null ? '' : ` --cursor ${next}`}`);
      seen.push(...page.outbox.map(nameOf));
      expect(page.meta.pagination.hasMore).toBe(page.meta.pagination.next !== null);
      next = page.meta.pagination.next;
      // What is sent meanwhile is on no later page.
      addMessages(100 + seen.length, 100 + seen.length, 1);
      addDeliveries(100 + seen.length, 100 + seen.length, 1);
    } while (next !== null);
    expect(seen).toEqual(all);
  });

  test('a filter removes rows from the pages, and the cursor continues after the last that is shown', async () => {
    const first = await listed('--kind dm -n 2');
    expect(first.outbox.map(nameOf)).toEqual(['dm 4', 'dm 3']);
    const second = await listed(`--kind dm -n 2 --cursor ${first.meta.pagination.next}`);
    expect(second.outbox.map(nameOf)).toEqual(['dm 2', 'dm 1']);
    expect(second.meta.pagination).toEqual({ next: null, hasMore: false, limit: 2 });
  });

  test.each(['nonsense', 'W10', 'e30'])('--cursor %s: exit 2', async (cursor) => {
    const { exitCode, stderr } = await crier(`sandbox outbox --cursor ${cursor}`, { sandbox });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--cursor is not a cursor of this list')]);
  });

  test.each([
    [{ limit: 0 }, 'limit'],
    [{ limit: 1_001 }, 'limit'],
    [{ cursor: 'nonsense' }, 'cursor'],
    [{ order: 'sideways' }, 'order'],
    [{ colour: 'red' }, 'colour'],
  ])('%j to the sandbox: 101', async (query, named) => {
    // `as`: these are no orders
    const { http, body } = await control(sandbox, 'listInbox', query as { limit: number });
    expect([http, body.code]).toEqual([400, 101]);
    expect(body.details).toContain(named);
  });

  test.each(['oldest', 'newest'] as const)(
    'the cursor of a row continues after it, %s first',
    async (order) => {
      const { messages, meta } = (await control(sandbox, 'listInbox', { order })).body;
      const after = (await control(sandbox, 'listInbox', { order, cursor: messages[1]?.cursor ?? '' })).body;
      expect(after.messages).toEqual(messages.slice(2));
      const again = (await control(sandbox, 'listInbox', { order, cursor: meta.pagination.start })).body;
      expect(again.messages).toEqual(messages);
    },
  );

  test('after a reset an older cursor begins the list again: rows have the same numbers again', async () => {
    const { messages } = (await control(sandbox, 'listInbox')).body;
    const cursor = messages.at(-1)?.cursor ?? '';
    await control(sandbox, 'reset');
    addMessages(7, 7, 1);
    expect((await control(sandbox, 'listInbox', { cursor })).body.messages).toHaveLength(1);
    addMessages(8, 12, 1);
    expect((await control(sandbox, 'listInbox', { cursor })).body.messages).toHaveLength(6);
  });
});

test('deliveries and activity that are asked for by ids come in several answers when they are large', async () => {
  addDeliveries(1, 90, LONG);
  const hookIds = Array.from({ length: 90 }, (_, index) => `hook${index + 1}`);
  const { deliveries, remaining } = (await control(sandbox, 'findDeliveries', { hookIds })).body;
  expect([...deliveries.map(({ hookId }) => hookId), ...remaining]).toEqual(hookIds);
  expect(remaining.length).toBeGreaterThan(0);
  expect((await control(sandbox, 'findDeliveries', { hookIds: ['nothing'] })).body).toMatchObject({
    deliveries: [],
    remaining: [],
  });
});

test('activity with large rows comes in pages that the client reads, and in all of them', {
  tags: ['ACT-04'],
}, async () => {
  const rows = 30;
  const body = JSON.stringify({
    triggers: [{ type: 'dm_keyword', keywords: ['price'] }],
    actions: [{ type: 'send_email', to: 'desk@shop.example', message: 'One more.' }],
  });
  const { id } = (await askSandbox(sandbox, '/automations', { method: 'POST', body })).body;
  await control(sandbox, 'engage', { kind: 'dm', from: { username: 'mara' }, text: 'price', count: rows });
  await control(sandbox, 'advanceClock', { ms: 60_000 });
  database.run(`update action_results set sent_json = json_object('message', printf('%.*c', 1000000, 'x'))`);
  const page = (await askSandbox(sandbox, `/automations/${id}/activity?limit=100`)).body;
  expect(JSON.stringify(page).length).toBeLessThan(MAX_BODY_BYTES / 2);
  expect(page.meta.pagination).toMatchObject({ hasMore: true, limit: 100 });
  const { stdout } = await crier(`automations activity ${id} --all --sandbox -o ndjson --fields id`, {
    sandbox,
  });
  const ids = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).id);
  expect(new Set(ids).size).toBe(rows);
  const found = (await control(sandbox, 'findActivity', { ids })).body;
  expect(JSON.stringify(found).length).toBeLessThan(MAX_BODY_BYTES / 8);
  expect([...found.activity.map((row) => row.id), ...found.remaining]).toEqual(ids);
  const outbox = await listed('--all');
  expect(outbox.outbox.every(({ recipientUsername }) => recipientUsername?.startsWith('mara'))).toBe(true);
});
