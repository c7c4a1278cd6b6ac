import { describe, expect, test } from 'vitest';
import { computeDueAt } from '../../../../src/sandbox/engine/ports.ts';
import { ENGAGEMENTS, type EngagementKind } from '../../../../src/service/engagement.ts';
import type { Trigger } from '../../../../src/service/triggers.ts';
import { DM, engagedSandbox, HOOK, MAIL } from '../../../support/automations/engaged-sandbox.ts';
import { control } from '../../../support/control.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const KINDS = Object.keys(ENGAGEMENTS) as EngagementKind[]; // Object.keys forgets the names of a constant table
const seconds = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1_000;

describe('when it runs', () => {
  test.each(['comment', 'dm'] as const)(
    '%s is answered 20 to 60 seconds later, by webhook and email too',
    { tags: ['J-01', 'ENG-04'] },
    async (kind) => {
      const { automate, listen, engage, advance, rows, now } = await engagedSandbox();
      await listen();
      const id = await automate([DM, HOOK, MAIL]);
      const engaged = await now();
      await engage({ kind });
      await advance(19);
      expect(await rows(id)).toMatchObject([{ status: 'pending', completedAt: null, actionResults: [] }]);
      await advance(41);
      const [row] = await rows(id);
      expect(row?.status).toBe('sent');
      for (const { status, completedAt } of row?.actionResults ?? []) {
        expect(status).toBe('sent');
        expect(seconds(engaged, completedAt ?? '')).toBeGreaterThanOrEqual(20);
        expect(seconds(engaged, completedAt ?? '')).toBeLessThanOrEqual(60);
      }
      expect(row?.actionResults).toHaveLength(3);
    },
  );

  test.each([
    [0, 0x00, 20],
    [0, 0xff, 60],
    [1, 0x00, 20.999],
    [1, 0xff, 59.999],
    [999, 0xff, 59.001],
  ])(
    'at %i ms past the second and with bytes %i, it is %d seconds',
    { tags: ['ENG-04', 'J-01'] },
    (ms, byte, expected) => {
      const due = computeDueAt(NOW + ms, (count) => new Uint8Array(count).fill(byte));
      expect((due - NOW - ms) / 1_000).toBe(expected);
    },
  );

  test('it matches when the network reports it, and everything else comes after the jitter', {
    tags: ['ENG-05', 'U-39'],
  }, async () => {
    const { automate, engage, update, advance, rows, now } = await engagedSandbox();
    const id = await automate([DM]);
    const recorded = await now();
    await engage();
    // It does what is configured when it runs, and not when it matched.
    await update(id, { actions: [{ type: 'send_dm', message: 'Another text.' }] });
    await update(id, { triggers: [{ type: 'dm_keyword', keywords: ['other'] }] });
    await advance(60);
    const [row] = await rows(id);
    expect(row).toMatchObject({ status: 'sent', created: recorded });
    expect(row?.actionResults[0]?.sent).toEqual({ message: 'Another text.' });
  });

  test('what the network reports late runs at once', { tags: ['U-22'] }, async () => {
    const { automate, engage, rows } = await engagedSandbox();
    const id = await automate([DM]);
    await engage({ at: new Date(NOW - 61_000).toISOString() });
    expect(await rows(id)).toMatchObject([{ status: 'sent' }]);
  });

  test('what fell due while no process was there runs once, as of the time it matched', {
    tags: ['J-02'],
  }, async () => {
    const { automate, engage, sandbox, clock, rows, texts } = await engagedSandbox();
    await control(sandbox, 'setClock', { mode: 'real' });
    const id = await automate([DM]);
    await engage();
    clock.advance(600_000);
    const [row] = await rows(id);
    expect(row).toMatchObject({
      status: 'sent',
      created: '2026-09-21T14:13:20Z',
      completedAt: '2026-09-21T14:23:20Z',
    });
    expect(await texts()).toEqual([DM.message]);
  });

  test('what falls due runs in order while the clock advances, and it stops where it was sent', async () => {
    const { automate, engage, advance, sandbox, now } = await engagedSandbox();
    await automate([DM]);
    await engage({ count: 20 });
    expect(await advance(3_600)).toBe(20);
    const { messages } = (await control(sandbox, 'listInbox')).body;
    const times = messages.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    expect(new Set(times).size).toBeGreaterThan(1);
    expect(await now()).toBe('2026-09-21T15:13:20Z');
  });
});

describe('what it answers', () => {
  test('several triggers of one automation lead to one dispatch, of the first; each automation to its own', {
    tags: ['U-11'],
  }, async () => {
    const { automate, engage, advance, rows, ask } = await engagedSandbox();
    const keywords = ['price'];
    const triggers: readonly Trigger[] = [
      { type: 'dm_keyword', keywords },
      { type: 'comment_keyword', postId: 'all', keywords },
      { type: 'comment_keyword', postId: 'all', keywords },
    ];
    const [one, other] = [await automate([MAIL], { triggers }), await automate([MAIL])];
    const [event] = await engage();
    expect(event?.dispatches.map(({ automationId }) => automationId).toSorted()).toEqual(
      [one, other].toSorted(),
    );
    await advance(60);
    const [first, ...more] = await rows(one);
    expect(more).toEqual([]);
    expect(first?.id).toBe(`${one}:${first?.triggerId}:${event?.eventId}`);
    expect(event?.dispatches.map(({ id }) => id)).toContain(first?.id);
    const stats = { totalSent: 1, totalFailed: 0 };
    expect((await ask('/automations')).body.automations).toMatchObject([{ stats }, { stats }]);
  });

  test.each(KINDS)(
    'what the network reports twice is answered once: %s',
    { tags: ['U-12'] },
    async (kind) => {
      const { automate, engage, advance, rows, texts } = await engagedSandbox();
      const id = await automate([{ ...DM, dedupWindowMinutes: 0 }]);
      const [event] = await engage({ kind });
      const again = [{ ...event, duplicate: true }];
      expect(await engage({ kind, eventId: event?.eventId })).toEqual(again);
      await advance(60);
      expect(await engage({ kind, eventId: event?.eventId })).toEqual(again);
      await advance(60);
      expect(await rows(id)).toHaveLength(1);
      expect(await texts()).toHaveLength(1);
    },
  );

  test('what is done with one account is nothing to an automation of another', {
    tags: ['ENG-02'],
  }, async () => {
    const { automate, engage, rows } = await engagedSandbox();
    const id = await automate([DM]);
    const [event] = await engage({ profile: 'acme', kind: 'dm' });
    expect(event).toMatchObject({ dispatches: [], unmatched: [] });
    expect(await rows(id)).toEqual([]);
  });

  test('nothing follows where nothing fires, and the reason is reported', async () => {
    const { automate, engage, update } = await engagedSandbox();
    const listening = (...keywords: string[]) => ({
      triggers: [{ type: 'comment_keyword', postId: 'all', keywords }] as const,
    });
    const [id, paused] = [
      await automate([DM], listening('price')),
      await automate([DM], listening('prices')),
    ];
    await update(paused, { active: false });
    const [event] = await engage({ text: 'prices' });
    expect(event).toMatchObject({
      duplicate: false,
      dispatches: [],
      unmatched: [
        { automationId: id, reason: '"price" is only part of "prices"' },
        { automationId: paused, reason: 'it is paused' },
      ],
    });
  });
});

test.each([
  ['off', 'comment', 'automations are off on this account'],
  ['off', 'story_comment', 'automations are off on this account'],
  ['documented', 'story_comment', 'automations of this account do not listen to comments on stories'],
] as const)(
  'an account with automations %s fires none on a %s, and the reason is reported',
  async (automations, kind, reason) => {
    const { automate, engage, sandbox } = await engagedSandbox();
    const id = await automate([DM]);
    await control(sandbox, 'setAccount', { platform: 'instagram', automations });
    expect(await engage({ kind })).toMatchObject([
      { dispatches: [], unmatched: [{ automationId: id, reason, relatedCode: 472 }] },
    ]);
    await control(sandbox, 'setAccount', { platform: 'instagram', automations: 'documented' });
    expect(await engage({ kind: 'comment' })).toMatchObject([{ dispatches: [{ automationId: id }] }]);
  },
);

describe('what ends it before it runs', () => {
  const SKIPPED = { status: 'skipped', actionResults: [] };

  test.each([
    ['paused', 'the automation was paused before it ran', [{ active: false }]],
    [
      'paused and active again',
      'the automation was paused after it had matched',
      [{ active: false }, { active: true }],
    ],
  ])(
    '%s: nothing of it runs, and no webhook is sent',
    { tags: ['A-06', 'ENG-08', 'U-19'] },
    async (_what, errorDetails, changes) => {
      const { automate, listen, engage, update, advance, rows, events, texts } = await engagedSandbox();
      await listen();
      const id = await automate([DM, HOOK, MAIL]);
      await engage();
      for (const change of changes) await update(id, change);
      await advance(60);
      expect(await rows(id)).toMatchObject([{ ...SKIPPED, errorDetails }]);
      expect([await events(), await texts()]).toEqual([[], []]);
    },
  );

  test('deleted: nothing of it runs, no webhook is sent, and its row can be read', {
    tags: ['ENG-08', 'HOOK-16'],
  }, async () => {
    const { automate, listen, engage, remove, advance, rows, events } = await engagedSandbox();
    await listen();
    const id = await automate([DM, HOOK]);
    await engage();
    await remove(id);
    await advance(60);
    expect(await rows(id)).toMatchObject([
      { ...SKIPPED, errorDetails: 'the automation was deleted before it ran' },
    ]);
    expect(await events()).toEqual([]);
  });

  test("the account's own engagement: no action runs, and its subscriber gets the webhook", {
    tags: ['A-05', 'ENG-08', 'HOOK-16', 'U-18'],
  }, async () => {
    const { automate, listen, fire, events, texts, sandbox } = await engagedSandbox();
    await listen();
    const id = await automate([DM, HOOK, MAIL]);
    const row = await fire(id, { from: { username: 'us' } });
    expect(row.status).toBe('skipped');
    expect(row.actionResults.map(({ status }) => status)).toEqual(['skipped', 'skipped', 'skipped']);
    expect(row.actionResults.map(({ completedAt }) => completedAt)).toEqual(Array(3).fill(row.completedAt));
    expect(row.errorDetails).toBe('it came from your own account');
    expect(row.actionResults.every((result) => !('messageSource' in result))).toBe(true);
    expect([await texts(), (await control(sandbox, 'listOutbox')).body.emails]).toEqual([[], []]);
    expect([await events(), await events('status')]).toEqual([['automation.completed'], ['skipped']]);
  });

  test('an automation that is paused is skipped for that, whatever the engagement', {
    tags: ['U-20'],
  }, async () => {
    const { automate, listen, engage, update, advance, rows, events } = await engagedSandbox();
    await listen();
    const id = await automate([HOOK]);
    await engage({ from: { username: 'us' } });
    await update(id, { active: false });
    await advance(60);
    expect(await rows(id)).toMatchObject([SKIPPED]);
    expect(await events()).toEqual([]);
  });

  test('a plan without automations has none that listen, and runs none', async () => {
    const { automate, engage, advance, rows, sandbox } = await engagedSandbox();
    const id = await automate([DM]);
    await engage();
    await control(sandbox, 'setPlan', { plan: 'premium' });
    const suppression = { reason: 'the plan Premium has no automations', relatedCode: 468 };
    expect(await engage()).toMatchObject([
      { dispatches: [], unmatched: [{ automationId: id, ...suppression }] },
    ]);
    await advance(60);
    await control(sandbox, 'setPlan', { plan: 'launch' });
    expect(await rows(id)).toMatchObject([
      { ...SKIPPED, errorDetails: 'the plan Premium has no automations' },
    ]);
  });
});
