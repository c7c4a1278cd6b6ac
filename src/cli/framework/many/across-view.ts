import { isRecord, type LooseRecord } from '../../../domain/json/loose-record.ts';
import type { ListMeta } from '../output/list-meta.ts';
import type { ReferenceTarget } from '../output/reference.ts';
import type { CellValue, Column, ColumnRole, ListView, RecordView, View } from '../output/view.ts';
import { buildListMeta } from '../output/view.ts';
import type { AcrossResult } from './across-document.ts';

/** What one id or profile was read with. */
export interface AcrossOrigin {
  /** Undefined for a command that reads without ids. */
  readonly id?: string;
  /** Undefined unless all profiles are read. */
  readonly profile?: string | null;
}

/** Some records of one id or profile. */
export interface AcrossPart {
  readonly origin: AcrossOrigin;
  readonly list: ListView<unknown>;
}

/** A row of the list of many: a row of one of its parts. */
interface AcrossRow extends AcrossPart {
  row: unknown;
}

/**
 * Creates the function that combines parts of many ids or profiles into one list. Its columns are those of the first
 * parts, since all later ones are printed below the same header.
 *
 * @param results of all ids or profiles, for a complete document
 */
export function createPartCombiner({
  key,
  results,
}: {
  key: string;
  results: readonly AcrossResult[];
}): (parts: readonly AcrossPart[]) => ListView<unknown> {
  let columns: readonly Column<AcrossRow>[] | null = null;
  return (parts) => {
    columns ??= buildColumns(parts);
    return combineParts(parts, { key, results, columns });
  };
}

function combineParts(
  parts: readonly AcrossPart[],
  {
    key,
    results,
    columns,
  }: {
    key: string;
    results: readonly AcrossResult[];
    columns: readonly Column<AcrossRow>[];
  },
): ListView<unknown> {
  const [first] = parts;
  const rows = parts.flatMap((part) => part.list.rows.map((row): AcrossRow => ({ ...part, row })));
  const pages = parts.map(({ list }) => readPagination(list.document));
  const references = first?.list.references;
  return {
    kind: 'list',
    key,
    document: { results, [key]: parts.flatMap(listRecords), meta: combineMeta(pages) },
    rows,
    columns,
    record: (row) => toRecord(row as AcrossRow),
    ...(references && { references: { column: references.column, target: findTarget } }),
    depth: (row) => (row as AcrossRow).list.depth?.((row as AcrossRow).row) ?? 0,
    ...(first?.origin.id !== undefined && isOneByOne(parts) && { heading: first.origin.id }),
    empty: first?.list.empty ?? 'nothing could be read',
  };
}

function findTarget(shown: unknown): ReferenceTarget | null {
  const { list, origin, row } = shown as AcrossRow; // only for rows of many
  const target = list.references?.target(row) ?? null;
  return target === null || origin.profile === undefined ? target : { ...target, profile: origin.profile };
}

/** Records of one id that are shown under it. */
function isOneByOne([first, ...others]: readonly AcrossPart[]): boolean {
  return others.length === 0 && first?.list.heading !== NO_HEADING;
}

/** Whether each record says which network it is of. */
export function hasNetworkNames(list: ListView<unknown>): boolean {
  return listRecords({ origin: {}, list }).every((record) => getNetwork(record) !== null);
}

/** The same list with the records of some networks only. */
export function selectNetworks(
  list: ListView<unknown>,
  networks: ReadonlySet<string> | null,
): ListView<unknown> {
  if (networks === null) return list;
  const isSelected = (record: unknown) => networks.has(getNetwork(record) ?? '');
  return {
    ...list,
    document: { ...list.document, [list.key]: listRecords({ origin: {}, list }).filter(isSelected) },
    rows: list.rows.filter((row) => isSelected(toRecord({ origin: {}, list, row }))),
  };
}

function getNetwork(record: unknown): string | null {
  const platform = isRecord(record) ? record['platform'] : null;
  return typeof platform === 'string' ? platform : null;
}

/** The records as JSON has them: those of the document, which may nest what rows list one by one. */
function listRecords({ origin, list }: AcrossPart): readonly unknown[] {
  const records = list.document[list.key];
  return (Array.isArray(records) ? records : list.rows).map((record: unknown) => addOrigin(origin, record));
}

function toRecord({ origin, list, row }: AcrossRow): unknown {
  return addOrigin(origin, list.record === undefined ? row : list.record(row));
}

function addOrigin({ id, profile }: AcrossOrigin, record: unknown): unknown {
  return {
    ...(profile !== undefined && { profile }),
    ...(id !== undefined && { requestedId: id }),
    ...(isRecord(record) ? record : { value: record }),
  };
}

function readPagination({ meta }: Readonly<Record<string, unknown>>): LooseRecord {
  const pagination = isRecord(meta) ? meta['pagination'] : null;
  return isRecord(pagination) ? pagination : {};
}

/** Each list has a cursor of its own, so that only a higher limit shows more of all. */
function combineMeta(pages: readonly LooseRecord[]): ListMeta {
  const limits = pages.flatMap(({ limit, hasMore }) =>
    hasMore === true && typeof limit === 'number' ? [limit] : [],
  );
  const nextFlags = limits.length === 0 ? null : ['--limit', String(2 * Math.max(...limits))];
  return buildListMeta({ limit: null, hasMore: pages.some(({ hasMore }) => hasMore === true), nextFlags });
}

function buildColumns(parts: readonly AcrossPart[]): readonly Column<AcrossRow>[] {
  const inner = new Map(parts.flatMap(({ list }) => list.columns.map((column) => [column.name, column])));
  const origin = parts[0]?.origin;
  const isAdded = ({ name }: Column<AcrossRow>) => !inner.has(name);
  return [
    ...(origin?.profile === undefined ? [] : [PROFILE_COLUMN].filter(isAdded)),
    ...[...inner.values()].map(adaptColumn),
    ...(origin?.id === undefined ? [] : [ID_COLUMN].filter(isAdded)),
  ];
}

const PROFILE_COLUMN: Column<AcrossRow> = {
  name: 'profile',
  title: 'profile',
  value: ({ origin }) => origin.profile ?? null,
  placeholder: () => 'Primary',
  role: 'name',
  drop: 0,
  least: 9,
};

const ID_COLUMN: Column<AcrossRow> = {
  name: 'requestedId',
  title: 'requested id',
  value: ({ origin }) => origin.id ?? null,
  role: 'id',
  dataOnly: true,
};

/** A column may belong to its own part, such as one that knows the names of its people. */
function adaptColumn(column: Column<unknown>): Column<AcrossRow> {
  const { name, show, moment, fit, placeholder, value: _value, ...look } = column;
  const find = ({ list }: AcrossRow) => list.columns.find((each) => each.name === name);
  return {
    name,
    ...look,
    value: (row) => find(row)?.value(row.row) ?? null,
    ...(show && {
      show: (row, now, zone) => find(row)?.show?.(row.row, now, zone) ?? '',
    }),
    ...(moment && { moment: (row, now) => find(row)?.moment?.(row.row, now) ?? null }),
    ...(fit && { fit: (row, width) => find(row)?.fit?.(row.row, width) ?? '' }),
    ...(placeholder && { placeholder: (row) => find(row)?.placeholder?.(row.row) ?? '' }),
  };
}

/** Marks a list of one record, which needs no heading. */
const NO_HEADING = '';

/** The list that a view is, or that it is the only record of. */
export function toListView(view: View, key: string): ListView<unknown> {
  switch (view.kind) {
    case 'list':
      return view;
    case 'record':
      return toListOfOne(view, key);
    case 'document':
    case 'page':
      return {
        kind: 'list',
        key,
        document: { [key]: [view.document] },
        rows: [view.document],
        columns: [],
        empty: '',
      };
  }
}

function toListOfOne(view: RecordView, key: string): ListView<unknown> {
  const { document, lines, listed, cells = lines } = view;
  const record = view.key === undefined ? document : [document[view.key]].flat()[0];
  const one = { kind: 'list', key, document: { [key]: [record] }, heading: NO_HEADING, empty: '' } as const;
  if (listed !== undefined) return { ...one, ...listed, rows: [listed.row], record: () => record };
  return {
    ...one,
    rows: [record],
    columns: cells.map(({ name, title, value, role, shown }, at): Column<unknown> => {
      const columnRole = getColumnRole(name, role);
      return {
        name,
        title,
        value: (): CellValue => value,
        ...(columnRole !== undefined && { role: columnRole }),
        ...(shown !== undefined && { show: () => shown }),
        drop: at,
      };
    }),
  };
}

function getColumnRole(name: string, role: 'time' | 'sentence' | undefined): ColumnRole | undefined {
  if (name === 'id') return 'id';
  return role === 'time' ? role : undefined;
}
