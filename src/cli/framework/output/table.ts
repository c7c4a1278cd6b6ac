import type { Paint, Palette } from '../../../world.ts';
import { drawCalendar, fitsCalendar } from './calendar/draw-calendar.ts';
import { type DrawnColumn, drawReplyMark, measureColumns, RIGHT_TO_LEFT, TURN } from './drawn-column.ts';
import { GAP, INDENT, type Layout, layOut } from './layout.ts';
import { drawFields, renderRecord } from './record.ts';
import { sanitizeLines, sanitizeText } from './text/sanitize-text.ts';
import { createPalette, type TextStyle } from './text/style.ts';
import { fitInto, getWidestWidth, mayGrow, splitJoined, truncate } from './text/width.ts';
import { wrap } from './text/wrap.ts';
import type { ListView } from './view.ts';

/** Rows are joined in chunks, so that a long table does not keep millions of small strings. */
const ROWS_AT_ONCE = 256;

const SPACE = ' '.repeat(GAP);

type PlacedColumn = Layout<DrawnColumn>['columns'][number];

/** What is shared by all rows. */
interface TableDrawing {
  view: ListView<unknown>;
  look: TextStyle;
  palette: Palette;
  layout: Layout<DrawnColumn>;
  /** Fills the gap after a right-to-left cell. */
  turn: string;
}

/**
 * Renders a list as a table without borders. Time and memory are linear in the rows.
 *
 * @returns lines of at most `look.width` columns, each ending in a line feed
 */
export function renderTable(view: ListView<unknown>, look: TextStyle): string {
  const { heading: words, above: lines = [] } = view;
  const heading =
    (words === undefined ? '' : joinLines([...wrap(sanitizeText(words), look.width), ''])) +
    (lines.length === 0 ? '' : renderRecord(lines, look) + (hasMore(view) ? '\n' : ''));
  if (view.rows.length === 0) return heading + renderEmpty(view, look.width) + renderBelow(view, look);
  if (view.calendar !== undefined && fitsCalendar(look))
    return heading + drawCalendar(view, view.calendar, look);
  const layout = layOut(measureColumns(view, look, { goesOn: false }), look.width);
  const drawing = createDrawing(view, look, layout);
  return heading + drawHead(drawing) + drawRows(drawing) + renderBelow(view, look);
}

function renderBelow({ below = [] }: ListView<unknown>, { width }: TextStyle): string {
  return below
    .map(({ title, yaml }) => `\n${joinLines(wrap(sanitizeText(title), width))}${sanitizeLines(yaml)}`)
    .join('');
}

/**
 * Renders a list in parts, each with its own reference time and optional heading. The first part fixes the
 * columns and widths of all.
 */
export function renderTableInParts(
  look: Omit<TextStyle, 'now'>,
): (part: ListView<unknown>, now: number) => string {
  let settled: Layout<DrawnColumn> | null = null;
  return (part, now) => {
    const moment = { ...look, now };
    const drawn = measureColumns(part, moment, { goesOn: true });
    const gap = settled === null ? '' : '\n';
    const before = settled;
    settled ??= layOut(drawn, look.width);
    const drawing = createDrawing(part, moment, replaceRows(settled, drawn));
    const head = before === null ? drawHead(drawing) : '';
    if (part.heading === undefined) return head + (drawing.layout.upright ? gap : '') + drawRows(drawing);
    const heading = `${drawing.palette.dim(truncate(sanitizeText(part.heading), look.width))}\n`;
    return (
      head + gap + heading + (part.rows.length === 0 ? renderEmpty(part, look.width) : drawRows(drawing))
    );
  };
}

function hasMore({ rows, empty }: ListView<unknown>): boolean {
  return rows.length > 0 || empty !== '';
}

function renderEmpty({ empty }: ListView<unknown>, width: number): string {
  if (empty === '') return '';
  return joinLines(wrap(sanitizeText(empty), width));
}

/** A layout with the cells of another part of the list. */
function replaceRows(settled: Layout<DrawnColumn>, drawn: readonly DrawnColumn[]): Layout<DrawnColumn> {
  const redrawn = (placed: PlacedColumn): PlacedColumn => {
    const same = drawn.find(({ column }) => column.name === placed.column.name);
    return { ...placed, ...same, width: placed.width };
  };
  const { columns, below, upright } = settled;
  return { columns: columns.map(redrawn), below: below === null ? null : redrawn(below), upright };
}

function createDrawing(view: ListView<unknown>, look: TextStyle, layout: Layout<DrawnColumn>): TableDrawing {
  const turn = look.accessible ? SPACE : TURN.padEnd(GAP);
  return { view, look, palette: createPalette(look.colorLevel), layout, turn };
}

function drawRows(drawing: TableDrawing): string {
  const { view, layout } = drawing;
  const draw = layout.upright ? drawUpright : drawRow;
  const chunks: string[] = [];
  for (let at = 0; at < view.rows.length; at += ROWS_AT_ONCE) {
    chunks.push(
      view.rows
        .slice(at, at + ROWS_AT_ONCE)
        .map((row, after) => (layout.upright && at + after > 0 ? '\n' : '') + draw(drawing, row))
        .join(''),
    );
  }
  return chunks.join('');
}

/** A row that does not fit into a line, as names and values. */
function drawUpright(drawing: TableDrawing, row: unknown): string {
  const fields = drawing.layout.columns.map((column) => ({
    title: column.column.title,
    lines: (width: number) =>
      column.column.wraps === true ? column.lines(row, width) : wrap(column.cell(row, width), width),
    paint: chooseCellPaint(drawing, column, row),
    least: column.whole ? column.natural : 0,
  }));
  return drawFields(fields, drawing.look);
}

/** The header line; upright rows have their titles next to the values instead. */
function drawHead({ layout: { columns, upright }, look, palette }: TableDrawing): string {
  if (upright) return '';
  const texts = columns.map(({ head }) => head);
  return `${drawLine({ columns, texts, space: look.width, turn: SPACE, paint: () => palette.head })}\n`;
}

function drawRow(drawing: TableDrawing, row: unknown): string {
  const { columns, below } = drawing.layout;
  const cells = columns.map((column) => column.lines(row, column.width));
  const paint = (column: DrawnColumn) => choosePaint(drawing, column, row);
  const height = Math.max(...cells.map((lines) => lines.length));
  const drawn = Array.from({ length: height }, (_, at) =>
    drawLine({
      columns,
      texts: cells.map((lines) => lines[at] ?? ''),
      space: drawing.look.width,
      turn: drawing.turn,
      paint,
    }),
  );
  if (below === null) return joinLines(drawn);
  const lines = below.lines(row, below.width);
  const under = lines.every((line) => line === '') ? [] : lines;
  return joinLines([...drawn, ...under.map((line) => indentLine(paint(below)(truncate(line, below.width))))]);
}

function indentLine(line: string): string {
  return line === '' ? '' : ' '.repeat(INDENT) + line;
}

interface TableLine {
  columns: readonly PlacedColumn[];
  texts: readonly string[];
  /** Columns of the terminal. */
  space: number;
  turn: string;
  paint(column: DrawnColumn): Paint;
}

/** Draws cells side by side, up to the last one that is not empty. */
function drawLine(line: TableLine): string {
  const { columns, texts, turn, paint } = line;
  const cells = fitCells(line);
  const pieces: string[] = [];
  for (const [at, shown] of cells.entries()) {
    const column = columns[at];
    if (column === undefined) break;
    pieces.push(texts[at] === '' ? shown : paint(column)(shown));
    if (at < cells.length - 1) pieces.push(RIGHT_TO_LEFT.test(shown) ? turn : SPACE);
  }
  return pieces.join('');
}

/**
 * Fits each cell to its column. Terminals that draw the members of an emoji sequence side by side shift the
 * text after it; where that would push text over the edge onto a new line, which could look like one of
 * crier's own, only the first member is shown.
 */
function fitCells({ columns, texts, space }: TableLine): readonly string[] {
  const last = texts.findLastIndex((text) => text !== '');
  const fitted = (all: readonly string[]) =>
    columns.slice(0, last + 1).map(({ width, align }, at) => {
      const text = all[at] ?? '';
      return at === last && align === 'left' ? truncate(text, width) : fitInto(text, width, align);
    });
  const cells = fitted(texts);
  return isInsideEveryTerminal(cells, columns, space) ? cells : fitted(texts.map(splitJoined));
}

/** Right-aligned counts, durations and times. */
const OURS = /^\s*[\w.: ]{0,20}$/;

/** Whether all untrusted text ends before the edge on every terminal. */
function isInsideEveryTerminal(
  cells: readonly string[],
  columns: readonly PlacedColumn[],
  space: number,
): boolean {
  if (!cells.some(mayGrow)) return true;
  let start = 0;
  return cells.every((cell, at) => {
    const end = start + getWidestWidth(cell.trimEnd());
    start += getWidestWidth(cell) + GAP;
    return end <= space || (columns[at]?.align === 'right' && OURS.test(cell));
  });
}

/** A reply's network is dimmed: it is the same as above. */
function chooseCellPaint(
  { view, palette }: TableDrawing,
  { column, isMissing }: DrawnColumn,
  row: unknown,
): Paint {
  const depth = view.depth?.(row) ?? 0;
  if (depth > 0 && column.role === 'network') return palette.dim;
  if (column.placeholder !== undefined && isMissing(row)) return palette.dim;
  return chooseRolePaint(palette, column, row);
}

function choosePaint(drawing: TableDrawing, column: DrawnColumn, row: unknown): Paint {
  const { view, palette, look } = drawing;
  const paint = chooseCellPaint(drawing, column, row);
  const mark = column.isNested ? drawReplyMark(view.depth?.(row) ?? 0, look) : '';
  if (mark === '') return paint;
  return (text) => palette.dim(text.slice(0, mark.length)) + paint(text.slice(mark.length));
}

function chooseRolePaint(palette: Palette, column: DrawnColumn['column'], row: unknown): Paint {
  const role = column.role ?? 'text';
  switch (role) {
    case 'network':
      return palette.network(String(column.value(row)));
    case 'status':
    case 'mark':
      return palette.status(String(column.value(row)));
    case 'time':
    case 'dim':
      return palette.dim;
    case 'count':
      return palette.text;
    case 'id':
    case 'name':
      return palette.strong;
    case 'bar':
    case 'hours':
    case 'days':
    case 'trend':
    case 'stars':
      return palette.text;
    case 'diff':
      return (text) =>
        (text.startsWith('- ') ? palette.bad : text.startsWith('+ ') ? palette.good : palette.text)(text);
    case 'text':
      return (text) => paintHighlights(text, column.highlights?.(text) ?? [], palette);
    case 'good':
    case 'bad':
      return palette[role];
  }
}

/** @param places in their order, not overlapping */
function paintHighlights(
  text: string,
  places: readonly { from: number; to: number }[],
  palette: Palette,
): string {
  let done = 0;
  const pieces = places.flatMap(({ from, to }) => {
    const before = text.slice(done, from);
    done = to;
    return [palette.text(before), palette.strong(palette.warn(text.slice(from, to)))];
  });
  return [...pieces, palette.text(text.slice(done))].join('');
}

function joinLines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}
