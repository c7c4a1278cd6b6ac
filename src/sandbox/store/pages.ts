import type { Database } from '../../disk/open-database.ts';

/** A row's place in a table: its number, and its time, which tells it from a later row of the same number. */
export interface RowCursor {
  readonly row: number;
  /** Milliseconds since 1970; null where only the number matters. */
  readonly at: number | null;
}

/** Which rows of a table to read. */
export interface PageRequest {
  readonly order: 'oldest' | 'newest';
  /** Only rows after this one, in that order; null for the first page. */
  readonly after: RowCursor | null;
  readonly maxRows: number;
  /** Bound of the sum of their sizes; a page has one row at least. */
  readonly maxBytes: number;
}

/** Some rows of a table, in the order that was asked for. */
export interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  /** After which row the page begins. */
  readonly start: RowCursor;
}

/** A table of rows that are numbered as they are added. */
export interface PagedTable {
  readonly table: 'inbox' | 'outbox' | 'deliveries';
  /** Column with the time of a row. */
  readonly at: 'at' | 'created';
  /** SQL expression: about the size of a row as JSON, in bytes. */
  readonly bytes: string;
}

interface SizedRow {
  readonly row: number;
  readonly bytes: number;
}

/**
 * Reads the numbers and sizes of the next rows first, so that no more rows are loaded than fit into the page. A place
 * that a reset or pruning took away begins the list anew.
 *
 * @param load reads whole rows by their numbers, in any order
 */
export function readPage<Row extends { readonly row: number }>(
  database: Database,
  paged: PagedTable,
  { order, maxRows, maxBytes, ...request }: PageRequest,
  load: (numbers: string) => readonly Row[],
): RowPage<Row> {
  const after = request.after === null || isGone(database, paged, request.after) ? null : request.after;
  const [comparison, direction] = order === 'oldest' ? ['>', 'asc'] : ['<', 'desc'];
  const first = after?.row ?? (order === 'oldest' ? 0 : Number.MAX_SAFE_INTEGER);
  const sized = database.all<SizedRow>(
    `select row, ${paged.bytes} as bytes from ${paged.table} where row ${comparison} ?
     order by row ${direction} limit ?`,
    first,
    maxRows + 1,
  );
  const fitting = countFitting(sized, { maxRows, maxBytes });
  const numbers = sized.slice(0, fitting).map(({ row }) => row);
  const byNumber = new Map(load(JSON.stringify(numbers)).map((each) => [each.row, each]));
  const [head] = numbers;
  return {
    rows: numbers.flatMap((row) => byNumber.get(row) ?? []),
    hasMore: fitting < sized.length,
    start: after ?? { row: startBefore(head, order), at: null },
  };
}

/** The row is not the one that it was: rows are numbered from 1 again after all were deleted. */
function isGone(database: Database, { table, at }: PagedTable, place: RowCursor): boolean {
  if (place.at === null) return false;
  const found = database.first<{ readonly at: number }>(
    `select ${at} as at from ${table} where row = ?`,
    place.row,
  );
  if (found !== undefined) return found.at !== place.at;
  const last = database.first<{ readonly row: number | null }>(`select max(row) as row from ${table}`);
  return (last?.row ?? 0) < place.row;
}

function countFitting(
  sized: readonly SizedRow[],
  { maxRows, maxBytes }: Pick<PageRequest, 'maxRows' | 'maxBytes'>,
) {
  let bytes = 0;
  const end = sized.findIndex((each, index) => {
    bytes += each.bytes;
    return index > 0 && (index >= maxRows || bytes > maxBytes);
  });
  return end === -1 ? sized.length : end;
}

/** Of an empty list: rows that are added later come after it, in the order of their numbers. */
function startBefore(head: number | undefined, order: PageRequest['order']): number {
  if (head === undefined) return 0;
  return order === 'oldest' ? head - 1 : head + 1;
}
