import { wrap } from './wrap.ts';

const MARGIN = '  ';
/** Smallest useful width of the last column. */
const LEAST_ROOM = 24;

/**
 * Formats rows as indented lines: each column is as wide as its widest cell, and the last one is wrapped. On
 * narrow terminals the last cell is placed below the others.
 *
 * @param width in cells
 */
export function formatRows(rows: readonly (readonly string[])[], width: number): string {
  return layOutRows(rows, width).join('\n');
}

/** The lines of `formatRows`. */
export function layOutRows(rows: readonly (readonly string[])[], width: number): readonly string[] {
  const count = Math.max(0, ...rows.map((row) => row.length)) - 1;
  const widths = Array.from({ length: Math.max(0, count) }, (_, index) =>
    Math.max(...rows.map((row) => (row[index] ?? '').length)),
  );
  const before = widths.reduce((sum, cells) => sum + cells + MARGIN.length, MARGIN.length);
  return rows.flatMap((row) => {
    const names = MARGIN + widths.map((cells, index) => (row[index] ?? '').padEnd(cells) + MARGIN).join('');
    const text = row.at(-1) ?? '';
    if (width - before < LEAST_ROOM) {
      const indent = MARGIN.repeat(4);
      return [names.trimEnd(), ...wrap(text, width - indent.length).map((line) => indent + line)];
    }
    const [first = '', ...rest] = wrap(text, width - before);
    return [names + first, ...rest.map((line) => ' '.repeat(before) + line)];
  });
}
