import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../src/service/durations.ts';
import { POSTS, webhookUrlOf } from '../../support/model/expected.ts';
import { openScenarioSandbox } from '../../support/model/scenario-sandbox.ts';
import { scaled } from '../../support/scale.ts';
import { testSeed } from '../../support/test-seed.ts';

const seed = testSeed();
const numRuns = scaled(20, 1_000);

/** Minutes after one another at which people comment, and how many DMs the hour lets go. */
const crowds = fc.record({
  pauses: fc.array(fc.nat({ max: 25 }), { minLength: 1, maxLength: 10 }),
  perHour: fc.integer({ min: 1, max: 4 }),
});

/** An email, a DM, and a webhook behind it. */
const AUTOMATION = {
  triggers: [{ type: 'comment_keyword', postId: 'all', keywords: ['price'] }],
  actions: [
    { type: 'send_email', to: 'desk@shop.example', message: 'One more.' },
    { type: 'send_dm', message: 'Here it is.' },
    { type: 'fire_webhook' },
  ],
} as const;

/** When each DM leaves, if none waits longer than it has to: the hour before it holds as many as it may. */
function greedy(due: readonly number[], perHour: number): readonly number[] {
  const times: number[] = [];
  for (const at of due.toSorted((one, other) => one - other)) {
    times.push(Math.max(at, (times.at(-perHour) ?? Number.NEGATIVE_INFINITY) + HOUR_MS));
  }
  return times;
}

test(`past the pace DMs wait, no longer than they have to, and none is lost: ${numRuns} crowds (seed ${seed})`, {
  tags: ['ENG-14', 'U-41'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(crowds, async ({ pauses, perHour }) => {
      const { due, paced } = await comeAndGo(pauses, perHour);
      const inTime = due.toSorted((one, other) => one - other);
      expect(paced.emails).toEqual(inTime);
      expect(paced.messages).toEqual(greedy(due, perHour));
      expect(paced.deliveries).toEqual(paced.messages);
      expect(paced.statuses).toEqual(due.map(() => 'sent'));
    }),
    { seed, numRuns },
  );
});

test('a dispatch whose DM waits has begun, and is in flight', { tags: ['U-41'] }, async () => {
  const { paced } = await comeAndGo([0, 0], 1, MINUTE_MS);
  expect(paced.statuses.toSorted()).toEqual(['in_flight', 'sent']);
});

/** @param restMs how long after the last of them the check is; default: until every DM had its hour */
async function comeAndGo(pauses: readonly number[], perHour: number, restMs = (pauses.length + 1) * HOUR_MS) {
  const { service, control, close } = await openScenarioSandbox();
  try {
    const as = 'primary';
    await service('POST', '/hook/webhook', { as, body: { action: 'automations', url: webhookUrlOf(as, 0) } });
    await control('setDmLimits', { perHour });
    const { body } = await service('POST', '/automations', { as, body: AUTOMATION });
    const due: number[] = [];
    for (const [place, minutes] of pauses.entries()) {
      await control('advanceClock', { ms: minutes * MINUTE_MS });
      const { events } = await control('engage', {
        kind: 'comment',
        from: { username: `person.${place}` },
        text: 'price',
        postId: POSTS.primary[0].socialPostId,
      });
      due.push(...(events[0]?.dispatches ?? []).map(({ dueAt }) => Date.parse(dueAt)));
    }
    await control('advanceClock', { ms: restMs });
    const { messages } = await control('listInbox', {});
    const { emails } = await control('listOutbox', {});
    const { deliveries } = await control('listDeliveries', {});
    const rows = await service('GET', `/automations/${body.id}/activity`, { as });
    const statuses: readonly string[] = rows.body.activity.map(({ status }: { status: string }) => status);
    const paced = {
      messages: messages.map(({ at }) => Date.parse(at)),
      emails: emails.map(({ at }) => Date.parse(at)),
      deliveries: deliveries.map(({ created }) => Date.parse(created)),
      statuses,
    };
    return { due, paced };
  } finally {
    close();
  }
}
