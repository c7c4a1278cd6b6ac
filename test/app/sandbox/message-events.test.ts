import { describe, expect, test } from 'vitest';
import { createConversationId, readConversationId } from '../../../src/sandbox/engine/events.ts';
import { PLATFORMS } from '../../../src/service/platforms.ts';
import {
  WEBHOOK_EVENTS,
  type WebhookEvent,
  type WebhookEventName,
} from '../../../src/service/webhook-events.ts';
import type { WebhookAction } from '../../../src/service/webhooks.ts';
import { DM, engagedSandbox, HOOK } from '../../support/automations/engaged-sandbox.ts';
import { control } from '../../support/control.ts';
import { listQuoted, readDocTable } from '../../support/docs/read-doc.ts';
import { eventFieldsOf } from '../../unit/service/event-fields-of.ts';

/** A sandbox of which one action is listened to, by the Primary Profile. */
async function listening(action: WebhookAction) {
  const engaged = await engagedSandbox();
  const { ask, sandbox } = engaged;
  const listen = async (as?: string) => {
    const body = JSON.stringify({ action, url: `https://hooks.example/${as ?? 'primary'}` });
    await ask('/hook/webhook', { method: 'POST', body, ...(as !== undefined && { as }) });
  };
  const recorded = async () => (await control(sandbox, 'listDeliveries')).body.deliveries;
  const accountOf = async (alias = 'primary') => {
    const { accounts } = (await control(sandbox, 'listAccounts')).body;
    return accounts.find(({ profile, platform }) => profile === alias && platform === 'instagram');
  };
  await listen();
  return {
    ...engaged,
    listen,
    recorded,
    accountOf,
    events: async () => (await recorded()).map(({ event }) => event),
  };
}

const MOMENT = { at: '2026-09-21T14:13:20Z', id: '1' };
const keys = (event: object | undefined) => Object.keys(event ?? {}).sort();
const sampleKeys = (name: WebhookEventName) => {
  const sample: WebhookEvent = WEBHOOK_EVENTS[name];
  return keys(sample.fields(MOMENT));
};
/** A part of an event. */
const part = (event: Readonly<Record<string, unknown>> | undefined, name: string): object =>
  Object(event?.[name]);

describe('messages', () => {
  test('without the Messages API no event is sent', { tags: ['AUTH-13'] }, async () => {
    const { engage, recorded, sandbox } = await listening('messages');
    await control(sandbox, 'setPlan', { addOns: { messages: false } });
    await engage({ kind: 'dm', text: 'Do you ship to Norway?' });
    expect(await recorded()).toEqual([]);
    await control(sandbox, 'setPlan', { addOns: { messages: true } });
    await engage({ kind: 'dm', text: 'And to Chile?' });
    expect(await recorded()).toHaveLength(1);
  });

  test('a DM that comes in: every field of the table, and those of the sample', {
    tags: ['HOOK-25', 'W-13'],
  }, async () => {
    const { engage, recorded, accountOf } = await listening('messages');
    const [engagement] = await engage({ kind: 'dm', text: 'Do you ship to Norway?' });
    const [delivery, ...others] = await recorded();
    expect(others).toEqual([]);
    const account = await accountOf();
    const senderId = expect.any(String);
    expect(delivery).toMatchObject({ action: 'messages', type: 'messageCreated', profile: 'primary' });
    expect(delivery?.event).toEqual({
      subAction: 'messageCreated',
      type: 'received',
      id: engagement?.eventId,
      platform: 'instagram',
      message: 'Do you ship to Norway?',
      conversationId: expect.any(String),
      senderId,
      recipientId: account?.id,
      senderDetails: { id: senderId, name: 'mara', username: 'mara' },
    });
    expect(keys(delivery?.event)).toEqual([...eventFieldsOf('messages')].sort());
    expect(keys(delivery?.event)).toEqual(sampleKeys('messageCreated'));
    expect(keys(part(delivery?.event, 'senderDetails'))).toEqual(
      keys(WEBHOOK_EVENTS.messageCreated.fields(MOMENT).senderDetails),
    );
  });

  test('a reply to a story is a message, a reaction is one to a message', { tags: ['HOOK-25'] }, async () => {
    const { engage, events } = await listening('messages');
    await engage({ kind: 'story_reply', text: 'lovely' });
    await engage({ kind: 'reaction', emoji: '🔥' });
    const [reply, reaction] = await events();
    expect(reply).toMatchObject({ subAction: 'messageCreated', type: 'received', message: 'lovely' });
    expect(reaction).toMatchObject({ subAction: 'reactionCreated', type: 'received', message: '🔥' });
    expect(keys(reaction)).toEqual(sampleKeys('reactionCreated'));
  });

  test('what the account itself does is sent, and not received', { tags: ['HOOK-25'] }, async () => {
    const { engage, events, accountOf } = await listening('messages');
    for (const kind of ['dm', 'story_reply', 'reaction'] as const) {
      await engage({ kind, from: { username: 'us' } });
    }
    const account = await accountOf();
    const { id, displayName: name, username } = account ?? {};
    const recorded = await events();
    expect(recorded.map(({ type, senderId }) => [type, senderId])).toEqual(recorded.map(() => ['sent', id]));
    expect(recorded.map(({ senderDetails }) => senderDetails)).toEqual(
      recorded.map(() => ({ id, name, username })),
    );
    expect(recorded).toHaveLength(3);
  });

  test('each is known by its id and kind', { tags: ['HOOK-13'] }, async () => {
    const { engage, events, ask } = await listening('messages');
    for (const kind of ['dm', 'story_reply', 'reaction', 'reaction'] as const) await engage({ kind });
    const conversationId = (await events())[0]?.['conversationId'];
    for (const message of ['Yes, we do.', 'To Chile, too.']) {
      await ask('/messages/instagram', { method: 'POST', body: JSON.stringify({ conversationId, message }) });
    }
    const claims = (await events()).map(({ id, subAction }) => `${id} ${subAction}`);
    expect(new Set(claims).size).toBe(6);
  });

  test('a DM of an automation that the network took: sent, in the same conversation', {
    tags: ['HOOK-25'],
  }, async () => {
    const { automate, fire, events, accountOf } = await listening('messages');
    const actions = ['Here you are.', 'And a map.'].map((message) => ({ ...DM, message }));
    await automate(actions).then((id) => fire(id, { kind: 'dm' }));
    const [received, sent, ...others] = await events();
    expect(others).toMatchObject([{ type: 'sent', message: 'And a map.' }]);
    const account = await accountOf();
    expect(sent).toEqual({
      subAction: 'messageCreated',
      type: 'sent',
      id: expect.stringMatching(/^mid\.[0-9a-f]{24}$/),
      platform: 'instagram',
      message: 'Here you are.',
      conversationId: received?.['conversationId'],
      senderId: account?.id,
      recipientId: received?.['senderId'],
      senderDetails: { id: account?.id, name: account?.displayName, username: account?.username },
    });
  });

  test('one that the network refused is not reported', async () => {
    const { automate, fire, events, sandbox } = await listening('messages');
    await control(sandbox, 'setAccount', { platform: 'instagram', messaging: 'off' });
    await automate([DM]).then((id) => fire(id, { kind: 'dm' }));
    expect((await events()).map(({ type }) => type)).toEqual(['received']);
  });

  test('conversations of two people are two, and of two accounts', () => {
    const ids = [
      createConversationId('1', '23'),
      createConversationId('12', '3'),
      createConversationId('1', '2'),
    ];
    expect(new Set(ids).size).toBe(3);
    expect(createConversationId('1', '23')).toBe(ids[0]);
    const [first = ''] = ids;
    expect([readConversationId('1', first), readConversationId('2', first)]).toEqual(['23', null]);
  });
});

describe('comments', () => {
  test('a new one on instagram: every field of the table, with the Service Post ID', {
    tags: ['HOOK-25'],
  }, async () => {
    const { engage, recorded, ask } = await listening('comments');
    const [engagement] = await engage({ text: 'Where can I buy this?' });
    const [delivery, ...others] = await recorded();
    expect(others).toEqual([]);
    expect(delivery).toMatchObject({ action: 'comments', type: null, profile: 'primary' });
    const event = delivery?.event as { postId: string; media: { id: string } };
    expect(event).toEqual({
      postId: expect.any(String),
      id: engagement?.eventId,
      text: 'Where can I buy this?',
      from: { id: expect.any(String), username: 'mara' },
      media: { id: expect.any(String), type: expect.stringMatching(/^(FEED|REELS)$/) },
    });
    expect(keys(event)).toEqual([...eventFieldsOf('comments')].sort());
    const sample = WEBHOOK_EVENTS.comments.fields(MOMENT);
    expect(keys(event)).toEqual(keys(sample));
    expect([keys(event.media), keys(part(delivery?.event, 'from'))]).toEqual([
      keys(sample.media),
      keys(sample.from),
    ]);
    const post = (await ask(`/post/${event.postId}`)).body;
    expect(post.postIds).toContainEqual(expect.objectContaining({ id: event.media.id }));
  });

  test('one on a story has no Service Post ID', async () => {
    const { engage, events } = await listening('comments');
    await engage({ kind: 'story_comment', storyId: '17990000000000042' });
    expect(await events()).toMatchObject([
      { postId: null, text: 'price', media: { id: '17990000000000042', type: 'STORY' } },
    ]);
  });
});

describe('what is delivered once, or not at all', () => {
  test('a duplicate of the network is not delivered again', async () => {
    const { engage, recorded } = await listening('comments');
    const [engagement] = await engage();
    await engage({ commentId: engagement?.eventId ?? '', text: 'price' });
    expect(await recorded()).toHaveLength(1);
  });

  test.each<[WebhookAction, object]>([
    ['comments', { kind: 'dm' }],
    ['messages', { kind: 'comment' }],
    ['automations', { kind: 'dm' }],
    ['social', { kind: 'dm' }],
  ])('%s does not receive another action: %j', { tags: ['HOOK-02'] }, async (action, engaging) => {
    const { engage, recorded } = await listening(action);
    await engage(engaging);
    expect(await recorded()).toEqual([]);
  });

  test('an account whose automations are off is reported all the same', async () => {
    const { engage, recorded, sandbox } = await listening('messages');
    await control(sandbox, 'setAccount', { platform: 'instagram', automations: 'off' });
    await engage({ kind: 'dm' });
    expect(await recorded()).toHaveLength(1);
  });

  test('the events of automations are beside them, and lead to the row of activity', {
    tags: ['HOOK-26', 'W-18'],
  }, async () => {
    const { engage, advance, automate, listen, sandbox, ask, rows } = await listening('automations');
    await listen();
    const id = await automate([HOOK]);
    await engage();
    await advance(60);
    const { deliveries } = (await control(sandbox, 'listDeliveries')).body;
    const [row] = await rows(id);
    expect(deliveries.map(({ event }) => event['activityId'])).toEqual([row?.id, row?.id]);
    // Neither waits for the other: a receiver may get them in any order.
    expect(deliveries.map(({ created, nextAttempt }) => nextAttempt === created)).toEqual([true, true]);
    expect((await ask(`/automations/${id}/activity`)).body.activity[0].status).toBe('sent');
  });
});

describe('social', () => {
  const change = (input: object) => ({ platform: 'instagram' as const, ...input });

  test.each<[string, readonly object[], WebhookEventName, object]>([
    ['unlinked', [{ linked: false }], 'unlink', { type: 'unlink', source: 'user' }],
    ['linked again', [{ linked: false }, { linked: true }], 'link', { type: 'link', source: 'user' }],
    [
      'refused by its network',
      [{ token: 'expired' }],
      'refresh',
      { type: 'refresh', source: 'system', refreshBy: '2026-09-21T14:13:20Z' },
    ],
    [
      'revoked at its network',
      [{ token: 'revoked' }],
      'refresh',
      { type: 'refresh', source: 'system', refreshBy: '2026-09-21T14:13:20Z' },
    ],
  ])('an account that is %s', { tags: ['HOOK-25'] }, async (_what, orders, name, fields) => {
    const { sandbox, events, accountOf } = await listening('social');
    for (const order of orders) await control(sandbox, 'setAccount', change(order));
    const last = (await events()).at(-1);
    const displayName = (await accountOf())?.displayName;
    expect(last).toEqual({ platform: 'instagram', displayName, ...fields });
    // The sample of an unlinked one is that by the system.
    if (name !== 'unlink') expect(keys(last)).toEqual(sampleKeys(name));
  });

  test.each([
    ['instagram', 161],
    ['twitter', 272],
  ] as const)(
    'the system unlinks what %s listens to no more, and says why',
    { tags: ['HOOK-25'] },
    async (platform, code) => {
      const { sandbox, events } = await listening('social');
      await control(sandbox, 'setAccount', { platform, linked: false, token: 'revoked' });
      const recorded = await events();
      expect(recorded).toEqual([
        {
          type: 'unlink',
          platform,
          displayName: expect.any(String),
          source: 'system',
          details: {
            status: 'error',
            code,
            message: expect.stringContaining(PLATFORMS[platform].name.split(' ')[0] ?? ''),
          },
        },
      ]);
      expect(keys(recorded[0])).toEqual(sampleKeys('unlink'));
      expect(keys(part(recorded[0], 'details'))).toEqual(keys(WEBHOOK_EVENTS.unlink.fields().details));
    },
  );

  test('all fields of the table come with one or another', async () => {
    const { sandbox, events } = await listening('social');
    for (const order of [
      { token: 'expired' },
      { linked: false, token: 'revoked' },
      { linked: true, token: 'ok' },
    ]) {
      await control(sandbox, 'setAccount', change(order));
    }
    const all = await events();
    const table = readDocTable('service/webhooks', 'other-events', 'action', 'sent when');
    const row = table.find(([name = '']) => name === '`social`')?.[2] ?? '';
    const [types = ''] = /\(([^)]*)\)/.exec(row)?.slice(1) ?? [];
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(listQuoted(types)));
    expect([...new Set(all.flatMap((event) => Object.keys(event)))].sort()).toEqual(
      [...eventFieldsOf('social')].sort(),
    );
  });

  test('it only reports what changed', async () => {
    const { sandbox, events, recorded } = await listening('social');
    const orders = [
      { linked: true },
      { token: 'ok' },
      { messaging: 'off' },
      { token: 'expired' },
      { token: 'expired' },
      { token: 'revoked' },
      { linked: false },
      { linked: false, token: 'expired' },
      { token: 'ok' },
      { token: 'revoked' },
    ];
    for (const order of orders) await control(sandbox, 'setAccount', change(order));
    expect((await events()).map(({ type }) => type)).toEqual(['refresh', 'unlink']);
    expect((await recorded()).every(({ profile }) => profile === 'primary')).toBe(true);
  });

  test('an account that there was not before is linked', async () => {
    const { sandbox, recorded } = await listening('social');
    await control(sandbox, 'setAccount', { profile: 'bare', platform: 'telegram' });
    expect(await recorded()).toMatchObject([
      { profile: 'bare', type: 'link', event: { platform: 'telegram', source: 'user' } },
    ]);
  });
});
