/** A nested value, which tsv, csv and a table show as JSON in one cell. */
export type NestedValue = readonly unknown[] | Readonly<Record<string, unknown>>;

/** A value as tsv, csv and a table can hold it. */
export type CellValue = string | number | boolean | null | NestedValue;

/**
 * What a column holds, so that a table can present it. `id` is what people copy, and is never cut. `network` is a
 * platform value and shows the network's name, `time` an ISO 8601 time and shows its distance from now, `count` a
 * number and shows it short, zero as nothing; these two stand on the right unless `align` says otherwise. `mark` is the
 * word of an event, shown as a sign where signs are drawn. `bar` is a share, 0 to 1, drawn as a bar with its percentage;
 * the largest of all rows is the longest bar.
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
  | 'bar';

/** One column of a list: what it is called, what it holds, and how people like to see it. */
export interface Column<Row> {
  /** Name in tsv, csv and `--fields`: the field's path in the document, such as `author.handle`. */
  readonly name: string;
  /** Head of the column in a table. */
  readonly title: string;
  /** The exact value, for tsv and csv. */
  value(row: Row): CellValue;
  /** The value for people, when neither the exact one nor the role's way of showing it will do. Plain text. */
  show?(row: Row, now: number): string;
  /** What people see, standing back, where there is nothing to show. Plain text. */
  placeholder?(row: Row): string;
  readonly align?: 'left' | 'right';
  readonly role?: ColumnRole;
  /** Only in tsv and csv, unless `--fields` asks for it. */
  readonly dataOnly?: boolean;
  /** A table that is too narrow drops the columns with the highest number first; 0 is never dropped. */
  readonly drop?: number;
  /** The one column that takes the room that is left, and is cut with an ellipsis. */
  readonly flexible?: boolean;
  /** A text that is not cut: it goes on in the lines below, and its own lines stay lines. No first column, and not indented. */
  readonly wraps?: boolean;
  /** Of one that wraps: lines that begin with `$ ` are commands, and break so that they can be copied whole. */
  readonly holdsCommands?: boolean;
  /** Cells that it gets at least: what later rows of a table that goes on will need. */
  readonly least?: number;
}

/** Records under one key of the document, shown as rows. */
export interface ListView<Row> {
  readonly kind: 'list';
  /** The whole JSON document; its records stand under `key`. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly key: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** The record that a row stands for, where the row is not itself the record. */
  record?(row: Row): unknown;
  /** How deep a row stands under another: a reply is 1. Tables indent by it. */
  depth?(row: Row): number;
  /** A few words above a table, such as the id and when the data was refreshed. */
  readonly heading?: string;
  /** What a table says instead of rows when there are none. */
  readonly empty: string;
  /** Says that also beside tab-separated values without a row, to whoever reads stderr. */
  readonly notesEmpty?: boolean;
}

/** One field of a record, for people and for tsv and csv. */
export interface RecordLine {
  readonly name: string;
  readonly title: string;
  readonly value: CellValue;
  /** The value for people, when the exact one will not do. */
  readonly shown?: string;
  /** What people see in its place, each below the other under a name of its own. */
  readonly parts?: readonly { readonly title: string; readonly shown: string }[];
}

/** One record, shown as names and values. */
export interface RecordView {
  readonly kind: 'record';
  readonly document: Readonly<Record<string, unknown>>;
  /** Where the record stands in the document, alone or as a list of one; left out, the document is the record. */
  readonly key?: string;
  /** Names and values for people and for tsv and csv, in order. */
  readonly lines: readonly RecordLine[];
}

/** A document without a table: every human format shows the JSON. */
export interface DocumentView {
  readonly kind: 'document';
  readonly document: unknown;
}

/** A piece of a page for people. `output` is what this program printed before, with its colours. */
export interface PageBlock {
  readonly kind: 'prose' | 'head' | 'command' | 'output';
  readonly text: string;
}

/** A page to be read, such as a tour; every human format shows the same text. */
export interface PageView {
  readonly kind: 'page';
  readonly document: Readonly<Record<string, unknown>>;
  readonly blocks: readonly PageBlock[];
}

/** Records that come one after the other. */
export interface StreamView<Rec> {
  readonly kind: 'stream';
  /** Some records at a time, as they come; asked for more when those before are written. */
  readonly batches: AsyncIterable<readonly Rec[]>;
  /** The list that some or all of the records make: `-o json` prints that of all, the other formats that of each batch. */
  list(records: readonly Rec[]): ListView<unknown>;
  /** A table, tsv and csv show each batch as it comes too, in columns that the first one settles; left out, they wait for all. */
  readonly live?: boolean;
  /** The service's own time when it last answered, in milliseconds since 1970; undefined for this machine's. */
  asOf?(): number | undefined;
  /** It goes on until the run is told to end, so that there will be no whole document. */
  readonly endless?: boolean;
}

/** What a command hands to the renderer, all at once. */
export type View = ListView<unknown> | RecordView | DocumentView | PageView;
