import { getField } from '../../../domain/json/loose-record.ts';
import type { LocalClock } from '../../../domain/time/local-time.ts';
import type { CalendarGrid } from './calendar/calendar-grid.ts';
import type { ListMeta } from './list-meta.ts';
import type { ReferenceTarget } from './reference.ts';
import type { Report } from './report/report.ts';

/** A nested value, which TSV, CSV and tables show as JSON in one cell. */
export type NestedValue = readonly unknown[] | Readonly<Record<string, unknown>>;

/** A value of a cell in TSV, CSV and tables. */
export type CellValue = string | number | boolean | null | NestedValue;

/**
 * What a column contains, which decides how tables present it. `id` is copied by people, and never truncated.
 * `network` is a platform value, shown as the network's name, `time` an ISO 8601 time, shown relative to now
 * or, if it is more than a day ahead, as a date; `count` a number, shortened, with zero as empty; the latter two are right-aligned by default. `mark` is the
 * name of an event, shown as a symbol unless in accessible mode. `bar` is a share, 0 to 1, drawn as a bar
 * with its percentage. `hours` are 24 counts, drawn as a line of a heat map, and `days` counts of days, drawn as a
 * sparkline whose heights compare all rows; `trend` is the same for rows that have little in common, each on its own
 * scale. `stars` is a rating of 1 to 5, drawn as stars; any other rating is shown as it is. `diff` has lines that begin with
 * `- ` for what was, and with `+ ` for what is, or with neither; its column wraps.
 */
export type ColumnRole =
  | 'id'
  | 'network'
  | 'name'
  | 'text'
  | 'count'
  | 'time'
  | 'dim'
  | 'good'
  | 'bad'
  | 'status'
  | 'mark'
  | 'bar'
  | 'hours'
  | 'days'
  | 'trend'
  | 'stars'
  | 'diff';

/** One column of a list: its name, its value, and its presentation. */
export interface Column<Row> {
  /** Name in TSV, CSV and `--fields`: the field's path in the document, such as `author.handle`. */
  name: string;
  /** Header in a table. */
  title: string;
  /** The exact value, for TSV and CSV. */
  value(row: Row): CellValue;
  /**
   * The value for people, when the role's presentation does not suffice. Plain text.
   *
   * @param zone shows times of day; null for UTC
   */
  show?(row: Row, now: number, zone?: LocalClock | null): string;
  /** For a time: the one that is shown, when it is not the value. ISO 8601. */
  moment?(row: Row, now: number): string | null;
  /** The value for people in a cell that is too narrow for it. Plain text of at most that width, if possible. */
  fit?(row: Row, width: number): string;
  /** Places in what a table shows of a text that it emphasizes, in code units, where there are colors. */
  highlights?(shown: string): readonly { from: number; to: number }[];
  /** Shown dimmed for an empty value. Plain text. */
  placeholder?(row: Row): string;
  align?: 'left' | 'right';
  role?: ColumnRole;
  /** Only in TSV and CSV, unless `--fields` names it. */
  dataOnly?: boolean;
  /** With `--wide` also in tables, although it is for TSV and CSV. */
  inWide?: boolean;
  /** Narrow tables drop the columns with the highest number first; 0 is never dropped. */
  drop?: number;
  /** A narrow column that does not take from the share of the flexible column. */
  isMargin?: boolean;
  /** Width that it keeps, as long as the flexible column can be read beside it. */
  keeps?: number;
  /** The single column that takes the remaining room, and is truncated with an ellipsis. */
  flexible?: boolean;
  /**
   * Wraps its text instead of truncating it, and keeps its lines. Not for the first column, and not indented.
   */
  wraps?: boolean;
  /**
   * For a column that wraps: lines that start with `$ ` are commands, and are broken with backslashes so that
   * they can be copied.
   */
  holdsCommands?: boolean;
  /** Minimum width, for the later rows of a table in parts. */
  least?: number;
}

/**
 * The beginning of a column whose value is the member of the row that has its name; a missing one is null.
 *
 * @example { ...pickMember('title', 'title'), role: 'name', drop: 0 }
 */
export function pickMember<Name extends string>(name: Name, title: string) {
  return {
    name,
    title,
    value: (row: { readonly [Key in Name]?: CellValue | undefined }): CellValue => row[name] ?? null,
  };
}

/** Columns only for TSV and CSV, each with the member of the row that has its name; a missing one is null. */
export function listDataColumns<Row>(
  titles: Readonly<Partial<Record<keyof Row & string, string>>>,
): readonly Column<Row>[] {
  return Object.entries(titles).map(([name, title]) => ({
    name,
    title: String(title),
    value: (row) => (getField(row, name) ?? null) as CellValue, // a member of a JSON document
    dataOnly: true,
  }));
}

/** Whether tables show a column. */
export function isShownColumn(
  { dataOnly, inWide }: Column<unknown>,
  { isWide }: { isWide?: boolean },
): boolean {
  return dataOnly !== true || (inWide === true && isWide === true);
}

/** The records under one key of the document, shown as rows. */
export interface ListView<Row> {
  kind: 'list';
  /** The whole JSON document; its records are under `key`. */
  document: Readonly<Record<string, unknown>>;
  key: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** The record of a row, when the row is not itself the record. */
  record?(row: Row): unknown;
  /** The ids that the table's short references resolve to, and their column; null for a row without one. */
  readonly references?: { readonly column: string; target(row: Row): ReferenceTarget | null };
  /** Nesting level of a row: a reply is 1. Tables indent by it. */
  depth?(row: Row): number;
  /** The title of its page (default: the heading). */
  title?: string;
  /** A heading above a table, such as the id and when the data was refreshed. */
  heading?: string;
  /** Names and values above a table, such as the counts of a check; not in TSV and CSV. */
  above?: readonly RecordLine[];
  /** Tables with enough room, and pages, show its rows on their days. */
  calendar?: CalendarGrid;
  /** YAML below a table or a Markdown table, each under a sentence: what a user may paste elsewhere. */
  below?: readonly { readonly title: string; readonly yaml: string }[];
  /** Tables, Markdown and pages show this in place of its rows. */
  report?: Report<ListView<unknown>>;
  /** Text of a table without rows. */
  empty: string;
  /** A table of several ids does not show those without rows, since flags found nothing there. */
  isSearched?: boolean;
  /** Prints that text also to stderr for TSV and CSV without rows. */
  notesEmpty?: boolean;
}

export interface RecordLine {
  readonly name: string;
  readonly title: string;
  readonly value: CellValue;
  /** An ISO 8601 time, or a sentence that contains some: people get them in their zone and in UTC. */
  readonly role?: 'time' | 'sentence';
  /** The value for people, when it differs from the exact one. */
  readonly shown?: string;
  /** Shown to people instead, each under a name of its own. */
  readonly parts?: readonly { readonly title: string; readonly shown: string }[];
}

/** One record, shown as names and values. */
export interface RecordView {
  readonly kind: 'record';
  readonly document: Readonly<Record<string, unknown>>;
  /**
   * Key of the record in the document, directly or as a list of one (default: the document is the record).
   */
  readonly key?: string;
  /** Names and values, in order. */
  readonly lines: readonly RecordLine[];
  /** Names and values for TSV and CSV, when they are not those lines: as in a list of such records. */
  readonly cells?: readonly RecordLine[];
  /** How a list of such records shows it (default: by those names and values). */
  readonly listed?: Pick<ListView<unknown>, 'columns' | 'references'> & { readonly row: unknown };
}

/** How a list with these columns shows a record. */
export function listRecord<Row>(
  columns: readonly Column<Row>[],
  row: Row,
  references?: ListView<unknown>['references'],
): Pick<RecordView, 'cells' | 'listed'> {
  return { cells: buildCells(columns, row), listed: { columns, row, references } };
}

/** The cells of one record, as a list with these columns has them. */
export function buildCells<Row>(columns: readonly Column<Row>[], row: Row): readonly RecordLine[] {
  return columns.map(({ name, title, value }) => ({ name, title, value: value(row) }));
}

/** A document without a table: every format shows JSON. */
export interface DocumentView {
  readonly kind: 'document';
  readonly document: unknown;
}

/** A block of a page. `output` is captured output of this program, with its colors. */
export interface PageBlock {
  readonly kind: 'prose' | 'head' | 'command' | 'output';
  readonly text: string;
}

/** A page of text, such as the tour; the same in table, TSV and CSV. */
export interface PageView {
  readonly kind: 'page';
  readonly document: Readonly<Record<string, unknown>>;
  readonly blocks: readonly PageBlock[];
  /** The requests of a dry run that the page shows: a table shows a plan in its place, unless `--verbose`. */
  readonly requests?: readonly PlannedCall[];
}

/** A request that is not sent. */
export interface PlannedCall {
  readonly url: string;
  readonly body: unknown;
}

export interface RecordTally<Rec> {
  noun: readonly [one: string, many: string];
  /** The kinds under which they are counted, in the order in which they are named. */
  kinds: readonly string[];
  kindOf(record: Rec): string;
}

export interface StreamView<Rec> {
  kind: 'stream';
  /** Batches of records as they arrive; the next is pulled after the previous one was written. */
  batches: AsyncIterable<readonly Rec[]>;
  /** Builds a list of some or all records: of all for `-o json`, of each batch for the other formats. */
  list(records: readonly Rec[]): ListView<unknown>;
  /**
   * Tables, TSV and CSV also show each batch as it arrives, with the columns of the first one (default: they
   * wait for all).
   */
  live?: boolean;
  /** Shows a list without records as such also where batches are shown as they arrive (default: nothing is printed). */
  showsEmpty?: boolean;
  /** How people on a terminal get records that arrive faster than they can be read: counted (default: each is shown). */
  tally?: RecordTally<Rec>;
  /**
   * The service's time at its last response, in milliseconds since 1970; undefined for this machine's time.
   */
  asOf?(): number | undefined;
  /** Continues the output of an earlier run in the same file: TSV and CSV repeat no header. */
  continues?: boolean;
  /** Runs until it is aborted, so there is never a complete document. */
  endless?: boolean;
}

/** A complete result of a command, for the renderer. */
export type View = ListView<unknown> | RecordView | DocumentView | PageView;

/** Which part of a list a document has. */
export function buildListMeta({
  limit,
  next = null,
  hasMore = next !== null,
  nextFlags,
}: {
  limit: number | null;
  /** Default: no cursor. */
  next?: string | null;
  /** Default: whether there is a cursor. */
  hasMore?: boolean;
  /** Flags that list more (default: the cursor, else twice the limit). */
  nextFlags?: readonly string[] | null;
}): ListMeta {
  const usual = next !== null ? ['--cursor', next] : limit === null ? null : ['--limit', String(2 * limit)];
  const flags = hasMore ? (nextFlags === undefined ? usual : nextFlags) : null;
  return { pagination: { next, hasMore, ...(flags !== null && { nextFlags: [...flags] }), limit } };
}
