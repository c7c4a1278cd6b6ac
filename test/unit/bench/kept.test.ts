import { expect, test } from 'vitest';
import { compareWithKept, describeKept, type KeptFigure, replaceKept } from '../../bench/kept.ts';
import { type BenchResult, result } from '../../bench/result.ts';

const start = (figure: number | null): BenchResult =>
  result({ id: 'P4', what: 'a start', figure, unit: 'x', budget: 5, goal: 3, detail: '' });
const rate = (figure: number): BenchResult =>
  result({
    id: 'P12',
    what: 'a rate',
    figure,
    unit: 'x',
    budget: 1 / 12,
    goal: 1 / 2.5,
    isRate: true,
    detail: '',
  });
const keep = (figure: number, { id, what, unit }: BenchResult, machine = 'before'): KeptFigure => ({
  id,
  what,
  figure,
  unit,
  machine,
});

test.each([
  ['a ratio that rose by more than the noise', start(4.01), 2.72, 'worse than the kept 2.72 x'],
  ['a ratio that rose within the noise', start(2.99), 2.72, 'kept 2.72 x'],
  ['a ratio that fell', start(2), 2.72, 'kept 2.72 x'],
  ['a rate that fell by more than the noise', rate(0.09), 0.1, 'worse than the kept 0.100 x'],
  ['a rate that fell within the noise', rate(0.092), 0.1, 'kept 0.100 x'],
  ['a rate that rose', rate(0.2), 0.1, 'kept 0.100 x'],
  ['a figure that was not measured', start(null), 2.72, 'none kept'],
] as const)('%s', (_why, found, before, expected) => {
  expect(describeKept(compareWithKept(found, [keep(before, found)]), found)).toBe(expected);
});

test('a figure is compared with its own only', () => {
  const kept = [keep(1, { ...start(1), what: 'another start' }), keep(1, { ...start(1), unit: 'MiB' })];
  expect(compareWithKept(start(4), kept)).toEqual({ kept: null, isWorse: false });
});

test('what is kept: a bench that was run replaces its own figures, in the order of their ids', () => {
  const renamed = keep(3, { ...start(3), what: 'a start as it was called before' });
  const [other, slow] = [keep(7, { ...start(7), id: 'P9' }), keep(0.2, rate(0.2))];
  expect(replaceKept([slow, other, renamed], [start(2.5)], 'now')).toEqual([
    keep(2.5, start(2.5), 'now'),
    other,
    slow,
  ]);
});

test('what is kept: a figure that could not be measured stays as it is', () => {
  const kept = [keep(2.72, start(2.72))];
  expect(replaceKept(kept, [start(null)], 'now')).toEqual(kept);
});

test.each([
  ['at its goal', rate(0.4), 'goal'],
  ['at its budget, rounded', rate(0.0833), 'budget'],
  ['below its budget', rate(0.08), 'over'],
  ['a ratio at its goal', start(3), 'goal'],
  ['a ratio above its budget', start(5.01), 'over'],
  ['without a figure', start(null), 'not measured'],
] as const)('the verdict on a figure: %s', (_why, { verdict }, expected) => {
  expect(verdict).toBe(expected);
});
