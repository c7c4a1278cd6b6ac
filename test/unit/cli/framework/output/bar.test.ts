import { describe, expect, test } from 'vitest';
import { createBar, createDrawing } from '../../../../../src/cli/framework/output/drawings.ts';
import { getDisplayWidth } from '../../../../../src/cli/framework/output/text/width.ts';

const column = { name: 'share', title: 'share', value: (row: unknown) => row as number };
const drawn = { width: 80, colorLevel: 0, now: 0, accessible: false } as const;

test.each([
  ['all of it fills its place', 1, 13, '100% ████████'],
  ['half is half as long', 0.5, 13, ' 50% ████'],
  ['eighths of a cell are drawn', 0.3, 13, ' 30% ██▍'],
  ['less than a cell', 0.05, 13, '  5% ▍'],
  ['what is not nothing is seen', 0.001, 13, ' <1% ▏'],
  ['nothing is nothing', 0, 13, '  0%'],
  ['no room for a bar', 0.5, 7, ' 50%'],
  ['more than all is all', 7, 13, '100% ████████'],
  ['not a number', Number.NaN, 13, '  0%'],
])('%s', (_what, share, width, expected) => {
  expect(createBar(column, drawn)(share, width)).toBe(expected);
});

test('for screen readers, there are only numbers', () => {
  expect(createBar(column, { ...drawn, accessible: true })(0.5, 40)).toBe(' 50%');
});

test('it is not wider than its place', () => {
  const rows = Array.from({ length: 101 }, (_, index) => index / 100);
  const cell = createBar(column, drawn);
  for (const width of [4, 5, 6, 7, 8, 9, 12, 40, 80, 200]) {
    const widest = Math.max(...rows.map((row) => getDisplayWidth(cell(row, width))));
    expect({ width, isInside: widest <= width }).toEqual({ width, isInside: true });
  }
});

describe('the hours of a day', () => {
  const hours = (counts: Readonly<Record<number, number>>) =>
    Array.from({ length: 24 }, (_, hour) => counts[hour] ?? 0);
  const rows = [hours({ 0: 8, 6: 2, 12: 4, 23: 1 }), hours({ 3: 6 }), hours({})];
  const role = {
    name: 'hours',
    title: 'hours',
    role: 'hours',
    value: (row: unknown) => row as readonly number[],
  } as const;

  test('are shades by quarters of the most of all rows', () => {
    const draw = createDrawing(role, rows, drawn);
    expect(rows.map((row) => draw?.(row))).toEqual([
      '█·····░·····▒··········░',
      '···▓····················',
      '························',
    ]);
  });

  test('for screen readers, the hour with the most is named', () => {
    const draw = createDrawing(role, rows, { ...drawn, accessible: true });
    expect(rows.map((row) => draw?.(row))).toEqual(['most at 00:00 (8)', 'most at 03:00 (6)', 'none']);
  });
});

describe('the days of a sparkline', () => {
  const rows: readonly (readonly number[] | null)[] = [[0, 1, 3, 15], [0, 0, 0, 255], [0, 0, 0, 0], null];
  const role = {
    name: 'days',
    title: 'days',
    role: 'days',
    value: (row: unknown) => row as readonly number[] | null,
  } as const;

  test('are heights by the logarithm of the most of all rows; a day without any is a dot', () => {
    const draw = createDrawing(role, rows, drawn);
    expect(rows.map((row) => draw?.(row))).toEqual(['·▁▂▄', '···█', '····', '']);
  });

  test('for screen readers, are listed', () => {
    const draw = createDrawing(role, rows, { ...drawn, accessible: true });
    expect(rows.map((row) => draw?.(row))).toEqual(['0 1 3 15', '0 0 0 255', '0 0 0 0', '']);
  });

  test('where the terminal shows ASCII only, heights are its characters', () => {
    const draw = createDrawing(role, rows, { ...drawn, isAscii: true });
    expect(rows.map((row) => draw?.(row))).toEqual(['_.:=', '___@', '____', '']);
  });
});

describe('the days of a trend', () => {
  const rows: readonly (readonly number[] | null)[] = [[0, 1, 2, 4], [0, 400, 800, 200], [0, 0], null];
  const role = {
    name: 'trend',
    title: 'trend',
    role: 'trend',
    value: (row: unknown) => row as readonly number[] | null,
  } as const;

  test('are heights by the most of the row itself', () => {
    const draw = createDrawing(role, rows, drawn);
    expect(rows.map((row) => draw?.(row))).toEqual(['·▂▄█', '·▄█▂', '··', '']);
  });

  test('for screen readers, are listed', () => {
    const draw = createDrawing(role, rows, { ...drawn, accessible: true });
    expect(rows.map((row) => draw?.(row))).toEqual(['0 1 2 4', '0 400 800 200', '0 0', '']);
  });
});
