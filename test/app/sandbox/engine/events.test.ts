import { describe, expect, test } from 'vitest';
import type { EngagementKind } from '../../../../src/service/engagement.ts';
import { DM, engagedSandbox, HOOK, MAIL } from '../../../support/automations/engaged-sandbox.ts';
import { control } from '../../../support/control.ts';

const TRIGGERED = 'automation.triggered';
const COMPLETED = 'automation.completed';

describe('which events there are', () => {
  test('triggered when fire_webhook ran; completed where it is asked for', {
    tags: ['HOOK-15'],
  }, async () => {
    const { automate, listen, fire, events } = await engagedSandbox();
    await listen();
    await fire(await automate([DM, { type: 'fire_webhook' }]));
    expect(await events()).toEqual([TRIGGERED]);
    await fire(await automate([HOOK], { triggers: [{ type: 'dm_reaction' }] }), { kind: 'reaction' });
    expect(await events()).toEqual([TRIGGERED, TRIGGERED, COMPLETED]);
  });

  test('none without fire_webhook', { tags: ['HOOK-15'] }, async () => {
    const { automate, listen, fire, events } = await engagedSandbox();
    await listen();
    await fire(await automate([DM, MAIL]));
    expect(await events()).toEqual([]);
  });

  test('no webhook: failed with the reason, and no event at all', { tags: ['HOOK-17', 'W-09'] }, async () => {
    const { automate, fire, events, ask } = await engagedSandbox();
    await ask('/hook/webhook', {
      method: 'POST',
      body: JSON.stringify({ action: 'messages', url: 'https://hooks.example.com/m' }),
    });
    const row = await fire(await automate([HOOK]));
    expect(row).toMatchObject({ status: 'failed', errorDetails: 'no webhook is registered for automations' });
    expect(await events()).toEqual([]);
  });

  test('no webhook when it ran, and one by the time it ends: no event at all; nor do new actions change it', {
    tags: ['HOOK-17'],
  }, async () => {
    const { automate, engage, advance, rows, listen, events, update, sandbox } = await engagedSandbox();
    await control(sandbox, 'setDmLimits', { perHour: 1 });
    const id = await automate([HOOK, DM]);
    await engage({ kind: 'dm', from: { username: 'noor' } });
    await advance(60);
    await engage({ kind: 'dm' }); // its DM waits for its hour
    await advance(60);
    await listen();
    await advance(3_600);
    const [row] = await rows(id);
    expect(row?.actionResults.map(({ status }) => status)).toEqual(['failed', 'sent']);
    expect(await events()).toEqual([]);
    await engage({ kind: 'dm', from: { username: 'ada' } });
    await advance(60);
    await update(id, { actions: [DM] });
    await advance(3_600);
    expect(await events()).toEqual(['automation.triggered', 'automation.completed']);
  });

  test("a profile without its own uses the Primary Profile's", { tags: ['W-08', 'HOOK-02'] }, async () => {
    const { automate, listen, fire, sandbox } = await engagedSandbox();
    await listen('https://hooks.example.com/primary');
    const fireTheirs = async () =>
      fire(await automate([HOOK], { as: 'acme' }), { profile: 'acme', kind: 'dm' });
    await fireTheirs();
    await listen('https://hooks.example.com/acme', 'acme');
    await fireTheirs();
    const { deliveries } = (await control(sandbox, 'listDeliveries')).body;
    expect(new Set(deliveries.map(({ profile }) => profile))).toEqual(new Set(['acme']));
    expect(deliveries.map(({ url }) => url.split('/').at(-1)).slice(0, 2)).toEqual(['primary', 'primary']);
    expect(deliveries.at(-1)?.url).toBe('https://hooks.example.com/acme');
  });

  test('sent means queued: whatever comes of the delivery, the row stays', {
    tags: ['HOOK-19', 'W-10'],
  }, async () => {
    const { automate, listen, fire, advance, rows, sandbox } = await engagedSandbox();
    await listen('https://hooks.example.com/nobody-is-there');
    const id = await automate([HOOK]);
    const row = await fire(id);
    expect(row.status).toBe('sent');
    expect((await control(sandbox, 'listDeliveries')).body.deliveries).toMatchObject([
      { type: TRIGGERED, state: 'waiting' },
      { type: COMPLETED, state: 'waiting' },
    ]);
    await advance(86_400);
    expect(await rows(id)).toEqual([row]);
  });

  test('each has a hook id of its own, and says what it is claimed by', async () => {
    const { automate, listen, fire, sandbox } = await engagedSandbox();
    await listen();
    const { id } = await fire(await automate([HOOK, HOOK]));
    const { deliveries } = (await control(sandbox, 'listDeliveries')).body;
    expect(new Set(deliveries.map(({ hookId }) => hookId)).size).toBe(3);
    for (const { hookId, event } of deliveries) {
      expect(hookId).toMatch(/^[A-Za-z0-9]{20}$/);
      expect(event['activityId']).toBe(id);
    }
    expect(new Set(deliveries.flatMap(({ event }) => event['actionId'] ?? [])).size).toBe(2);
  });
});

describe('what completed has about the actions', () => {
  test('nothing where all were inside their window, while the row has them', {
    tags: ['HOOK-18', 'W-11'],
  }, async () => {
    const { automate, listen, fire, events } = await engagedSandbox();
    await listen();
    const id = await automate([DM, HOOK]);
    await fire(id, { kind: 'dm' });
    const row = await fire(id, { kind: 'dm' });
    expect(row.actionResults.map(({ status }) => status)).toEqual(['deduplicated', 'deduplicated']);
    expect(await events()).toEqual([TRIGGERED, COMPLETED, COMPLETED]);
    expect((await events('actionResults')).at(-1)).toEqual([]);
    expect((await events('status')).at(-1)).toBe('deduplicated');
  });

  test('else each, with its result; messageSource of a DM only', { tags: ['HOOK-15'] }, async () => {
    const { automate, listen, fire, sandbox } = await engagedSandbox();
    await listen();
    const row = await fire(await automate([DM, HOOK, MAIL]));
    const { deliveries } = (await control(sandbox, 'listDeliveries')).body;
    const result = ({ actionId, type }: { readonly actionId: string; readonly type: string }) => ({
      actionId,
      type,
      status: 'sent',
      errorDetails: null,
      ...(type === 'send_dm' && { messageSource: 'template' }),
    });
    expect(deliveries.at(-1)?.event).toEqual({
      type: COMPLETED,
      automationId: row.id.split(':')[0],
      triggerId: row.triggerId,
      trigger: 'comment_keyword',
      platform: 'instagram',
      recipientId: expect.any(String),
      activityId: row.id,
      eventId: row.id.split(':')[2],
      status: 'sent',
      actionResults: row.actionResults.map(result),
      errorDetails: null,
      timestamp: row.completedAt,
    });
  });
});

const COMMENT = { commentId: expect.any(String), recipientUsername: 'mara' };
const NO_COMMENT = { commentId: null, recipientUsername: null };

test.each<[EngagementKind, object]>([
  [
    'comment',
    { ...COMMENT, keyword: 'price', commentText: 'price', postId: expect.any(String), storyId: null },
  ],
  [
    'story_reply',
    { ...NO_COMMENT, keyword: null, commentText: null, postId: null, storyId: expect.any(String) },
  ],
  [
    'story_comment',
    { ...COMMENT, keyword: null, commentText: 'price', postId: null, storyId: expect.any(String) },
  ],
  ['dm', { ...NO_COMMENT, keyword: 'price', commentText: 'price', postId: null, storyId: null }],
  ['reaction', { ...NO_COMMENT, keyword: '🔥', commentText: '🔥', postId: null, storyId: null }],
])(
  'triggered by %s has every field, null where there is nothing',
  { tags: ['HOOK-15', 'HOOK-23', 'W-13'] },
  async (kind, fields) => {
    const { automate, listen, fire, sandbox } = await engagedSandbox();
    await listen();
    const row = await fire(await automate([HOOK]), { kind, ...(kind === 'reaction' && { emoji: '🔥' }) });
    const { deliveries } = (await control(sandbox, 'listDeliveries')).body;
    expect(deliveries[0]?.event).toEqual({
      type: TRIGGERED,
      automationId: row.id.split(':')[0],
      triggerId: row.triggerId,
      trigger:
        { comment: 'comment_keyword', dm: 'dm_keyword', reaction: 'dm_reaction' }[kind as string] ?? kind,
      platform: 'instagram',
      recipientId: expect.any(String),
      activityId: row.id,
      actionId: row.actionResults[0]?.actionId,
      eventId: row.id.split(':')[2],
      timestamp: row.completedAt,
      ...fields,
    });
    expect(row.actionResults[0]?.sent).toEqual({ payload: deliveries[0]?.event });
  },
);
