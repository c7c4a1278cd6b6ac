import { describe, expect, test } from 'vitest';
import type { Transport } from '../../../../../src/client/transport.ts';
import { LIMITS } from '../../../../../src/service/limits.ts';
import { stoppedClock } from '../../../../support/clock.ts';
import { crier } from '../../../../support/crier.ts';
import { eventually } from '../../../../support/eventually.ts';
import { inFolder } from '../../../../support/in-folder.ts';
import { createManualClock } from '../../../../support/manual-clock.ts';

const { windowMs } = LIMITS.requestRate;
const SERVICE = { CRIER_BASE_URL: 'https://api.example/api', CRIER_API_KEY: 'KEY-00000000000000001' };
const ids = (count: number) =>
  Array.from({ length: count }, (_, at) => `Post${String(at).padStart(16, '0')}`);

interface LimitedOptions {
  /** Requests in a window, which begins with the first of them; null for a service without rate headers. */
  readonly max: number | null;
  /** Requests that are refused first, each with these headers. */
  readonly refusals?: readonly Readonly<Record<string, string>>[];
}

/** A service that counts requests, on a clock that moves by what is waited for. */
function serveLimited({ max, refusals = [] }: LimitedOptions) {
  // a request's own timeout is held, so that only pauses move the clock
  const clock = createManualClock({ holdsFromMs: windowMs });
  const times: number[] = [];
  let started = Number.NEGATIVE_INFINITY;
  let used = 0;
  let refused = 0;
  const network: Transport = async ({ url }) => {
    times.push(clock.now());
    if (clock.now() - started >= windowMs) [started, used] = [clock.now(), 0];
    used += 1;
    const refusal = refusals[times.length - 1];
    const isOver = max !== null && used > max;
    if (isOver || refusal !== undefined) refused += 1;
    const id = url.pathname.split('/').at(-1);
    const failure = { status: 'error', code: 1429, message: 'Too many requests.' };
    const body = isOver || refusal !== undefined ? failure : { status: 'success', id, instagram: [] };
    return {
      status: isOver || refusal !== undefined ? 429 : 200,
      headers: {
        'content-type': 'application/json',
        ...(max !== null && { 'x-ratelimit-max': String(max), 'x-ratelimit-count': String(used) }),
        ...refusal,
      },
      body: (async function* () {
        yield Buffer.from(JSON.stringify(body));
      })(),
    };
  };
  const read = (count: number, words = '') =>
    crier(`comments get --ids-from - -o ndjson --timeout 5m ${words}`, {
      env: SERVICE,
      network,
      clock,
      stdin: ids(count).join('\n'),
    });
  return { read, times, clock, countRefused: () => refused };
}

describe('--ids-from follows the rate headers of the service', () => {
  test.each([1, 32])(
    'access.md#request-limit: 700 ids, %i at a time: none is refused',
    async (concurrency) => {
      const { read, times, clock, countRefused } = serveLimited({ max: 300 });
      const { exitCode } = await read(700, `--concurrency ${concurrency}`);
      expect({ exitCode, asked: times.length, refused: countRefused() }).toEqual({
        exitCode: 0,
        asked: 700,
        refused: 0,
      });
      expect(clock.now()).toBeGreaterThanOrEqual(2 * windowMs);
      expect(clock.now()).toBeLessThan(3 * windowMs);
    },
  );

  test('without rate headers it does not wait', async () => {
    const { read, clock } = serveLimited({ max: null });
    expect((await read(320)).exitCode).toBe(0);
    expect(clock.now()).toBe(0);
  });
});

describe('HTTP 429', () => {
  test('pauses everything for its Retry-After, and fails nothing', async () => {
    const { read, times, clock } = serveLimited({ max: null, refusals: [{ 'retry-after': '7' }] });
    const { exitCode, stderr } = await read(40, '--concurrency 1');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect([times.length, clock.now(), times[1]]).toEqual([41, 7_000, 7_000]);
  });

  test('without one, waits a minute at a time, until the window must be over', async () => {
    const { read, times } = serveLimited({ max: null, refusals: [{}, {}, {}] });
    expect((await read(5, '--concurrency 1')).exitCode).toBe(0);
    expect(times.slice(0, 4)).toEqual([0, 60_000, 120_000, 180_000]);
  });

  test('fails with the class of a limit when the window does not end, and asks for no other id', async () => {
    const { read, times } = serveLimited({ max: null, refusals: Array.from({ length: 9 }, () => ({})) });
    const { exitCode, stderr } = await read(40, '--concurrency 1');
    expect(exitCode).toBe(7);
    expect(stderr).toContain('40 of 40 could not be read');
    expect(times).toHaveLength(7);
  });

  test('a Retry-After that is longer than --max-wait fails', async () => {
    const { read, clock } = serveLimited({ max: null, refusals: [{ 'retry-after': '61' }] });
    expect((await read(3, '--concurrency 1')).exitCode).toBe(7);
    expect(clock.now()).toBe(0);
  });
});

test('people see how far it is, and what is waited for', () =>
  inFolder({}, async (folder) => {
    const clock = stoppedClock(0);
    let asked = 0;
    const network: Transport = async ({ url }) => {
      asked += 1;
      const body =
        asked === 2
          ? { status: 'error', code: 1429, message: 'Too many requests.' }
          : { status: 'success', id: url.pathname.split('/').at(-1), instagram: [] };
      return {
        status: asked === 2 ? 429 : 200,
        headers: { 'content-type': 'application/json', 'retry-after': '30' },
        body: (async function* () {
          yield Buffer.from(JSON.stringify(body));
        })(),
      };
    };
    const running = crier('comments get --ids-from - --resume done -o ndjson --concurrency 1', {
      env: SERVICE,
      network,
      clock,
      folder,
      stdin: ids(3).join('\n'),
      isTerminal: true,
    });
    await eventually(() => expect(asked).toBe(2));
    for (let second = 0; second < 31; second += 1) {
      await new Promise((turn) => setImmediate(turn));
      clock.advance(1_000);
    }
    const { stderr, exitCode } = await running;
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/1 of 3 read; waiting \d+s for the request limit/);
    expect(stderr.endsWith('\r\u001b[K')).toBe(true);
  }));
