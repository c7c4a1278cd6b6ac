import { barOf } from './bar.ts';
import { markWidth, shownCell, shownValue } from './cell.ts';
import type { Measured } from './layout.ts';
import { RIGHT_TO_LEFT, TURN } from './right-to-left.ts';
import { safeText } from './safe-text.ts';
import type { Look } from './style.ts';
import type { Cell, Column, ListView } from './view.ts';
import { displayWidth, widthUpTo } from './width.ts';
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
export function drawnColumns(
  view: ListView<unknown>,
  look: Look,
  { goesOn }: { readonly goesOn: boolean },
): readonly DrawnColumn[] {
  const columns = view.columns.filter((column) => column.dataOnly !== true);
  const nested = columns.find(({ flexible, wraps }) => flexible && wraps !== true) ?? columns[0];
  return columns.flatMap((column, at) => {
    const startsLine = at === 0 && columns.length > 1 && !look.accessible;
    const isMissing = (row: unknown) => shownCell(column, row, look) === '';
    const bar = column.role === 'bar' ? barOf(column, view.rows, look) : null;
    const cell = (row: unknown, width?: number) => {
      if (bar !== null) return bar(row, width);
      const text = shownCell(column, row, look) || safeText(column.instead?.(row) ?? '');
      const turned = startsLine && RIGHT_TO_LEFT.test(text) ? `${TURN}${text}` : text;
      return column === nested ? replyMark(view.depth?.(row) ?? 0, look) + turned : turned;
    };
    const lines = (row: unknown, width: number) =>
      column.wraps === true ? wrappedLines(column, row, { width, now: look.now }) : [cell(row, width)];
    const longest = (row: unknown) =>
      Math.max(
        ...(column.wraps === true ? lines(row, look.width) : [cell(row)]).map((line) =>
          widthUpTo(line, look.width),
        ),
      );
    const widest = view.rows.reduce<number>((most, row) => Math.max(most, longest(row)), 0);
    if (!goesOn && (column.drop ?? 0) > 0 && (widest === 0 || view.rows.every(isMissing))) return [];
    // later rows may need more than these
    const later = column.flexible === true ? look.width : (column.least ?? 0);
    const most = goesOn ? Math.max(widest, later) : widest;
    return [drawnColumn({ column, cell, lines, isMissing, widest: most, isNested: column === nested }, look)];
  });
}

function drawnColumn(
  {
    widest,
    ...known
  }: Pick<DrawnColumn, 'column' | 'cell' | 'lines' | 'isMissing' | 'isNested'> & { widest: number },
  look: Look,
): DrawnColumn {
  const { title, role, align, drop = 0, flexible = false } = known.column;
  const isMark = role === 'mark';
  // a sign needs no name, and no more room than it takes
  const head = isMark && !look.accessible ? '' : safeText(look.accessible ? title : title.toUpperCase());
  return {
    ...known,
    head,
    align: align ?? (role === 'count' || role === 'time' ? 'right' : 'left'),
    natural: Math.max(widest, displayWidth(head), isMark ? markWidth(look) : 0),
    drop: flexible ? 0 : drop,
    flexible,
    whole: role === 'id',
  };
}

function wrappedLines(
  column: Column<unknown>,
  row: unknown,
  { width, now }: { readonly width: number; readonly now: number },
): readonly string[] {
  const text = column.show?.(row, now) ?? shownText(column.value(row));
  const isCommand = (line: string) => column.holdsCommands === true && line.startsWith('$ ');
  return text
    .split(/\r?\n/)
    .flatMap((line) => (isCommand(line) ? wrapCommand(safeText(line), width) : wrap(safeText(line), width)));
}

function shownText(value: Cell): string {
  return typeof value === 'string' ? value : shownValue(value);
}

/** What stands before a reply: an arrow, moved in by its depth. */
export function replyMark(depth: number, look: Look): string {
  if (depth < 1) return '';
  return `${'  '.repeat(Math.min(depth, DEEPEST_INDENT) - 1)}${look.accessible ? '>' : '↳'} `;
}
