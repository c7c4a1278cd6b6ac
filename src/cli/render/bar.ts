import type { TextStyle } from './style.ts';
import type { Column } from './view.ts';

const BLOCK = '█';
/** From one eighth of a cell to seven. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
/** Width of the label before the bar: `100%` and a space. */
const LABEL_WIDTH = 5;
/** Preferred width of the longest bar, in cells. */
const LIKED_WIDTH = 16;
/** Smallest useful width of a bar. */
const LEAST_WIDTH = 3;

/**
 * Draws shares as bars, scaled so that the largest share has the longest one. In accessible mode, or without
 * room, only the percentage is shown.
 *
 * @returns a function that draws a row in at most `width` columns, and at least 4
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

/** Draws at least one eighth of a cell for any share above 0. @param part of the longest bar, 0 to 1 */
function drawBar(part: number, width: number): string {
  const eighths = part === 0 ? 0 : Math.max(1, Math.round(part * width * 8));
  return BLOCK.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}
