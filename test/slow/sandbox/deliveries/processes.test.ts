import { afterAll, describe, expect, test, vi } from 'vitest';
import { CrierError } from '../../../../src/errors.ts';
import type { OutboundRequest } from '../../../../src/outbound/outbound.ts';
import { getNextDeliveryDue } from '../../../../src/sandbox/store/outbound/delivery-queue.ts';
import { ASSUMED } from '../../../../src/service/assumed.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/service/durations.ts';
import {
  createDeliveryEngine,
  createOutboundEngine,
  type DeliveryEngine,
} from '../../../support/engine/delivery-engine.ts';
import { createEngineFixtures } from '../../../support/engine/engine-fixture.ts';
import { createFakeOutbound } from '../../../support/engine/fake-outbound.ts';
import { interceptStatements } from '../../../support/engine/recorded-statements.ts';
import { eventually } from '../../../support/eventually.ts';
import { scaled } from '../../../support/scale.ts';
import { NOW } from '../../../support/small-sandbox.ts';
import { chooser } from '../../../support/terminal/scripted-prompts.ts';
import { testSeed } from '../../../support/test-seed.ts';

const fixtures = createEngineFixtures();
afterAll(fixtures.remove);

/** What an attempt is known by at the receiver. */
function attemptOf({ headers, body }: OutboundRequest): string {
  const { hookId } = JSON.parse(new TextDecoder().decode(body));
  return `${hookId} ${headers['X-Service-Delivery-Attempt']}`;
}

/** A fake outbound client that does not answer until it is given an answer, or ended. */
function hanging() {
  const ends: (() => void)[] = [];
  const outbound = createFakeOutbound(
    ({ signal }) =>
      new Promise((resolve) => {
        ends.push(() => resolve({ status: 200 }));
        signal?.addEventListener('abort', () => resolve({ fault: 'interrupted' }));
      }),
  );
  const answer = () => {
    for (const end of ends.splice(0)) end();
  };
  return { outbound, answer };
}

const begun = (outbound: { readonly asked: readonly unknown[] }, count: number) =>
  eventually(() => expect(outbound.asked).toHaveLength(count));

describe('two processes on one file', () => {
  const seed = testSeed();
  test(`deliver everything, and no attempt number twice (seed ${seed})`, {
    tags: ['HOOK-07', 'HOOK-09', 'T1'],
  }, async () => {
    const choose = chooser(String(seed));
    const heard: string[] = [];
    const outbound = createFakeOutbound(async (request) => {
      heard.push(attemptOf(request));
      for (let turns = choose(4); turns > 0; turns--) await new Promise(setImmediate);
      return { status: choose(3) === 0 ? 503 : 200 };
    });
    const first = createDeliveryEngine(fixtures.open(), outbound);
    const second = first.another();
    const urls = ['https://one.example.com/a', 'https://two.example.com/a', 'https://three.example.com/a'];
    const hookIds = urls.flatMap((url) => first.enqueueMany(scaled(60, 1_000), { url }));
    await Promise.all([first.advance(HOUR_MS), second.advance(HOUR_MS)]);
    await first.advance(15 * HOUR_MS);
    expect(new Set(heard).size).toBe(heard.length);
    for (const hookId of hookIds) {
      const { state, attempts } = first.of(hookId);
      expect(state).toBe('delivered');
      expect(attempts.map(({ attempt }) => attempt)).toEqual(attempts.map((_, place) => place));
      expect(attempts.map(({ error }) => error)).toEqual([
        ...attempts.slice(1).map(() => 'status 503'),
        null,
      ]);
    }
    for (const { fixture } of [second, first]) fixture.close();
  });

  test('a process that slept past its lease has lost it: the attempt of the other one counts, and is another one', {
    tags: ['HOOK-09'],
  }, async () => {
    const { outbound, answer } = hanging();
    const first = createDeliveryEngine(fixtures.open(), outbound);
    const hookId = first.enqueue();
    const passed = first.advance(0);
    await begun(outbound, 1);
    first.fixture.time.real += ASSUMED.leaseMs;
    const second = first.another(createFakeOutbound(() => ({ status: 503 })));
    await second.advance(0);
    answer();
    await passed;
    expect(first.of(hookId)).toMatchObject({
      state: 'waiting',
      attemptsCompleted: 1,
      attempts: [
        { attempt: 0, ms: null, status: null, error: 'interrupted' },
        { attempt: 1, status: 503 },
      ],
    });
    for (const { fixture } of [second, first]) fixture.close();
  });

  test('a process that works on one renews its lease: however long a receiver takes, it is not sent a second time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { outbound, answer } = hanging();
    const first = createDeliveryEngine(fixtures.open(), outbound);
    const hookId = first.enqueue();
    const passed = first.advance(0);
    await begun(outbound, 1);
    const other = createFakeOutbound(() => ({ status: 200 }));
    const second = first.another(other);
    for (let seconds = 0; seconds < 15; seconds++) {
      first.fixture.time.real += SECOND_MS;
      vi.advanceTimersByTime(SECOND_MS);
      expect(
        getNextDeliveryDue(
          second.fixture.engine.store,
          { full: [], busy: [], allowed: [] },
          first.fixture.time.real,
        ),
      ).toBeNull();
    }
    answer();
    await passed;
    vi.useRealTimers();
    expect(first.of(hookId)).toMatchObject({ state: 'delivered', attemptsStarted: 1 });
    expect(other.asked).toEqual([]);
    for (const { fixture } of [second, first]) fixture.close();
  });

  test('a lease that was made before the machine’s clock was set back blocks nothing', async () => {
    const { outbound } = hanging();
    const first = createDeliveryEngine(fixtures.open(), outbound);
    const hookId = first.enqueue();
    const passed = first.advance(0);
    await begun(outbound, 1);
    const second = first.another(createFakeOutbound(() => ({ status: 200 })));
    second.fixture.time.real -= HOUR_MS;
    await second.advance(0);
    expect(second.of(hookId)).toMatchObject({ state: 'delivered', attemptsStarted: 2 });
    for (const jobs of await first.engine.outboundQueues()) await jobs.stop();
    await passed;
    for (const { fixture } of [second, first]) fixture.close();
  });
});

describe('a process that stops', () => {
  test('in the middle of an attempt records that, and the next one continues at once', {
    tags: ['HOOK-07', 'HOOK-09'],
  }, async () => {
    const { outbound } = hanging();
    const first = createDeliveryEngine(fixtures.open(), outbound);
    const hookId = first.enqueue();
    const running = await first.engine.keepRunning();
    await begun(outbound, 1);
    await running.stop();
    expect(first.of(hookId)).toMatchObject({
      state: 'waiting',
      attemptsCompleted: 0,
      dueAt: NOW,
      attempts: [{ attempt: 0, status: null, error: 'interrupted' }],
    });
    const next = first.another(createFakeOutbound(() => ({ status: 503 })));
    await next.advance(5 * SECOND_MS);
    // the one that was cut short is none of the schedule: five seconds after the first failure comes the second
    expect(next.of(hookId)).toMatchObject({ attemptsCompleted: 2 });
    expect(next.of(hookId).attempts.map(({ attempt, at }) => [attempt, at - NOW])).toEqual([
      [0, 0],
      [1, 0],
      [2, 5 * SECOND_MS],
    ]);
    for (const { fixture } of [next, first]) fixture.close();
  });

  test('while another process advances its clock ends that, too', async () => {
    const { outbound } = hanging();
    const recorder = createDeliveryEngine(fixtures.open(), outbound);
    const hookId = recorder.enqueue();
    const running = await recorder.engine.keepRunning();
    const passed = recorder.advance(HOUR_MS);
    await begun(outbound, 1);
    await running.stop();
    await passed;
    expect(recorder.of(hookId)).toMatchObject({ state: 'waiting', attemptsCompleted: 0, attemptsStarted: 1 });
    recorder.fixture.close();
  });

  test('begins nothing more', async () => {
    const { outbound } = hanging();
    const recorder = createDeliveryEngine(fixtures.open(), outbound);
    recorder.enqueueMany(20);
    const running = await recorder.engine.keepRunning();
    await begun(outbound, ASSUMED.maxOutgoing.ofAddress);
    await running.stop();
    await new Promise(setImmediate);
    expect(outbound.asked).toHaveLength(ASSUMED.maxOutgoing.ofAddress);
    recorder.fixture.close();
  });
});

describe('a fault of the disk', () => {
  /** An engine whose store fails, as long as it is set to. */
  function failing(recorder: DeliveryEngine, isBroken: () => boolean, at: RegExp) {
    const faulty = interceptStatements(recorder.fixture.engine.store, at, (run) => {
      if (isBroken()) throw new CrierError('usage', 'the disk is full');
      return run();
    });
    return { ...recorder.fixture, engine: { ...recorder.fixture.engine, store: faulty } };
  }

  test('when an attempt is recorded is reported, and the delivery is retried when its lease is over', async () => {
    const outbound = createFakeOutbound(() => ({ status: 200 }));
    const recorder = createDeliveryEngine(fixtures.open(), outbound);
    const hookId = recorder.enqueue();
    let isBroken = true;
    const { engine } = createOutboundEngine(
      failing(recorder, () => isBroken, /^update deliveries set state = iif/),
      outbound,
    );
    const running = await engine.keepRunning();
    await eventually(() => expect(recorder.fixture.faults).toHaveLength(1));
    expect(recorder.of(hookId)).toMatchObject({ state: 'waiting', attempts: [{ ms: null, error: null }] });
    isBroken = false;
    recorder.fixture.time.real += ASSUMED.leaseMs;
    running.wake();
    await eventually(() => expect(recorder.of(hookId).state).toBe('delivered'));
    await running.stop();
    expect(recorder.of(hookId)).toMatchObject({
      attemptsCompleted: 1,
      attempts: [
        { attempt: 0, error: 'interrupted' },
        { attempt: 1, error: null },
      ],
    });
    expect(outbound.asked.map(attemptOf)).toEqual([`${hookId} 0`, `${hookId} 1`]);
    recorder.fixture.close();
  });

  test('when one is claimed is reported, and nothing was sent', async () => {
    const outbound = createFakeOutbound(() => ({ status: 200 }));
    const recorder = createDeliveryEngine(fixtures.open(), outbound);
    const hookId = recorder.enqueue();
    let isBroken = true;
    const { engine } = createOutboundEngine(
      failing(recorder, () => isBroken, /^update deliveries set attempts_started/),
      outbound,
    );
    const running = await engine.keepRunning();
    await eventually(() => expect(recorder.fixture.faults).toHaveLength(1));
    expect(outbound.asked).toEqual([]);
    expect(recorder.of(hookId)).toMatchObject({ attemptsStarted: 0, attempts: [] });
    isBroken = false;
    running.wake();
    await eventually(() => expect(recorder.of(hookId).state).toBe('delivered'));
    await running.stop();
    recorder.fixture.close();
  });

  test('of one row does not affect those that are recorded with it: nothing is half', async () => {
    const outbound = createFakeOutbound(() => ({ status: 200 }));
    const recorder = createDeliveryEngine(fixtures.open(), outbound);
    const hookIds = recorder.enqueueMany(3);
    let left = 2;
    const { advance } = createOutboundEngine(
      failing(recorder, () => left-- === 0, /^update deliveries set state = iif/),
      outbound,
    );
    const passed = advance(0);
    await eventually(() => expect(recorder.fixture.faults).toHaveLength(1));
    for (const hookId of hookIds) {
      const { state, attempts } = recorder.of(hookId);
      expect([state, attempts.length]).toEqual(
        attempts[0]?.error === null && attempts[0].ms !== null ? ['delivered', 1] : ['waiting', 1],
      );
    }
    recorder.fixture.time.real += ASSUMED.leaseMs;
    await Promise.all([passed, recorder.advance(MINUTE_MS)]);
    expect(hookIds.map((hookId) => recorder.of(hookId).state)).toEqual(hookIds.map(() => 'delivered'));
    recorder.fixture.close();
  });
});

describe('a fault of our own', () => {
  test('of one delivery is a failed attempt: it is reported, retried by the schedule, and ends as a dead letter', async () => {
    const outbound = createFakeOutbound(() => ({ status: 200 }));
    const recorder = createDeliveryEngine(fixtures.open(), outbound);
    // no time that could be recorded
    const broken = recorder.enqueue({ created: -9e15 });
    const sound = recorder.enqueue();
    await recorder.advance(DAY_MS);
    expect(recorder.of(broken)).toMatchObject({ state: 'failed', attemptsStarted: 13 });
    expect(recorder.of(broken).attempts[0]).toMatchObject({
      status: null,
      error: 'an internal error of the sandbox',
    });
    expect(recorder.fixture.faults).toHaveLength(13);
    expect(recorder.of(sound).state).toBe('delivered');
    expect(outbound.asked).toHaveLength(1);
    recorder.fixture.close();
  });

  test('of the way out is one, too', async () => {
    const recorder = createDeliveryEngine(
      fixtures.open(),
      createFakeOutbound(() => {
        throw new TypeError('nobody thought of this');
      }),
    );
    const hookId = recorder.enqueue();
    await recorder.advance(DAY_MS);
    expect(recorder.of(hookId)).toMatchObject({ state: 'failed', attemptsStarted: 13 });
    recorder.fixture.close();
  });
});

test('every recorded attempt is reported, and its result', { tags: ['HOOK-22'] }, async () => {
  const recorded: unknown[] = [];
  const fixture = fixtures.open();
  const replies = [503, 200];
  const outbound = createFakeOutbound(() => ({ status: replies.shift() ?? 0 }));
  const recorder = createDeliveryEngine(
    { ...fixture, engine: { ...fixture.engine, onAttempted: (one) => void recorded.push(one) } },
    outbound,
  );
  const hookId = recorder.enqueue({ event: { subAction: 'messageCreated', type: 'received' } });
  await recorder.advance(MINUTE_MS);
  const same = { hookId, action: 'automations', type: 'messageCreated', ms: 1, requirement: null };
  expect(recorded).toEqual([
    { ...same, attempt: 0, at: NOW, status: 503, error: 'status 503', state: 'waiting', nextAt: NOW + 5_000 },
    { ...same, attempt: 1, at: NOW + 5_000, status: 200, error: null, state: 'delivered', nextAt: null },
  ]);
  recorder.fixture.close();
});
