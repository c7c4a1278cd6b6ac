import type { TextStyle } from './text/style.ts';
import type { Column } from './view.ts';

/** Draws the value of a row in at most `width` cells (default: the preferred width). */
export type DrawValue = (row: unknown, width?: number) => string;

/** How a column whose values are drawn instead of written draws them; null for any other column. */
export function createDrawing(
  column: Column<unknown>,
  rows: readonly unknown[],
  look: TextStyle,
): DrawValue | null {
  if (column.role === 'bar') return createBar(column, look);
  if (column.role === 'hours') return createHours(column, rows, look);
  if (column.role === 'days') return createDays(column, rows, look);
  if (column.role === 'trend') return createTrend(column, look);
  return null;
}

const BLOCK = '█';
/** From one eighth of a cell to seven. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
/** Width of the label before the bar: `100%` and a space. */
const LABEL_WIDTH = 5;
/** Preferred width of a bar of 100 %, in cells. */
const LIKED_WIDTH = 16;
/** Preferred width of a bar and its label: that of 100 %, so that bars of one page compare. */
export const BAR_WIDTH = LABEL_WIDTH + LIKED_WIDTH;
/** Smallest useful width of a bar. */
const LEAST_WIDTH = 3;

/**
 * Draws shares as bars, of which 100 % has the full width. In accessible mode, or without room, only the percentage is
 * shown.
 *
 * @returns a function that draws a row in at most `width` columns, and at least 4
 */
export function createBar(column: Column<unknown>, { accessible }: TextStyle): DrawValue {
  return (row, width = BAR_WIDTH) => {
    const share = readShare(column.value(row));
    const label = formatPercent(share).padStart(LABEL_WIDTH - 1);
    const space = width - LABEL_WIDTH;
    if (accessible || space < LEAST_WIDTH) return label;
    return `${label} ${drawBar(share, space)}`.trimEnd();
  };
}

/** A share, 0 to 1; 0 for anything else. */
export function readShare(value: unknown): number {
  return typeof value === 'number' && value > 0 ? Math.min(value, 1) : 0;
}

export function formatPercent(share: number): string {
  return share > 0 && share < 0.005 ? '<1%' : `${Math.round(share * 100)}%`;
}

/** Draws at least one eighth of a cell for any share above 0. @param part of the width, 0 to 1 */
function drawBar(part: number, width: number): string {
  const eighths = part === 0 ? 0 : Math.max(1, Math.round(part * width * 8));
  return BLOCK.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}

/** The header above the hours of a day, one cell each. */
export const HOURS_TITLE = '0     6     12    18    ';
/** Nothing, and four shades of which the last is the most of all rows. */
const NO_COUNT = '·';
const SHADES = [NO_COUNT, '░', '▒', '▓', '█'];

/**
 * Draws 24 counts as a line of a heat map, whose shades compare all rows. In accessible mode, the hour with the most is
 * named.
 */
function createHours(
  column: Column<unknown>,
  rows: readonly unknown[],
  { accessible }: TextStyle,
): DrawValue {
  const countsOf = (row: unknown) => readCounts(column.value(row));
  const largest = Math.max(0, ...rows.flatMap(countsOf));
  return (row) => {
    const counts = countsOf(row);
    if (!accessible) return counts.map((count) => SHADES[getShade(count, largest)] ?? '').join('');
    const most = Math.max(0, ...counts);
    return most === 0 ? 'none' : `most at ${String(counts.indexOf(most)).padStart(2, '0')}:00 (${most})`;
  };
}

/** The counts of a list; none for anything else. */
export function readCounts(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'number') : [];
}

/** 0 for nothing, else 1 to 4 by quarters of the largest count. */
export function getShade(count: number, largest: number): number {
  return count <= 0 || largest <= 0 ? 0 : Math.min(4, Math.max(1, Math.ceil((count / largest) * 4)));
}

/** Heights of a sparkline, of which the last is the full one, and a day without any. */
const LEVELS = { none: NO_COUNT, heights: ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] };
/** The same where the terminal shows ASCII only: darker characters are higher. */
const ASCII_LEVELS = { none: '_', heights: ['.', ':', '-', '=', '+', '*', '#', '@'] };

/**
 * Draws counts as a sparkline, whose heights compare all rows. The scale is logarithmic: beside a row with hundreds, one
 * with ten is still seen to rise and fall. In accessible mode, the counts are listed.
 */
function createDays(column: Column<unknown>, rows: readonly unknown[], look: TextStyle): DrawValue {
  const countsOf = (row: unknown) => readCounts(column.value(row));
  const largest = rows.reduce<number>((most, row) => Math.max(most, ...countsOf(row)), 0);
  return (row) => drawLine(countsOf(row), (count) => Math.log1p(count) / Math.log1p(largest), look);
}

/** Draws counts as a sparkline, in which the largest of the row itself has the full height; the scale is linear. */
function createTrend(column: Column<unknown>, look: TextStyle): DrawValue {
  return (row) => drawTrend(readCounts(column.value(row)), look);
}

/** The same for the counts themselves. */
export function drawTrend(counts: readonly number[], look: TextStyle): string {
  const largest = Math.max(0, ...counts);
  return drawLine(counts, (count) => count / largest, look);
}

/** @param scale gives the part of the full height that a count above 0 has, up to 1 */
function drawLine(
  counts: readonly number[],
  scale: (count: number) => number,
  { accessible, isAscii = false }: TextStyle,
): string {
  if (accessible) return counts.join(' ');
  const { none, heights } = isAscii ? ASCII_LEVELS : LEVELS;
  const draw = (part: number) => heights[Math.ceil(part * heights.length) - 1] ?? '';
  return counts.map((count) => (count > 0 ? draw(scale(count)) : none)).join('');
}
