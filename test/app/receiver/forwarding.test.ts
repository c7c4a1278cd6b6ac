import { afterAll, describe, expect, test } from 'vitest';
import { CrierError } from '../../../src/errors.ts';
import {
  type ForwardOutcome,
  type ForwardReport,
  type ForwardTarget,
  forwardOnce,
  MOST_ROUNDS,
  startForwarding,
} from '../../../src/receiver/forwarding.ts';
import type { ForwardJob, Inbox } from '../../../src/receiver/inbox/inbox.ts';
import { DAY_MS } from '../../../src/service/durations.ts';
import { stoppedClock } from '../../support/clock.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { listInboxKinds } from '../../support/postgres/inboxes.ts';
import { ARRIVAL, arrived } from '../../support/receiver/arrived.ts';

const DONE: ForwardOutcome = { kind: 'done', status: 200, error: null };
const FAILED: ForwardOutcome = { kind: 'failed', status: 503, error: 'status 503' };
const REFUSED: ForwardOutcome = { kind: 'refused', status: 404, error: 'status 404' };

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The same inbox, and whether any of its calls is under way. */
function watchCalls(inbox: Inbox): { readonly inbox: Inbox; isBusy(): boolean } {
  let underWay = 0;
  const watched = new Proxy(inbox, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== 'function') return method;
      return async (...values: unknown[]) => {
        underWay += 1;
        try {
          return await Reflect.apply(method, target, values);
        } finally {
          underWay -= 1;
        }
      };
    },
  });
  return { inbox: watched, isBusy: () => underWay > 0 };
}

/** Waits until nothing has happened for some turns, however long the inbox takes. */
async function settleCalls(isBusy: () => boolean): Promise<void> {
  for (let quiet = 0; quiet < 20; quiet += 1) {
    await nextTurn();
    if (isBusy()) quiet = 0;
  }
}

const kinds = await listInboxKinds();
afterAll(async () => void (await Promise.all(kinds.map(({ close }) => close()))));

describe.each(kinds)('$name', ({ create }) => {
  /** A runner beside an inbox with deliveries, with a stopped clock. */
  async function run(
    attempt: (job: ForwardJob, signal: AbortSignal) => Promise<ForwardOutcome> | ForwardOutcome,
    {
      count = 1,
      concurrency = 4,
      perSecond = null as number | null,
      lane = null as string | null,
      recordFaults = 0,
      fault = new CrierError('unavailable', 'down') as Error,
      claimFaults = 0,
    } = {},
  ) {
    const clock = createManualClock({ start: ARRIVAL, holdsFromMs: 0 });
    const created = await create();
    let faults = recordFaults;
    const record: Inbox['record'] = (...values) => {
      if (faults === 0) return created.record(...values);
      faults -= 1;
      return Promise.reject(fault);
    };
    let failing = claimFaults;
    let claims = 0;
    const claim: Inbox['claim'] = (...values) => {
      claims += 1;
      if (failing === 0) return created.claim(...values);
      failing -= 1;
      return Promise.reject(fault);
    };
    const { inbox, isBusy } = watchCalls({ ...created, record, claim });
    const settle = () => settleCalls(isBusy);
    const name = 'http://127.0.0.1:3000/';
    await inbox.takeIn(
      Array.from({ length: count }, (_, at) => arrived({ hookId: String(at) }, [{ target: name, lane }])),
    );
    const attempts: ForwardJob[] = [];
    const reports: ForwardReport[] = [];
    const reported: unknown[] = [];
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
      onFault: (fault) => reported.push(fault),
    });
    await settle();
    return {
      clock,
      inbox,
      attempts,
      reports,
      faults: reported,
      runner,
      target,
      settle,
      countClaims: () => claims,
    };
  }

  test('a success is done, and is not attempted again', async () => {
    const { runner, inbox, attempts, clock, settle } = await run(() => DONE, { count: 9 });
    clock.advance(1_000);
    await settle();
    expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect((await inbox.count({})).deliveries).toMatchObject({ forwarded: 9, waiting: 0 });
    await runner.stop();
  });

  test('a failure is attempted again after growing waits, each marked as a repetition, and then given up', async () => {
    const { runner, inbox, attempts, clock, reports, settle } = await run(() => FAILED);
    for (let round = 1; round < MOST_ROUNDS; round += 1) {
      clock.advance((reports.at(-1)?.again ?? 0) - clock.now());
      await settle();
    }
    expect(attempts.map(({ attempt }) => attempt)).toEqual(
      Array.from({ length: MOST_ROUNDS }, (_, at) => at + 1),
    );
    expect(clock.now() - ARRIVAL).toBeGreaterThan(15 * 3_600_000);
    expect(reports.at(-1)?.again).toBeNull();
    expect((await inbox.find(1))?.state).toBe('dead');
    await runner.stop();
  });

  test('a clock that is set back by an hour makes neither a retry nor what just came an hour late', async () => {
    const { runner, inbox, attempts, clock, target, settle } = await run(() => FAILED);
    clock.setForward(-3_600_000);
    await inbox.takeIn([arrived({ hookId: 'new' }, [target.name])]); // received before it was set back
    for (const ms of [30_000, 30_000, 1_000]) {
      clock.advance(ms);
      await settle();
    }
    const made = attempts.map(({ number, attempt }) => `${number}.${attempt}`);
    expect(made).toEqual(expect.arrayContaining(['1.1', '1.2', '2.1']));
    await runner.stop();
  });

  test('after a day of sleep what is due is attempted once, marked as a repetition, and not for each wait that passed', {
    tags: ['T4'],
  }, async () => {
    const { runner, inbox, attempts, clock, target, settle } = await run(() => FAILED);
    clock.setForward(DAY_MS);
    await inbox.takeIn([arrived({ hookId: 'new' }, [target.name])]);
    clock.advance(1_000);
    await settle();
    expect(attempts.map(({ number, attempt }) => `${number}.${attempt}`).toSorted()).toEqual([
      '1.1',
      '1.2',
      '2.1',
    ]);
    await runner.stop();
  });

  test('a target that refuses is not asked again', async () => {
    const { runner, inbox, attempts, clock, settle } = await run(() => REFUSED);
    clock.advance(3_600_000);
    await settle();
    expect(attempts).toHaveLength(1);
    expect((await inbox.find(1))?.state).toBe('dead');
    await runner.stop();
  });

  test('no more than the concurrency are attempted at once', async () => {
    const open: (() => void)[] = [];
    const { runner, attempts, reports, faults, clock, settle } = await run(
      () => new Promise((resolve) => open.push(() => resolve(DONE))),
      {
        count: 5,
        concurrency: 2,
      },
    );
    expect([attempts.length, runner.inFlight]).toEqual([2, 2]);
    let isIdle = false;
    const idle = runner.untilIdle().then(() => {
      isIdle = true;
    });
    clock.advance(40);
    open.shift()?.();
    await settle();
    expect(attempts).toHaveLength(3);
    expect(reports.map(({ ms }) => ms)).toEqual([40]);
    while (open.length > 0) {
      expect(isIdle).toBe(false);
      open.shift()?.();
      await settle();
    }
    await idle;
    expect([attempts.length, runner.inFlight, faults]).toEqual([5, 0, []]);
    await runner.stop();
  });

  test('no more than the rate are attempted in a second', async () => {
    const { runner, attempts, clock, settle } = await run(() => DONE, { count: 9, perSecond: 3 });
    expect(attempts).toHaveLength(3);
    for (const expected of [4, 6]) {
      clock.advance(500);
      runner.wake();
      await settle();
      expect(attempts).toHaveLength(expected);
    }
    await runner.stop();
  });

  test('in a lane, the order of arrival is kept over a failure', async () => {
    let isFirst = true;
    const { runner, attempts, clock, settle } = await run(
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
      const { runner, inbox, target, clock, settle } = await run(
        (_job, signal) =>
          new Promise((resolve) => signal.addEventListener('abort', () => resolve(DONE), { once: true })),
      );
      runner.abort();
      await runner.stop();
      await settle();
      expect((await inbox.find(1))?.state).toBe('waiting');
      clock.advance(10_000);
      expect(await inbox.claim({ target: target.name, most: 1, now: clock.now() })).toMatchObject([
        { attempt: 2 },
      ]);
    });
  });

  test.each([
    ['as soon as the inbox answers again, so that what was done is not repeated', 2, 'forwarded'],
    ['also in the fifth second', 4, 'forwarded'],
    ['or reported when the inbox does not answer for longer, and attempted again', 5, 'waiting'],
  ] as const)('a result is recorded %s', async (_when, recordFaults, state) => {
    const { runner, attempts, clock, inbox, faults, settle } = await run(() => DONE, { recordFaults });
    for (let second = 0; second < recordFaults && second < 4; second += 1) {
      expect((await inbox.find(1))?.state).toBe('waiting');
      clock.advance(1_000);
      await settle();
    }
    expect((await inbox.find(1))?.state).toBe(state);
    expect([attempts, faults.length]).toMatchObject([[{ attempt: 1 }], state === 'waiting' ? 1 : 0]);
    await runner.stop();
  });

  test.each([new Error('broken'), new CrierError('usage', 'damaged')])(
    'a defect of the inbox is reported at once: %s',
    async (fault) => {
      const { runner, faults } = await run(() => DONE, { recordFaults: 1, fault });
      expect(faults).toEqual([fault]);
      await runner.stop();
    },
  );

  test('an inbox that cannot be asked what is due is reported, and asked again when something may be due', async () => {
    const { runner, faults, attempts, countClaims, settle } = await run(() => DONE, { claimFaults: 2 });
    expect([faults.length, attempts.length, countClaims()]).toEqual([1, 0, 1]);
    await expect(runner.untilIdle()).rejects.toThrow('down');
    runner.wake();
    await settle();
    expect([faults.length, attempts.length]).toEqual([2, 1]);
    await runner.stop();
  });

  test('a defect of a target is reported, and the delivery is not lost', async () => {
    const { runner, faults, inbox } = await run(() => {
      throw new Error('broken');
    });
    expect(faults).toHaveLength(1);
    expect((await inbox.find(1))?.state).toBe('waiting');
    await runner.stop();
  });

  describe('once', () => {
    /** Three deliveries for a target, attempted once. */
    async function attemptOnce(
      attempt: (clock: ReturnType<typeof stoppedClock>, inbox: Inbox) => Promise<ForwardOutcome>,
      { numbers = [1, 2, 3], concurrency = 1, claimed = [] as number[], isAborted = false } = {},
    ) {
      const stopped = stoppedClock(ARRIVAL);
      const waits: (AbortSignal | undefined)[] = [];
      const sleep: typeof stopped.sleep = (milliseconds, signal) => {
        waits.push(signal);
        return stopped.sleep(milliseconds, signal);
      };
      const clock = { ...stopped, sleep };
      const { inbox, isBusy } = watchCalls(await create());
      const target: ForwardTarget = { name: 'x', attempt: () => attempt(clock, inbox) };
      await inbox.takeIn(['1', '2', '3'].map((hookId) => arrived({ hookId }, ['x'])));
      if (claimed.length > 0) await inbox.claim({ target: 'x', most: 3, now: clock.now(), numbers: claimed });
      const attempts: [number, number][] = [];
      const ended = forwardOnce({
        ...{ target, inbox, clock, concurrency, numbers },
        signal: isAborted ? AbortSignal.abort(new Error('ended')) : new AbortController().signal,
        onReport: ({ job }) => attempts.push([job.number, job.attempt]),
      });
      return { attempts, ended, clock, waits, inbox, settle: () => settleCalls(isBusy) };
    }

    test('attempts each chosen delivery, whatever waits beside it, and waits for nothing more', async () => {
      const { attempts, ended, waits } = await attemptOnce(async () => FAILED, { numbers: [1, 3] });
      await ended;
      expect(waits.map((signal) => signal?.aborted)).toEqual([true]);
      expect(attempts).toEqual([
        [1, 1],
        [3, 1],
      ]);
    });

    test('leaves what another run attempts to it', async () => {
      const { attempts, ended } = await attemptOnce(async () => DONE, { claimed: [2] });
      await ended;
      expect(attempts).toEqual([
        [1, 1],
        [3, 1],
      ]);
    });

    test('attempts nothing more when it is ended', async () => {
      const { attempts, ended } = await attemptOnce(async () => DONE, { isAborted: true });
      await expect(ended).rejects.toThrow('ended');
      expect(attempts).toEqual([]);
    });

    test('attempts none twice, though those that failed are due again before the last one was attempted', async () => {
      const { attempts, ended } = await attemptOnce(async (clock) => {
        clock.advance(60_000);
        return FAILED;
      });
      await ended;
      expect(attempts).toEqual([
        [1, 1],
        [2, 1],
        [3, 1],
      ]);
    });

    test('a long attempt stays claimed, so that no receiver makes it at the same time', async () => {
      const { promise, resolve } = Promise.withResolvers<ForwardOutcome>();
      const { ended, clock, inbox, settle } = await attemptOnce(() => promise, { numbers: [1] });
      await settle();
      for (let second = 0; second < 20; second += 2) {
        clock.advance(2_000);
        await settle();
      }
      expect(await inbox.claim({ target: 'x', most: 1, now: clock.now(), numbers: [1] })).toEqual([]);
      resolve(DONE);
      await ended;
      expect((await inbox.find(1))?.state).toBe('forwarded');
    });
  });
});
