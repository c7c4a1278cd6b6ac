import { afterAll, describe, expect, test } from 'vitest';
import { createDeliveryJobs } from '../../../../src/sandbox/engine/outbound-queue/deliveries.ts';
import { claimJobs } from '../../../../src/sandbox/engine/outbound-queue/queue.ts';
import { type CrashPoint, DELIVERY_CRASH_POINTS } from '../../../../src/sandbox/engine/ports.ts';
import { ASSUMED } from '../../../../src/service/assumed.ts';
import { DAY_MS, SECOND_MS } from '../../../../src/service/durations.ts';
import { createDeliveryEngine, type DeliveryEngine } from '../../../support/engine/delivery-engine.ts';
import { createEngineFixtures } from '../../../support/engine/engine-fixture.ts';
import { createFakeOutbound } from '../../../support/engine/fake-outbound.ts';
import { crashAt, SimulatedCrash } from '../../../support/engine/simulated-crash.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const fixtures = createEngineFixtures();
afterAll(fixtures.remove);

/** An attempt has begun, and its result is unknown. */
const CUT_SHORT: readonly CrashPoint[] = [
  'after claimDeliveries',
  'before postDelivery',
  'after postDelivery',
  'before recordDeliveries',
];

/** By the schedule of U-03, in seconds after the first attempt; the fourth is taken. */
const TIMES = [0, 5, 20, 65];

const header =
  (name: string) =>
  ({ headers }: { readonly headers: Readonly<Record<string, string>> }) =>
    headers[name];

/** A process that dies the so-many-th time that it comes to a point, and one that comes after it. */
async function dieAndRecover(point: CrashPoint, time: number) {
  let left = time;
  const death = crashAt(point);
  const outbound = createFakeOutbound(() => ({
    status: fixture.time.now - NOW < 65 * SECOND_MS ? 503 : 200,
  }));
  const fixture = fixtures.open();
  const dying = createDeliveryEngine(fixture, outbound, (here) => {
    if (here === point) left -= 1;
    if (left > 0) return;
    // the lease of a dead process is not waited for
    fixture.time.real += ASSUMED.leaseMs;
    death.hook(here);
  });
  const hookId = dying.enqueue();
  await expect(dying.advance(DAY_MS)).rejects.toThrow(SimulatedCrash);
  for (const jobs of await dying.engine.outboundQueues()) await jobs.stop();
  const alive = dying.afterDeath();
  await alive.advance(DAY_MS);
  return { fixture: alive.fixture, delivery: alive.of(hookId), asked: outbound.asked };
}

const claimDeliveries = ({ engine }: DeliveryEngine, max: number) =>
  claimJobs(
    createDeliveryJobs(
      engine,
      createFakeOutbound(() => ({ status: 200 })),
    ),
    { max, perAddress: max, remaining: new Map(), spare: max },
    engine,
  );

test('a process that slept past its lease has lost also what was released and not claimed yet', {
  tags: ['HOOK-09', 'T1'],
}, () => {
  const outbound = createFakeOutbound(() => ({ status: 200 }));
  const first = createDeliveryEngine(fixtures.open(), outbound);
  const COUNT = 20;
  const hookIds = first.enqueueMany(COUNT);
  const jobs = createDeliveryJobs(first.engine, outbound);
  const slept = claimDeliveries(first, COUNT);
  expect(slept).toHaveLength(COUNT);
  const second = first.another();
  for (const _renewal of [1, 2]) {
    first.fixture.time.real += ASSUMED.leaseMs - 1;
    expect(claimDeliveries(second, 8)).toEqual([]);
    jobs.renewLeases(slept);
  }
  first.fixture.time.real += ASSUMED.leaseMs;
  expect(claimDeliveries(second, 8)).toHaveLength(8);
  jobs.renewLeases(slept);
  const outcome = { status: 200, fault: null, byAllowance: false, ms: 1 };
  const reports: unknown[] = [];
  first.engine.store.transaction(() => {
    for (const job of slept) jobs.record({ job, outcome }, (report) => void reports.push(report));
  });
  expect(reports).toEqual([]);
  for (const [place, hookId] of hookIds.entries()) {
    const attemptsStarted = place < 8 ? 2 : 1;
    expect(first.of(hookId)).toMatchObject({
      state: 'waiting',
      attemptsCompleted: 0,
      dueAt: NOW,
      attemptsStarted,
    });
    expect(first.of(hookId).attempts[0]).toMatchObject({ status: null, error: 'interrupted' });
  }
  // a renewal would have kept them from the next process
  expect(claimDeliveries(second, COUNT)).toHaveLength(COUNT - 8);
  for (const { fixture } of [second, first]) fixture.close();
});

test.each([
  ['now', 0, 0],
  ['later', SECOND_MS, 0],
  ['when the clock was set back', -SECOND_MS, -SECOND_MS],
])(
  'an attempt that is interrupted %s does not count, and the delivery is due as before, or at once',
  {
    tags: ['HOOK-09', 'U-04'],
  },
  (_when, shiftMs, dueMs) => {
    const outbound = createFakeOutbound(() => ({ status: 200 }));
    const recorder = createDeliveryEngine(fixtures.open(), outbound);
    const hookId = recorder.enqueue();
    const [job] = claimDeliveries(recorder, 1);
    if (job === undefined) throw new Error('nothing is due');
    recorder.fixture.time.now += shiftMs;
    const outcome = { status: null, fault: 'interrupted', byAllowance: false, ms: 1 } as const;
    recorder.engine.store.transaction(() =>
      createDeliveryJobs(recorder.engine, outbound).record({ job, outcome }, () => {}),
    );
    const dueAt = NOW + dueMs;
    expect(recorder.of(hookId)).toMatchObject({
      state: 'waiting',
      isBlocked: false,
      attemptsCompleted: 0,
      dueAt,
    });
    recorder.fixture.close();
  },
);

test('an address at its limit is not due, and one with requests in flight is, beside idle ones', {
  tags: ['HOOK-05'],
}, () => {
  const recorder = createDeliveryEngine(
    fixtures.open(),
    createFakeOutbound(() => ({ status: 200 })),
  );
  for (const name of ['a', 'b', 'c']) recorder.enqueue({ url: `https://${name}.example/hook` });
  const jobs = createDeliveryJobs(
    recorder.engine,
    createFakeOutbound(() => ({ status: 200 })),
  );
  const look = (max: number, inFlight: Record<string, number>) => {
    const remaining = new Map(Object.entries(inFlight).map(([name, free]) => [`${name}.example:443`, free]));
    const capacity = { max, perAddress: 8, remaining, spare: 40 };
    const names = jobs.listDueAddresses(capacity).map((address) => address.split('.', 1)[0]);
    return [names.toSorted().join(' '), jobs.nextDue(capacity) === null ? null : 'due'];
  };
  expect(look(60, { a: 0 })).toEqual(['b c', 'due']);
  expect(look(1, { a: 1 })).toEqual(['a b', 'due']);
  expect(look(60, { a: 0, b: 0, c: 0 })).toEqual(['', null]);
  recorder.fixture.close();
});

describe.each(DELIVERY_CRASH_POINTS)(
  'a process that dies %s',
  { tags: ['T2', 'HOOK-07', 'HOOK-09', 'W-01'] },
  (point) => {
    test.each([1, 2, 3, 4])(
      'of attempt %i loses nothing: the numbering continues, and the interrupted attempt does not count for the schedule',
      async (time) => {
        const { fixture, delivery, asked } = await dieAndRecover(point, time);
        const { attempts, state, attemptsCompleted } = delivery;
        const cut = attempts.filter(({ error }) => error === 'interrupted');
        const counted = attempts.filter(({ error }) => error !== 'interrupted');
        expect(cut).toHaveLength(CUT_SHORT.includes(point) ? 1 : 0);
        expect(
          cut.every(({ attempt, status, ms }) => attempt === time - 1 && status === null && ms === null),
        ).toBe(true);
        expect({ state, attemptsCompleted }).toEqual({ state: 'delivered', attemptsCompleted: 4 });
        expect(counted.map(({ at }) => (at - NOW) / SECOND_MS)).toEqual(TIMES);
        expect(attempts.map(({ attempt }) => attempt)).toEqual(attempts.map((_, place) => place));
        // of what was heard, each attempt once, in their order, and the last of them with certainty
        const numbers = asked.map(header('X-Service-Delivery-Attempt')).map(Number);
        expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
        expect(numbers.at(-1)).toBe(attempts.length - 1);
        expect(numbers.length).toBeGreaterThanOrEqual(4);
        expect(new Set(asked.map(header('X-Service-Delivery-Id'))).size).toBe(asked.length);
        expect(fixture.database.all('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
        fixture.close();
      },
    );
  },
);
