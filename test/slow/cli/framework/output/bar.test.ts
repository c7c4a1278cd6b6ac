import { expect, test } from 'vitest';
import { createBar } from '../../../../../src/cli/framework/output/drawings.ts';
import { getDisplayWidth } from '../../../../../src/cli/framework/output/text/width.ts';

const column = { name: 'share', title: 'share', value: (row: unknown) => row as number };
const drawn = { width: 80, colorLevel: 0, now: 0, accessible: false } as const;

test('it is never wider than its place', () => {
  const rows = Array.from({ length: 101 }, (_, index) => index / 100);
  const cell = createBar(column, drawn);
  for (let width = 4; width <= 200; width += 1) {
    const widest = Math.max(...rows.map((row) => getDisplayWidth(cell(row, width))));
    expect({ width, isInside: widest <= width }).toEqual({ width, isInside: true });
  }
});
