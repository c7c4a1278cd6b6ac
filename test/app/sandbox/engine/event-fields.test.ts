import { describe, expect, test } from 'vitest';
import { buildDeliveryBody } from '../../../../src/domain/webhooks/delivery.ts';
import { buildCompletedEvent } from '../../../../src/sandbox/engine/dispatcher/complete.ts';
import { buildTriggeredEvent } from '../../../../src/sandbox/engine/dispatcher/context.ts';
import type { Dispatch } from '../../../../src/sandbox/store/automations/dispatches.ts';
import { ENGAGEMENTS, type Engagement, type EngagementKind } from '../../../../src/service/engagement.ts';
import { WEBHOOK_EVENTS } from '../../../../src/service/webhook-events.ts';
import { listFields, readDocExamples, readDocTable } from '../../../support/docs/read-doc.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const EVENT_ID = '18055000000000789';

/** What every kind has, and what only each kind has. */
const PERSON = {
  eventId: EVENT_ID,
  from: { id: '17841499000000777', username: 'mara' },
  at: NOW,
  text: 'GUIDE please',
  emoji: '🔥',
  commentId: EVENT_ID,
  messageId: 'mid.1',
  postId: '17999000000000456',
  storyId: '17990000000000042',
};
const OWN = {
  comment: ['text', 'commentId', 'postId'],
  story_reply: ['text', 'messageId', 'storyId'],
  story_comment: ['text', 'commentId', 'storyId'],
  dm: ['text', 'messageId'],
  reaction: ['emoji', 'messageId'],
} as const satisfies Record<EngagementKind, readonly (keyof typeof PERSON)[]>;

function engagement(kind: EngagementKind): Engagement {
  const { eventId, from, at } = PERSON;
  const own = Object.fromEntries(OWN[kind].map((name) => [name, PERSON[name]]));
  // Its fields are those of its kind, which only the table above knows.
  return { kind, eventId, from, at, ...own } as Engagement;
}

function dispatch(kind: EngagementKind, keyword: string | null): Dispatch {
  return {
    row: 1,
    id: `auto_K4mZ8qT2xW:trg_p7Rk2a:${EVENT_ID}`,
    automation: 'auto_K4mZ8qT2xW',
    triggerId: 'trg_p7Rk2a',
    triggerType: ENGAGEMENTS[kind].trigger,
    keyword,
    engagement: 1,
    recipientId: PERSON.from.id,
    created: NOW,
    dueAt: NOW,
    pauseCount: 0,
    retries: 0,
    status: 'in_flight',
  };
}

/** The fields that the document lists for an event. */
function listed(type: string): readonly string[] {
  const rows = readDocTable('service/webhooks', type.replace('.', '-'), 'field', 'value');
  return rows.flatMap(([fields = '']) => listFields(fields)).sort();
}

const END = {
  status: 'sent',
  errorDetails: null,
  now: NOW,
  actionResults: [
    {
      actionId: 'act_v3Nd9s',
      type: 'send_dm',
      status: 'sent',
      errorDetails: null,
      messageSource: 'template',
    },
  ],
};

test('automation.completed, delivered, is the body of the document', { tags: ['HOOK-15', 'U-02'] }, () => {
  const body = buildDeliveryBody(
    {
      action: 'automations',
      hookId: 'Ws3eDc6RfV0tGb8YhN2u',
      created: NOW,
      refId: '5f0c8b1e9a7d4c2386e1f09b3ad57c64d2e8a901',
      title: 'Primary Profile',
      url: 'https://hooks.example/auto',
      event: buildCompletedEvent(dispatch('comment', 'GUIDE'), engagement('comment'), END),
    },
    NOW / 1_000,
  );
  expect(body).toEqual(readDocExamples('service/webhooks', 'automation-completed')[0]);
});

// Object.keys forgets the names of a constant's members.
const KINDS = Object.keys(ENGAGEMENTS) as EngagementKind[];
const MOMENT = { at: '2026-09-21T14:13:20Z', id: EVENT_ID };

describe.each(KINDS)('by %s', (kind) => {
  const triggered = () =>
    buildTriggeredEvent(dispatch(kind, null), engagement(kind), { actionId: 'act_v3Nd9s', now: NOW });
  const completed = () => buildCompletedEvent(dispatch(kind, null), engagement(kind), END);

  test('automation.triggered has every field of the list, null where there is nothing', {
    tags: ['HOOK-15', 'W-13'],
  }, () => {
    expect(Object.keys(triggered()).sort()).toEqual(listed('automation.triggered'));
    expect(Object.values(triggered())).not.toContain(undefined);
    const sample = WEBHOOK_EVENTS['automation.triggered'].fields(MOMENT);
    expect(Object.keys(triggered()).sort()).toEqual(Object.keys(sample).sort());
  });

  test('what its trigger has no place for is null', { tags: ['HOOK-23'] }, () => {
    const { commentId, postId, storyId, recipientUsername } = triggered();
    const isComment = kind.endsWith('comment');
    const isOnStory = kind.startsWith('story');
    expect({ commentId, postId, storyId, recipientUsername }).toEqual({
      commentId: isComment ? EVENT_ID : null,
      postId: kind === 'comment' ? PERSON.postId : null,
      storyId: isOnStory ? PERSON.storyId : null,
      recipientUsername: isComment ? 'mara' : null,
    });
  });

  test('automation.completed has every field of the list', { tags: ['HOOK-15'] }, () => {
    expect(Object.keys(completed()).sort()).toEqual(listed('automation.completed'));
    const sample = WEBHOOK_EVENTS['automation.completed'].fields(MOMENT);
    expect(Object.keys(completed()).sort()).toEqual(Object.keys(sample).sort());
  });
});
