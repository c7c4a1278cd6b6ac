import { isRecord } from '../../../domain/json/loose-record.ts';
import { createUsageError } from '../../../errors.ts';
import { maskLikelySecret } from './text/known-secrets.ts';
import { suggestNearest } from './text/suggest-nearest.ts';
import type { CellValue, Column, ListView, RecordLine, RecordView, StreamView, View } from './view.ts';

/**
 * Refuses fields that no record can have.
 *
 * @param known every name that a record can have; `extra.*` matches any member of `extra`. When empty, the
 *   records are unknown, and every name is accepted
 * @param suggest finds another name of the same thing among the known ones; empty for none
 * @throws CrierError of kind usage
 */
export function checkFields(
  fields: readonly string[],
  known: readonly string[],
  suggest: (name: string, known: readonly string[]) => string,
): void {
  const unknown = fields.find((field) => isBroken(field) || (known.length > 0 && !isKnown(field, known)));
  if (unknown === undefined) return;
  const hint = `${suggest(unknown, known) || suggestNearest(unknown, known)}the fields are ${known.join(', ')}`;
  throw createUsageError(
    `there is no field "${maskLikelySecret(unknown)}"`,
    known.length === 0 ? undefined : hint,
  );
}

/** A path with an empty step, such as `extra.`. */
function isBroken(field: string): boolean {
  return field.split('.').includes('');
}

function isKnown(field: string, known: readonly string[]): boolean {
  return known.some((name) => name === field || (name.endsWith('.*') && field.startsWith(name.slice(0, -1))));
}

/**
 * Projects the records of a view to some fields, in the given order; the envelope is unchanged. A path such
 * as `author.name` keeps its nesting, and applies to every item of a list. Missing values are null.
 */
export function projectView(view: View, fields: readonly string[]): View;
export function projectView(
  view: View | StreamView<unknown>,
  fields: readonly string[],
): View | StreamView<unknown>;
export function projectView(
  view: View | StreamView<unknown>,
  fields: readonly string[],
): View | StreamView<unknown> {
  const wanted = [...new Set(fields)];
  const tree = buildFieldTree(wanted);
  switch (view.kind) {
    case 'list':
      return projectList(view, wanted, tree);
    case 'stream':
      return { ...view, list: (records) => projectList(view.list(records), wanted, tree) };
    case 'record':
      return projectRecord(view, wanted, tree);
    case 'page':
    case 'document':
      return { kind: 'document', document: projectValue(view.document, tree) };
  }
}

function projectList(
  view: ListView<unknown>,
  fields: readonly string[],
  tree: FieldPathTree,
): ListView<unknown> {
  const { report: _rows, ...rest } = view; // fields are those of the rows
  const { document, key } = view;
  const recordOf = (row: unknown) => (view.record === undefined ? row : view.record(row));
  return {
    ...rest,
    document: { ...document, [key]: projectValue(document[key], tree) },
    columns: deduplicateColumns(fields.flatMap((field) => findColumns(field, view.columns, recordOf))),
  };
}

/**
 * Removes duplicate columns and keeps the first; `author,author.name` shows one more column in tables than
 * `author`.
 */
function deduplicateColumns(columns: readonly Column<unknown>[]): readonly Column<unknown>[] {
  const byName = new Map<string, Column<unknown>>();
  for (const column of columns) {
    const isHidden = column.dataOnly === true && byName.get(column.name)?.dataOnly !== false;
    byName.set(column.name, { ...column, dataOnly: isHidden });
  }
  return [...byName.values()];
}

/** Requested columns are shown even if a table omits them by default. */
function findColumns(
  field: string,
  columns: readonly Column<unknown>[],
  recordOf: (row: unknown) => unknown,
): readonly Column<unknown>[] {
  const exact = columns.find(({ name }) => name === field);
  if (exact !== undefined) return [{ ...exact, dataOnly: false, drop: 0 }];
  const under = columns.filter(({ name }) => name.startsWith(`${field}.`));
  const isShown = under.some(({ dataOnly }) => dataOnly !== true);
  if (under.length > 0)
    return under.map((column) => ({ ...column, drop: 0, dataOnly: isShown && column.dataOnly }));
  return [{ name: field, title: field, value: (row) => readCell(recordOf(row), field) }];
}

function projectRecord(view: RecordView, fields: readonly string[], tree: FieldPathTree): RecordView {
  const { document, key } = view;
  const record = key === undefined ? document : [document[key]].flat()[0];
  return {
    ...view,
    document:
      key === undefined
        ? projectObject(document, tree)
        : { ...document, [key]: projectValue(document[key], tree) },
    lines: projectLines(fields, view.lines, record),
    cells: view.cells && projectLines(fields, view.cells, record),
  };
}

function projectLines(
  fields: readonly string[],
  lines: readonly RecordLine[],
  record: unknown,
): readonly RecordLine[] {
  const found = fields.flatMap((field) => findLines(field, lines, record));
  return [...new Map(found.map((line) => [line.name, line])).values()];
}

function findLines(field: string, lines: readonly RecordLine[], record: unknown): readonly RecordLine[] {
  const found = lines.filter(({ name }) => name === field || name.startsWith(`${field}.`));
  return found.length > 0 ? found : [{ name: field, title: field, value: readCell(record, field) }];
}

/** Fields as a tree of path segments; a leaf selects the whole value. */
interface FieldPathTree extends ReadonlyMap<string, FieldPathTree> {}

function buildFieldTree(paths: readonly string[]): FieldPathTree {
  const heads = [...new Set(paths.map((path) => splitPath(path).head))];
  return new Map(
    heads.map((head) => {
      const rests = paths.map(splitPath).filter((steps) => steps.head === head);
      const isWhole = rests.some(({ rest }) => rest === '');
      return [head, buildFieldTree(isWhole ? [] : rests.map(({ rest }) => rest))];
    }),
  );
}

function splitPath(path: string): { head: string; rest: string } {
  const dot = path.indexOf('.');
  return dot < 0 ? { head: path, rest: '' } : { head: path.slice(0, dot), rest: path.slice(dot + 1) };
}

function projectValue(value: unknown, tree: FieldPathTree): unknown {
  if (tree.size === 0) return value;
  if (Array.isArray(value)) return value.map((member) => projectValue(member, tree));
  return isRecord(value) ? projectObject(value, tree) : null;
}

function projectObject(
  record: Readonly<Record<string, unknown>>,
  tree: FieldPathTree,
): Readonly<Record<string, unknown>> {
  const entries = [...tree].map(
    ([name, under]) => [name, projectValue(getOwn(record, name), under)] as const,
  );
  return Object.fromEntries(entries);
}

function getOwn(record: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(record, name) ? (record[name] ?? null) : null;
}

function readCell(record: unknown, path: string): CellValue {
  const { head, rest } = splitPath(path);
  if (Array.isArray(record)) return record.map((member) => readCell(member, path));
  const value = isRecord(record) ? getOwn(record, head) : null;
  return rest === '' ? toCell(value) : readCell(value, rest);
}

function toCell(value: unknown): CellValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return Array.isArray(value) || isRecord(value) ? value : null;
}
