import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSandboxTransport } from '../../../../src/cli/framework/command/sandbox/connect-sandbox.ts';
import { serve } from '../../../../src/sandbox/http/serve.ts';
import type { Sandbox } from '../../../../src/sandbox/open-sandbox.ts';
import { listProfileAutomations } from '../../../../src/sandbox/store/automations/automations.ts';
import { listConversationMessages, listPeople } from '../../../../src/sandbox/store/conversations.ts';
import { listProfileFeeds } from '../../../../src/sandbox/store/feeds.ts';
import { listLinkClicks, listLinksBetween } from '../../../../src/sandbox/store/links.ts';
import { listClosedPeople, listWaitingDms } from '../../../../src/sandbox/store/messages.ts';
import { countSentOutbound } from '../../../../src/sandbox/store/outbound/attempts.ts';
import {
  listPostSeries,
  listUnpublishedPosts,
  readPostsBetween,
} from '../../../../src/sandbox/store/posts.ts';
import { countRatings, listAccountReviews } from '../../../../src/sandbox/store/reviews.ts';
import { countAccountPosts } from '../../../../src/sandbox/store/social-posts.ts';
import { type Database, openDatabase } from '../../../../src/storage/open-database.ts';
import { stoppedClock } from '../../../support/clock.ts';
import { crier } from '../../../support/crier.ts';
import { recordStatements } from '../../../support/engine/recorded-statements.ts';
import { quickFolder } from '../../../support/quick-folder.ts';
import { openSandboxFile } from '../../../support/sandbox/new-sandbox.ts';
import { headersOf, NOW } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

const folder = quickFolder('long-lists');
const AUTOMATIONS = 1_000;

let sandbox: Sandbox;
/** What another process does meanwhile. */
let other: Database;
const defects: unknown[] = [];

beforeAll(async () => {
  const file = join(folder, 'sandbox.db');
  sandbox = await openSandboxFile({
    file,
    clock: stoppedClock(NOW),
    random: randomBytes,
    seed: SLIGHT_SEED,
    onDefect: (_traceId, error) => void defects.push(error),
  });
  other = openDatabase(file);
  other.transaction(() => {
    for (let number = 1; number <= AUTOMATIONS; number += 1) insertAutomation(`auto_${number}`);
    other.run(
      `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1000)
       insert into links (id, profile, url, created) select 'link' || n, 1, 'https://shop.example/' || n, ? from numbers`,
      NOW,
    );
    other.run(`insert into link_clicks select id, 20717, 'direct', 'Firefox', row % 3 + 1 from links`);
  });
});
afterAll(() => {
  other.close();
  sandbox.close();
  rmSync(folder, { recursive: true });
});

/** Of one time, so that only the order of writing tells them apart. */
function insertAutomation(id: string): void {
  other.run(
    `insert into automations (id, profile, account_id, name, description, active, created, updated, triggers_json, actions_json)
     values (?, 1, '17', 'Answer', ?, 0, ?, ?, '[]', '[]')`,
    id,
    'x'.repeat(1_000),
    NOW,
    NOW,
  );
}

const listIds = () =>
  other.column<string>('select id from automations where deleted is null order by row desc');

const ask = (path: string, headers: Record<string, string> = {}) =>
  sandbox.answer({
    method: 'GET',
    url: new URL(`http://sandbox.localhost${path}`),
    headers: { ...headersOf(sandbox), ...headers },
    body: null,
  });

async function openList(path = '/automations') {
  const { status, stream } = await ask(path);
  if (stream === undefined) throw new Error(`${path} came as a whole`);
  expect([status, stream.size]).toEqual([200, null]);
  return stream.chunks()[Symbol.asyncIterator]();
}

async function readRest(chunks: AsyncIterator<Uint8Array>, read: Uint8Array[] = []): Promise<Uint8Array[]> {
  for (;;) {
    const { done, value } = await chunks.next();
    if (done === true) return read;
    read.push(value);
  }
}

const parse = (read: readonly Uint8Array[]) => JSON.parse(Buffer.concat(read).toString());

describe('a list that the service does not page', () => {
  test('comes in small parts, each row once, while others write', async () => {
    const chunks = await openList();
    const before = listIds();
    const first = await chunks.next();
    insertAutomation('auto_new');
    other.run(`update automations set deleted = ?, active = 0 where id = 'auto_1'`, NOW);
    const read = await readRest(chunks, [first.value]);
    expect(read.length).toBeGreaterThan(15);
    expect(Math.max(...read.map(({ length }) => length))).toBeLessThan(68_000);
    const { status, automations } = parse(read);
    expect(status).toBe('success');
    const ids = automations.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(before.filter((id) => id !== 'auto_1'));
  });

  test('is the same over HTTP, compressed or not, and in this process', async () => {
    const server = await serve({ answer: sandbox.answer, port: 0 });
    try {
      for (const encoding of ['identity', 'br', 'gzip', 'deflate']) {
        const response = await fetch(`${server.address}/automations`, {
          headers: { ...headersOf(sandbox), 'accept-encoding': encoding },
        });
        expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding);
        expect(response.headers.get('content-length')).toBeNull();
        const { automations } = (await response.json()) as { automations: { id: string }[] };
        expect(automations.map(({ id }) => id)).toEqual(listIds());
      }
      // a client that leaves in the middle, and the next one
      const leaving = new AbortController();
      const response = await fetch(`${server.address}/automations`, {
        headers: headersOf(sandbox),
        signal: leaving.signal,
      });
      await response.body?.getReader().read();
      leaving.abort();
      expect((await fetch(`${server.address}/user`, { headers: headersOf(sandbox) })).status).toBe(200);
    } finally {
      await server.close();
    }
    const { body } = await createSandboxTransport(sandbox)({
      method: 'GET',
      url: new URL('http://sandbox.localhost/automations'),
      headers: headersOf(sandbox),
      body: null,
      signal: AbortSignal.timeout(60_000),
    });
    const first = await body[Symbol.asyncIterator]().next();
    expect(first.value.length).toBeLessThan(68_000);
    const { exitCode, stdout } = await crier(['automations', 'list', '--sandbox', '-o', 'ndjson'], {
      sandbox: { ...sandbox, close() {} },
    });
    expect([exitCode, stdout.trimEnd().split('\n').length]).toEqual([0, listIds().length]);
    expect(defects).toEqual([]);
  });

  test('is never taken as complete when it ends in the middle', async () => {
    const [broken] = listIds().slice(700);
    other.run(`update automations set actions_json = '[' where id = ?`, broken ?? '');
    const server = await serve({ answer: sandbox.answer, port: 0 });
    try {
      for (const encoding of ['identity', 'br']) {
        const headers = { ...headersOf(sandbox), 'accept-encoding': encoding };
        const answer = fetch(`${server.address}/automations`, { headers }).then((each) => each.text());
        await expect(answer).rejects.toThrow(/terminated|fetch failed/);
      }
    } finally {
      await server.close();
    }
    const { exitCode, stderr } = await crier(['automations', 'list', '--json', '--sandbox'], {
      sandbox: { ...sandbox, close() {} },
    });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('Unexpected end of JSON input')]);
    expect(defects).toEqual(Array(3).fill(expect.any(SyntaxError)));
    defects.length = 0;
    other.run(`update automations set actions_json = '[]' where id = ?`, broken ?? '');
  });

  test('ends when the sandbox is reset, whose rows are others', async () => {
    const chunks = await openList('/links');
    await chunks.next();
    const reset = await sandbox.answer({
      method: 'POST',
      url: new URL('http://sandbox.localhost/_sandbox/reset'),
      headers: { authorization: `Bearer ${sandbox.credentials.adminToken}` },
      body: '{}',
    });
    expect(reset.status).toBe(200);
    await expect(readRest(chunks)).rejects.toThrow('was reset');
    expect(defects).toEqual([]);
  });

  test('is read by an index in its order', () => {
    const { database, plans, ran } = recordStatements(other);
    const range = { from: 0, to: NOW };
    const reviewed = { platform: 'facebook', accountId: '17' } as const;
    for (const list of [
      listProfileAutomations(database, 1),
      listLinksBetween(database, 1, range),
      listProfileFeeds(database, 1),
      readPostsBetween(database, 1, { ...range, choice: { of: 'all' } }),
      readPostsBetween(database, 1, { ...range, choice: { of: 'status', value: 'pending' } }),
      readPostsBetween(database, 1, { ...range, choice: { of: 'series', value: 'rpt' } }),
      readPostsBetween(database, 1, { ...range, choice: { of: 'facets', values: ['error'] } }),
      readPostsBetween(database, 1, { ...range, choice: { of: 'facets', values: ['x', 'reddit', 'gmb'] } }),
      listConversationMessages(database, { accountId: '17', personId: null, before: null }),
      listConversationMessages(database, { accountId: '17', personId: '40', before: null }),
      listAccountReviews(database, reviewed, NOW),
    ])
      list.toArray();
    listLinkClicks(database, 'link1', { from: 0, to: NOW });
    countRatings(database, reviewed, NOW);
    listPeople(database, '17');
    listUnpublishedPosts(database, 1);
    listPostSeries(database, 1, 'rpt');
    countAccountPosts(database, { profile: 1, platform: 'reddit', until: NOW });
    countSentOutbound(database);
    listClosedPeople(database, 100);
    listWaitingDms(database);
    expect(ran.length).toBe(20);
    const found = plans();
    const tables = other.column<string>(`select name from sqlite_schema where type = 'table'`);
    // of these, a few are there at any time
    const scanned = found.flatMap((plan) => /^SCAN (\w+)$/.exec(plan)?.[1] ?? []);
    expect(scanned.filter((table) => [...tables, 'd'].includes(table))).toEqual(['sent_requests', 'd']);
    // parts in the order of the whole are merged, and none is read to its end
    const byFacet = found.filter((plan) => plan.includes('post_facets'));
    expect(byFacet).toEqual(
      Array(4).fill(
        expect.stringContaining(
          'USING PRIMARY KEY (profile=? AND facet=? AND created>? AND (created,number)<(?,?))',
        ),
      ),
    );
    expect(found.filter((plan) => plan === 'MERGE (UNION)')).toHaveLength(3); // of them two, and of people one
    const indexes = found.flatMap((plan) => / INDEX (\w+)/.exec(plan)?.[1] ?? []);
    // by the index of time, each person would be looked for among all messages of the account
    const byPerson = recordStatements(other);
    listPeople(byPerson.database, '17');
    const oneOf = { accountId: '17', personId: '40', before: null };
    listConversationMessages(byPerson.database, oneOf).toArray();
    const searches = byPerson.plans().filter((plan) => / INDEX /.test(plan));
    expect(searches).toHaveLength(8);
    expect(searches.filter((plan) => !/ INDEX (engagements_by|inbox_of)_person /.test(plan))).toEqual([]);
    expect([...new Set(indexes)].toSorted()).toEqual([
      'automations_of_profile',
      'dispatches_in_turn',
      'dispatches_queued',
      'engagements_by_person',
      'engagements_by_time',
      'inbox_by_time',
      'inbox_of_person',
      'links_of_profile',
      'posts_by_number',
      'posts_by_series',
      'posts_by_status',
      'posts_of_profile',
      'reviews_of_account',
      'social_posts_of_account',
      'sqlite_autoindex_automations_1',
      'users_by_id',
    ]);
  });
});
