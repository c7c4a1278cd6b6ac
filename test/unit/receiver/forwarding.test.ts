import { describe, expect, test } from 'vitest';
import {
  type ForwardOutcome,
  type ForwardReport,
  type ForwardTarget,
  forwardOnce,
  MOST_ROUNDS,
  startForwarding,
} from '../../../src/receiver/forwarding.ts';
import type { ForwardJob } from '../../../src/receiver/inbox/inbox.ts';
import { openSqliteInbox } from '../../../src/receiver/inbox/sqlite/open-sqlite-inbox.ts';
import { ARRIVAL, arrived } from '../../support/arrived.ts';
import { stoppedClock } from '../../support/clock.ts';

const DONE: ForwardOutcome = { kind: 'done', status: 200, error: null };
const FAILED: ForwardOutcome = { kind: 'failed', status: 503, error: 'status 503' };
const REFUSED: ForwardOutcome = { kind: 'refused', status: 404, error: 'status 404' };

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

async function settle(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await nextTurn();
}

/** A runner beside an inbox with deliveries, with a stopped clock. */
async function run(
  attempt: (job: ForwardJob, signal: AbortSignal) => Promise<ForwardOutcome> | ForwardOutcome,
  { count = 1, concurrency = 4, perSecond = null as number | null, lane = null as string | null } = {},
) {
  const clock = stoppedClock(ARRIVAL);
  const inbox = openSqliteInbox(':memory:');
  const name = 'http://127.0.0.1:3000/';
  await inbox.takeIn(
    Array.from({ length: count }, (_, at) => arrived({ hookId: String(at) }, [{ target: name, lane }])),
  );
  const attempts: ForwardJob[] = [];
  const reports: ForwardReport[] = [];
  const faults: unknown[] = [];
  const target: ForwardTarget = {
    name,
    async attempt(job, signal) {
      attempts.push(job);
      return attempt(job, signal);
    },
  };
  const runner = startForwarding({
    ...{ target, inbox, clock, concurrency, perSecond },
    onReport: (report) => reports.push(report),
    onFault: (fault) => faults.push(fault),
  });
  await settle();
  return { clock, inbox, attempts, reports, faults, runner, target };
}

test('a success is done, and is not attempted again', async () => {
  const { runner, inbox, attempts, clock } = await run(() => DONE, { count: 9 });
  clock.advance(1_000);
  await settle();
  expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect((await inbox.count({})).deliveries).toMatchObject({ forwarded: 9, waiting: 0 });
  await runner.stop();
});

test('a failure is attempted again after growing waits, each marked as a repetition, and then given up', async () => {
  const { runner, inbox, attempts, clock, reports } = await run(() => FAILED);
  const starts = [clock.now()];
  for (let minute = 0; minute < 16 * 3_600 && attempts.length < MOST_ROUNDS; minute += 1) {
    const before = attempts.length;
    clock.advance(1_000);
    await nextTurn();
    if (attempts.length === before) await nextTurn();
    if (reports.at(-1)?.again !== undefined && reports.at(-1)?.again !== null) {
      const again = reports.at(-1)?.again ?? 0;
      if (again > clock.now()) clock.advance(again - clock.now());
      await settle();
      starts.push(clock.now());
    }
  }
  expect(attempts.map(({ attempt }) => attempt)).toEqual(
    Array.from({ length: MOST_ROUNDS }, (_, at) => at + 1),
  );
  expect(clock.now() - ARRIVAL).toBeGreaterThan(15 * 3_600_000);
  expect(reports.at(-1)?.again).toBeNull();
  expect((await inbox.find(1))?.state).toBe('dead');
  await runner.stop();
});

test('a target that refuses is not asked again', async () => {
  const { runner, inbox, attempts, clock } = await run(() => REFUSED);
  clock.advance(3_600_000);
  await settle();
  expect(attempts).toHaveLength(1);
  expect((await inbox.find(1))?.state).toBe('dead');
  await runner.stop();
});

test('no more than the concurrency are attempted at once', async () => {
  const open: (() => void)[] = [];
  const { runner, attempts } = await run(() => new Promise((resolve) => open.push(() => resolve(DONE))), {
    count: 5,
    concurrency: 2,
  });
  expect(attempts).toHaveLength(2);
  open.shift()?.();
  await settle();
  expect(attempts).toHaveLength(3);
  runner.abort();
  await runner.stop();
});

test('no more than the rate are attempted in a second', async () => {
  const { runner, attempts, clock } = await run(() => DONE, { count: 9, perSecond: 3 });
  expect(attempts).toHaveLength(3);
  clock.advance(1_000);
  await settle();
  expect(attempts).toHaveLength(6);
  await runner.stop();
});

test('in a lane, the order of arrival is kept over a failure', async () => {
  let isFirst = true;
  const { runner, attempts, clock } = await run(
    () => {
      const outcome = isFirst ? FAILED : DONE;
      isFirst = false;
      return outcome;
    },
    { count: 3, lane: 'mara' },
  );
  expect(attempts.map(({ number }) => number)).toEqual([1]);
  for (let second = 0; second < 4; second += 1) {
    clock.advance(1_000);
    await settle();
  }
  expect(attempts.map(({ number }) => number)).toEqual([1, 1, 2, 3]);
  await runner.stop();
});

describe('the end', () => {
  test('a stop waits for what is under way, and records it', async () => {
    const { promise, resolve } = Promise.withResolvers<ForwardOutcome>();
    const { runner, inbox } = await run(() => promise);
    const stopped = runner.stop();
    resolve(DONE);
    await stopped;
    expect((await inbox.find(1))?.state).toBe('forwarded');
  });

  test('an abort leaves what is under way to the next run, as a repetition', async () => {
    const { runner, inbox, target, clock } = await run(() => new Promise(() => {}));
    runner.abort();
    await runner.stop();
    expect((await inbox.find(1))?.state).toBe('waiting');
    clock.advance(10_000);
    expect(await inbox.claim({ target: target.name, most: 1, now: clock.now() })).toMatchObject([
      { attempt: 2 },
    ]);
  });
});

test('a defect of a target is reported, and the delivery is not lost', async () => {
  const { runner, faults, inbox } = await run(() => {
    throw new Error('broken');
  });
  expect(faults).toHaveLength(1);
  expect((await inbox.find(1))?.state).toBe('waiting');
  await runner.stop();
});

test('once attempts each chosen delivery once, whatever waits beside it', async () => {
  const clock = stoppedClock(ARRIVAL);
  const inbox = openSqliteInbox(':memory:');
  const target: ForwardTarget = { name: 'x', attempt: async () => FAILED };
  await inbox.takeIn(['1', '2', '3'].map((hookId) => arrived({ hookId }, ['x'])));
  const reports: number[] = [];
  await forwardOnce({
    ...{ target, inbox, clock, concurrency: 1, numbers: [1, 3] },
    signal: new AbortController().signal,
    onReport: ({ job }) => reports.push(job.number),
  });
  expect(reports).toEqual([1, 3]);
});
