import { afterAll, describe, expect, test } from 'vitest';
import type { ControlInput } from '../../../../src/service/control/control.ts';
import type { Trigger } from '../../../../src/service/triggers.ts';
import { DM, engagedSandbox } from '../../../support/automations/engaged-sandbox.ts';

const engaged = await engagedSandbox();
afterAll(() => engaged.sandbox.close());

const KEYWORD = { type: 'comment_keyword', postId: 'all', keywords: ['price'] };
const MAIL = { type: 'send_email', to: 'desk@shop.example', message: 'x' };
const repeated = (entry: object, times: number) => Array.from({ length: times }, () => entry);

async function send(method: string, path: string, body: object) {
  return engaged.ask(path, { method, body: JSON.stringify(body) });
}

/** Creates it, and changes another one to it; both are answered alike. */
async function bothAnswers(body: {
  readonly triggers: readonly object[];
  readonly actions: readonly object[];
}) {
  const created = await send('POST', '/automations', body);
  if (created.http === 200) await send('DELETE', `/automations/${created.body.id}`, {});
  const other = await send('POST', '/automations', {
    triggers: [KEYWORD],
    actions: [DM],
  });
  const updated = await send('PUT', `/automations/${other.body.id}`, body);
  await send('DELETE', `/automations/${other.body.id}`, {});
  return [created, updated];
}

describe('what POST and PUT /automations take', () => {
  test.each<[string, object]>([
    ['AUT-03 every post', KEYWORD],
    ['AUT-03 one post', { ...KEYWORD, postId: '17999000000000456' }],
    ['AUT-04 a story reply without a story', { type: 'story_reply' }],
    ['AUT-04 one to a story', { type: 'story_reply', storyId: '18100000000000001' }],
    ['AUT-05 any reaction', { type: 'dm_reaction' }],
    ['AUT-05 one reaction', { type: 'dm_reaction', emoji: '❤️' }],
    ['AUT-06 a DM with a word', { type: 'dm_keyword', keywords: ['price'] }],
  ])('%s', async (_rule, trigger) => {
    for (const { http } of await bothAnswers({
      triggers: [trigger],
      actions: [DM],
    }))
      expect(http).toBe(200);
  });

  test.each<[string, object]>([
    ['AUT-08 the least of a DM', DM],
    ['AUT-08 the longest wait', { ...DM, messageUrl: 'https://texts.example/dm', timeoutMs: 5_000 }],
    ['AUT-09 a webhook', { type: 'fire_webhook' }],
    ['AUT-09 one that reports its end', { type: 'fire_webhook', sendCompletedEvent: true }],
    ['AUT-10 an email without a subject', MAIL],
    ['AUT-11 no window', { ...DM, dedupWindowMinutes: 0 }],
    ['AUT-11 the longest window', { ...DM, dedupWindowMinutes: 525_600 }],
  ])('%s', async (_rule, action) => {
    for (const { http } of await bothAnswers({
      triggers: [KEYWORD],
      actions: [action],
    }))
      expect(http).toBe(200);
  });

  test('AUT-01 50 triggers and 50 actions', async () => {
    const body = { triggers: repeated(KEYWORD, 50), actions: repeated(DM, 50) };
    for (const { http } of await bothAnswers(body)) expect(http).toBe(200);
  });
});

describe('what they refuse with 473, naming the field', () => {
  test.each<[string, readonly object[], string]>([
    ['AUT-01 no trigger', [], 'triggers'],
    ['AUT-01 51 triggers', repeated(KEYWORD, 51), 'triggers'],
    ['AUT-01 an unknown key', [{ ...KEYWORD, mood: 'sunny' }], 'triggers[0]'],
    ['AUT-03 no postId', [{ type: 'comment_keyword', keywords: ['price'] }], 'triggers[0].postId'],
    ['AUT-03 no keywords', [{ type: 'comment_keyword', postId: 'all' }], 'triggers[0].keywords'],
    ['AUT-03 an empty list of them', [{ ...KEYWORD, keywords: [] }], 'triggers[0].keywords'],
    ['AUT-04 a number for a story', [{ type: 'story_reply', storyId: 7 }], 'triggers[0].storyId'],
    ['AUT-05 a number for an emoji', [{ type: 'dm_reaction', emoji: 7 }], 'triggers[0].emoji'],
    ['AUT-06 a DM without words', [{ type: 'dm_keyword' }], 'triggers[0].keywords'],
    ['AUT-06 an empty list of them', [{ type: 'dm_keyword', keywords: [] }], 'triggers[0].keywords'],
    ...['ALL', ' all', 'All', 'all '].flatMap((all): [string, object[], string][] => [
      [`AUT-07 "${all}" for posts`, [{ ...KEYWORD, postId: all }], 'triggers[0].postId'],
      [`AUT-07 "${all}" for stories`, [{ type: 'story_reply', storyId: all }], 'triggers[0].storyId'],
    ]),
  ])('%s', async (_rule, triggers, path) => {
    for (const { http, body } of await bothAnswers({
      triggers,
      actions: [DM],
    })) {
      expect([http, body.code, body.action]).toEqual([400, 473, 'automation']);
      expect(body.details.fieldErrors.triggers[0]).toContain(path);
    }
  });

  test.each<[string, readonly object[], string]>([
    ['AUT-01 no action', [], 'actions'],
    ['AUT-01 51 actions', repeated(DM, 51), 'actions'],
    ['AUT-08 a DM without a message', [{ type: 'send_dm' }], 'actions[0].message'],
    [
      'AUT-08 a wait that is too long',
      [{ ...DM, messageUrl: 'https://a.example/x', timeoutMs: 5_001 }],
      'actions[0].timeoutMs',
    ],
    [
      'AUT-09 yes for true',
      [{ type: 'fire_webhook', sendCompletedEvent: 'yes' }],
      'actions[0].sendCompletedEvent',
    ],
    ['AUT-10 no address', [{ type: 'send_email', message: 'x' }], 'actions[0].to'],
    ['AUT-10 an address that is none', [{ ...MAIL, to: 'desk' }], 'actions[0].to'],
    ['AUT-10 no message', [{ type: 'send_email', to: 'desk@shop.example' }], 'actions[0].message'],
    ['AUT-11 a negative window', [{ ...DM, dedupWindowMinutes: -1 }], 'actions[0].dedupWindowMinutes'],
    [
      'AUT-11 one that is too long',
      [{ ...DM, dedupWindowMinutes: 525_601 }],
      'actions[0].dedupWindowMinutes',
    ],
    ['AUT-11 a decimal', [{ ...DM, dedupWindowMinutes: 1.5 }], 'actions[0].dedupWindowMinutes'],
  ])('%s', async (_rule, actions, path) => {
    for (const { http, body } of await bothAnswers({
      triggers: [KEYWORD],
      actions,
    })) {
      expect([http, body.code, body.action]).toEqual([400, 473, 'automation']);
      expect(body.details.fieldErrors.actions[0]).toContain(path);
    }
  });
});

describe('what sets an automation off, by its activity', () => {
  const STORY = 'story-NewStoryAAAAAAAAAAA3';
  const PLACEHOLDERS = {
    type: 'send_dm',
    message: 'k:{{matched_keyword}}',
    dedupWindowMinutes: 0,
  } as const;
  type EngageOptions = Partial<ControlInput<'engage'>>;

  test.each<[string, Trigger, EngageOptions, string | null]>([
    [
      'ENG-01 in capitals',
      { type: 'dm_keyword', keywords: ['price'] },
      { kind: 'dm', text: 'PRICE?' },
      'price',
    ],
    [
      'ENG-01 within a word',
      { type: 'dm_keyword', keywords: ['price'] },
      { kind: 'dm', text: 'priceless' },
      null,
    ],
    [
      'ENG-01 any of several',
      { type: 'dm_keyword', keywords: ['cost', 'price'] },
      { kind: 'dm', text: 'the price' },
      'price',
    ],
    [
      'ENG-01 none of them',
      { type: 'dm_keyword', keywords: ['cost', 'fee'] },
      { kind: 'dm', text: 'the price' },
      null,
    ],
    [
      'ENG-03 a reply to that story',
      { type: 'story_reply', storyId: STORY },
      { kind: 'story_reply', storyId: STORY },
      '',
    ],
    [
      'ENG-03 a reply to another',
      { type: 'story_reply', storyId: '18100000000000001' },
      { kind: 'story_reply', storyId: STORY },
      null,
    ],
    [
      'ENG-03 ENG-18 that emoji',
      { type: 'dm_reaction', emoji: '🔥' },
      { kind: 'reaction', emoji: '🔥' },
      '🔥',
    ],
    ['ENG-03 another emoji', { type: 'dm_reaction', emoji: '🔥' }, { kind: 'reaction', emoji: '👍' }, null],
    ['ENG-18 AUT-05 any emoji', { type: 'dm_reaction' }, { kind: 'reaction', emoji: '👍' }, '👍'],
  ])('%s', async (_rule, trigger, engaging, keyword) => {
    const fresh = await engagedSandbox();
    const id = await fresh.automate([PLACEHOLDERS], { triggers: [trigger] });
    await fresh.engage(engaging);
    await fresh.advance(60);
    const rows = await fresh.rows(id);
    expect(rows.map(({ actionResults }) => actionResults[0]?.sent?.['message'])).toEqual(
      keyword === null ? [] : [`k:${keyword}`],
    );
    fresh.sandbox.close();
  });
});

test('TIME-01 the times of automation records and activity rows are UTC with seconds', async () => {
  const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
  const fresh = await engagedSandbox();
  const id = await fresh.automate([DM]);
  await fresh.fire(id);
  const record = (await fresh.ask(`/automations/${id}`)).body;
  const { lastTriggeredAt, lastSentAt } = record.stats;
  const [row] = (await fresh.ask(`/automations/${id}/activity`)).body.activity;
  const [result] = row.actionResults;
  const times = [record.created, record.updated, lastTriggeredAt, lastSentAt, row.created, row.completedAt];
  for (const time of [...times, result.completedAt]) expect(time).toMatch(TIME);
  fresh.sandbox.close();
});
