import { wrap } from './render/wrap.ts';

const MARGIN = '  ';
/** Less room than this for the last column is none. */
const LEAST_ROOM = 24;

/**
 * Rows as indented lines, each column as wide as its widest cell and the last one wrapped; where the window is too
 * narrow for that, the last cell stands below the others.
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
