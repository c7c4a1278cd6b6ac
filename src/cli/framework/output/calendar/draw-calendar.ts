import { listMondays, nameCalendarDay } from '../../../../domain/time/calendar-days.ts';
import type { Paint, Palette } from '../../../../world.ts';
import { formatValue } from '../cell.ts';
import { RIGHT_TO_LEFT, TURN } from '../drawn-column.ts';
import { sanitizeText } from '../text/sanitize-text.ts';
import { createPalette, type TextStyle } from '../text/style.ts';
import { fitInto, getDisplayWidth, splitJoined, takeWidth, truncate } from '../text/width.ts';
import { wrap } from '../text/wrap.ts';
import type { ListView } from '../view.ts';
import { type CalendarGrid, joinWords, type PlacedEntry, placeEntries } from './calendar-grid.ts';

const WEEK_DAYS = 7;
/** Narrower cells are too narrow for a time with its mark and short reference, or for "3 networks". */
const LEAST_CELL = 10;
const WIDEST_CELL = 26;
/** Before and after a right-to-left text. */
const TURNS = 2 * TURN.length;
/** Lines of a text in a week, and in a month. */
const TEXT_LINES = { week: 3, month: 1 };
/** Entries of a day that a month shows at most. */
const MOST_OF_DAY = 4;

/** Whether a terminal is wide enough for a grid, and a reader wants one. */
export function fitsCalendar({ width, accessible, isWide }: TextStyle): boolean {
  return !accessible && isWide !== true && getCellWidth(width) >= LEAST_CELL;
}

function getCellWidth(width: number): number {
  return Math.min(WIDEST_CELL, Math.floor((width - (WEEK_DAYS - 1)) / WEEK_DAYS));
}

/** A line of a cell, sanitized. */
interface CellLine {
  readonly text: string;
  readonly paint: Paint;
}

interface CalendarDrawing {
  view: ListView<unknown>;
  grid: CalendarGrid;
  look: TextStyle;
  palette: Palette;
  /** Of a cell. */
  width: number;
}

/** Draws the rows of a list on their days, with a legend of the marks. No line is wider than the terminal. */
export function drawCalendar(view: ListView<unknown>, grid: CalendarGrid, look: TextStyle): string {
  const drawing = {
    view,
    grid,
    look,
    palette: createPalette(look.colorLevel),
    width: getCellWidth(look.width),
  };
  const entries = placeEntries(view.rows, grid);
  const weeks = listMondays(grid.span).map((monday) => drawWeek(monday, entries.on, drawing));
  const names = listDays(listMondays(grid.span)[0] ?? 0).map((day) =>
    grid.span.unit === 'month' ? nameCalendarDay(day).weekday : nameDay(day, grid),
  );
  return [
    drawLine(
      names.map((text, at) => ({ text, paint: paintDay(at, drawing) })),
      drawing,
    ),
    ...weeks.flatMap((lines) => [drawRule(drawing), ...lines]),
    ...drawUndated(entries.undated, drawing),
    ...drawLegend(entries.all, drawing),
  ]
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

function listDays(monday: number): readonly number[] {
  return Array.from({ length: WEEK_DAYS }, (_, at) => monday + at);
}

/** `Mon 21`, `Today 22` */
function nameDay(day: number, { today }: CalendarGrid): string {
  const { weekday, dayOfMonth } = nameCalendarDay(day);
  return `${day === today ? 'Today' : weekday} ${dayOfMonth}`;
}

function paintDay(at: number, { grid, palette }: CalendarDrawing): Paint {
  const isToday = grid.span.unit === 'week' && grid.span.first + at === grid.today;
  return isToday ? palette.strong : palette.head;
}

function drawWeek(
  monday: number,
  entriesOf: (day: number) => readonly PlacedEntry[],
  drawing: CalendarDrawing,
): readonly string[] {
  const cells = listDays(monday).map((day) => drawDay(day, entriesOf(day), drawing));
  const height = Math.max(...cells.map(({ length }) => length));
  return Array.from({ length: height }, (_, at) =>
    drawLine(
      cells.map((lines) => lines[at] ?? { text: '', paint: drawing.palette.text }),
      drawing,
    ),
  );
}

function drawDay(
  day: number,
  entries: readonly PlacedEntry[],
  drawing: CalendarDrawing,
): readonly CellLine[] {
  const { grid, palette } = drawing;
  if (grid.span.unit === 'week') {
    return entries.flatMap((entry, at) => [
      ...(at === 0 ? [] : [{ text: '', paint: palette.text }]),
      ...drawEntry(entry, drawing),
    ]);
  }
  if (day < grid.span.first || day > grid.span.last) return [];
  const isToday = day === grid.today;
  const name = isToday ? nameDay(day, grid) : String(nameCalendarDay(day).dayOfMonth);
  const shown = entries.length <= MOST_OF_DAY ? entries : entries.slice(0, MOST_OF_DAY - 1);
  const more = entries.length - shown.length;
  return [
    { text: name, paint: isToday ? palette.strong : palette.dim },
    ...shown.flatMap((entry) => drawEntry(entry, drawing)),
    ...(more === 0 ? [] : [{ text: `+${more} more`, paint: palette.dim }]),
  ];
}

function drawEntry(entry: PlacedEntry, drawing: CalendarDrawing): readonly CellLine[] {
  const { grid, palette, width } = drawing;
  const { unit } = grid.span;
  const { head, place } = drawHead(entry, drawing);
  const text = sanitizeForCell(joinWords(entry.text));
  const space = RIGHT_TO_LEFT.test(text) ? width - TURNS : width;
  return [
    ...head.map((line) => ({ text: line, paint: palette[entry.state.tone] })),
    ...(unit === 'month' || place === '' ? [] : [{ text: place, paint: palette.dim }]),
    ...(entry.owner === null
      ? []
      : [{ text: truncate(sanitizeForCell(entry.owner), width), paint: palette.strong }]),
    ...wrapShort(text, space, TEXT_LINES[unit]).map((line) => ({ text: line, paint: palette.text })),
  ];
}

/** Mark, time and short reference, and the networks: in the same line, if they fit. */
function drawHead(entry: PlacedEntry, drawing: CalendarDrawing): { head: readonly string[]; place: string } {
  const { width } = drawing;
  const parts = [drawMark(entry, drawing) + entry.time, drawReference(entry, drawing)].filter(
    (part) => part !== '',
  );
  const line = parts.join(' ');
  const head = getDisplayWidth(line) <= width ? [line] : parts;
  const space = width - getDisplayWidth(line) - 1;
  const beside = space < 1 ? '' : sanitizeForCell(entry.place(space));
  return beside !== '' && getDisplayWidth(beside) <= space
    ? { head: [`${line} ${beside}`], place: '' }
    : { head, place: truncate(sanitizeForCell(entry.place(width)), width) };
}

function drawMark({ state: { mark, ascii } }: PlacedEntry, { look }: CalendarDrawing): string {
  return look.isAscii === true ? ascii : mark;
}

function drawReference({ row }: PlacedEntry, { view }: CalendarDrawing): string {
  const column = view.columns.find(({ name }) => name === 'reference');
  return column === undefined ? '' : formatValue(column.value(row));
}

/** Wraps text to at most `most` lines, of which the last one is truncated. @param text sanitized */
function wrapShort(text: string, width: number, most: number): readonly string[] {
  if (text === '') return [];
  const lines = wrap(takeWidth(text, width * (most + 1)), width);
  if (lines.length <= most) return lines;
  const last = lines.slice(most - 1, most + 1).join(' ');
  return [...lines.slice(0, most - 1), truncate(last, width)];
}

/** Of sequences on whose width terminals disagree, only the first part: the columns after it stay in place. */
function sanitizeForCell(text: string): string {
  return splitJoined(sanitizeText(text));
}

function drawLine(cells: readonly CellLine[], { look, palette, width }: CalendarDrawing): string {
  const border = palette.dim(look.isAscii === true ? '|' : '│');
  return cells
    .map(({ text, paint }) => {
      if (!RIGHT_TO_LEFT.test(text)) return paint(fitInto(text, width));
      return `${TURN}${paint(fitInto(text, width - TURNS))}${TURN}`;
    })
    .join(border);
}

function drawRule({ look, palette, width }: CalendarDrawing): string {
  const [line, cross] = look.isAscii === true ? ['-', '+'] : ['─', '┼'];
  return palette.dim(Array.from({ length: WEEK_DAYS }, () => line.repeat(width)).join(cross));
}

/** Rows without a day, one a line. */
function drawUndated(entries: readonly PlacedEntry[], drawing: CalendarDrawing): readonly string[] {
  const { grid, palette, look } = drawing;
  if (entries.length === 0) return [];
  return [
    '',
    palette.head(grid.undated),
    ...entries.map((entry) => {
      const mark = palette[entry.state.tone](drawMark(entry, drawing));
      const words = [drawReference(entry, drawing), entry.owner ?? '', entry.place(look.width), entry.text];
      const line = words.map((word) => sanitizeForCell(joinWords(word))).filter((word) => word !== '');
      return `${mark} ${palette.text(truncate(line.join('  '), look.width - 2))}`;
    }),
  ];
}

/** The marks that are shown, with their words. */
function drawLegend(entries: readonly PlacedEntry[], drawing: CalendarDrawing): readonly string[] {
  const { palette, look } = drawing;
  const byWord = new Map(entries.map((entry) => [entry.state.word, entry]));
  if (byWord.size === 0) return [];
  const legend = [...byWord].map(([word, entry]) => `${drawMark(entry, drawing)} ${word}`).join(', ');
  return ['', ...wrap(legend, look.width).map((line) => palette.dim(line))];
}
