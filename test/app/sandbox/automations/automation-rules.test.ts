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
    ['every post', KEYWORD],
    ['one post', { ...KEYWORD, postId: '17999000000000456' }],
    ['a story reply without a story', { type: 'story_reply' }],
    ['one to a story', { type: 'story_reply', storyId: '18100000000000001' }],
    ['any reaction', { type: 'dm_reaction' }],
    ['one reaction', { type: 'dm_reaction', emoji: '❤️' }],
    ['a DM with a word', { type: 'dm_keyword', keywords: ['price'] }],
  ])('%s', { tags: ['AUT-03', 'AUT-04', 'AUT-05', 'AUT-06'] }, async (_rule, trigger) => {
    for (const { http } of await bothAnswers({
      triggers: [trigger],
      actions: [DM],
    }))
      expect(http).toBe(200);
  });

  test.each<[string, object]>([
    ['the least of a DM', DM],
    ['the longest wait', { ...DM, messageUrl: 'https://texts.example/dm', timeoutMs: 5_000 }],
    ['a webhook', { type: 'fire_webhook' }],
    ['one that reports its end', { type: 'fire_webhook', sendCompletedEvent: true }],
    ['an email without a subject', MAIL],
    ['no window', { ...DM, dedupWindowMinutes: 0 }],
    ['the longest window', { ...DM, dedupWindowMinutes: 525_600 }],
  ])('%s', { tags: ['AUT-08', 'AUT-09', 'AUT-10', 'AUT-11'] }, async (_rule, action) => {
    for (const { http } of await bothAnswers({
      triggers: [KEYWORD],
      actions: [action],
    }))
      expect(http).toBe(200);
  });

  test('50 triggers and 50 actions', { tags: ['AUT-01'] }, async () => {
    const body = { triggers: repeated(KEYWORD, 50), actions: repeated(DM, 50) };
    for (const { http } of await bothAnswers(body)) expect(http).toBe(200);
  });
});

describe('what they refuse with 473, naming the field', () => {
  test.each<[string, readonly object[], string]>([
    ['no trigger', [], 'triggers'],
    ['51 triggers', repeated(KEYWORD, 51), 'triggers'],
    ['an unknown key', [{ ...KEYWORD, mood: 'sunny' }], 'triggers[0]'],
    ['no postId', [{ type: 'comment_keyword', keywords: ['price'] }], 'triggers[0].postId'],
    ['no keywords', [{ type: 'comment_keyword', postId: 'all' }], 'triggers[0].keywords'],
    ['an empty list of them', [{ ...KEYWORD, keywords: [] }], 'triggers[0].keywords'],
    ['a number for a story', [{ type: 'story_reply', storyId: 7 }], 'triggers[0].storyId'],
    ['a number for an emoji', [{ type: 'dm_reaction', emoji: 7 }], 'triggers[0].emoji'],
    ['a DM without words', [{ type: 'dm_keyword' }], 'triggers[0].keywords'],
    ['an empty list of them', [{ type: 'dm_keyword', keywords: [] }], 'triggers[0].keywords'],
    ...['ALL', ' all', 'All', 'all '].flatMap((all): [string, object[], string][] => [
      [`"${all}" for posts`, [{ ...KEYWORD, postId: all }], 'triggers[0].postId'],
      [`"${all}" for stories`, [{ type: 'story_reply', storyId: all }], 'triggers[0].storyId'],
    ]),
  ])(
    '%s',
    { tags: ['AUT-01', 'AUT-03', 'AUT-04', 'AUT-05', 'AUT-06', 'AUT-07'] },
    async (_rule, triggers, path) => {
      for (const { http, body } of await bothAnswers({
        triggers,
        actions: [DM],
      })) {
        expect([http, body.code, body.action]).toEqual([400, 473, 'automation']);
        expect(body.details.fieldErrors.triggers[0]).toContain(path);
      }
    },
  );

  test.each<[string, readonly object[], string]>([
    ['no action', [], 'actions'],
    ['51 actions', repeated(DM, 51), 'actions'],
    ['a DM without a message', [{ type: 'send_dm' }], 'actions[0].message'],
    [
      'a wait that is too long',
      [{ ...DM, messageUrl: 'https://a.example/x', timeoutMs: 5_001 }],
      'actions[0].timeoutMs',
    ],
    ['yes for true', [{ type: 'fire_webhook', sendCompletedEvent: 'yes' }], 'actions[0].sendCompletedEvent'],
    ['no address', [{ type: 'send_email', message: 'x' }], 'actions[0].to'],
    ['an address that is none', [{ ...MAIL, to: 'desk' }], 'actions[0].to'],
    ['no message', [{ type: 'send_email', to: 'desk@shop.example' }], 'actions[0].message'],
    ['a negative window', [{ ...DM, dedupWindowMinutes: -1 }], 'actions[0].dedupWindowMinutes'],
    ['one that is too long', [{ ...DM, dedupWindowMinutes: 525_601 }], 'actions[0].dedupWindowMinutes'],
    ['a decimal', [{ ...DM, dedupWindowMinutes: 1.5 }], 'actions[0].dedupWindowMinutes'],
  ])('%s', { tags: ['AUT-01', 'AUT-08', 'AUT-09', 'AUT-10', 'AUT-11'] }, async (_rule, actions, path) => {
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
    ['in capitals', { type: 'dm_keyword', keywords: ['price'] }, { kind: 'dm', text: 'PRICE?' }, 'price'],
    ['within a word', { type: 'dm_keyword', keywords: ['price'] }, { kind: 'dm', text: 'priceless' }, null],
    [
      'any of several',
      { type: 'dm_keyword', keywords: ['cost', 'price'] },
      { kind: 'dm', text: 'the price' },
      'price',
    ],
    [
      'none of them',
      { type: 'dm_keyword', keywords: ['cost', 'fee'] },
      { kind: 'dm', text: 'the price' },
      null,
    ],
    [
      'a reply to that story',
      { type: 'story_reply', storyId: STORY },
      { kind: 'story_reply', storyId: STORY },
      '',
    ],
    [
      'a reply to another',
      { type: 'story_reply', storyId: '18100000000000001' },
      { kind: 'story_reply', storyId: STORY },
      null,
    ],
    ['that emoji', { type: 'dm_reaction', emoji: '🔥' }, { kind: 'reaction', emoji: '🔥' }, '🔥'],
    ['another emoji', { type: 'dm_reaction', emoji: '🔥' }, { kind: 'reaction', emoji: '👍' }, null],
    ['any emoji', { type: 'dm_reaction' }, { kind: 'reaction', emoji: '👍' }, '👍'],
  ])('%s', { tags: ['ENG-01', 'ENG-03', 'ENG-18', 'AUT-05'] }, async (_rule, trigger, engaging, keyword) => {
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

test('the times of automation records and activity rows are UTC with seconds', {
  tags: ['TIME-01'],
}, async () => {
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
