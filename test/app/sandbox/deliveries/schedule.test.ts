import { afterAll, describe, expect, test } from 'vitest';
import type { OutboundAnswer, OutboundRequest } from '../../../../src/outbound/outbound.ts';
import { scheduleRedelivery } from '../../../../src/sandbox/store/outbound/deliveries.ts';
import { claimDelivery } from '../../../../src/sandbox/store/outbound/delivery-queue.ts';
import { changeSettings } from '../../../../src/sandbox/store/settings.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/service/durations.ts';
import { engagedSandbox } from '../../../support/automations/engaged-sandbox.ts';
import { control } from '../../../support/control.ts';
import { createDeliveryEngine, type DeliveryEngine } from '../../../support/engine/delivery-engine.ts';
import { createEngineFixtures } from '../../../support/engine/engine-fixture.ts';
import { createFakeOutbound } from '../../../support/engine/fake-outbound.ts';
import { loopbackOutbound } from '../../../support/history/loopback-outbound.ts';
import { openReceiver } from '../../../support/receiver/receiver.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const fixtures = createEngineFixtures();
afterAll(fixtures.remove);

type ScheduleAnswer = Partial<OutboundAnswer>;

/** An engine whose every attempt is answered so. */
const answeredWith = (
  answer: ScheduleAnswer | ((request: OutboundRequest) => ScheduleAnswer),
): DeliveryEngine =>
  createDeliveryEngine(
    fixtures.open(),
    createFakeOutbound(typeof answer === 'function' ? answer : () => answer),
  );

/** By the waits of U-03 and U-04, in seconds after the first attempt. */
const SCHEDULE = [0, 5, 20, 65, 185, 485, 1_085, 2_105, 3_605, 3_905, 5_705, 12_905, 56_105];
const LIFE_MS = 56_105 * SECOND_MS;

/** When attempts were made, in seconds after the first one. */
function secondsOf(times: readonly number[]): readonly number[] {
  return times.map((time) => (time - (times[0] ?? 0)) / SECOND_MS);
}

describe('the whole life of a delivery', () => {
  test('thirteen attempts over 15 h 35 m, each at its second, and then none', {
    tags: ['T12', 'HOOK-05', 'HOOK-07', 'HOOK-08', 'HOOK-09', 'HOOK-24', 'W-01', 'W-02', 'U-03', 'U-04'],
  }, async () => {
    const receiver = await openReceiver(() => 503);
    const { sandbox, automate, listen, fire } = await engagedSandbox(loopbackOutbound([receiver.address]));
    await listen(receiver.url);
    await fire(await automate([{ type: 'fire_webhook' }]));

    const before = receiver.received.length; // one at least, when the jitter of the dispatch was over
    const { body } = await control(sandbox, 'advanceClock', { ms: LIFE_MS + DAY_MS });

    const { received } = receiver;
    const column = (header: string) => received.map(({ headers }) => headers[header]);
    expect(column('x-service-delivery-attempt')).toEqual(SCHEDULE.map((_, place) => String(place)));
    expect(new Set(column('x-service-delivery-id')).size).toBe(13);
    expect(new Set(received.map((one) => one.json()['hookId'])).size).toBe(1);
    expect(secondsOf(received.map((one) => Number(one.json()['timeStamp']) * SECOND_MS))).toEqual(SCHEDULE);
    // what does not change with the attempt stays as it was
    const stays = received.map((one) => JSON.stringify({ ...one.json(), timeStamp: 0 }));
    expect(new Set(stays).size).toBe(1);
    expect(body.processed['deliveries']).toBe(13 - before);
    const listed = (await control(sandbox, 'listDeliveries')).body.deliveries;
    expect(listed).toMatchObject([{ state: 'failed', attempts: 13, lastStatus: 503, nextAttempt: null }]);
    sandbox.close();
    await receiver.close();
  });

  test('the rows say when each was made, to the millisecond', { tags: ['T12', 'U-03', 'U-04'] }, async () => {
    const recorder = answeredWith({ status: 503 });
    const hookId = recorder.enqueue();
    await recorder.advance(LIFE_MS);
    const { attempts, state, dueAt } = recorder.of(hookId);
    expect(attempts.map(({ at }) => at)).toEqual(SCHEDULE.map((seconds) => NOW + seconds * SECOND_MS));
    expect(attempts.map(({ attempt }) => attempt)).toEqual(SCHEDULE.map((_, place) => place));
    expect({ state, dueAt }).toEqual({ state: 'failed', dueAt: null });
    recorder.fixture.close();
  });

  test('no attempt is made a millisecond before it is due', { tags: ['HOOK-05', 'U-04'] }, async () => {
    const recorder = answeredWith({ status: 503 });
    const hookId = recorder.enqueue();
    const started = () => recorder.of(hookId).attempts.length;
    for (const [place, seconds] of SCHEDULE.entries()) {
      const wait = seconds * SECOND_MS - (recorder.fixture.time.now - NOW);
      if (wait > 0) await recorder.advance(wait - 1);
      expect([place, started()]).toEqual([place, place]);
      await recorder.advance(Math.min(wait, 1));
      expect([place, started()]).toEqual([place, place + 1]);
    }
    recorder.fixture.close();
  });
});

describe('how an attempt ends it', () => {
  test.each<[string, ScheduleAnswer, { attempts: number; state: string; error: string | null }]>([
    ['200', { status: 200 }, { attempts: 1, state: 'delivered', error: null }],
    ['404', { status: 404 }, { attempts: 1, state: 'failed', error: 'status 404' }],
    ['429', { status: 429 }, { attempts: 13, state: 'failed', error: 'status 429' }],
    ['301', { status: 301 }, { attempts: 13, state: 'failed', error: 'redirect' }],
    ['DNS', { fault: 'name not found' }, { attempts: 13, state: 'failed', error: 'name not found' }],
    [
      'a name that resolves to a private address',
      { fault: 'address not allowed' },
      { attempts: 13, state: 'failed', error: 'address not allowed' },
    ],
  ])(
    '%s',
    { tags: ['HOOK-04', 'HOOK-06', 'W-03', 'HOOK-05', 'U-05', 'U-06', 'W-05', 'U-07'] },
    async (_why, answer, expected) => {
      const recorder = answeredWith(answer);
      const hookId = recorder.enqueue();
      await recorder.advance(LIFE_MS + DAY_MS);
      const { attempts, state } = recorder.of(hookId);
      expect({ attempts: attempts.length, state, error: attempts.at(-1)?.error }).toEqual(expected);
      expect(attempts.map(({ status }) => status)).toEqual(attempts.map(() => answer.status ?? null));
      recorder.fixture.close();
    },
  );

  test('failed attempts are in the history, and so is what was not attempted', {
    tags: ['HOOK-22'],
  }, async () => {
    const replies: readonly ScheduleAnswer[] = [
      { status: 503, ms: 12 },
      { fault: 'timeout', ms: 15_000 },
      { status: 200, ms: 3 },
    ];
    let place = 0;
    const recorder = answeredWith(() => replies[place++] ?? {});
    const hookId = recorder.enqueue();
    await recorder.advance(DAY_MS);
    const { attempts, state } = recorder.of(hookId);
    expect(attempts.map(({ ms, status, error }) => ({ ms, status, error }))).toEqual([
      { ms: 12, status: 503, error: 'status 503' },
      { ms: 15_000, status: null, error: 'timeout' },
      { ms: 3, status: 200, error: null },
    ]);
    expect(state).toBe('delivered');
    recorder.fixture.close();
  });
});

test('a fault of our own is an attempt that failed, and another one comes', {
  tags: ['HOOK-05'],
}, async () => {
  const recorder = answeredWith(() => {
    throw new Error('a fault of our own');
  });
  const hookId = recorder.enqueue();
  await recorder.advance(0);
  const { attempts, state } = recorder.of(hookId);
  expect(attempts).toMatchObject([
    { status: null, error: 'an internal error of the sandbox', byAllowance: false },
  ]);
  expect([state, recorder.fixture.faults.length]).toEqual(['waiting', 1]);
  recorder.fixture.close();
});

test('by the machine’s clock a wait is up to a tenth longer or shorter, and not always the same', {
  tags: ['U-03'],
}, async () => {
  const recorder = answeredWith({ status: 503 });
  changeSettings(recorder.fixture.engine.store, { setClock: null });
  const hookIds = recorder.enqueueMany(60);
  await recorder.advance(0);
  const waits = hookIds.map((hookId) => (recorder.of(hookId).dueAt ?? 0) - NOW);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(4_500);
  expect(Math.max(...waits)).toBeLessThanOrEqual(5_500);
  expect(new Set(waits).size).toBeGreaterThan(1);
  changeSettings(recorder.fixture.engine.store, { clockLead: MINUTE_MS });
  const exact = recorder.enqueueMany(2);
  await recorder.advance(0);
  expect(exact.map((hookId) => recorder.of(hookId).dueAt)).toEqual([NOW + 5_000, NOW + 5_000]);
  recorder.fixture.close();
});

describe('redelivered manually', { tags: ['U-31'] }, () => {
  const resend = ({ fixture }: DeliveryEngine, hookId: string) =>
    fixture.engine.store.transaction(() =>
      scheduleRedelivery(fixture.engine.store, hookId, fixture.time.now),
    );

  test('what was delivered is sent again: the same hookId, the next number, another delivery id', {
    tags: ['HOOK-07', 'HOOK-09'],
  }, async () => {
    const outbound = createFakeOutbound(() => ({ status: 200 }));
    const recorder = createDeliveryEngine(fixtures.open(), outbound);
    const hookId = recorder.enqueue();
    await recorder.advance(HOUR_MS);
    expect(resend(recorder, hookId)).toMatchObject({ hookId, state: 'waiting', dueAt: NOW + HOUR_MS });
    await recorder.advance(0);
    const { attempts, state } = recorder.of(hookId);
    expect(state).toBe('delivered');
    expect(attempts.map(({ attempt, at }) => [attempt, at])).toEqual([
      [0, NOW],
      [1, NOW + HOUR_MS],
    ]);
    const header = (name: string) => outbound.asked.map(({ headers }) => headers[name]);
    expect(header('X-Service-Delivery-Attempt')).toEqual(['0', '1']);
    expect(new Set(header('X-Service-Delivery-Id')).size).toBe(2);
    recorder.fixture.close();
  });

  test('what waits is brought forward, and continues with the rest of its schedule', async () => {
    const recorder = answeredWith({ status: 503 });
    const hookId = recorder.enqueue();
    await recorder.advance(65 * SECOND_MS); // four attempts; the next one is due after two minutes
    await recorder.advance(10 * SECOND_MS);
    resend(recorder, hookId);
    await recorder.advance(LIFE_MS);
    const { attempts, state } = recorder.of(hookId);
    const rest = SCHEDULE.slice(4).map((seconds) => seconds - 185 + 75);
    expect(secondsOf(attempts.map(({ at }) => at))).toEqual([0, 5, 20, 65, ...rest]);
    expect(state).toBe('failed');
    recorder.fixture.close();
  });

  test('what a client error ended continues with the rest of its schedule', async () => {
    let status = 404;
    const recorder = answeredWith(() => ({ status }));
    const hookId = recorder.enqueue();
    await recorder.advance(MINUTE_MS);
    status = 503;
    resend(recorder, hookId);
    await recorder.advance(LIFE_MS);
    const { attempts } = recorder.of(hookId);
    const rest = SCHEDULE.slice(1).map((seconds) => seconds - 5 + 60);
    expect(secondsOf(attempts.map(({ at }) => at))).toEqual([0, ...rest]);
    recorder.fixture.close();
  });

  test('a dead letter gets one attempt each time, and the number increases without a bound', {
    tags: ['HOOK-24'],
  }, async () => {
    const recorder = answeredWith({ status: 503 });
    const hookId = recorder.enqueue();
    await recorder.advance(LIFE_MS);
    for (let times = 0; times < 3; times++) {
      resend(recorder, hookId);
      await recorder.advance(DAY_MS);
    }
    const { attempts, state } = recorder.of(hookId);
    expect(attempts.map(({ attempt }) => attempt)).toEqual(Array.from({ length: 16 }, (_, place) => place));
    expect(state).toBe('failed');
    recorder.fixture.close();
  });

  test('while it is in flight it is not sent twice at once', async () => {
    let most = 0;
    let inFlight = 0;
    const recorder = createDeliveryEngine(
      fixtures.open(),
      createFakeOutbound(async () => {
        inFlight += 1;
        most = Math.max(most, inFlight);
        if (recorder.of(hookId).attemptsStarted === 1)
          for (let times = 0; times < 2; times++) resend(recorder, hookId);
        await new Promise(setImmediate);
        inFlight -= 1;
        return { status: 200 };
      }),
    );
    const hookId = recorder.enqueue();
    await recorder.advance(DAY_MS);
    expect(recorder.of(hookId)).toMatchObject({ state: 'delivered', attemptsStarted: 2 });
    expect(most).toBe(1);
    recorder.fixture.close();
  });

  test.each<[string, ScheduleAnswer, { attemptsCompleted: number }]>([
    ['was taken', { status: 200 }, { attemptsCompleted: 2 }],
    ['is to be repeated', { status: 503 }, { attemptsCompleted: 2 }],
    ['was refused', { status: 404 }, { attemptsCompleted: 2 }],
    ['was cut short', { fault: 'interrupted' }, { attemptsCompleted: 1 }],
  ])(
    'redelivered while an attempt is in flight, there is another one now, also when that %s',
    async (_how, first, { attemptsCompleted }) => {
      const recorder = answeredWith(() => {
        if (recorder.of(hookId).attemptsStarted > 1) return { status: 200 };
        resend(recorder, hookId);
        return first;
      });
      const hookId = recorder.enqueue();
      await recorder.advance(0);
      const { attempts, ...rest } = recorder.of(hookId);
      expect(attempts.map(({ attempt, at }) => [attempt, at])).toEqual([
        [0, NOW],
        [1, NOW],
      ]);
      expect(rest).toMatchObject({ state: 'delivered', attemptsCompleted, dueAt: null });
      await recorder.advance(DAY_MS);
      expect(recorder.of(hookId).attemptsStarted).toBe(2);
      recorder.fixture.close();
    },
  );

  test('what was redelivered while a process worked on it that died is sent again once, not twice', async () => {
    const recorder = answeredWith({ status: 200 });
    const hookId = recorder.enqueue();
    const { engine, time } = recorder.fixture;
    engine.store.transaction(() => {
      claimDelivery(engine.store, recorder.of(hookId), { deliveryId: 'lost', at: time.now, real: time.real });
    });
    resend(recorder, hookId);
    const after = recorder.afterDeath();
    await after.advance(DAY_MS);
    expect(after.of(hookId)).toMatchObject({ state: 'delivered', attemptsStarted: 2, attemptsCompleted: 1 });
    after.fixture.close();
  });

  test('there is nothing to redeliver where nothing was sent', () => {
    const recorder = answeredWith({ status: 200 });
    expect(resend(recorder, 'nobody')).toBeUndefined();
    recorder.fixture.close();
  });
});
