import { expect, test } from 'vitest';
import { drawChance } from '../../../src/sandbox/networks/injected-faults.ts';

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
