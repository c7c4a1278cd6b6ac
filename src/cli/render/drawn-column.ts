import { createBar } from './bar.ts';
import { formatCell, formatValue, getMarkWidth } from './cell.ts';
import type { Measured } from './layout.ts';
import { RIGHT_TO_LEFT, TURN } from './right-to-left.ts';
import { sanitizeText } from './sanitize-text.ts';
import type { TextStyle } from './style.ts';
import type { CellValue, Column, ListView } from './view.ts';
import { getDisplayWidth, measureUpTo } from './width.ts';
import { wrap } from './wrap.ts';
import { wrapCommand } from './wrap-command.ts';

/** Replies deeper than this are not moved in any further. */
const DEEPEST_INDENT = 4;

/** A column of a table with what it shows. */
export interface DrawnColumn extends Measured {
  readonly column: Column<unknown>;
  readonly head: string;
  readonly align: 'left' | 'right';
  /** Whether its cells are moved in under the row that they answer. */
  readonly isNested: boolean;
  /** What stands in a row, safe and not yet cut. @param width what it has, for what is drawn to fit; left out, what it likes */
  cell(row: unknown, width?: number): string;
  /** The same in lines of at most `width` columns; a column that does not wrap has one, not yet cut. */
  lines(row: unknown, width: number): readonly string[];
  /** Whether a row has nothing for it, so that something else stands there. */
  isMissing(row: unknown): boolean;
}

/**
 * The columns of a list that people see, each measured over all rows; one in which nothing stands is left out.
 *
 * @param goesOn other rows are to come, which may have what these have not
 */
export function measureColumns(
  view: ListView<unknown>,
  look: TextStyle,
  { goesOn }: { readonly goesOn: boolean },
): readonly DrawnColumn[] {
  const columns = view.columns.filter((column) => column.dataOnly !== true);
  const nested = columns.find(({ flexible, wraps }) => flexible && wraps !== true) ?? columns[0];
  return columns.flatMap((column, at) => {
    const startsLine = at === 0 && columns.length > 1 && !look.accessible;
    const isMissing = (row: unknown) => formatCell(column, row, look) === '';
    const bar = column.role === 'bar' ? createBar(column, view.rows, look) : null;
    const cell = (row: unknown, width?: number) => {
      if (bar !== null) return bar(row, width);
      const text = formatCell(column, row, look) || sanitizeText(column.placeholder?.(row) ?? '');
      const turned = startsLine && RIGHT_TO_LEFT.test(text) ? `${TURN}${text}` : text;
      return column === nested ? drawReplyMark(view.depth?.(row) ?? 0, look) + turned : turned;
    };
    const lines = (row: unknown, width: number) =>
      column.wraps === true ? wrapCell(column, row, { width, now: look.now }) : [cell(row, width)];
    const longest = (row: unknown) =>
      Math.max(
        ...(column.wraps === true ? lines(row, look.width) : [cell(row)]).map((line) =>
          measureUpTo(line, look.width),
        ),
      );
    const widest = view.rows.reduce<number>((most, row) => Math.max(most, longest(row)), 0);
    if (!goesOn && (column.drop ?? 0) > 0 && (widest === 0 || view.rows.every(isMissing))) return [];
    // later rows may need more than these
    const later = column.flexible === true ? look.width : (column.least ?? 0);
    const most = goesOn ? Math.max(widest, later) : widest;
    return [
      createDrawnColumn({ column, cell, lines, isMissing, widest: most, isNested: column === nested }, look),
    ];
  });
}

function createDrawnColumn(
  {
    widest,
    ...known
  }: Pick<DrawnColumn, 'column' | 'cell' | 'lines' | 'isMissing' | 'isNested'> & { widest: number },
  look: TextStyle,
): DrawnColumn {
  const { title, role, align, drop = 0, flexible = false } = known.column;
  const isMark = role === 'mark';
  // a sign needs no name, and no more room than it takes
  const head = isMark && !look.accessible ? '' : sanitizeText(look.accessible ? title : title.toUpperCase());
  return {
    ...known,
    head,
    align: align ?? (role === 'count' || role === 'time' ? 'right' : 'left'),
    natural: Math.max(widest, getDisplayWidth(head), isMark ? getMarkWidth(look) : 0),
    drop: flexible ? 0 : drop,
    flexible,
    whole: role === 'id',
  };
}

function wrapCell(
  column: Column<unknown>,
  row: unknown,
  { width, now }: { readonly width: number; readonly now: number },
): readonly string[] {
  const text = column.show?.(row, now) ?? toText(column.value(row));
  const isCommand = (line: string) => column.holdsCommands === true && line.startsWith('$ ');
  return text
    .split(/\r?\n/)
    .flatMap((line) =>
      isCommand(line) ? wrapCommand(sanitizeText(line), width) : wrap(sanitizeText(line), width),
    );
}

function toText(value: CellValue): string {
  return typeof value === 'string' ? value : formatValue(value);
}

/** What stands before a reply: an arrow, moved in by its depth. */
export function drawReplyMark(depth: number, look: TextStyle): string {
  if (depth < 1) return '';
  return `${'  '.repeat(Math.min(depth, DEEPEST_INDENT) - 1)}${look.accessible ? '>' : '↳'} `;
}
