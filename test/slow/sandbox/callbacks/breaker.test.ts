import * as fc from 'fast-check';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { OutboundAnswer } from '../../../../src/outbound/outbound.ts';
import type { CallbackOutcome } from '../../../../src/sandbox/engine/outbound-queue/callbacks.ts';
import type { OutboundQueue } from '../../../../src/sandbox/engine/outbound-queue/queue.ts';
import { HOUR_MS, SECOND_MS } from '../../../../src/service/durations.ts';
import { CALLED, type CallbackEngine, createCallbackEngines } from '../../../support/callback-engine.ts';
import { dm } from '../../../support/engagements.ts';
import { ingest, runNextDispatch } from '../../../support/engine-work.ts';
import { createExpectedBreaker, type ExpectedBreaker } from '../../../support/expected-breaker.ts';
import { createFakeOutbound, withText } from '../../../support/fake-outbound.ts';
import { scaled } from '../../../support/scale.ts';
import { NOW } from '../../../support/small-sandbox.ts';
import { testSeed } from '../../../support/test-seed.ts';

const rooms = createCallbackEngines();
afterEach(rooms.close);
afterAll(rooms.remove);

const FAILED = { status: 503, body: new Uint8Array() };

/**
 * A follower wrote an hour ago, and the network reports it only now: it is answered at once.
 *
 * @see docs/service/readings.md#U-22
 */
function writeAt({ engine, account }: CallbackEngine, automation: string, from: string): void {
  const engagement = { ...dm(WORDS[automation] ?? 'price'), at: NOW - HOUR_MS };
  const named = { ...engagement, eventId: `${automation}-${from}`, from: { id: from, username: from } };
  ingest(engine, { accountId: account.id, engagement: named });
}

const WORDS: Readonly<Record<string, string>> = { auto_1: 'price', auto_2: 'size' };

/** Two processes on one file, whose requests are answered when the test says. */
async function twoProcesses() {
  const room = rooms.open();
  room.automate(
    'auto_2',
    [{ type: 'dm_keyword', keywords: ['size'] }],
    [{ ...CALLED, messageUrl: 'https://other.example.com/text' }],
  );
  const underway: { who: string; errands: OutboundQueue; end(answer: Partial<OutboundAnswer>): void }[] = [];
  const process = async (own: CallbackEngine) => {
    const outbound = createFakeOutbound(
      ({ body }) =>
        new Promise((end) => {
          const { automationId, recipientId } = JSON.parse(new TextDecoder().decode(body));
          if (errands !== undefined) underway.push({ who: `${automationId} ${recipientId}`, errands, end });
        }),
    );
    const { engine } = own.asking(outbound);
    const [errands] = await engine.outboundQueues();
    if (errands === undefined) throw new Error('nothing may leave');
    return { engine, errands };
  };
  return { room, underway, processes: [await process(room), await process(room.another())] as const };
}

const ANSWERS: Readonly<Record<CallbackOutcome, Partial<OutboundAnswer>>> = {
  success: withText('hello'),
  failure: FAILED,
  neither: { fault: 'address not allowed' },
};

const seed = testSeed();

test(`U-36 two processes, whatever happens in whatever order, ask as the reading says; seed ${seed}`, async () => {
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
      const { room, underway, processes } = await twoProcesses();
      const told: Readonly<Record<string, ExpectedBreaker>> = {
        auto_1: createExpectedBreaker(),
        auto_2: createExpectedBreaker(),
      };
      let people = 0;
      for (const { does, automation, who, outcome, which, ms } of steps) {
        const { engine, errands } = processes[who];
        if (does === 'wait') room.time.now += ms;
        if (does === 'ask' && underway.length < FEW) {
          people += 1;
          const before = underway.length;
          writeAt(room, automation, String(people));
          runNextDispatch(engine);
          errands.start();
          const isAsked = told[automation]?.ask(people, room.time.now) !== 'refused';
          expect(underway.length - before).toBe(isAsked ? 1 : 0);
          if (!isAsked) runNextDispatch(engine);
        }
        const [one] = does === 'answer' ? underway.splice(which % Math.max(1, underway.length), 1) : [];
        if (one === undefined) continue;
        one.end(ANSWERS[outcome]);
        await one.errands.waitForChange();
        const [named = '', person] = one.who.split(' ');
        told[named]?.answer(Number(person), outcome, room.time.now);
        runNextDispatch(engine);
      }
      // Everybody who was asked, or was not to be, has a DM by now but those whose answer is still to come.
      expect(room.dms()).toHaveLength(people - underway.length);
      for (const one of underway) one.end(FAILED);
      for (const { errands } of processes) await errands.stop();
      rooms.close();
    }),
    { seed, numRuns: scaled(15, 300) },
  );
});

/** Few enough that none has to wait for a slot. */
const FEW = 6;
