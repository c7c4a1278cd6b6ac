import { describe, expect, test } from 'vitest';
import type { ControlInput } from '../../../../src/service/control/control.ts';
import type { MessagePlatform } from '../../../../src/service/platforms.ts';
import { DM, engagedSandbox } from '../../../support/automations/engaged-sandbox.ts';
import { control } from '../../../support/control.ts';
import { POST } from '../../../support/small-seed.ts';

/** A sandbox with the messages of the Primary Profile. */
async function messaging() {
  const engaged = await engagedSandbox();
  const { ask, sandbox } = engaged;
  const send = (path: string, body: object) =>
    ask(`/messages/${path}`, { method: 'POST', body: JSON.stringify(body) });
  return {
    ...engaged,
    send,
    list: async (path: string) => (await ask(`/messages/${path}`)).body,
    writeDm: (text: string, platform: MessagePlatform = 'instagram') =>
      control(sandbox, 'engage', { kind: 'dm', platform, from: { username: 'mara' }, text }),
    setAccount: (change: ControlInput<'setAccount'>) => control(sandbox, 'setAccount', change),
    texts: (messages: readonly { action: string; message: string }[]) =>
      messages.map(({ action, message }) => `${action} ${message}`),
  };
}

describe('conversations', () => {
  test('one has what the follower wrote, what the automation answered, and what a request sent', async () => {
    const { automate, advance, engage, send, list, texts } = await messaging();
    await automate([DM], { triggers: [{ type: 'dm_keyword', keywords: ['price'] }] });
    await engage({ kind: 'dm', text: 'price?' });
    await engage({ kind: 'reaction', emoji: '🔥' });
    await advance(120);
    const { messages, conversationIds } = await list('instagram');
    expect(texts(messages)).toEqual(['sent Here it is.', 'received price?']);
    expect(conversationIds).toHaveLength(1);
    const [conversationId] = conversationIds;
    const { http, body } = await send('instagram', { conversationId, message: 'And the size?' });
    expect([http, body]).toEqual([
      200,
      {
        status: 'success',
        recipientId: messages[1].senderId,
        messageId: expect.stringMatching(/^mid\./),
        message: 'And the size?',
      },
    ]);
    const after = await list(`instagram?conversationId=${conversationId}`);
    expect(texts(after.messages)).toEqual(['sent And the size?', 'sent Here it is.', 'received price?']);
    expect(after.messages[0]).toMatchObject({
      id: body.messageId,
      recipientId: messages[1].senderId,
      conversationId,
    });
    expect(after.messages[2].senderDetails).toMatchObject({ username: 'mara' });
  });

  test('with a frozen clock, messages of both directions stay in the order in which they were written', {
    tags: ['API-20'],
  }, async () => {
    const { sandbox, list, send, texts, writeDm } = await messaging();
    const writeAs = (username: string, text: string) =>
      control(sandbox, 'engage', { kind: 'dm', platform: 'instagram', from: { username }, text });
    await writeDm('Open on Sunday?');
    const [mara] = (await list('instagram')).messages;
    await send('instagram', { recipientId: mara.senderId, message: 'From nine.' });
    await writeAs('jonas', 'Hello');
    await writeDm('Until when?');
    const { messages, conversationIds } = await list('instagram');
    expect(texts(messages)).toEqual([
      'received Until when?',
      'received Hello',
      'sent From nine.',
      'received Open on Sunday?',
    ]);
    expect(conversationIds).toEqual([messages[0].conversationId, messages[1].conversationId]);
    await writeAs('jonas', 'Anybody?');
    expect((await list('instagram')).conversationIds).toEqual(conversationIds.toReversed());
  });

  test('conversationsOnly, status and an unknown conversation', async () => {
    const { writeDm, list } = await messaging();
    await writeDm('hello');
    const only = await list('instagram?conversationsOnly=true');
    expect(only.messages).toBeUndefined();
    expect(only.conversationIds).toHaveLength(1);
    expect(await list('instagram?status=archived')).toMatchObject({ messages: [], conversationIds: [] });
    expect(await list('instagram?conversationId=none')).toMatchObject({ messages: [], messagesCount: 0 });
  });

  test('twitter is read in pages, and a message is there once', async () => {
    const { writeDm, list } = await messaging();
    for (const text of ['one', 'two', 'three']) await writeDm(text, 'twitter');
    const first = await list('twitter?limit=2');
    expect(first.messages.map(({ message }: { message: string }) => message)).toEqual(['three', 'two']);
    const second = await list(`twitter?limit=2&next=${first.next}`);
    expect(second.messages.map(({ message }: { message: string }) => message)).toEqual(['one']);
    expect(second.next).toBeUndefined();
  });

  test('each network has its own', async () => {
    const { writeDm, list } = await messaging();
    await writeDm('on facebook', 'facebook');
    expect((await list('facebook')).messages).toHaveLength(1);
    expect((await list('instagram')).messages).toEqual([]);
  });

  test('media without a text', async () => {
    const { writeDm, send, list } = await messaging();
    await writeDm('hello', 'facebook');
    const [{ senderId: recipientId }] = (await list('facebook')).messages;
    const mediaUrls = ['https://cdn.example/a.png'];
    const { body } = await send('facebook', { recipientId, mediaUrls });
    expect(body).toMatchObject({ status: 'success', recipientId, message: null });
    expect((await list('facebook')).messages[0]).toMatchObject({ action: 'sent', message: null, mediaUrls });
  });
});

test('a person who only wrote to another account is unknown, until they write or comment', {
  tags: ['U-43'],
}, async () => {
  const { writeDm, list, ask, sandbox } = await messaging();
  await writeDm('hello');
  const [{ senderId: recipientId }] = (await list('instagram')).messages;
  const body = JSON.stringify({ recipientId, message: 'An offer.' });
  const sendAsAcme = () => ask('/messages/instagram', { method: 'POST', body, as: 'acme' });
  const refused = await sendAsAcme();
  expect([refused.http, refused.body.code]).toEqual([400, 101]);
  expect(refused.body.details).toMatch(/^recipientId: is not the id of a person who wrote to this account/);
  const reaction = { kind: 'reaction', from: { username: 'mara' }, profile: 'acme' } as const;
  expect((await control(sandbox, 'engage', reaction)).http).toBe(200);
  expect((await sendAsAcme()).http).toBe(200);
});

test('a person who only commented on a post is known to its account, and to no other', {
  tags: ['U-43'],
}, async () => {
  const { ask, send } = await messaging();
  const { body } = await ask(`/comments/${POST.everywhere}?platforms=instagram`);
  const [{ from }] = body.instagram;
  expect((await send('instagram', { recipientId: from.id, message: 'Thank you.' })).http).toBe(200);
  const sending = JSON.stringify({ recipientId: from.id, message: 'Thank you.' });
  const other = await ask('/messages/instagram', { method: 'POST', body: sending, as: 'acme' });
  expect([other.http, other.body.code]).toEqual([400, 101]);
});

describe('refusals', () => {
  test.each([
    ['messaging is off', { messaging: 'off' }, 403, 361],
    ['the permission is missing', { permission: 'missing' }, 400, 362],
    ['the account is not linked', { linked: false }, 400, 156],
  ] as const)('%s', async (_what, change, http, code) => {
    const { setAccount, ask, send } = await messaging();
    await setAccount({ platform: 'instagram', ...change });
    const read = await ask('/messages/instagram');
    const sent = await send('instagram', { recipientId: '1', message: 'hello' });
    for (const answer of [read, sent]) {
      expect([answer.http, answer.body]).toMatchObject([http, { action: 'messages', status: 'error', code }]);
    }
  });

  test.each([
    ['instagram', { recipientId: '1' }, 'message'],
    ['instagram', { message: 'hello' }, 'recipientId'],
    ['instagram', { message: 'hello', recipientId: 'nobody' }, 'recipientId'],
    ['instagram', { message: 'hello', conversationId: 'none' }, 'conversationId'],
    ['twitter', { message: 'hello', recipientId: '1' }, 'conversationId'],
  ])('%s %o is 101, on %s', async (platform, body, field) => {
    const { send } = await messaging();
    const answer = await send(platform, body);
    expect([answer.http, answer.body.code]).toEqual([400, 101]);
    expect(answer.body.details).toMatch(new RegExp(`^${field}: `));
  });
});

describe('the automatic reply', () => {
  const on = {
    autoResponseActive: true,
    autoResponseMessage: 'Back on Monday.',
    autoResponseWaitSeconds: 3_600,
  };

  test('is off at first, and keeps what a request leaves out', async () => {
    const { list, send } = await messaging();
    const first = { autoResponseActive: false, autoResponseMessage: '', autoResponseWaitSeconds: 86_400 };
    expect(await list('autoresponse')).toMatchObject(first);
    expect((await send('autoresponse', { autoResponseActive: true })).body.code).toBe(101);
    expect((await send('autoresponse', on)).body).toMatchObject(on);
    await send('autoresponse', { autoResponseWaitSeconds: 60 });
    expect(await list('autoresponse')).toMatchObject({ ...on, autoResponseWaitSeconds: 60 });
  });

  test('is not sent where it is off or a request could not send it', { tags: ['AUTH-13'] }, async () => {
    const { send, list, engage, writeDm, setAccount, texts, sandbox } = await messaging();
    const setOn = (change: Omit<ControlInput<'setAccount'>, 'platform'>) =>
      setAccount({ platform: 'instagram', ...change });
    const written: string[] = [];
    const write = async (text: string) => {
      await writeDm(text, 'instagram');
      written.unshift(`received ${text}`);
    };
    await send('autoresponse', { ...on, autoResponseActive: false });
    await write('off');
    await send('autoresponse', on);
    await engage({ kind: 'comment', text: 'not a message' });
    await engage({ kind: 'dm', from: { username: 'us' }, text: 'of the account itself' });
    written.unshift('sent of the account itself');
    await control(sandbox, 'setPlan', { addOns: { messages: false } });
    await write('without the Messages API');
    await control(sandbox, 'setPlan', { plan: 'premium', addOns: { messages: true } });
    await write('on a plan without direct messages');
    await control(sandbox, 'setPlan', { plan: 'business' });
    for (const [change, former] of [
      [{ messaging: 'off' }, { messaging: 'on' }],
      [{ token: 'expired' }, { token: 'ok' }],
      [{ permission: 'missing' }, { permission: 'granted' }],
    ] as const) {
      await setOn(change);
      await write(JSON.stringify(change));
      await setOn(former);
    }
    expect(texts((await list('instagram')).messages)).toEqual(written);
  });

  test.each(['instagram', 'facebook', 'twitter'] as const)(
    'is sent once per wait to a person on %s',
    { tags: ['API-21'] },
    async (platform) => {
      const { send, list, writeDm, advance, texts, sandbox } = await messaging();
      await send('autoresponse', on);
      await writeDm('one', platform);
      await writeDm('two', platform);
      await advance(3_599);
      await writeDm('three', platform);
      await advance(1);
      await writeDm('four', platform);
      const { messages } = await list(platform);
      expect(texts(messages).toReversed().join(', ')).toBe(
        'received one, sent Back on Monday., received two, received three, received four, sent Back on Monday.',
      );
      expect(new Set(messages.map(({ id }: { id: string }) => id)).size).toBe(6);
      expect(messages.filter((each: object) => 'mediaUrls' in each)).toEqual([]);
      const stored = (await control(sandbox, 'listInbox')).body.messages;
      expect(stored.map(({ dropped }) => dropped)).toEqual([false, false]);
    },
  );

  test('is sent for a reply to a story, and not for a reaction', { tags: ['API-21'] }, async () => {
    const { send, list, engage, texts } = await messaging();
    await send('autoresponse', on);
    await engage({ kind: 'reaction', emoji: '🔥' });
    await engage({ kind: 'story_reply', text: 'lovely' });
    expect(texts((await list('instagram')).messages)).toEqual(['sent Back on Monday.', 'received lovely']);
  });
});

test('each message of both directions has its event, with the ids of the conversation', {
  tags: ['HOOK-25'],
}, async () => {
  const { ask, send, list, writeDm, sandbox } = await messaging();
  const body = JSON.stringify({ action: 'messages', url: 'https://hooks.example/m' });
  await ask('/hook/webhook', { method: 'POST', body });
  await send('autoresponse', { autoResponseActive: true, autoResponseMessage: 'Soon.' });
  await writeDm('hello', 'twitter');
  const [conversationId] = (await list('twitter')).conversationIds;
  await send('twitter', { conversationId, message: 'Now.' });
  await send('twitter', { conversationId, mediaUrls: ['https://cdn.example/a.png'] });
  const { deliveries } = (await control(sandbox, 'listDeliveries')).body;
  const { messages } = await list('twitter');
  const events = deliveries.map(({ event }) => event);
  expect(events).toEqual(
    messages
      .toReversed()
      .map(({ id, action, message, senderId, recipientId, senderDetails }: Record<string, unknown>) => ({
        subAction: 'messageCreated',
        type: action,
        platform: 'twitter',
        ...{ id, message, conversationId, senderId, recipientId, senderDetails },
      })),
  );
  const { senderId, recipientId, senderDetails } = messages.at(-1);
  const read = await control(sandbox, 'readMessages', { platform: 'twitter', from: { username: 'mara' } });
  const { deliveries: all } = (await control(sandbox, 'listDeliveries')).body;
  expect(all.find(({ hookId }) => hookId === read.body.hookId)?.event).toEqual({
    ...{ subAction: 'messageRead', type: 'received', platform: 'twitter', message: null },
    ...{ conversationId, senderId, recipientId, senderDetails },
  });
});
