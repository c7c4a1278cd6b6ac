import type { CellValue, ListView, RecordView } from './view.ts';

/** A view as tsv and csv have it: fixed columns, and a row of exact values for each record. */
export interface FlatRecords {
  readonly names: readonly string[];
  readonly rows: Iterable<readonly CellValue[]>;
}

/** Whether the names stand above the rows; `without` is a later part of a list that goes on. */
export type HeaderMode = 'with' | 'without';

/** Flattens a list, or one record as a list of one. Columns that people do not see are included. */
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
