import { expect, test } from 'vitest';
import { countFastRecords } from '../../../../../../src/cli/framework/output/printing/count-fast-records.ts';
import { stoppedClock } from '../../../../../support/clock.ts';

const TALLY = {
  noun: ['delivery', 'deliveries'] as const,
  kinds: ['new', 'repeated'],
  kindOf: (record: unknown) => (Number(record) % 5 === 4 ? 'repeated' : 'new'),
};

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

/** A source that the test feeds, and what is shown of it. */
function follow() {
  const stopped = stoppedClock(0);
  let lateMs = 0;
  const clock = {
    ...stopped,
    steady: () => stopped.steady() + lateMs,
    sleep(ms: number, signal?: AbortSignal) {
      expect(ms).toBeGreaterThanOrEqual(0);
      return stopped.sleep(ms, signal);
    },
  };
  const shown: (readonly unknown[] | string)[] = [];
  let waiting: (readonly unknown[] | null)[] = [];
  let wake = () => {};
  async function* source() {
    for (;;) {
      const next = waiting.shift();
      if (next === null) return;
      if (next !== undefined) yield next;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  const ended = (async () => {
    for await (const part of countFastRecords(source(), TALLY, clock)) shown.push(part);
  })();
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  };
  return {
    shown,
    ended,
    /** Lets time pass without waking what sleeps, as on a machine with too much to do. */
    delay(ms: number) {
      lateMs += ms;
    },
    async feed(records: readonly unknown[] | null) {
      waiting = [...waiting, records];
      wake();
      await settle();
    },
    async pass(ms: number) {
      stopped.advance(ms);
      await settle();
    },
  };
}

test('few records are shown as they come', async () => {
  const { shown, feed, pass, ended } = follow();
  await feed([0]);
  await feed([1, 2]);
  await pass(5_000);
  await feed([3]);
  await feed(null);
  await ended;
  expect(shown).toEqual([[0], [1, 2], [3]]);
});

test('500 in a second are counted, and one line tells it; when it is calm again, rows are shown', async () => {
  const { shown, feed, pass } = follow();
  await feed(upTo(500));
  expect(shown).toEqual([upTo(10)]);
  await pass(1_000);
  expect(shown.at(-1)).toBe('490 more deliveries in 1 s: 392 new, 98 repeated');
  for (const part of [upTo(250), upTo(250)]) await feed(part);
  expect(shown).toHaveLength(2);
  await pass(1_000);
  expect(shown.at(-1)).toBe('500 deliveries in 1 s: 400 new, 100 repeated');
  await feed([0, 1, 2]);
  await pass(1_000);
  expect(shown.at(-1)).toEqual([0, 1, 2]);
  await feed([7]);
  expect(shown.at(-1)).toEqual([7]);
});

test('a second without any ends the counting without a line', async () => {
  const { shown, feed, pass } = follow();
  await feed(upTo(11));
  await pass(1_000);
  expect(shown.at(-1)).toBe('1 more delivery in 1 s: 1 new');
  await pass(1_000);
  await feed([3]);
  expect(shown.slice(2)).toEqual([[], [3]]);
});

test('a second that ends late is counted longer, and never waits for the past', async () => {
  const { shown, feed, delay, pass } = follow();
  await feed(upTo(20));
  delay(1_500);
  await feed(upTo(20));
  await pass(1_000);
  expect(shown.at(-1)).toBe('30 more deliveries in 1 s: 24 new, 6 repeated');
});

test('the end shows what was counted', async () => {
  const { shown, feed, ended } = follow();
  await feed(upTo(30));
  await feed(null);
  await ended;
  expect(shown).toEqual([upTo(10), '20 more deliveries in 1 s: 16 new, 4 repeated']);
});
