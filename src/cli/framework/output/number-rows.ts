import { formatReference, type NumberTargets } from './reference.ts';
import type { Column, ListView } from './view.ts';

/** Room for the ids of most networks. */
const LATER_ID = 36;

/** Adds a short reference to each row of a table, which replaces the id unless all columns are wanted. */
export async function numberRows(
  view: ListView<unknown>,
  { isWide, number }: { isWide: boolean; number: NumberTargets },
): Promise<ListView<unknown>> {
  const { references, rows } = view;
  if (references === undefined) return view;
  const numbers = rows.length === 0 ? [] : await number(rows.map(references.target));
  const byRow = new Map(rows.map((row, at) => [row, numbers[at] ?? null]));
  const hasNumbers = numbers.some((each) => each !== null);
  const columns = view.columns.map((column) => {
    if (column.name !== references.column || !(hasNumbers || isWide)) return column;
    // in a table in parts, a later id may be longer than the first ones: it is shown whole, or not at all
    return { ...column, dataOnly: !isWide, drop: 0, least: LATER_ID, fit: () => '' };
  });
  return { ...view, columns: hasNumbers ? [buildReferenceColumn(byRow), ...columns] : columns };
}

function buildReferenceColumn(byRow: ReadonlyMap<unknown, number | null>): Column<unknown> {
  return {
    name: 'reference',
    title: 'ref',
    value(row) {
      const number = byRow.get(row) ?? null;
      return number === null ? null : formatReference(number);
    },
    role: 'id',
    least: 4,
    isMargin: true,
  };
}
