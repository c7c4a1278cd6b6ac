import type { TextStyle } from './style.ts';
import type { Column } from './view.ts';

const BLOCK = '█';
/** From one eighth of a cell to seven. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
/** Before the bar: `100%` and a space. */
const LABEL_WIDTH = 5;
/** Cells of the longest bar where there is room. */
const LIKED_WIDTH = 16;
/** A bar shorter than this tells nothing. */
const LEAST_WIDTH = 3;

/**
 * Draws shares as bars, the largest of all rows as the longest one. Where no signs are drawn, or there is no room for
 * them, the percentage stands alone.
 *
 * @returns what stands in a row, in a width that it never exceeds; 4 columns at least
 */
export function createBar(
  column: Pick<Column<unknown>, 'value'>,
  rows: readonly unknown[],
  { accessible }: Pick<TextStyle, 'accessible'>,
): (row: unknown, width?: number) => string {
  const shareOf = (row: unknown) => {
    const value = column.value(row);
    return typeof value === 'number' && value > 0 ? Math.min(value, 1) : 0;
  };
  const largest = rows.reduce<number>((most, row) => Math.max(most, shareOf(row)), 0);
  return (row, width = LABEL_WIDTH + LIKED_WIDTH) => {
    const share = shareOf(row);
    const label = formatPercent(share).padStart(LABEL_WIDTH - 1);
    const room = width - LABEL_WIDTH;
    if (accessible || room < LEAST_WIDTH) return label;
    return `${label} ${drawBar(largest === 0 ? 0 : share / largest, room)}`.trimEnd();
  };
}

function formatPercent(share: number): string {
  return share > 0 && share < 0.005 ? '<1%' : `${Math.round(share * 100)}%`;
}

/** What is not nothing is seen. @param part of the longest bar, 0 to 1 */
function drawBar(part: number, width: number): string {
  const eighths = part === 0 ? 0 : Math.max(1, Math.round(part * width * 8));
  return BLOCK.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}
