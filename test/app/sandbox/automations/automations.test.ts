import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../../../../src/service/endpoints.ts';
import { LIMITS } from '../../../../src/service/limits.ts';
import { PLANS } from '../../../../src/service/plans.ts';
import { automationsOf, PLAIN } from '../../../support/automations/ask-automations.ts';
import { control } from '../../../support/control.ts';
import { anyCharacters } from '../../../support/hostile-texts/any-characters.ts';
import { fieldsOutside } from '../../../support/sandbox/fields-outside.ts';
import { scaled } from '../../../support/scale.ts';
import { smallSandbox } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';
import { testSeed } from '../../../support/test-seed.ts';

const SPRING = {
  platform: 'instagram',
  name: 'Spring catalogue',
  description: 'DM the price list',
  triggers: [
    { type: 'comment_keyword', postId: 'all', keywords: ['price', 'catalogue'] },
    { type: 'dm_reaction', emoji: '❤️' },
    { type: 'story_reply' },
  ],
  actions: [
    { type: 'send_dm', message: 'Hello {{recipient_username}}, here it is.', dedupWindowMinutes: 1440 },
    { type: 'fire_webhook', sendCompletedEvent: true },
    { type: 'fire_webhook' },
  ],
} as const;

const words = anyCharacters({ minLength: 1, maxLength: 20 }).filter((text) => /\S/.test(text));
const template = words.filter((text) => !text.includes('{{'));
const windows = fc.integer({ ...LIMITS.dedupWindowMinutes });
const keywords = fc.array(words, { minLength: 1, maxLength: 3 });

/** Valid automations of every kind, with anything that may stand in them. */
const automations = fc.record({
  triggers: fc.array(
    fc.oneof(
      fc.record({ type: fc.constant('comment_keyword'), postId: fc.stringMatching(/^\d{1,20}$/), keywords }),
      fc.record(
        { type: fc.constant('story_reply'), storyId: fc.constant('all') },
        { requiredKeys: ['type'] },
      ),
      fc.record({ type: fc.constant('story_comment'), keywords }, { requiredKeys: ['type'] }),
      fc.record({ type: fc.constant('dm_reaction'), emoji: words }, { requiredKeys: ['type'] }),
      fc.record({ type: fc.constant('dm_keyword'), keywords }),
    ),
    { minLength: 1, maxLength: 5 },
  ),
  actions: fc.array(
    fc.oneof(
      fc.record(
        { type: fc.constant('send_dm'), message: template, dedupWindowMinutes: windows },
        { requiredKeys: ['type', 'message'] },
      ),
      fc.record(
        { type: fc.constant('fire_webhook'), sendCompletedEvent: fc.boolean() },
        { requiredKeys: ['type'] },
      ),
      fc.record({ type: fc.constant('send_email'), to: fc.constant('ada@example.com'), message: template }),
    ),
    { minLength: 1, maxLength: 5 },
  ),
});

const open = async () => {
  const small = await smallSandbox(SLIGHT_SEED);
  await control(small.sandbox, 'setRateLimit', { max: null });
  return { ...small, ...automationsOf(small) };
};

describe('creating one', () => {
  test('answers with its id and the whole record, and it is active at once', async () => {
    const { create, get } = await open();
    const { http, body } = await create(SPRING);
    expect([http, body.status]).toEqual([200, 'success']);
    expect(body.id).toMatch(/^auto_[A-Za-z0-9]{10}$/);
    expect(body.active).toBe(true);
    expect(body).toEqual((await get(body.id)).body);
  });

  test('keeps what was sent, under config and beside it, without a default', async () => {
    const { create, get } = await open();
    const { body } = await get((await create(SPRING)).body.id);
    const unnamed = fieldsOutside(ENDPOINTS.getAutomation.answer, body);
    expect(unnamed.filter((name) => !/^(?:triggers|actions)\[\d\]\.\w+$/.test(name))).toEqual(['status']);
    const entry = (prefix: string, type: string, config: object) => ({
      id: expect.stringMatching(new RegExp(`^${prefix}_[A-Za-z0-9]{6}$`)),
      type,
      active: true,
      ...config,
      config,
    });
    expect(body).toEqual({
      status: 'success',
      id: body.id,
      platform: 'instagram',
      accountId: expect.stringMatching(/^178414\d{11}$/),
      name: 'Spring catalogue',
      description: 'DM the price list',
      active: true,
      stats: { totalSent: 0, totalFailed: 0, lastTriggeredAt: null, lastSentAt: null },
      created: '2026-09-21T14:13:20Z',
      updated: '2026-09-21T14:13:20Z',
      triggers: [
        entry('trg', 'comment_keyword', { postId: 'all', keywords: ['price', 'catalogue'] }),
        entry('trg', 'dm_reaction', { emoji: '❤️' }),
        entry('trg', 'story_reply', {}),
      ],
      actions: [
        entry('act', 'send_dm', {
          message: 'Hello {{recipient_username}}, here it is.',
          dedupWindowMinutes: 1440,
        }),
        entry('act', 'fire_webhook', { sendCompletedEvent: true }),
        entry('act', 'fire_webhook', {}),
      ],
    });
    const ids = [...body.triggers, ...body.actions].map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(6);
  });

  test('uses the Instagram account of the profile', async () => {
    const { create, get, sandbox } = await open();
    const { accounts } = (await control(sandbox, 'listAccounts')).body;
    for (const [as, profile] of [
      [undefined, 'primary'],
      ['acme', 'acme'],
    ] as const) {
      const sending = as === undefined ? {} : { as };
      const { id } = (await create(PLAIN, sending)).body;
      const account = accounts.find((each) => each.profile === profile && each.platform === 'instagram');
      expect((await get(id, sending)).body.accountId).toBe(account?.id);
    }
  });

  test('takes neither name nor description nor platform as given', async () => {
    const { create, get } = await open();
    const { body } = await get((await create(PLAIN)).body.id);
    expect(body).toMatchObject({ name: 'Comment with price', description: '', platform: 'instagram' });
  });

  test('keeps a text letter by letter', async () => {
    const text = 'naïve ☕ 価格 👩‍🚀 a\u0000b "); drop table automations; -- \u202Eevil\u001B[31m';
    const { create, get } = await open();
    const triggers = [{ type: 'dm_keyword', keywords: [text] }];
    const actions = [{ type: 'send_dm', message: text }];
    const { id } = (await create({ name: text, description: text, triggers, actions })).body;
    expect((await get(id)).body).toMatchObject({
      name: text,
      description: text,
      triggers: [{ config: { keywords: [text] } }],
      actions: [{ config: { message: text } }],
    });
  });
});

const SEED = testSeed();

test(`what was sent is what is read back, whatever it is (seed ${SEED})`, async () => {
  const { create, update, get, remove } = await open();
  interface StoredAutomation {
    readonly id: string;
    readonly type: string;
    readonly active: boolean;
    readonly config: object;
  }
  const nested = ({ type, config }: StoredAutomation) => ({ type, ...config });
  const flat = ({ id: _id, active: _active, config: _config, ...entry }: StoredAutomation) => entry;
  await fc.assert(
    fc.asyncProperty(automations, automations, async (first, second) => {
      const made = await create(first);
      expect(made.body.status).toBe('success');
      for (const sent of [first, second]) {
        if (sent === second) await update(made.body.id, { triggers: sent.triggers, actions: sent.actions });
        const { body } = await get(made.body.id);
        for (const form of [nested, flat]) {
          expect({ triggers: body.triggers.map(form), actions: body.actions.map(form) }).toEqual(sent);
        }
      }
      await remove(made.body.id);
    }),
    { seed: SEED, numRuns: scaled(12, 5_000) },
  );
});

describe('the list', () => {
  test('is empty at first', async () => {
    const { list } = await open();
    expect((await list()).body).toEqual({ status: 'success', automations: [] });
  });

  test('has active and paused ones, newest first, with what they react to and do', async () => {
    const { create, update, get, list, clock, ask } = await open();
    const first = (await create({ ...PLAIN, name: 'first' })).body.id;
    await create({ ...PLAIN, name: 'second, at the same moment' });
    clock.advance(60_000);
    await create({ ...PLAIN, name: 'third' });
    await update(first, { active: false });
    const { http, body } = await list();
    expect(http).toBe(200);
    expect(fieldsOutside(ENDPOINTS.listAutomations.answer, body)).toEqual(['status']);
    expect(body.automations).toMatchObject([
      { name: 'third', active: true, created: '2026-09-21T14:14:20Z' },
      { name: 'second, at the same moment', active: true },
      { name: 'first', active: false, updated: '2026-09-21T14:14:20Z' },
    ]);
    for (const each of body.automations) {
      expect({ status: 'success', ...each }).toEqual((await get(each.id)).body);
    }
    expect((await ask('/automations?platform=instagram')).body).toEqual(body);
  });
});

describe('updating one', { tags: ['AUT-16'] }, () => {
  test('answers with its id, changes what is named, and leaves the rest', async () => {
    const { create, update, get, clock } = await open();
    const { id } = (await create(SPRING)).body;
    const before = (await get(id)).body;
    clock.advance(5_000);
    const { http, body } = await update(id, { name: 'Summer', description: '' });
    expect([http, body]).toEqual([200, { status: 'success', id }]);
    expect((await get(id)).body).toEqual({
      ...before,
      name: 'Summer',
      description: '',
      updated: '2026-09-21T14:13:25Z',
    });
  });

  test('pauses and resumes', async () => {
    const { create, update, get } = await open();
    const { id } = (await create(PLAIN)).body;
    for (const active of [false, true]) {
      expect((await update(id, { active })).http).toBe(200);
      expect((await get(id)).body.active).toBe(active);
    }
  });

  test('replaces a list as a whole, and leaves the other one unchanged', async () => {
    const { create, update, get } = await open();
    const { id } = (await create(SPRING)).body;
    const before = (await get(id)).body;
    await update(id, { triggers: [{ type: 'dm_keyword', keywords: ['list'] }] });
    const after = (await get(id)).body;
    expect(after.triggers).toMatchObject([{ type: 'dm_keyword', config: { keywords: ['list'] } }]);
    expect(after.actions).toEqual(before.actions);
  });

  test('an entry that is the same keeps its id; a changed one is new', { tags: ['U-14'] }, async () => {
    const { create, update, get } = await open();
    const { id } = (await create(SPRING)).body;
    const [dm, recorded, plain] = (await get(id)).body.actions;
    await update(id, {
      actions: [
        { type: 'fire_webhook' },
        { dedupWindowMinutes: 1440, message: dm.config.message, type: 'send_dm' },
        { type: 'fire_webhook', sendCompletedEvent: false },
        { type: 'fire_webhook' },
      ],
    });
    const after = (await get(id)).body.actions.map((action: { id: string }) => action.id);
    expect([after[0], after[1]]).toEqual([plain.id, dm.id]);
    expect(new Set([...after, dm.id, recorded.id, plain.id]).size).toBe(5);
  });

  test('going on when it never stopped is a success that changes nothing, also at the cap', {
    tags: ['U-27'],
  }, async () => {
    const { fill, update, get, clock } = await open();
    const [id = ''] = await fill(PLANS.business.activeAutomations);
    const before = (await get(id)).body;
    clock.advance(5_000);
    const { http, body } = await update(id, { active: true });
    expect([http, body]).toEqual([200, { status: 'success', id }]);
    expect((await get(id)).body).toEqual(before);
  });

  test('changes nothing when a part of it is refused', async () => {
    const { create, update, get, sandbox } = await open();
    const { id } = (await create(PLAIN)).body;
    await update(id, { active: false });
    const before = (await get(id)).body;
    await control(sandbox, 'setAccount', { platform: 'instagram', linked: false });
    const { body } = await update(id, { name: 'Other', active: true });
    expect(body).toMatchObject({ action: 'automation', code: 471 });
    expect((await get(id)).body).toEqual(before);
  });

  test('an automation can be paused, changed and deleted after its account was unlinked', async () => {
    const { create, update, remove, sandbox } = await open();
    const { id } = (await create(PLAIN)).body;
    await control(sandbox, 'setAccount', { platform: 'instagram', linked: false });
    expect((await update(id, { active: false })).http).toBe(200);
    expect((await update(id, { name: 'Other' })).http).toBe(200);
    expect((await remove(id)).http).toBe(200);
  });
});

describe('deleting one', { tags: ['AUT-16'] }, () => {
  test('returns its id; from then on it does not exist', async () => {
    const { create, remove, list } = await open();
    const { id } = (await create(PLAIN)).body;
    const { http, body } = await remove(id);
    expect([http, body]).toEqual([200, { status: 'success', id }]);
    expect((await list()).body.automations).toEqual([]);
  });

  test.each([
    ['reading', 'get'],
    ['updating', 'update'],
    ['deleting', 'remove'],
  ] as const)('%s it afterwards is 469', { tags: ['U-25'] }, async (_what, call) => {
    const asking = await open();
    const { id } = (await asking.create(PLAIN)).body;
    await asking.remove(id);
    const { http, body } = await (call === 'update' ? asking.update(id, { active: true }) : asking[call](id));
    expect([http, body]).toEqual([
      404,
      { action: 'automation', status: 'error', code: 469, id, message: expect.any(String) },
    ]);
  });
});

describe('each profile has its own', { tags: ['AUT-17', 'AUT-20'] }, () => {
  test("another profile's is 469, exactly as one that never was", async () => {
    const { create, get, update, remove, list } = await open();
    const { id } = (await create(PLAIN)).body;
    const as = 'acme';
    const never = 'auto_AAAAAAAAAA';
    const without = (body: object, gone: string) => JSON.parse(JSON.stringify(body).replaceAll(gone, ''));
    for (const call of [
      (each: string) => get(each, { as }),
      (each: string) => update(each, { active: false }, { as }),
      (each: string) => remove(each, { as }),
    ]) {
      const [foreign, unknown] = [await call(id), await call(never)];
      expect([foreign.http, foreign.body.code]).toEqual([404, 469]);
      expect(without(foreign.body, id)).toEqual(without(unknown.body, never));
    }
    expect((await list({ as })).body.automations).toEqual([]);
    expect((await get(id)).body.active).toBe(true);
  });

  test('also from the Primary Profile', async () => {
    const { create, get } = await open();
    const { id } = (await create(PLAIN, { as: 'acme' })).body;
    expect((await get(id)).body.code).toBe(469);
    expect((await get(id, { as: 'acme' })).http).toBe(200);
  });
});

describe('what the account lacks', { tags: ['AUT-18'] }, () => {
  test('no instagram account: 471', async () => {
    const { create } = await open();
    const { http, body } = await create(PLAIN, { as: 'bare' });
    expect([http, body]).toEqual([
      400,
      {
        action: 'automation',
        status: 'error',
        code: 471,
        platform: 'instagram',
        message: expect.any(String),
      },
    ]);
  });

  test('automations are off: 472 on every call, until they are on', async () => {
    const { create, get, update, remove, list, sandbox } = await open();
    const { id } = (await create(PLAIN)).body;
    const set = (automations: 'on' | 'off') =>
      control(sandbox, 'setAccount', { platform: 'instagram', automations });
    const calls = [
      () => list(),
      () => get(id),
      () => update(id, { name: 'A' }),
      () => create(PLAIN),
      () => remove(id),
    ];
    await set('off');
    for (const call of calls) {
      const { http, body } = await call();
      expect([http, body.action, body.code, body.platform]).toEqual([403, 'automation', 472, 'instagram']);
    }
    expect((await list({ as: 'acme' })).http).toBe(200);
    await set('on');
    for (const call of calls) expect((await call()).http).toBe(200);
  });
});

describe('a failure that was ordered', () => {
  test.each(['createAutomation', 'updateAutomation'] as const)(
    'meets %s, which does nothing then',
    async (endpoint) => {
      const asking = await open();
      const [id = ''] = await asking.fill(1);
      const before = (await asking.get(id)).body;
      await control(asking.sandbox, 'addFault', { code: 499, endpoint, count: 1 });
      const calls = {
        createAutomation: () => asking.create(PLAIN),
        updateAutomation: () => asking.update(id, { name: 'Other' }),
      };
      const { body } = await calls[endpoint]();
      expect(body).toMatchObject({ action: 'automation', code: 499, retryAvailable: true });
      expect((await asking.get(id)).body).toEqual(before);
      expect((await asking.list()).body.automations).toHaveLength(1);
    },
  );
});

test('a reset takes them away, webhooks too', async () => {
  const { create, list, ask, sandbox } = await open();
  await create(PLAIN);
  const body = '{"action":"automations","url":"https://hooks.example/a","secret":"s3cret"}';
  await ask('/hook/webhook', { method: 'POST', body });
  await control(sandbox, 'reset');
  expect((await list()).body.automations).toEqual([]);
  expect((await ask('/hook/webhook')).body).toEqual({ status: 'success', updated: null });
});
