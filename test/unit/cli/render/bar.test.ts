import { expect, test } from 'vitest';
import { createBar } from '../../../../src/cli/render/drawn-column.ts';
import { getDisplayWidth } from '../../../../src/cli/render/width.ts';

const column = { value: (row: unknown) => row as number };
const drawn = { accessible: false };

test.each([
  ['the largest fills its place', 0.5, [0.5, 0.25], 13, ' 50% ████████'],
  ['half of it is half as long', 0.25, [0.5, 0.25], 13, ' 25% ████'],
  ['eighths of a cell are drawn', 0.3, [0.8, 0.3], 13, ' 30% ███'],
  ['less than a cell', 0.05, [0.8], 13, '  5% ▌'],
  ['what is not nothing is seen', 0.001, [1], 13, ' <1% ▏'],
  ['nothing is nothing', 0, [1], 13, '  0%'],
  ['nothing at all', 0, [0], 13, '  0%'],
  ['all of it', 1, [1], 13, '100% ████████'],
  ['no room for a bar', 0.5, [0.5], 7, ' 50%'],
  ['more than all is all', 7, [7], 13, '100% ████████'],
  ['not a number', Number.NaN, [0.5], 13, '  0%'],
])('%s', (_what, share, rows, width, expected) => {
  expect(createBar(column, rows, drawn)(share, width)).toBe(expected);
});

test('for screen readers, there are only numbers', () => {
  expect(createBar(column, [0.5], { accessible: true })(0.5, 40)).toBe(' 50%');
});

test('it is not wider than its place', () => {
  const rows = Array.from({ length: 101 }, (_, index) => index / 100);
  const cell = createBar(column, rows, drawn);
  for (const width of [4, 5, 12, 40, 80, 200]) {
    const widest = Math.max(...rows.map((row) => getDisplayWidth(cell(row, width))));
    expect({ width, isInside: widest <= width }).toEqual({ width, isInside: true });
  }
});
