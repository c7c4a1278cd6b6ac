import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { GAP, INDENT, LEAST_TEXT, layOut, type Measured } from '../../../src/cli/render/layout.ts';

const fixed = (natural: number, drop = 0): Measured => ({ natural, drop, flexible: false });
const text = (natural: number): Measured => ({ natural, drop: 0, flexible: true });

/** Widths in order, dropped columns left out; after a bar, the text that stands alone. */
function widths(columns: readonly Measured[], width: number): string {
  const { columns: shown, below } = layOut(columns, width);
  const beside = shown.map((column) => column.width).join(' ');
  return below === null ? beside : `${beside} | ${below.width}`;
}

test.each([
  ['all fit: as wide as they need', [fixed(9), text(30), fixed(5)], 80, '9 30 5'],
  ['the text takes what is left', [fixed(9), text(300), fixed(5)], 80, '9 62 5'],
  ['a long name is held to a fifth', [fixed(60), text(300)], 80, '16 62'],
  ['but takes what the text leaves', [fixed(60), text(40)], 80, '38 40'],
  ['the highest goes first', [fixed(9), text(90), fixed(12, 1), fixed(12, 2)], 60, '9 35 12'],
  ['of equals the last', [fixed(9), text(90), fixed(12, 1), fixed(11, 1)], 60, '9 35 12'],
  ['a short text needs no room', [fixed(9), text(5), fixed(8, 1), fixed(8, 2)], 36, '9 5 8 8'],
  ['zero never goes', [fixed(9), text(90), fixed(8), fixed(8)], 60, '9 29 8 8'],
  ['too narrow: the text stands alone', [fixed(9), fixed(15), text(90)], 40, '9 15 | 38'],
  ['narrow: it does so before columns are dropped', [fixed(9), text(90), fixed(12, 1), fixed(8, 2)], 40, '9 12 8 | 38'],
  ['and the widest are cut', [fixed(9), text(90), fixed(50)], 40, '9 29 | 38'],
  ['without a text the widest are cut', [fixed(9), fixed(50), fixed(30)], 40, '9 13 13'],
  ['and dropped only where their line is full', [fixed(9), text(90), fixed(12, 1), fixed(8, 2), fixed(8, 3)], 40, '9 12 8 | 38'],
  ['without a text, after dropping', [fixed(9), fixed(50, 1), fixed(30)], 45, '9 30'],
  ['a text alone', [text(90)], 10, '10'],
  ['hardly any room', [fixed(9), fixed(9), fixed(9)], 4, '1 1'],
  ['no room', [fixed(9), text(90)], 1, '1 | 1'],
])('%s', (_what, columns, width, expected) => {
  expect(widths(columns, width)).toBe(expected);
});

const anyColumns = fc
  .tuple(
    fc.array(fc.record({ natural: fc.nat(120), drop: fc.nat(3), flexible: fc.constant(false) }), { maxLength: 6 }),
    fc.nat(300),
    fc.nat(6),
  )
  .map(([columns, natural, at]): Measured[] => columns.toSpliced(at, 0, text(natural)));

test('no line is wider than the terminal, and what may not be dropped is there', () => {
  fc.assert(
    fc.property(anyColumns, fc.integer({ min: 3, max: 200 }), (columns, width) => {
      const { columns: shown, below } = layOut(columns, width);
      const line = shown.reduce((sum, column) => sum + column.width, 0) + GAP * (shown.length - 1);
      expect(line).toBeLessThanOrEqual(width);
      if (below !== null) expect(below.width + INDENT).toBeLessThanOrEqual(width);
      const flexible = below ?? shown.find((column) => column.flexible);
      const enough = below !== null || shown.length === 1 ? 1 : LEAST_TEXT;
      expect(flexible?.width).toBeGreaterThanOrEqual(Math.min(flexible?.natural ?? 0, enough));
      const kept = columns.filter((column) => column.drop === 0 && !column.flexible).length;
      const room = Math.floor((width + GAP) / (1 + GAP));
      expect(shown.filter((column) => column.drop === 0 && !column.flexible).length).toBeGreaterThanOrEqual(
        Math.min(kept, room),
      );
    }),
    { numRuns: 3000 },
  );
});
