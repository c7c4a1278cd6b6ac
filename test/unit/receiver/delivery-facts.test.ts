import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  hashHookId,
  listClaims,
  readDeliveryFacts,
  selectDeliveryHeaders,
} from '../../../src/receiver/delivery-facts.ts';

const claimsOf = (event: object) =>
  listClaims(event, new TextEncoder().encode(JSON.stringify(event))).map((key) =>
    Buffer.from(key).toString('hex'),
  );

/** Whether a delivery repeats another one. */
const isRepeated = (one: object, other: object) => claimsOf(one).some((key) => claimsOf(other).includes(key));

const TRIGGERED = { type: 'automation.triggered', activityId: 'a:t:1', actionId: 'act_1' };

describe('what repeats a delivery', () => {
  test.each<[string, object, object, boolean]>([
    [
      'the same hookId, at another time',
      { hookId: 'h1', timeStamp: 1 },
      { hookId: 'h1', timeStamp: 2 },
      true,
    ],
    ['another hookId', { hookId: 'h1' }, { hookId: 'h2' }, false],
    [
      'the same triggered action with a new hookId',
      { hookId: 'h1', ...TRIGGERED },
      { hookId: 'h2', ...TRIGGERED },
      true,
    ],
    [
      'another action of the same activity',
      { hookId: 'h1', ...TRIGGERED },
      { hookId: 'h2', ...TRIGGERED, actionId: 'act_2' },
      false,
    ],
    [
      'the same completed activity',
      { hookId: 'h1', type: 'automation.completed', activityId: 'a' },
      { hookId: 'h2', type: 'automation.completed', activityId: 'a' },
      true,
    ],
    [
      'completed and triggered of one activity',
      { hookId: 'h1', type: 'automation.completed', activityId: 'a:t:1' },
      { hookId: 'h2', ...TRIGGERED },
      false,
    ],
    [
      'the same message',
      { hookId: 'h1', action: 'messages', subAction: 'messageCreated', id: 'm' },
      { hookId: 'h2', action: 'messages', subAction: 'messageCreated', id: 'm' },
      true,
    ],
    [
      'another event of that message',
      { hookId: 'h1', action: 'messages', subAction: 'messageCreated', id: 'm' },
      { hookId: 'h2', action: 'messages', subAction: 'reactionCreated', id: 'm' },
      false,
    ],
    [
      'messages that were read have no id',
      { hookId: 'h1', action: 'messages', subAction: 'messageRead' },
      { hookId: 'h2', action: 'messages', subAction: 'messageRead' },
      false,
    ],
    [
      'a key with an empty part is none',
      { hookId: 'h1', type: 'automation.completed', activityId: '' },
      { hookId: 'h2', type: 'automation.completed', activityId: '' },
      false,
    ],
    [
      'what has the fields of a message and is none',
      { hookId: 'h1', action: 'comments', subAction: 'created', id: 'm' },
      { hookId: 'h2', action: 'comments', subAction: 'created', id: 'm' },
      false,
    ],
    ['other bytes, with an empty hookId', { hookId: '', id: '1' }, { hookId: '', id: '2' }, false],
    ['the exact bytes, without a hookId', { action: 'feed' }, { action: 'feed' }, true],
    ['other bytes, without a hookId', { action: 'feed', id: '1' }, { action: 'feed', id: '2' }, false],
    [
      'a hookId is no payload key',
      { hookId: 'automation.completed' },
      { hookId: 'h', type: 'automation.completed', activityId: 'automation.completed' },
      false,
    ],
  ])('%s', { tags: ['HOOK-12', 'W-12', 'HOOK-13', 'W-18', 'L2'] }, (_what, one, other, expected) => {
    expect(isRepeated(one, other)).toBe(expected);
    expect(isRepeated(other, one)).toBe(expected);
  });

  test('a claim of an earlier version is found again: what is hashed stays as it is', () => {
    const body = Buffer.from('{"action":"feed"}');
    const ofBody = ['body', hash('sha256', body)];
    const ofHookId = ['hookId', 'h1'];
    const expected = [ofHookId, ofHookId, ['automation.triggered', 'a:t:1', 'act_1'], ofBody];
    const listed = [
      hashHookId('h1'),
      ...listClaims({ hookId: 'h1', ...TRIGGERED }, body),
      ...listClaims({ action: 'feed' }, body),
    ];
    expect(listed.map((key) => Buffer.from(key).toString('hex'))).toEqual(
      expected.map((parts) => hash('sha256', JSON.stringify(parts))),
    );
  });

  test('the delivery id is not one of them: it is in no body', { tags: ['HOOK-24'] }, () => {
    expect(claimsOf({ hookId: 'h1' })).toHaveLength(1);
    expect(claimsOf({ hookId: 'h1', ...TRIGGERED })).toHaveLength(2);
  });
});

describe('facts', () => {
  test.each([
    [
      'the person of an automation',
      { action: 'automations', recipientId: 'p', postId: 'x' },
      { person: 'p', post: 'x' },
    ],
    [
      'the sender of a received message',
      { action: 'messages', type: 'received', senderId: 'p', recipientId: 'me' },
      { person: 'p', post: null },
    ],
    [
      'the recipient of a sent message',
      { action: 'messages', type: 'sent', senderId: 'me', recipientId: 'p' },
      { person: 'p', post: null },
    ],
    [
      'the author of a comment',
      { action: 'comments', from: { id: 'p' }, postId: 'x', id: 'c' },
      { person: 'p', post: 'x' },
    ],
    ['a comment without its post', { action: 'comments', id: 'c', from: {} }, { person: null, post: null }],
    ['empty texts', { action: '', postId: '', recipientId: '' }, { action: null, post: null, person: null }],
    ['what no store takes', { hookId: 'a\0b\ud800' }, { hookId: 'a\uFFFDb\uFFFD' }],
    ['a scheduled post', { action: 'scheduled', id: 'x' }, { person: null, post: 'x' }],
    ['no text', { action: 7, hookId: {}, recipientId: null }, { action: null, hookId: null, person: null }],
  ])('%s', (_what, event, expected) => {
    expect(readDeliveryFacts(event)).toMatchObject(expected);
  });

  test('a long text is cut', () => {
    expect(readDeliveryFacts({ action: 'x'.repeat(1_000_000) }).action).toHaveLength(300);
  });
});

test('headers of the connection and of what is between are not those of the delivery', {
  tags: ['L5'],
}, () => {
  const headers = {
    host: 'hooks.example',
    connection: 'close',
    'content-length': '3',
    'content-type': 'application/json',
    authorization: 'Bearer x',
    cookie: 'a=b',
    'x-forwarded-for': '203.0.113.1',
    'proxy-content-type': 'x',
    'content-type-options': 'x',
    'x-a--delivery-id': 'x',
    'x-authorization-content-sha256': 'ab',
    'x-authorization-timestamp': '1',
    'x-other-vendor-delivery-id': 'd',
    'x-a1-delivery-attempt': '1',
  };
  const kept = selectDeliveryHeaders(headers);
  expect(kept).toEqual(Object.fromEntries(Object.entries(headers).filter(([name]) => name in kept)));
  expect(Object.keys(kept)).toEqual([
    'content-type',
    'x-authorization-content-sha256',
    'x-authorization-timestamp',
    'x-other-vendor-delivery-id',
    'x-a1-delivery-attempt',
  ]);
});
