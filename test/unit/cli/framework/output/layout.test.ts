import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  GAP,
  INDENT,
  LEAST_CELL,
  LEAST_TEXT,
  layOut,
  type Measured,
} from '../../../../../src/cli/framework/output/layout.ts';
import { scaled } from '../../../../support/scale.ts';

const fixed = (natural: number, drop = 0): Measured => ({ natural, drop, flexible: false, whole: false });
const text = (natural: number): Measured => ({ natural, drop: 0, flexible: true, whole: false });
const id = (natural: number, drop = 0): Measured => ({ natural, drop, flexible: false, whole: true });
/** A column that keeps a width. */
const keeping = (keeps: number, natural: number): Measured => ({ ...fixed(natural), keeps });
/** A narrow column at the margin. */
const margin = (natural: number): Measured => ({ ...id(natural), isMargin: true });

/** Widths in order, without dropped columns; after a bar, the text that has its own lines. */
function widths(columns: readonly Measured[], width: number): string {
  const { columns: shown, below, upright } = layOut(columns, width);
  if (upright) return 'upright';
  const beside = shown.map((column) => column.width).join(' ');
  return below === null ? beside : `${beside} | ${below.width}`;
}

test.each([
  ['all fit: as wide as they need', [fixed(9), text(30), fixed(5)], 80, '9 30 5'],
  ['the text takes what is left', [fixed(9), text(300), fixed(5)], 80, '9 62 5'],
  ['a long name is held to a fifth', [fixed(60), text(300)], 80, '16 62'],
  ['but takes what the text leaves', [fixed(60), text(40)], 80, '38 40'],
  ['one that keeps more gets it', [keeping(22, 60), text(300)], 80, '22 56'],
  ['but no more than it needs', [keeping(22, 18), text(300)], 80, '18 60'],
  ['nor where the text were illegible', [fixed(9), fixed(9), keeping(22, 60), text(300)], 64, '9 9 12 28'],
  [
    'one at the margin does not take from the share of the text',
    [margin(4), text(90), fixed(42, 1)],
    80,
    '4 56 16',
  ],
  ['the highest goes first', [fixed(9), text(90), fixed(12, 1), fixed(12, 2)], 60, '9 35 12'],
  ['of equals the last', [fixed(9), text(90), fixed(12, 1), fixed(11, 1)], 60, '9 35 12'],
  ['a short text needs no room', [fixed(9), text(5), fixed(8, 1), fixed(8, 2)], 36, '9 5 8 8'],
  ['zero never goes', [fixed(9), text(90), fixed(8), fixed(8)], 60, '9 29 8 8'],
  ['a text of 24 columns still fits in the line', [fixed(9), text(90), fixed(12), fixed(9)], 60, '9 24 12 9'],
  ['one of 23 does not', [fixed(9), text(90), fixed(12), fixed(10)], 60, '9 12 10 | 58'],
  ['too narrow: the text has its own lines', [fixed(9), fixed(15), text(90)], 40, '9 15 | 38'],
  [
    'narrow: it does so before columns are dropped',
    [fixed(9), text(90), fixed(12, 1), fixed(8, 2)],
    40,
    '9 12 8 | 38',
  ],
  ['and the widest are cut', [fixed(9), text(90), fixed(50)], 40, '9 29 | 38'],
  ['without a text the widest are cut', [fixed(9), fixed(50), fixed(30)], 40, '9 13 13'],
  [
    'and dropped only where their line is full',
    [fixed(9), text(90), fixed(12, 1), fixed(8, 2), fixed(8, 3)],
    40,
    '9 12 8 | 38',
  ],
  ['without a text, after dropping', [fixed(9), fixed(50, 1), fixed(30)], 45, '9 30'],
  ['only a text', [text(90)], 10, '10'],
  ['each still gets eight', [fixed(9), fixed(50), fixed(30)], 28, '8 8 8'],
  ['with less they are below one another', [fixed(9), fixed(50), fixed(30)], 27, 'upright'],
  ['what is short needs no eight', [fixed(5), fixed(50), fixed(5)], 22, '5 8 5'],
  ['no room', [fixed(9), text(90)], 1, '1 | 1'],
  ['an id is not held to a fifth', [id(30), text(300)], 80, '30 48'],
  ['nor cut: other columns are', [id(30), fixed(50), fixed(50)], 80, '30 23 23'],
  ['nor cut: other columns go', [id(30), text(300), fixed(12, 1), fixed(12, 2)], 80, '30 34 12'],
  ['nor cut: the text goes below', [id(30), text(300), fixed(12)], 60, '30 12 | 58'],
  ['an id may be dropped, but whole', [fixed(9), text(90), id(30, 1)], 60, '9 49'],
  ['ids for which no line has room', [id(20), id(20), text(90)], 40, 'upright'],
  ['not one', [id(50)], 40, 'upright'],
])('%s', (_what, columns, width, expected) => {
  expect(widths(columns, width)).toBe(expected);
});

const anyColumns = fc
  .tuple(
    fc.array(
      fc.record({
        natural: fc.nat(120),
        drop: fc.nat(3),
        flexible: fc.constant(false),
        whole: fc.boolean(),
      }),
      { maxLength: 6 },
    ),
    fc.nat(300),
    fc.nat(6),
  )
  .map(([columns, natural, at]): readonly Measured[] => [
    ...columns.slice(0, at),
    text(natural),
    ...columns.slice(at),
  ]);

test('no line is wider than the terminal, and what may not be dropped is there', () => {
  fc.assert(
    fc.property(anyColumns, fc.integer({ min: 3, max: 200 }), (columns, width) => {
      const { columns: shown, below, upright } = layOut(columns, width);
      if (upright) {
        expect(shown).toHaveLength(columns.length);
        return;
      }
      const line = shown.reduce((sum, column) => sum + column.width, 0) + GAP * (shown.length - 1);
      expect(line).toBeLessThanOrEqual(width);
      if (below !== null) expect(below.width + INDENT).toBeLessThanOrEqual(width);
      const flexible = below ?? shown.find((column) => column.flexible);
      const enough = below !== null || shown.length === 1 ? 1 : LEAST_TEXT;
      expect(flexible?.width).toBeGreaterThanOrEqual(Math.min(flexible?.natural ?? 0, enough));
      const kept = columns.filter((column) => column.drop === 0 && !column.flexible).length;
      const beside = shown.filter((column) => !column.flexible);
      expect(beside.filter((column) => column.drop === 0)).toHaveLength(kept);
      for (const column of beside) {
        const least = column.whole ? column.natural : Math.min(column.natural, LEAST_CELL);
        if (shown.length > 1 || column.whole) expect(column.width).toBeGreaterThanOrEqual(least);
      }
    }),
    { numRuns: scaled(600, 3_000) },
  );
});
