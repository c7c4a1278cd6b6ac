import * as fc from 'fast-check';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { OutboundAnswer } from '../../../../src/outbound/outbound.ts';
import type { CallbackOutcome } from '../../../../src/sandbox/engine/outbound-queue/callbacks.ts';
import { SECOND_MS } from '../../../../src/service/durations.ts';
import { createCallbackEngines, openTwoProcesses, writeAt } from '../../../support/engine/callback-engine.ts';
import { runNextDispatch } from '../../../support/engine/engine-work.ts';
import { createExpectedBreaker, type ExpectedBreaker } from '../../../support/engine/expected-breaker.ts';
import { withText } from '../../../support/engine/fake-outbound.ts';
import { scaled } from '../../../support/scale.ts';
import { testSeed } from '../../../support/test-seed.ts';

const fixtures = createCallbackEngines();
afterEach(fixtures.close);
afterAll(fixtures.remove);

const FAILED = { status: 503, body: new Uint8Array() };

const ANSWERS: Readonly<Record<CallbackOutcome, Partial<OutboundAnswer>>> = {
  success: withText('hello'),
  failure: FAILED,
  neither: { fault: 'address not allowed' },
};

const seed = testSeed();

test(`two processes, whatever happens in whatever order, ask as the reading says; seed ${seed}`, {
  tags: ['U-36'],
}, async () => {
  const step = fc.record({
    does: fc.constantFrom('ask', 'ask', 'ask', 'answer', 'answer', 'answer', 'wait'),
    automation: fc.constantFrom('auto_1', 'auto_1', 'auto_2'),
    who: fc.constantFrom(0 as const, 1 as const),
    outcome: fc.constantFrom<CallbackOutcome>(
      'success',
      'failure',
      'failure',
      'failure',
      'failure',
      'neither',
    ),
    which: fc.nat({ max: 20 }),
    ms: fc.integer({ min: 0, max: 90 * SECOND_MS }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 80 }), async (steps) => {
      const { fixture, inFlight, processes } = await openTwoProcesses(fixtures);
      const recorded: Readonly<Record<string, ExpectedBreaker>> = {
        auto_1: createExpectedBreaker(),
        auto_2: createExpectedBreaker(),
      };
      let people = 0;
      for (const { does, automation, who, outcome, which, ms } of steps) {
        const { engine, jobs } = processes[who];
        if (does === 'wait') fixture.time.now += ms;
        if (does === 'ask' && inFlight.length < FEW) {
          people += 1;
          const before = inFlight.length;
          writeAt(fixture, automation, String(people));
          runNextDispatch(engine);
          jobs.start();
          const isAsked = recorded[automation]?.ask(people, fixture.time.now) !== 'refused';
          expect(inFlight.length - before).toBe(isAsked ? 1 : 0);
          if (!isAsked) runNextDispatch(engine);
        }
        const [one] = does === 'answer' ? inFlight.splice(which % Math.max(1, inFlight.length), 1) : [];
        if (one === undefined) continue;
        one.end(ANSWERS[outcome]);
        await one.jobs.waitForChange();
        const [named = '', person] = one.who.split(' ');
        recorded[named]?.answer(Number(person), outcome, fixture.time.now);
        runNextDispatch(engine);
      }
      // Everybody who was asked, or was not to be, has a DM by now but those whose answer is still to come.
      expect(fixture.dms()).toHaveLength(people - inFlight.length);
      for (const one of inFlight) one.end(FAILED);
      for (const { jobs } of processes) await jobs.stop();
      fixtures.close();
    }),
    { seed, numRuns: scaled(15, 300) },
  );
});

/** Few enough that none has to wait for a slot. */
const FEW = 6;
