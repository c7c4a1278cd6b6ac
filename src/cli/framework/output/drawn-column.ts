import { formatCell, formatValue, getMarkWidth } from './cell.ts';
import { BAR_WIDTH, createDrawing } from './drawings.ts';
import type { Measured } from './layout.ts';
import { sanitizeText } from './text/sanitize-text.ts';
import type { TextStyle } from './text/style.ts';
import { getDisplayWidth, measureUpTo } from './text/width.ts';
import { wrap, wrapCommand } from './text/wrap.ts';
import { type CellValue, type Column, isShownColumn, type ListView } from './view.ts';

/** Deeper replies are not indented any further. */
const DEEPEST_INDENT = 4;

/** A column of a table, with functions that render its cells. */
export interface DrawnColumn extends Measured {
  column: Column<unknown>;
  head: string;
  align: 'left' | 'right';
  /** Whether its cells are indented below the row that they reply to. */
  isNested: boolean;
  /**
   * The cell of a row, sanitized and not truncated. @param width for bars, which are drawn to fit (default:
   * preferred)
   */
  cell(row: unknown, width?: number): string;
  /**
   * The cell in lines of at most `width` columns; a column that does not wrap has one line, not truncated.
   */
  lines(row: unknown, width: number): readonly string[];
  /** Whether the row has no value, so that the placeholder is shown. */
  isMissing(row: unknown): boolean;
}

/**
 * The visible columns of a list, each measured over all rows; empty columns are omitted.
 *
 * @param goesOn more rows follow, which may have values where these have none
 */
export function measureColumns(
  view: ListView<unknown>,
  look: TextStyle,
  { goesOn }: { goesOn: boolean },
): readonly DrawnColumn[] {
  const columns = view.columns.filter((column) => isShownColumn(column, look));
  const nested = columns.find(({ flexible, wraps }) => flexible && wraps !== true) ?? columns[0];
  return columns.flatMap((column, at) => {
    const startsLine = at === 0 && columns.length > 1 && !look.accessible;
    const isMissing = (row: unknown) => formatCell(column, row, look) === '';
    const draw = createDrawing(column, view.rows, look);
    const cell = (row: unknown, width?: number) => {
      if (draw !== null) return draw(row, width);
      const whole = formatCell(column, row, look) || sanitizeText(column.placeholder?.(row) ?? '');
      const text = fitText(whole, { column, row, width });
      const turned = startsLine && RIGHT_TO_LEFT.test(text) ? `${TURN}${text}` : text;
      return column === nested ? drawReplyMark(view.depth?.(row) ?? 0, look) + turned : turned;
    };
    const lines = (row: unknown, width: number) =>
      column.wraps === true ? wrapCell(column, row, { ...look, width }) : [cell(row, width)];
    const longest = (row: unknown) =>
      (column.wraps === true ? lines(row, look.width) : [cell(row)]).reduce(
        (most, line) => Math.max(most, measureUpTo(line, look.width)),
        0,
      );
    const widest = view.rows.reduce<number>((most, row) => Math.max(most, longest(row)), 0);
    if (!goesOn && (column.drop ?? 0) > 0 && (widest === 0 || view.rows.every(isMissing))) return [];
    // later rows may need more than these
    const later = column.flexible === true ? look.width : (column.least ?? 0);
    const most = goesOn ? Math.max(widest, later) : widest;
    return [{ ...measureColumn(column, most, look), cell, lines, isMissing, isNested: column === nested }];
  });
}

/** The end of a date, without which it still says something. */
const TIME_OF_DAY = / \d\d:\d\d$/;

/** A shorter form of a text that would have to be truncated. */
function fitText(
  whole: string,
  {
    column,
    row,
    width = Number.POSITIVE_INFINITY,
  }: { column: Column<unknown>; row: unknown; width: number | undefined },
): string {
  if (getDisplayWidth(whole) <= width) return whole;
  if (column.fit !== undefined) return sanitizeText(column.fit(row, width));
  return column.role === 'time' ? whole.replace(TIME_OF_DAY, '') : whole;
}

/** @param widest width of the widest cell */
function measureColumn(column: Column<unknown>, widest: number, look: TextStyle) {
  const { title, role, align, drop = 0, flexible = false, keeps = 0, isMargin } = column;
  // a mark needs no title, and no extra width
  const head =
    role === 'mark' && !look.accessible ? '' : sanitizeText(look.accessible ? title : title.toUpperCase());
  return {
    column,
    head,
    align: align ?? (role === 'count' || role === 'time' ? 'right' : 'left'),
    natural: Math.max(widest, getDisplayWidth(head), getLeastWidth(role, look)),
    drop: flexible || look.isWide === true ? 0 : drop,
    flexible,
    keeps,
    isMargin: isMargin === true,
    whole: role === 'id' || role === 'days' || role === 'trend',
  };
}

/** The width that later rows, or a comparison of rows, may need. */
function getLeastWidth(role: Column<unknown>['role'], look: TextStyle): number {
  if (role === 'mark') return getMarkWidth(look);
  return role === 'bar' && !look.accessible ? BAR_WIDTH : 0;
}

function wrapCell(column: Column<unknown>, row: unknown, { width, now, zone }: TextStyle): readonly string[] {
  const text = column.show?.(row, now, zone) ?? toText(column.value(row));
  const isCommand = (line: string) => column.holdsCommands === true && line.startsWith('$ ');
  return text.split(/\r?\n/).flatMap((line) => {
    const sign = column.role === 'diff' ? (/^[-+] /.exec(line)?.[0] ?? '') : '';
    if (sign !== '')
      return wrap(sanitizeText(line.slice(sign.length)), width - sign.length).map((part) => sign + part);
    return isCommand(line) ? wrapCommand(sanitizeText(line), width) : wrap(sanitizeText(line), width);
  });
}

function toText(value: CellValue): string {
  return typeof value === 'string' ? value : formatValue(value);
}

/** The arrow before a reply, indented by its depth. */
export function drawReplyMark(depth: number, look: TextStyle): string {
  if (depth < 1) return '';
  return `${'  '.repeat(Math.min(depth, DEEPEST_INDENT) - 1)}${look.accessible ? '>' : '↳'} `;
}

/** Right-to-left letters, and their digits. */
export const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFE\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Fills the gap after a right-to-left cell. It is a blank Braille pattern (U+2800): as wide and as empty as a
 * space, but of a left-to-right class, so that a terminal which reorders bidirectional text stops there, and
 * the columns after it stay in place. The invisible bidirectional controls are never printed, because
 * untrusted text must not be able to contain them.
 */
export const TURN = '\u2800';
