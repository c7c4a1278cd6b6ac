import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatIsoSeconds } from '../../../../src/domain/time/read-timestamp.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../../src/service/durations.ts';
import {
  DM,
  type EngagedSandbox,
  engagedSandbox,
  HOOK,
  MAIL,
} from '../../../support/automations/engaged-sandbox.ts';
import { control } from '../../../support/control.ts';
import { scaled } from '../../../support/scale.ts';
import { testSeed } from '../../../support/test-seed.ts';

const HOUR_S = HOUR_MS / SECOND_MS;
const DAY_S = DAY_MS / SECOND_MS;

const paced = async (perHour: number, limits: { readonly perDay?: number } = {}): Promise<EngagedSandbox> => {
  const engaged = await engagedSandbox();
  await control(engaged.sandbox, 'setDmLimits', { perHour, ...limits });
  return engaged;
};
const sentAt = async ({ sandbox }: EngagedSandbox): Promise<readonly number[]> =>
  (await control(sandbox, 'listInbox')).body.messages
    .map(({ at }) => Date.parse(at))
    .toSorted((a, b) => a - b);
const setClock = async ({ sandbox }: EngagedSandbox, now: number) =>
  control(sandbox, 'setClock', { mode: 'set', now: formatIsoSeconds(now) });
/** Moves on to a minute and a half before it. */
const beforeMidnight = async ({ now, advance }: EngagedSandbox): Promise<number> => {
  const at = Date.parse(await now());
  const midnight = at - (at % DAY_MS) + DAY_MS;
  await advance((midnight - at) / SECOND_MS - 90);
  return midnight;
};
/** By the alphabet: who goes first, chance says. */
const statuses = async ({ rows }: EngagedSandbox, id: string) =>
  (await rows(id)).map(({ status }) => status).toSorted();
const lastOf = async ({ rows }: EngagedSandbox, id: string) =>
  (await rows(id)).find(({ actionResults }) =>
    actionResults.every(({ type, status }) => type !== 'send_dm' || status !== 'sent'),
  );
const most = (times: readonly number[], within: (time: number, other: number) => boolean) =>
  Math.max(0, ...times.map((time) => times.filter((other) => within(time, other)).length));
const mostInAnHour = (times: readonly number[]) =>
  most(times, (time, other) => other <= time && other > time - HOUR_MS);
const mostInADay = (times: readonly number[]) =>
  most(times, (time, other) => Math.floor(time / DAY_MS) === Math.floor(other / DAY_MS));

describe('DMs that wait for their hour', () => {
  test('count for the day on which they go, and go no more than it lets', {
    tags: ['ENG-07', 'U-17'],
  }, async () => {
    const engaged = await paced(1, { perDay: 3 });
    const { automate, engage, advance } = engaged;
    const id = await automate([DM]);
    await beforeMidnight(engaged);
    await engage({ kind: 'dm', count: 3 });
    await advance(4 * HOUR_S);
    await engage({ kind: 'dm', count: 3, from: { username: 'other' } });
    await advance(8 * HOUR_S);
    const sent = await sentAt(engaged);
    expect(mostInADay(sent)).toBeLessThanOrEqual(3);
    expect(sent.length).toBeGreaterThan(1);
    await advance(3 * DAY_S);
    expect(await statuses(engaged, id)).not.toContain('in_flight');
  });

  test('wait for the next day where theirs has no room left', { tags: ['ENG-07'] }, async () => {
    const engaged = await paced(1, { perDay: 2 });
    await engaged.automate([DM]);
    await engaged.automate([DM], { as: 'acme' });
    const midnight = await beforeMidnight(engaged);
    // One goes before midnight. By the hour of the other, another account has sent what the new day lets.
    await engaged.engage({ kind: 'dm', count: 2 });
    await engaged.advance(100);
    await engaged.engage({ kind: 'dm', profile: 'acme', from: { username: 'other' } });
    await control(engaged.sandbox, 'setDmLimits', { perDay: 1 });
    await engaged.advance(12 * HOUR_S);
    expect(await sentAt(engaged)).toHaveLength(2);
    await engaged.advance(12 * HOUR_S);
    expect((await sentAt(engaged))[2]).toBe(midnight + DAY_MS);
  });

  test('count no more for the day on which they did not go', { tags: ['ENG-07'] }, async () => {
    const engaged = await paced(1);
    await engaged.automate([DM]);
    const midnight = await beforeMidnight(engaged);
    await engaged.engage({ kind: 'dm', count: 2 });
    await engaged.advance(2 * HOUR_S);
    await setClock(engaged, midnight - SECOND_MS);
    expect((await control(engaged.sandbox, 'status')).body.limits.dms.sentToday).toEqual({ primary: 1 });
  });

  test('keep the pacing when the engine did not run for a day', { tags: ['ENG-14', 'T4'] }, async () => {
    const engaged = await paced(2);
    await engaged.automate([DM]);
    await engaged.engage({ kind: 'dm', count: 10 });
    await engaged.advance(60);
    // two are late, by whose time the next two have no room at theirs
    await setClock(engaged, Date.parse(await engaged.now()) + 1.5 * HOUR_MS);
    await engaged.advance(HOUR_S);
    expect(await sentAt(engaged)).toHaveLength(4);
    await setClock(engaged, Date.parse(await engaged.now()) + DAY_MS);
    await engaged.now();
    await engaged.advance(10 * HOUR_S);
    const sent = await sentAt(engaged);
    expect(sent).toHaveLength(10);
    expect(mostInAnHour(sent)).toBe(2);
  });

  test('do not wait for a time from which the clock came back', { tags: ['ENG-14', 'T4'] }, async () => {
    const engaged = await paced(1);
    const id = await engaged.automate([DM]);
    const before = Date.parse(await engaged.now());
    await engaged.advance(DAY_S);
    await engaged.engage({ kind: 'dm', count: 2, from: { username: 'a' } });
    await engaged.advance(60);
    await setClock(engaged, before);
    await engaged.engage({ kind: 'dm', from: { username: 'b' } });
    await engaged.advance(3 * HOUR_S);
    expect(await statuses(engaged, id)).toEqual(['sent', 'sent', 'sent']);
  });

  test('go at once when the hour lets more go', { tags: ['U-41'] }, async () => {
    const engaged = await paced(1);
    const id = await engaged.automate([DM]);
    await engaged.engage({ kind: 'dm', count: 4 });
    await engaged.advance(60);
    expect(await statuses(engaged, id)).toEqual(['in_flight', 'in_flight', 'in_flight', 'sent']);
    await control(engaged.sandbox, 'setDmLimits', { perHour: 100 });
    await engaged.advance(1);
    expect(await statuses(engaged, id)).toEqual(['sent', 'sent', 'sent', 'sent']);
  });

  test.each([
    ['paused', 'paused', (engaged: EngagedSandbox, id: string) => engaged.update(id, { active: false })],
    ['deleted', 'deleted', (engaged: EngagedSandbox, id: string) => engaged.remove(id)],
    [
      'paused and active again',
      'paused after',
      async ({ update }: EngagedSandbox, id: string) => {
        await update(id, { active: false });
        await update(id, { active: true });
      },
    ],
  ])(
    'are not sent when the automation is %s meanwhile',
    { tags: ['ENG-08', 'U-19'] },
    async (_what, reason, end) => {
      const engaged = await paced(1);
      const id = await engaged.automate([MAIL, DM, HOOK]);
      await engaged.listen();
      await engaged.engage({ kind: 'dm', count: 2 });
      await engaged.advance(60);
      await end(engaged, id);
      await engaged.advance(5 * HOUR_S);
      const waited = await lastOf(engaged, id);
      expect(await engaged.texts()).toHaveLength(1);
      expect(waited).toMatchObject({ status: 'sent', errorDetails: null }); // its email was
      expect(waited?.actionResults.map(({ status }) => status)).toEqual(['sent', 'skipped', 'skipped']);
      expect(waited?.actionResults[1]?.errorDetails).toContain(reason);
      // U-18: no webhook is sent for it
      expect(await engaged.events('eventId')).not.toContain(waited?.id.split(':').at(-1));
      const { limits } = (await control(engaged.sandbox, 'status')).body;
      expect(limits.dms.sentToday).toEqual({ primary: 1 });
    },
  );

  test('a dispatch of which nothing else ran is skipped, with the reason, and another DM has its place', {
    tags: ['ENG-08', 'ENG-14'],
  }, async () => {
    const engaged = await paced(1);
    const [id, other] = [await engaged.automate([DM]), await engaged.automate([HOOK])];
    await engaged.engage({ kind: 'dm', count: 2 });
    await engaged.advance(60);
    await engaged.update(id, { active: false });
    await engaged.update(other, { actions: [DM] });
    await engaged.advance(HOUR_S + 60);
    await engaged.engage({ kind: 'dm', from: { username: 'other' } });
    await engaged.advance(60);
    expect(await sentAt(engaged)).toHaveLength(2);
    const waited = await lastOf(engaged, id);
    expect(waited).toMatchObject({
      status: 'skipped',
      errorDetails: 'the automation was paused before it ran',
    });
  });
});

type Move =
  | { readonly kind: 'engage'; readonly count: number }
  | { readonly kind: 'advance' | 'jump'; readonly minutes: number }
  | { readonly kind: 'pace'; readonly perHour: number };

const minutes = fc.oneof(fc.nat({ max: 90 }), fc.nat({ max: 2_000 }));
const moves: fc.Arbitrary<readonly Move[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('engage' as const), count: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constantFrom('advance' as const, 'jump' as const), minutes }),
    fc.record({ kind: fc.constant('pace' as const), perHour: fc.integer({ min: 1, max: 3 }) }),
  ),
  { minLength: 1, maxLength: 12 },
);

const seed = testSeed();
const numRuns = scaled(6, 500);
const PER_DAY = 5;
const MOST_PER_HOUR = 3;

test(`no hour and no day has more DMs than its limit, whenever the engine runs, and none waits for ever: ${numRuns} times (seed ${seed})`, {
  tags: ['ENG-07', 'ENG-14'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(moves, async (steps) => {
      const engaged = await paced(MOST_PER_HOUR, { perDay: PER_DAY });
      const id = await engaged.automate([{ ...DM, dedupWindowMinutes: 0 }]);
      for (const step of steps) {
        if (step.kind === 'engage') await engaged.engage({ kind: 'dm', count: step.count });
        else if (step.kind === 'advance') await engaged.advance(step.minutes * 60);
        else if (step.kind === 'jump')
          await setClock(engaged, Date.parse(await engaged.now()) + step.minutes * 60_000);
        else if (step.kind === 'pace')
          await control(engaged.sandbox, 'setDmLimits', { perHour: step.perHour });
      }
      await engaged.advance(20 * DAY_S);
      const sent = await sentAt(engaged);
      expect(mostInAnHour(sent)).toBeLessThanOrEqual(MOST_PER_HOUR);
      expect(mostInADay(sent)).toBeLessThanOrEqual(PER_DAY);
      expect(await statuses(engaged, id)).not.toContain('in_flight');
    }),
    { seed, numRuns },
  );
});
