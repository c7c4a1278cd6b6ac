import { type DrawnColumn, drawnColumns, replyMark } from './drawn-column.ts';
import { GAP, INDENT, type Layout, layOut } from './layout.ts';
import { drawFields } from './record.ts';
import { RIGHT_TO_LEFT, TURN } from './right-to-left.ts';
import { safeText } from './safe-text.ts';
import { createPalette, type Look, type Paint, type Palette } from './style.ts';
import type { ListView } from './view.ts';
import { clip, fitInto } from './width.ts';
import { wrap } from './wrap.ts';

/** So many rows become one text at a time, which keeps a long table from holding millions of small ones. */
const ROWS_AT_ONCE = 256;

const SPACE = ' '.repeat(GAP);

type Placed = Layout<DrawnColumn>['columns'][number];

/** What stays the same from row to row. */
interface Drawing {
  readonly view: ListView<unknown>;
  readonly look: Look;
  readonly palette: Palette;
  readonly layout: Layout<DrawnColumn>;
  /** Fills the gap after a right-to-left cell. */
  readonly turn: string;
}

/**
 * Draws a list as a table without borders. Time and room are linear in the rows.
 *
 * @returns lines of at most `look.width` columns, each ending in a line feed
 */
export function renderTable(view: ListView<unknown>, look: Look): string {
  const heading = view.heading === undefined ? [] : [...wrap(safeText(view.heading), look.width), ''];
  if (view.rows.length === 0) return lines([...heading, ...wrap(safeText(view.empty), look.width)]);
  const palette = createPalette(look.colorLevel);
  const layout = layOut(drawnColumns(view, look), look.width);
  const turn = look.accessible ? SPACE : TURN.padEnd(GAP);
  const drawing = { view, look, palette, layout, turn };
  const chunks = [lines(layout.upright ? heading : [...heading, drawHead(drawing)])];
  const draw = layout.upright ? drawUpright : drawRow;
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

/** A row for which no line has room: names and values, one below the other. */
function drawUpright(drawing: Drawing, row: unknown): string {
  const fields = drawing.layout.columns.map((column) => ({
    title: column.column.title,
    lines: (width: number) => wrap(column.cell(row), width),
    paint: paintOfCell(drawing, column, row),
    ...(column.whole && { least: column.natural }),
  }));
  return drawFields(fields, drawing.look);
}

function drawHead({ layout: { columns }, palette }: Drawing): string {
  const texts = columns.map(({ head }) => head);
  return drawLine({ columns, texts, turn: SPACE, paint: () => palette.head });
}

function drawRow(drawing: Drawing, row: unknown): string {
  const { columns, below } = drawing.layout;
  const texts = columns.map((column) => column.cell(row));
  const paint = (column: DrawnColumn) => paintOf(drawing, column, row);
  const line = drawLine({ columns, texts, turn: drawing.turn, paint });
  if (below === null) return `${line}\n`;
  return `${line}\n${' '.repeat(INDENT)}${paint(below)(clip(below.cell(row), below.width))}\n`;
}

interface Line {
  readonly columns: readonly Placed[];
  readonly texts: readonly string[];
  readonly turn: string;
  paint(column: DrawnColumn): Paint;
}

/** Cells side by side; nothing follows the last one that holds something. */
function drawLine({ columns, texts, turn, paint }: Line): string {
  const last = texts.findLastIndex((text) => text !== '');
  const pieces: string[] = [];
  for (const [at, column] of columns.entries()) {
    if (at > last) break;
    const text = texts[at] ?? '';
    const isOpenEnd = at === last && column.align === 'left';
    const shown = isOpenEnd ? clip(text, column.width) : fitInto(text, column.width, column.align);
    pieces.push(text === '' ? shown : paint(column)(shown));
    if (at < last) pieces.push(RIGHT_TO_LEFT.test(shown) ? turn : SPACE);
  }
  return pieces.join('');
}

/** A reply's network stands back: it is the one above. */
function paintOfCell({ view, palette }: Drawing, { column, isMissing }: DrawnColumn, row: unknown): Paint {
  const depth = view.depth?.(row) ?? 0;
  if (depth > 0 && column.role === 'network') return palette.dim;
  if (column.instead !== undefined && isMissing(row)) return palette.dim;
  return paintOfRole(palette, column, row);
}

function paintOf(drawing: Drawing, column: DrawnColumn, row: unknown): Paint {
  const { view, palette, look } = drawing;
  const paint = paintOfCell(drawing, column, row);
  const mark = column.isNested ? replyMark(view.depth?.(row) ?? 0, look) : '';
  if (mark === '') return paint;
  return (text) => palette.dim(text.slice(0, mark.length)) + paint(text.slice(mark.length));
}

function paintOfRole(palette: Palette, column: DrawnColumn['column'], row: unknown): Paint {
  const role = column.role ?? 'text';
  switch (role) {
    case 'network':
      return palette.network(String(column.value(row)));
    case 'status':
      return palette.status(String(column.value(row)));
    case 'count':
    case 'time':
    case 'dim':
      return palette.dim;
    case 'id':
    case 'name':
      return palette.strong;
    case 'good':
    case 'bad':
    case 'text':
      return palette[role];
  }
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}
