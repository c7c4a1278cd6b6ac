import { describe, expect, test } from 'vitest';
import {
  buildCallbackBody,
  buildCallbackRequest,
} from '../../../../src/domain/callbacks/message-callback.ts';
import { computeSignature } from '../../../../src/domain/webhooks/delivery.ts';
import { ENGAGEMENTS, type Engagement } from '../../../../src/service/engagement.ts';
import { CALLBACK_FIELDS } from '../../../../src/service/webhooks.ts';
import {
  commentOn,
  dm,
  reaction,
  storyComment,
  storyReply,
} from '../../../support/automations/engagements.ts';

const AT = Date.UTC(2026, 2, 2, 8, 15, 41, 900);

const fired = (engagement: Engagement, keyword: string | null = null) => ({
  automationId: 'auto_1',
  triggerId: 'trg_1',
  triggerType: ENGAGEMENTS[engagement.kind].trigger,
  keyword,
  activityId: 'auto_1:trg_1:1805',
  actionId: 'act_1',
  engagement,
});

const SHARED = {
  automationId: 'auto_1',
  triggerId: 'trg_1',
  platform: 'instagram',
  recipientId: '17841499000000777',
  activityId: 'auto_1:trg_1:1805',
  actionId: 'act_1',
  eventId: '18055000000000789',
  timestamp: '2026-03-02T08:15:41Z',
};

test.each<[string, Engagement, string | null, object]>([
  [
    'a comment',
    commentOn(),
    'price',
    {
      trigger: 'comment_keyword',
      recipientUsername: 'mara',
      keyword: 'price',
      commentId: '18055000000000789',
      commentText: 'price please',
      postId: '17999000000000456',
      storyId: null,
    },
  ],
  [
    'a reply to a story',
    storyReply(),
    null,
    {
      trigger: 'story_reply',
      recipientUsername: null,
      keyword: null,
      commentId: null,
      commentText: null,
      postId: null,
      storyId: '18100000000000001',
    },
  ],
  [
    'a comment on a story',
    storyComment(),
    null,
    {
      trigger: 'story_comment',
      recipientUsername: 'mara',
      keyword: null,
      commentId: '1805',
      commentText: 'lovely',
      postId: null,
      storyId: '18100000000000001',
    },
  ],
  [
    'a DM',
    dm('the price?'),
    'price',
    {
      trigger: 'dm_keyword',
      recipientUsername: null,
      keyword: 'price',
      commentId: null,
      commentText: 'the price?',
      postId: null,
      storyId: null,
    },
  ],
  [
    'a reaction',
    reaction('🔥'),
    '🔥',
    {
      trigger: 'dm_reaction',
      recipientUsername: null,
      keyword: '🔥',
      commentId: null,
      commentText: '🔥',
      postId: null,
      storyId: null,
    },
  ],
])(
  'the fields of %s: every field, null where it has none',
  { tags: ['M-12', 'CBK-01'] },
  (_what, engagement, keyword, own) => {
    expect(buildCallbackBody(fired(engagement, keyword), { at: AT, isSigned: false })).toEqual({
      ...SHARED,
      ...own,
    });
  },
);

test.each([
  [true, Math.floor(AT / 1000)],
  [false, undefined],
])(
  'signed %s: the moment in Unix seconds is there only then',
  { tags: ['CBK-06', 'K-05'] },
  (isSigned, timeStamp) => {
    const body = buildCallbackBody(fired(dm('price')), { at: AT, isSigned });
    expect(body.timeStamp).toBe(timeStamp);
    expect('timeStamp' in body).toBe(isSigned);
    expect(Date.parse(body.timestamp) / 1000).toBe(Math.floor(AT / 1000));
  },
);

test('the fields are those that are described, in their order', { tags: ['CBK-01'] }, () => {
  const body = buildCallbackBody(fired(commentOn()), { at: AT, isSigned: true });
  expect(Object.keys(body)).toEqual(Object.keys(CALLBACK_FIELDS));
});

describe('the request', () => {
  const request = (next: string | null) =>
    buildCallbackRequest(fired(commentOn({ text: 'ça coûte 5 €? 🎉' })), {
      at: AT,
      signing: { kind: 'secret', secret: 'one', next },
    });

  test('is signed over its very bytes', { tags: ['CBK-06', 'HOOK-10'] }, () => {
    const { body, headers } = request(null);
    expect(headers).toEqual({
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'X-Authorization-Content-SHA256': computeSignature(body, 'one'),
      'X-Authorization-Timestamp': String(Math.floor(AT / 1000)),
    });
    expect(JSON.parse(new TextDecoder().decode(body))).toMatchObject({
      commentText: 'ça coûte 5 €? 🎉',
      timeStamp: Math.floor(AT / 1000),
    });
  });

  test('after a change of the secret both sign', { tags: ['CBK-06'] }, () => {
    const { body, headers } = request('two');
    expect(headers['X-Authorization-Content-SHA256']).toBe(computeSignature(body, 'one'));
    expect(headers['X-Authorization-Content-SHA256-V2']).toBe(computeSignature(body, 'two'));
  });

  test('without a secret nothing says that it is signed', { tags: ['K-05'] }, () => {
    const { body, headers } = buildCallbackRequest(fired(commentOn()), { at: AT, signing: { kind: 'none' } });
    expect(Object.keys(headers)).toEqual(['Content-Type', 'Accept']);
    expect(JSON.parse(new TextDecoder().decode(body))).not.toHaveProperty('timeStamp');
  });
});
