import { describe, expect, test } from 'vitest';
import { estimateLimitWait, RunBudget } from '../../../src/client/request-budget.ts';
import { LIMITS } from '../../../src/service/limits.ts';
import { stoppedClock } from '../../support/clock.ts';

const { windowMs } = LIMITS.requestRate;

/** A service with a window that begins with its first request, and what was sent to it. */
function createLimitedService({ max, atOnce = 4 }: { readonly max: number; readonly atOnce?: number }) {
  const clock = stoppedClock(0);
  const budget = new RunBudget({ clock });
  budget.limit(atOnce);
  const sent: string[] = [];
  const windows = new Map<string, { started: number; used: number }>();
  let [inFlight, mostInFlight, refused] = [0, 0, 0];
  const answer = (profile: string) => {
    const now = clock.now();
    const known = windows.get(profile);
    const window = known === undefined || now - known.started >= windowMs ? { started: now, used: 0 } : known;
    window.used += 1;
    windows.set(profile, window);
    if (window.used > max) refused += 1;
    return { 'x-ratelimit-max': String(max), 'x-ratelimit-count': String(window.used) };
  };
  const send = async (profile: string) => {
    const turn = await budget.take(profile);
    sent.push(profile);
    inFlight += 1;
    mostInFlight = Math.max(mostInFlight, inFlight);
    await settle();
    inFlight -= 1;
    turn.end(answer(profile));
  };
  return { clock, budget, sent, send, counts: () => ({ mostInFlight, refused }) };
}

/** Lets what can run without a timer run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** Advances the clock by five seconds until the work is done. @returns the seconds */
async function runToEnd(work: Promise<unknown>, clock: ReturnType<typeof stoppedClock>): Promise<number> {
  let isDone = false;
  void work.then(() => {
    isDone = true;
  });
  for (let second = 0; ; second += 5) {
    for (let turn = 0; turn < 400 && !isDone; turn += 1) await settle();
    if (isDone) return second;
    clock.advance(5_000);
  }
}

/** A budget whose only request was refused. */
function createRefusedBudget(): {
  readonly budget: RunBudget;
  readonly clock: ReturnType<typeof stoppedClock>;
} {
  const clock = stoppedClock(0);
  const budget = new RunBudget({ clock });
  budget.limit(4);
  return { budget, clock };
}

const LIMITS_OF_RUN = { refusals: 0, maxWaitMs: 60_000 };

describe('the budget of a run', () => {
  test('access.md#request-limit: 100 requests at 30 in 5 minutes take four windows, and none is refused', async () => {
    const { clock, send, counts } = createLimitedService({ max: 30 });
    const seconds = await runToEnd(Promise.all(Array.from({ length: 100 }, () => send('a'))), clock);
    expect(counts()).toEqual({ mostInFlight: 4, refused: 0 });
    expect(seconds).toBeGreaterThanOrEqual(3 * 300);
    expect(seconds).toBeLessThan(4 * 300);
  });

  test('each profile has its own window, and one budget holds for all of them', async () => {
    const { clock, send, counts } = createLimitedService({ max: 300 });
    const all = ['a', 'b', 'c'].flatMap((profile) => Array.from({ length: 250 }, () => send(profile)));
    expect(await runToEnd(Promise.all(all), clock)).toBe(0);
    expect(counts()).toEqual({ mostInFlight: 4, refused: 0 });
  });

  test('profiles take turns, even if one has asked for many before', async () => {
    const { clock, send, sent } = createLimitedService({ max: 300, atOnce: 1 });
    const all = ['a', 'a', 'a', 'a', 'b', 'b', 'c'].map((profile) => send(profile));
    await runToEnd(Promise.all(all), clock);
    expect(sent).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a']);
  });

  test('a service that others use, too: what its headers say counts, not what was sent', async () => {
    const { clock, send, sent } = createLimitedService({ max: 300 });
    const other = new RunBudget({ clock });
    other.limit(1);
    await send('a');
    const others = Promise.all(Array.from({ length: 268 }, () => send('a')));
    await runToEnd(others, clock);
    const before = sent.length;
    void send('a');
    void send('a');
    await settle();
    expect(sent.length - before).toBe(1);
  });

  test('without rate headers nothing waits', async () => {
    const clock = stoppedClock(0);
    const budget = new RunBudget({ clock });
    budget.limit(2);
    for (let count = 0; count < 1_000; count += 1) (await budget.take('')).end({});
    expect(budget.waitMs).toBe(0);
  });

  test('until it is limited, nothing waits', async () => {
    const budget = new RunBudget({ clock: stoppedClock(0) });
    const turns = await Promise.all(Array.from({ length: 100 }, () => budget.take('')));
    expect(turns).toHaveLength(100);
    expect(budget.pauseAfter({ http: 429, codes: [1429], retryAfterMs: 1_000 }, LIMITS_OF_RUN)).toBeNull();
  });
});

describe('a refusal', () => {
  test('Retry-After pauses the requests of all profiles, and says how long', async () => {
    const { budget, clock } = createRefusedBudget();
    (await budget.take('a')).end(null);
    expect(budget.pauseAfter({ http: 429, codes: [1429], retryAfterMs: 7_000 }, LIMITS_OF_RUN)).toBe(7_000);
    let isSent = false;
    void budget.take('b').then(() => {
      isSent = true;
    });
    clock.advance(6_999);
    await settle();
    expect({ isSent, waitMs: budget.waitMs }).toEqual({ isSent: false, waitMs: 1 });
    clock.advance(1);
    await settle();
    expect(isSent).toBe(true);
  });

  test.each([
    ['without Retry-After: a fifth of the window', { http: 429, codes: [1429], retryAfterMs: null }, 60_000],
    ['without a code, too', { http: 429, codes: [], retryAfterMs: null }, 60_000],
    [
      "a network's own limit does not pause the others",
      { http: 429, codes: [364], retryAfterMs: null },
      null,
    ],
    [
      'a Retry-After that is longer than --max-wait',
      { http: 429, codes: [1429], retryAfterMs: 60_001 },
      null,
    ],
    ['any other failure', { http: 500, codes: [], retryAfterMs: 1_000 }, null],
  ])('%s', (_why, outcome, expected) => {
    expect(createRefusedBudget().budget.pauseAfter(outcome, LIMITS_OF_RUN)).toBe(expected);
  });

  test('is repeated until the window must be over, and then fails', () => {
    const outcome = { http: 429, codes: [1429], retryAfterMs: null };
    const pauses = Array.from({ length: 8 }, (_, refusals) =>
      createRefusedBudget().budget.pauseAfter(outcome, { ...LIMITS_OF_RUN, refusals }),
    );
    expect(pauses.filter((each) => each !== null)).toHaveLength(6);
  });

  test('a pause that is longer than --max-wait is a failure', () => {
    const outcome = { http: 429, codes: [1429], retryAfterMs: null };
    const limits = { refusals: 0, maxWaitMs: 59_999 };
    expect(createRefusedBudget().budget.pauseAfter(outcome, limits)).toBeNull();
  });
});

test('the end of the run ends all waiting', async () => {
  const ending = new AbortController();
  const budget = new RunBudget({ clock: stoppedClock(0), signal: ending.signal });
  budget.limit(1);
  await budget.take('a');
  const waiting = budget.take('a');
  ending.abort('interrupted');
  await expect(waiting).rejects.toBe('interrupted');
});

test.each([
  ['what the window has left is sent at once', 0, 270, 0],
  ['one more waits 20 seconds', 0, 271, 20_000],
  ['what is left of the window is sent one at a time', 200, 80, 200_000],
  ['more than that waits for the next window', 200, 100, 300_000],
  ['many wait for several', 0, 700, 600_000],
])('%s', (_why, used, requests, expected) => {
  expect(estimateLimitWait({ max: 300, used }, requests)).toBe(expected);
});
