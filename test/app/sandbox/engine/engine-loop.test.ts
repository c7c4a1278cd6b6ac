import { once } from 'node:events';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { CrierError } from '../../../../src/errors.ts';
import type { OutboundAnswer } from '../../../../src/outbound/outbound.ts';
import { runDispatches } from '../../../../src/sandbox/engine/dispatcher/dispatcher.ts';
import { createEngine } from '../../../../src/sandbox/engine/engine.ts';
import { getNextDue } from '../../../../src/sandbox/engine/ports.ts';
import type { Action } from '../../../../src/service/actions.ts';
import { ASSUMED } from '../../../../src/service/assumed.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../src/service/durations.ts';
import { LIMITS } from '../../../../src/service/limits.ts';
import { MAIL } from '../../../support/automations/engaged-sandbox.ts';
import { createDeliveryEngine, createOutboundEngine } from '../../../support/engine/delivery-engine.ts';
import {
  createEngineFixtures,
  createFixtureClock,
  type EngineFixture,
} from '../../../support/engine/engine-fixture.ts';
import { openWithPeople } from '../../../support/engine/engine-work.ts';
import { createFakeOutbound, withText } from '../../../support/engine/fake-outbound.ts';
import { listEmails, listSentMessages } from '../../../support/engine/stored-rows.ts';
import { eventually } from '../../../support/eventually.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const fixtures = createEngineFixtures();
const opened: EngineFixture[] = [];
afterEach(() => {
  for (const fixture of opened.splice(0)) fixture.close();
});

function withPeople(count: number, actions: readonly Action[] = [MAIL]): EngineFixture {
  const fixture = openWithPeople(fixtures, count, actions);
  opened.push(fixture);
  return fixture;
}

const mails = ({ engine }: EngineFixture) => listEmails(engine.store).length;

test('what is due is run, and the others are unchanged', async () => {
  const fixture = withPeople(20);
  const running = await fixture.engine.keepRunning();
  await running.stop();
  expect(mails(fixture)).toBe(0);
  fixture.time.now = NOW + MINUTE_MS;
  expect(await (await fixture.engine.dueRunner()).run()).toBe(20);
  expect(mails(fixture)).toBe(20);
});

test('it sleeps until something is due, and wakes when it is notified that something may be', async () => {
  const fixture = withPeople(3);
  const sleeps = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => sleeps.mockRestore());
  const waits = () => sleeps.mock.calls.map(([, milliseconds]) => milliseconds);
  fixture.time.now = (getNextDue(fixture.engine) ?? 0) - 700;
  const running = await fixture.engine.keepRunning();
  await eventually(() => expect(waits()).toContain(700));
  fixture.time.now = NOW + MINUTE_MS;
  running.wake();
  await eventually(() => expect(mails(fixture)).toBe(3));
  await eventually(() => expect(waits()).toContain(2 * SECOND_MS)); // nothing is left that falls due
  await running.stop();
});

test.each([
  ['while it runs', false],
  ['while it does not run', true],
])(
  'a retry does not wait for the hour by which the clock of the machine was set back %s',
  async (_when, isStopped) => {
    const outbound = createFakeOutbound(() => ({ status: 503 }));
    const { engine, fixture, advance, enqueue, of } = createDeliveryEngine(withPeople(1), outbound);
    const hookId = enqueue();
    await advance(1);
    const waitMs = (of(hookId).dueAt ?? 0) - fixture.time.now;
    expect(waitMs).toBeGreaterThan(0);
    if (isStopped) fixture.time.now -= 60 * MINUTE_MS;
    const running = await engine.keepRunning();
    await eventually(() => expect(of(hookId).attempts).toHaveLength(1));
    if (!isStopped) fixture.time.now -= 60 * MINUTE_MS;
    running.wake();
    await eventually(() =>
      expect((of(hookId).dueAt ?? 0) - fixture.time.now).toBeLessThanOrEqual(2 * waitMs),
    );
    await running.stop();
  },
);

test('it stops in the middle of much, and nothing is left half done', async () => {
  const fixture = withPeople(200);
  // however fast the machine, it is not done in one go
  let elapsed = 0;
  const slow = vi.spyOn(performance, 'now').mockImplementation(() => {
    elapsed += 20;
    return elapsed;
  });
  const stops: Promise<void>[] = [];
  const reporting = { ...fixture.engine, onEnded: () => void stops.push(running.stop()) };
  const outbound = createFakeOutbound(() => ({ status: 200 }));
  const { engine, enqueue, of } = createDeliveryEngine({ ...fixture, engine: reporting }, outbound);
  const running = await engine.keepRunning();
  fixture.time.now = NOW + MINUTE_MS;
  const hookId = enqueue();
  running.wake();
  await eventually(() => expect(stops).not.toEqual([]));
  await Promise.all(stops);
  slow.mockRestore();
  const before = mails(fixture);
  expect(before).toBeLessThan(200);
  await new Promise(setImmediate);
  expect(mails(fixture)).toBe(before);
  expect([of(hookId).attempts, outbound.asked]).toEqual([[], []]); // it begins no request when it stops
  expect(await (await fixture.engine.dueRunner()).run()).toBe(200 - before);
});

test('what keeps it from running is reported, and it continues afterwards', async () => {
  const fixture = withPeople(1);
  let isBroken = true;
  const engine = createEngine({
    ...fixture.engine,
    now: () => {
      if (isBroken) throw new CrierError('usage', 'the disk is full');
      return NOW + MINUTE_MS;
    },
  });
  const running = await engine.keepRunning();
  await eventually(() => expect(fixture.faults).toHaveLength(1));
  isBroken = false;
  running.wake();
  await eventually(() => expect(mails(fixture)).toBe(1));
  await running.stop();
});

test('before a command, what is due is settled for a moment; the rest is for the next one', async () => {
  const fixture = withPeople(50);
  fixture.time.now = NOW + MINUTE_MS;
  const slow = vi.spyOn(performance, 'now');
  let elapsed = 0;
  slow.mockImplementation(() => {
    elapsed += 20;
    return elapsed;
  });
  await fixture.engine.runOverdue();
  const first = mails(fixture);
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(50);
  slow.mockRestore();
  await fixture.engine.runOverdue();
  expect(mails(fixture)).toBeGreaterThan(first);
});

test('nothing is run while another process writes, nor before a command where the clock cannot be read', async () => {
  const fixture = withPeople(1);
  const other = fixture.another();
  opened.push(other);
  fixture.time.now = NOW + MINUTE_MS;
  other.database.script('begin immediate');
  await fixture.engine.runOverdue();
  await (await fixture.engine.keepRunning()).stop();
  other.database.script('rollback');
  expect(mails(fixture)).toBe(0);
  const now = () => {
    throw new CrierError('usage', 'the clock cannot be read');
  };
  await createEngine({ ...fixture.engine, now }).runOverdue(); // the command itself meets the error
  await fixture.engine.runOverdue();
  expect([mails(fixture), fixture.faults]).toEqual([1, []]);
});

/** An outbound client that answers when the test says, or when the request is aborted. */
function createHeldOutbound() {
  const { promise, resolve } = Promise.withResolvers<Partial<OutboundAnswer>>();
  const outbound = createFakeOutbound(({ signal }) => {
    const aborted = once(signal ?? AbortSignal.any([]), 'abort').then(
      () => ({ fault: 'interrupted' }) as const,
    );
    return Promise.race([promise, aborted]);
  });
  return { outbound, answer: resolve };
}

test('an engine that is stopped aborts its requests, and leaves a clock that is being advanced where it is', async () => {
  const fixture = withPeople(1);
  expect(await fixture.engine.stop()).toBe(0);
  const { outbound } = createHeldOutbound();
  const { engine, advance, enqueue, of } = createDeliveryEngine(fixture, outbound);
  const hookId = enqueue();
  const advancing = advance(60 * MINUTE_MS);
  await eventually(() => expect(outbound.asked).toHaveLength(1));
  const until = fixture.time.now;
  expect(await engine.stop()).toBe(1);
  await advancing;
  expect([fixture.time.now, of(hookId).state]).toEqual([until, 'waiting']);
  expect(outbound.asked).toHaveLength(1);
  // the same of one that runs by itself
  const other = createOutboundEngine(fixture, outbound).engine;
  const running = await other.keepRunning();
  await eventually(() => expect(outbound.asked).toHaveLength(2));
  await running.stop();
  expect((await other.outboundQueues()).map(({ inFlight }) => inFlight)).toEqual([0, 0, 0]);
});

test('a dispatch continues as soon as its callback is answered, not at the next look', async () => {
  const { outbound, answer } = createHeldOutbound();
  const action = { type: 'send_dm', message: 'Here.', messageUrl: 'https://texts.example.com/a' } as const;
  const fixture = withPeople(1, [action]);
  fixture.time.now = NOW + MINUTE_MS;
  const ended: string[] = [];
  const reporting = { ...fixture.engine, onEnded: (id: string) => void ended.push(id) };
  const { engine } = createOutboundEngine({ ...fixture, engine: reporting }, outbound);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }); // so that no time comes but that of the answer
  onTestFinished(() => void vi.useRealTimers());
  const running = await engine.keepRunning();
  while (outbound.asked.length === 0) await new Promise(setImmediate);
  await new Promise(setImmediate);
  answer(withText('It is 9 dollars.'));
  for (let turn = 0; turn < 1_000 && listSentMessages(fixture.engine.store).length === 0; turn += 1)
    await new Promise(setImmediate);
  expect(listSentMessages(fixture.engine.store)).toMatchObject([{ text: 'It is 9 dollars.' }]);
  expect(ended).toHaveLength(1); // not when it began to wait
  await running.stop();
});

test('an advance waits for a request of another process, as long as that may take, and until the clock is set', {
  tags: ['HOOK-05'],
}, async () => {
  const first = withPeople(0);
  const answers: ((answer: Partial<OutboundAnswer>) => void)[] = [];
  const slow = createFakeOutbound(() => new Promise((resolve) => answers.push(resolve)));
  const sending = createDeliveryEngine(first, slow);
  sending.enqueueMany(2);
  const queue = (await sending.engine.outboundQueues()).find(({ name }) => name === 'deliveries');
  queue?.start();
  await eventually(() => expect(answers).toHaveLength(2));
  let elapsed = 0;
  const machine = vi.spyOn(performance, 'now').mockImplementation(() => elapsed);
  onTestFinished(() => machine.mockRestore());
  const second = first.another();
  opened.push(second);
  const { engine } = createOutboundEngine(
    second,
    createFakeOutbound(() => ({ status: 200 })),
  );
  const looks = async () => {
    const before = machine.mock.calls.length;
    await eventually(() => expect(machine.mock.calls.length).toBeGreaterThan(before + 20));
  };
  const longestMs = LIMITS.webhookAnswerMs + ASSUMED.leaseMs + SECOND_MS;
  const clock = createFixtureClock(first);
  const advancing = engine.advance({ clock, by: MINUTE_MS });
  for (const end of answers.slice(0, 1)) {
    await looks();
    elapsed += longestMs;
    await looks();
    end({ status: 200 });
    await queue?.waitForChange();
  }
  await looks();
  elapsed += longestMs; // of the one that is left
  await looks();
  expect(first.time.now).toBe(NOW);
  elapsed += 1;
  await advancing;
  expect(first.time.now).toBe(NOW + MINUTE_MS);
  let generation = 0;
  const other = engine.advance({ clock: { ...clock, generation: () => generation }, by: MINUTE_MS });
  await looks();
  generation += 1;
  await other;
  expect(first.time.now).toBe(NOW + MINUTE_MS);
  const last = engine.advance({ clock, by: MINUTE_MS });
  await looks();
  answers[1]?.({ status: 200 });
  await queue?.waitForChange();
  await last; // at once
  expect(first.time.now).toBe(NOW + 2 * MINUTE_MS);
});

test('two processes move the clock on, and everything is done once', async () => {
  const fixture = withPeople(60);
  const other = fixture.another();
  const clock = createFixtureClock(fixture);
  const ran = await Promise.all(
    [fixture, other].map(({ engine }) => engine.advance({ clock, by: 2 * MINUTE_MS })),
  );
  // Each reports all that ended meanwhile, whichever process ran it.
  expect(ran.map(({ ended }) => new Set(ended).size)).toEqual([60, 60]);
  expect(mails(fixture)).toBe(60);
  expect(fixture.time.now).toBe(NOW + 4 * MINUTE_MS); // each has advanced it by its own duration
  other.close();
});

test('beside one that runs by itself, a subscriber of the advance is notified all the same', async () => {
  const fixture = withPeople(60);
  const other = fixture.another();
  opened.push(other);
  const running = await other.engine.keepRunning();
  const { ended } = await fixture.engine.advance({ clock: createFixtureClock(fixture), by: 2 * MINUTE_MS });
  await running.stop();
  expect(ended).toHaveLength(60);
  const before = await fixture.engine.advance({ clock: createFixtureClock(fixture), by: MINUTE_MS });
  expect(before.ended).toEqual([]);
});

test('a dispatch that ended is reported when it is on the disk: none of a group that breaks off', () => {
  const fixture = withPeople(2);
  fixture.time.now = NOW + MINUTE_MS;
  const reader = fixture.another();
  opened.push(reader);
  const recorded: number[] = [];
  const engine = { ...fixture.engine, onEnded: () => void recorded.push(mails(reader)) };
  let rests = 0;
  const breaking = () =>
    runDispatches(engine, {
      mayContinue() {
        rests += 1;
        if (rests === 2) throw new Error('broken off');
        return true;
      },
      onOutcome() {},
    });
  expect(breaking).toThrow('broken off');
  expect([recorded, mails(reader)]).toEqual([[], 0]);
  const outcomes: string[] = [];
  runDispatches(engine, { mayContinue: () => true, onOutcome: (outcome) => void outcomes.push(outcome) });
  expect(recorded).toEqual([2, 2]); // as another process sees it
  expect(outcomes).toEqual(['ended', 'ended']);
});
