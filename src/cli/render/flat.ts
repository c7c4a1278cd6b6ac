import type { CellValue, ListView, RecordView } from './view.ts';

/** A view as TSV and CSV print it: fixed columns, and a row of exact values for each record. */
export interface FlatRecords {
  readonly names: readonly string[];
  readonly rows: Iterable<readonly CellValue[]>;
}

/** Whether to print a header; `without` is for the later parts of a list. */
export type HeaderMode = 'with' | 'without';

/** Flattens a list, or one record as a list of one. Includes the columns that tables do not show. */
export function flatten(view: ListView<unknown> | RecordView): FlatRecords {
  if (view.kind === 'record') {
    return { names: view.lines.map(({ name }) => name), rows: [view.lines.map(({ value }) => value)] };
  }
  const { columns, rows } = view;
  return {
    names: columns.map(({ name }) => name),
    rows: Iterator.from(rows).map((row) => columns.map((column) => column.value(row))),
  };
}
