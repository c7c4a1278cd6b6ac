import type { Database } from '../../storage/open-database.ts';

/** Cursor: a row's number, and its time, which distinguishes it from a later row with the same number. */
export interface RowCursor {
  readonly row: number;
  /** Milliseconds since 1970; null where only the number matters. */
  readonly at: number | null;
}

/** Keyset pagination. */
export interface PageRequest {
  readonly order: 'oldest' | 'newest';
  /** Only rows after this one, in the given order; null for the first page. */
  readonly after: RowCursor | null;
  readonly maxRows: number;
  /** Maximum total size; a page has at least one row. */
  readonly maxBytes: number;
}

export interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  /** The row before the page. */
  readonly start: RowCursor;
}

/** A table with ascending row numbers. */
export interface PagedTable {
  readonly table: 'inbox' | 'outbox' | 'deliveries';
  /** Column with the time of a row. */
  readonly at: 'at' | 'created';
  /** SQL expression for the approximate size of a row as JSON, in bytes. */
  readonly bytes: string;
}

interface SizedRow {
  row: number;
  bytes: number;
}

/**
 * Reads a page. Reads numbers and sizes first, so that no more rows are loaded than fit into the page. A cursor whose
 * row was removed by a reset or by pruning restarts the list.
 *
 * @param load reads whole rows by their numbers, in any order
 */
export function readPage<Row extends { row: number }>(
  database: Database,
  paged: PagedTable,
  request: PageRequest,
  load: (numbers: string) => readonly Row[],
): RowPage<Row> {
  const { order, maxRows } = request;
  const after = request.after === null || isGone(database, paged, request.after) ? null : request.after;
  const [comparison, direction] = order === 'oldest' ? ['>', 'asc'] : ['<', 'desc'];
  const first = after?.row ?? (order === 'oldest' ? 0 : Number.MAX_SAFE_INTEGER);
  const sized = database.all<SizedRow>(
    `select row, ${paged.bytes} as bytes from ${paged.table} where row ${comparison} ?
     order by row ${direction} limit ?`,
    first,
    maxRows + 1,
  );
  const fitting = countFitting(sized, request);
  const numbers = sized.slice(0, fitting).map(({ row }) => row);
  const byNumber = new Map(load(JSON.stringify(numbers)).map((each) => [each.row, each]));
  const [head] = numbers;
  return {
    rows: numbers.flatMap((row) => byNumber.get(row) ?? []),
    hasMore: fitting < sized.length,
    start: after ?? { row: startBefore(head, order), at: null },
  };
}

/** Rows of one statement: few enough for memory, and enough that a statement costs little for each. */
const BATCH_ROWS = 200;

/**
 * Reads rows in batches, as they are taken, each after the last row of the one before. A row that is added or removed
 * meanwhile is read or not; every other one is read once.
 *
 * @param read reads rows after `last`, at most this many; undefined for the first ones
 */
export function* readInBatches<Row>(
  read: (last: Row | undefined, most: number) => readonly Row[],
): Generator<Row, void> {
  for (let last: Row | undefined; ; ) {
    const rows = read(last, BATCH_ROWS);
    yield* rows;
    if (rows.length < BATCH_ROWS) return;
    last = rows.at(-1);
  }
}

/** Whether the row is gone or another one: numbers start at 1 again after all rows were deleted. */
function isGone(database: Database, { table, at }: PagedTable, cursor: RowCursor): boolean {
  if (cursor.at === null) return false;
  const found = database.first<{ at: number }>(`select ${at} as at from ${table} where row = ?`, cursor.row);
  if (found !== undefined) return found.at !== cursor.at;
  const last = database.first<{ row: number | null }>(`select max(row) as row from ${table}`);
  return (last?.row ?? 0) < cursor.row;
}

function countFitting(sized: readonly SizedRow[], { maxRows, maxBytes }: PageRequest) {
  let bytes = 0;
  const end = sized.findIndex((each, index) => {
    bytes += each.bytes;
    return index > 0 && (index >= maxRows || bytes > maxBytes);
  });
  return end === -1 ? sized.length : end;
}

/** Cursor of an empty list, before any row that is added later. */
function startBefore(head: number | undefined, order: PageRequest['order']): number {
  if (head === undefined) return 0;
  return order === 'oldest' ? head - 1 : head + 1;
}
