import { expect, test } from 'vitest';
import { createFaultRegister, drawChance } from '../../../src/sandbox/networks/injected-faults.ts';

const draws = (count: number) => {
  let place = 1;
  return Array.from({ length: count }, () => {
    const { chance, next } = drawChance(place);
    place = next;
    return chance;
  });
};

test('the same place gives the same chance', () => expect(drawChance(7)).toEqual(drawChance(7)));

test('chances lie from 0 up to 1, evenly', () => {
  const tenths = Array(10).fill(0);
  for (const chance of draws(10_000)) tenths[Math.floor(chance * 10)] += 1;
  expect(tenths).toHaveLength(10);
  for (const count of tenths) expect(Math.abs(count - 1_000)).toBeLessThan(150);
});

test('one after the other, they have nothing to do with each other', () => {
  const all = draws(10_000);
  const rising = all.filter((chance, at) => chance > (all[at - 1] ?? 0)).length;
  expect(Math.abs(rising - 5_000)).toBeLessThan(250);
});

function register() {
  let ids = 0;
  let time = 0;
  return createFaultRegister(
    () => {
      ids += 1;
      return `id-${ids}`;
    },
    () => {
      time += 1;
      return time;
    },
  );
}

/** A fault that always comes from the same place. */
const fault = (message: string) => new Error(message);

test('a fault that comes again is counted, under the trace id of its first time', { tags: ['T20'] }, () => {
  const faults = register();
  expect(faults.last()).toBeNull();
  const seen = ['row 17 is broken', 'row 18 is broken', 'row 9 is broken'].map((text) =>
    faults.record(fault(text)),
  );
  expect(seen.map(({ traceId, count }) => [traceId, count])).toEqual([
    ['id-1', 1],
    ['id-1', 2],
    ['id-1', 3],
  ]);
  expect(faults.last()).toEqual({ traceId: 'id-1', text: 'Error: row 9 is broken', count: 3, time: 3 });
});

test('other words, another place or another type are another kind', { tags: ['T20'] }, () => {
  const faults = register();
  const errors = [fault('one'), fault('two'), new Error('one'), new TypeError('one'), 'one', undefined];
  expect(new Set(errors.map((error) => faults.record(error).traceId)).size).toBe(errors.length);
});

test('the number of kinds and the length of each text are bounded', { tags: ['T20'] }, () => {
  const faults = register();
  const word = (index: number) => String.fromCodePoint(0x4e00 + index);
  for (let index = 0; index < 300; index += 1) faults.record(fault(word(index)));
  expect(faults.record(fault(word(299))).count).toBe(2);
  expect(faults.record(fault(word(0))).count).toBe(1);
  expect(faults.record(fault('x'.repeat(10_000))).text).toHaveLength(500);
});
