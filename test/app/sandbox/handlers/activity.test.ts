import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatIsoSeconds } from '../../../../src/domain/time/read-timestamp.ts';
import { SECOND_MS } from '../../../../src/service/durations.ts';
import { ActivityAnswer } from '../../../../src/service/endpoints/activity.ts';
import { LIMITS } from '../../../../src/service/limits.ts';
import { activitySandbox } from '../../../support/automations/activity-rows.ts';
import { automationsOf } from '../../../support/automations/ask-automations.ts';
import { control } from '../../../support/control.ts';
import { scaled } from '../../../support/scale.ts';
import { NOW, type SmallSandbox, type TestRequest } from '../../../support/small-sandbox.ts';
import { testSeed } from '../../../support/test-seed.ts';

const newAutomation = async (ask: SmallSandbox['ask']) => (await automationsOf({ ask }).fill(1))[0] ?? '';
const { ask, automation, write, sandbox, database } = await activitySandbox(newAutomation);
await control(sandbox, 'setPlan', { plan: 'enterprise' });
await control(sandbox, 'setRateLimit', { max: null });
const { activityPageSize: SIZE, activityLookbackMs: LOOKBACK } = LIMITS;

const another = () => newAutomation(ask);
const list = (id: string, query = '', sending: TestRequest = {}) =>
  ask(`/automations/${id}/activity${query}`, sending);

/** The ids of a page, and the cursor of the next one. */
async function page(id: string, query = ''): Promise<{ ids: string[]; next: string | null }> {
  const { http, body } = await list(id, query);
  expect(http).toBe(200);
  const { activity, meta } = ActivityAnswer.parse(body);
  const { next, hasMore } = meta?.pagination ?? {};
  expect(hasMore).toBe(next !== null);
  return { ids: activity.map((row) => row.id), next: next ?? null };
}

const MOST_PAGES = 200;

async function everyPage(id: string, limit: number, between: () => void = () => {}): Promise<string[][]> {
  const pages: string[][] = [];
  for (let query = `?limit=${limit}`; ; ) {
    const { ids, next } = await page(id, query);
    pages.push(ids);
    if (next === null) return pages;
    if (pages.length > MOST_PAGES) throw new Error('the pages have no end');
    query = `?limit=${limit}&next=${encodeURIComponent(next)}`;
    between();
  }
}

describe('a row', () => {
  const created = NOW - 5_600;
  const completedAt = NOW - 1_500;

  test('of a comment has the person, what matched, and the result of each action', {
    tags: ['ACT-06', 'ACT-10', 'ACT-11'],
  }, async () => {
    const id = write({
      event: '18055000000000789',
      created,
      completedAt,
      keyword: 'price',
      text: 'price please',
      commentId: '18055000000000789',
      postId: '17999000000000456',
      actions: [
        { messageSource: 'callback', sent: { message: 'Hello mara', messageUrl: '[redacted]' } },
        {
          type: 'send_email',
          status: 'failed',
          errorDetails: 'no',
          truncated: true,
          sent: { to: 'a@b.example' },
        },
        { type: 'fire_webhook', status: 'attempting', completedAt: null },
      ],
    });
    const { body } = await list(automation);
    expect(body).toEqual({
      status: 'success',
      automationId: automation,
      activity: [
        {
          id,
          automationId: automation,
          triggerId: 'trg_000001',
          triggerType: 'comment_keyword',
          eventId: '18055000000000789',
          platform: 'instagram',
          recipientId: '17841499000000777',
          recipientUsername: 'mara',
          status: 'sent',
          errorDetails: null,
          keyword: 'price',
          commentText: 'price please',
          commentId: '18055000000000789',
          postId: '17999000000000456',
          storyId: null,
          actionResults: [
            {
              actionId: 'act_000001',
              type: 'send_dm',
              status: 'sent',
              errorDetails: null,
              messageSource: 'callback',
              sent: { message: 'Hello mara', messageUrl: '[redacted]' },
              completedAt: formatIsoSeconds(completedAt),
            },
            {
              actionId: 'act_000002',
              type: 'send_email',
              status: 'failed',
              errorDetails: 'no',
              sent: { to: 'a@b.example' },
              truncated: true,
              completedAt: formatIsoSeconds(completedAt),
            },
            {
              actionId: 'act_000003',
              type: 'fire_webhook',
              status: 'in_flight',
              errorDetails: null,
              completedAt: null,
            },
          ],
          created: formatIsoSeconds(created),
          completedAt: formatIsoSeconds(completedAt),
        },
      ],
      meta: { pagination: { hasMore: false, next: null, limit: SIZE.default } },
    });
  });

  const nowhere = { commentId: null, postId: null, storyId: null };
  test.each([
    ['dm_keyword', 'dm', { text: 'price' }, { ...nowhere, commentText: 'price' }],
    ['dm_reaction', 'reaction', { emoji: '❤️' }, { ...nowhere, commentText: '❤️' }],
    [
      'story_reply',
      'story_reply',
      { text: 'so nice', storyId: '18001' },
      { ...nowhere, storyId: '18001', commentText: null },
    ],
    [
      'story_comment',
      'story_comment',
      { text: 'so nice', storyId: '18001', commentId: '18002' },
      { postId: null, storyId: '18001', commentId: '18002', commentText: 'so nice' },
    ],
  ])(
    '%s: missing members are null, never omitted',
    { tags: ['ACT-06', 'L-11', 'M-12'] },
    async (_what, kind, has, recorded) => {
      const id = await another();
      write({
        automation: id,
        event: `of-${kind}`,
        created: NOW,
        kind,
        status: 'pending',
        completedAt: null,
        ...has,
      });
      const { body } = await list(id);
      expect(body.activity).toMatchObject([
        { ...recorded, status: 'pending', completedAt: null, actionResults: [] },
      ]);
    },
  );
});

describe('a page', () => {
  test('newest first, and no older than 30 days; what is older is still there', {
    tags: ['ACT-01', 'L-05'],
  }, async () => {
    const id = await another();
    const ages = [LOOKBACK + SECOND_MS, LOOKBACK, 60_000, 0];
    const ids = ages.map((age, at) => write({ automation: id, event: `aged-${at}`, created: NOW - age }));
    expect((await page(id)).ids).toEqual(ids.slice(1).reverse());
    expect(database.all('select 1 from dispatches where automation = ?', id)).toHaveLength(4);
  });

  test('has 25 rows by default, as many as requested, and at most 100', {
    tags: ['ACT-02', 'L-01'],
  }, async () => {
    const id = await another();
    for (let at = 0; at < 101; at++) write({ automation: id, event: `many-${at}`, created: NOW - at });
    for (const [query, rows] of [
      ['', 25],
      ['?limit=1', 1],
      ['?limit=100', 100],
      ['?limit=500', 100],
    ] as const) {
      const { body } = await list(id, query);
      expect(body.activity).toHaveLength(rows);
      expect(body.meta.pagination).toEqual({ hasMore: true, next: expect.any(String), limit: rows });
    }
  });

  test.each(['0', '-1', '1.5', 'abc', '', '1e2', '0x10', '007'])(
    'limit=%s is 101',
    { tags: ['ACT-02', 'L-01', 'U-23'] },
    async (limit) => {
      const { http, body } = await list(automation, `?limit=${limit}`);
      expect([http, body.code, body.action]).toEqual([400, 101, 'automation']);
    },
  );

  test.each(['?previous=x', '?previous=', '?previous'])(
    '%s is 101',
    { tags: ['ACT-03', 'L-02'] },
    async (query) => {
      const { http, body } = await list(automation, query);
      expect([http, body.code, body.action]).toEqual([400, 101, 'automation']);
    },
  );

  test('rows of the same time are ordered by their id, also where no index orders them so', {
    tags: ['ACT-04'],
  }, async () => {
    const id = await another();
    const made = ['m2', 'm3', 'm1'].map((event) => write({ automation: id, event, created: NOW }));
    const create = database.first<{ sql: string }>(
      "select sql from sqlite_schema where name = 'dispatches_of_automation'",
    );
    database.run('drop index dispatches_of_automation');
    try {
      expect((await page(id)).ids).toEqual(made.toSorted().reverse());
    } finally {
      database.run(create?.sql ?? '');
    }
  });

  test('says truly whether one follows, also when the rows just fill it', { tags: ['ACT-04'] }, async () => {
    const id = await another();
    for (let at = 0; at < 4; at++) write({ automation: id, event: `four-${at}`, created: NOW });
    expect((await everyPage(id, 2)).map((ids) => ids.length)).toEqual([2, 2]);
    expect((await everyPage(id, 4)).map((ids) => ids.length)).toEqual([4]);
    expect(await page(await another())).toEqual({ ids: [], next: null });
  });

  const seed = testSeed();
  test(`no row twice and none missing, however many are added during paging (seed ${seed})`, {
    tags: ['L-03', 'L-04'],
  }, async () => {
    const moments = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 40 });
    let count = 0;
    await fc.assert(
      fc.asyncProperty(moments, moments, fc.integer({ min: 1, max: 7 }), async (first, later, limit) => {
        const id = await another();
        const add = (age: number) =>
          write({ automation: id, event: `e${(count++ * 7_919) % 100_003}`, created: NOW - age * 400 });
        const before = first.map(add);
        const coming = [...later];
        const seen = (await everyPage(id, limit, () => coming.splice(0, 3).forEach(add))).flat();
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen.filter((each) => before.includes(each)).sort()).toEqual(before.sort());
        await ask(`/automations/${id}`, { method: 'DELETE' });
      }),
      { seed, numRuns: scaled(8, 500) },
    );
  });
});

describe('whose it is', () => {
  test('of a deleted automation it stays readable', { tags: ['ACT-09', 'L-06'] }, async () => {
    const id = await another();
    const row = write({ automation: id, event: 'before-the-end', created: NOW });
    await ask(`/automations/${id}`, { method: 'DELETE' });
    expect((await page(id)).ids).toEqual([row]);
  });

  test.each([
    ['an automation that is not there', 'auto_unknown', {}],
    ['one of another profile', automation, { as: 'acme' }],
  ])('%s is 469', { tags: ['L-07'] }, async (_what, id, sending) => {
    const { http, body } = await list(id, '', sending);
    expect([http, body.code, body.id]).toEqual([404, 469, id]);
  });

  test('a cursor that was changed, or is of another automation, is 101', {
    tags: ['ACT-03', 'L-08'],
  }, async () => {
    const [one, other] = [await another(), await another()];
    for (const id of [one, other])
      for (let at = 0; at < 3; at++) write({ automation: id, event: `${id}-${at}`, created: NOW });
    const { next } = await page(one, '?limit=1');
    const cursor = next ?? '';
    expect(Buffer.from(cursor, 'base64').length).toBeGreaterThan(16);
    const changed = `${cursor.slice(0, 30)}${cursor[30] === 'A' ? 'B' : 'A'}${cursor.slice(31)}`;
    for (const [id, text] of [
      [other, cursor],
      [one, changed],
      [one, `${cursor}=`],
      [one, ''],
      [one, 'bmV4dA=='],
    ]) {
      const { http, body } = await list(id ?? '', `?next=${encodeURIComponent(text ?? '')}`);
      expect([http, body.code, body.action]).toEqual([400, 101, 'automation']);
    }
    expect((await page(one, `?limit=5&next=${encodeURIComponent(cursor)}`)).ids).toHaveLength(2);
  });

  test('a feature that is off comes before', { tags: ['U-26'] }, async () => {
    await control(sandbox, 'setAccount', { platform: 'instagram', automations: 'off' });
    expect((await list('auto_unknown')).body.code).toBe(472);
    await control(sandbox, 'setAccount', { platform: 'instagram', automations: 'on' });
  });
});
