import { expect, test } from 'vitest';
import { createGroupCounters } from '../../../src/sandbox/engine/dispatcher/group-counters.ts';

test('what the steps of a group add is counted at once and written once, but not that of a step that fails', () => {
  const counters = createGroupCounters();
  const written: (readonly [string, number])[] = [];
  const add = (key: string, by: number) => counters.add(key, by, (sum) => written.push([key, sum]));
  const list = () => ['a', 'b', 'c'].map(counters.get);
  counters.duringStep(() => {
    for (const [key, by] of [
      ['a', 2],
      ['b', 1],
      ['a', 3],
    ] as const)
      add(key, by);
    expect(list()).toEqual([5, 1, 0]);
  });
  const fail = () => {
    add('a', 9);
    throw new Error('a fault');
  };
  expect(() => counters.duringStep(fail)).toThrow('a fault');
  expect(counters.duringStep(() => add('b', -1))).toBeUndefined();
  expect(list()).toEqual([5, 0, 0]);
  for (const _time of [1, 2]) counters.write();
  expect(written).toEqual([['a', 5]]);
});
