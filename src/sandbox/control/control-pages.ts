import type { PageQuery } from '../../service/control/control-call.ts';
import { LIMITS } from '../../service/limits.ts';
import { createInputFailure } from '../http/service-failure.ts';
import { readCursor, writeCursor } from '../page-cursor.ts';
import type { PageRequest, RowCursor, RowPage } from '../store/pages.ts';

/** @throws ServiceFailure 101 for an invalid cursor */
export function toPageRequest({ order = 'oldest', limit, cursor }: PageQuery): PageRequest {
  return {
    order,
    after: cursor === undefined ? null : readPlace(cursor),
    maxRows: limit ?? LIMITS.controlPageRows.max,
    maxBytes: LIMITS.controlPageBytes,
  };
}

/** Encodes the cursor of a row. */
export function formatCursor({ row, at }: RowCursor): string {
  return writeCursor([row, at ?? NO_TIME]);
}

/** The pagination metadata of a page. */
export function buildPageMeta<Row extends { readonly row: number }>(
  { rows, hasMore, start }: RowPage<Row>,
  { maxRows }: PageRequest,
  at: (row: Row) => number,
) {
  const last = rows.at(-1);
  const next = hasMore && last !== undefined ? formatCursor({ row: last.row, at: at(last) }) : null;
  return { pagination: { next, hasMore, limit: maxRows, start: formatCursor(start) } };
}

const NO_TIME = -1;

function readPlace(cursor: string): RowCursor {
  const [row, at] = readCursor(cursor, 2) ?? [];
  if (row === undefined || at === undefined)
    throw createInputFailure('cursor: must be a cursor of this list');
  return { row, at: at === NO_TIME ? null : at };
}

/** The rows found by id that fit in one response. */
interface FittingRows<Row> {
  readonly found: Row[];
  /** Ids that were not looked up. */
  readonly rest: string[];
}

/** Looks up ids until the response is full. */
export function findFitting<Row>(
  ids: readonly string[],
  find: (id: string) => readonly Row[],
): FittingRows<Row> {
  const found: Row[] = [];
  let bytes = 0;
  for (const [index, id] of ids.entries()) {
    if (bytes > LIMITS.controlPageBytes) return { found, rest: ids.slice(index) };
    const rows = find(id);
    found.push(...rows);
    bytes += rows.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(rows));
  }
  return { found, rest: [] };
}
