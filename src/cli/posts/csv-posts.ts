import { isRecord, type LooseRecord } from '../../domain/json/loose-record.ts';
import { POST_NAMES } from '../../domain/posts/name-warnings.ts';
import { CrierError } from '../../errors.ts';
import { Platform } from '../../service/platforms.ts';
import { ALL_NETWORKS } from '../../service/post-body.ts';
import type { MessageAt, ValuePath } from '../files/parsed-text.ts';
import { createFailedRead, formatCodePoint, formatDuplicate, NO_TEXT } from '../files/parsed-text.ts';
import { type CsvCell, findSeparator, readCsv } from '../files/read-csv.ts';
import {
  createPositionFinder,
  type FileEntry,
  type FileText,
  findUnusableText,
  type RecordsFile,
  stripByteOrderMark,
} from '../files/records-file.ts';
import { findChoice, toLetters } from '../shell/choices.ts';
import { setFields } from '../shell/flags/set-fields.ts';
import { maskLikelySecret } from '../shell/likely-secrets.ts';
import { suggestNearest } from '../shell/suggest-nearest.ts';
import { SETTABLE_POST } from './misspelled-fields.ts';

/** A column of a table of posts: the field that it sets, and how its cells are read. */
interface PostColumn {
  /** As in the header. */
  readonly title: string;
  /** Path of the field, with dots. */
  readonly path: string;
  /** @throws CrierError of kind usage for a value that cannot be set */
  set(body: LooseRecord, cell: string): LooseRecord;
}

/** Names of columns that people write, which are those of the flags, and the fields that they set. */
const COLUMN_FIELDS: Readonly<Record<string, string>> = {
  text: 'post',
  platforms: 'platforms',
  media: 'mediaUrls',
  schedule: 'scheduleDate',
  firstComment: 'firstComment.comment',
  notes: 'notes',
  approveFirst: 'requiresApproval',
  shortenLinks: 'shortenLinks',
  disableComments: 'disableComments',
  idempotencyKey: 'idempotencyKey',
};

/** Other names of the same columns. */
const COLUMN_SYNONYMS: Readonly<Record<string, string>> = {
  platform: 'platforms',
  networks: 'platforms',
  network: 'platforms',
  mediaurl: 'mediaUrls',
};

/** Whether the first line is a header of only known columns. */
export function hasKnownColumns(text: string): boolean {
  const bare = stripByteOrderMark(text);
  const titles = (bare.split(/[\r\n]/, 1)[0] ?? '').split(findSeparator(bare));
  return titles.every((title) => findPath(title.replace(/^"(.*)"$/, '$1')) !== null);
}

/**
 * Reads a table of posts: a header, and a post per row. Empty cells set nothing; `scheduleDate` is the text of its
 * cell.
 */
export function readCsvPosts({ name, text }: FileText): RecordsFile {
  const bare = stripByteOrderMark(text);
  const place = createPositionFinder(bare);
  const { entries, faults } = readTable(bare, place);
  return {
    name,
    entries,
    faults: faults.map(({ offset, words }) => ({ ...place(offset), words })),
    warnings: [],
  };
}

/** The posts of a table, and what is wrong with it. */
interface ReadTable {
  readonly entries: readonly FileEntry[];
  readonly faults: readonly MessageAt[];
}

function readTable(text: string, place: ReturnType<typeof createPositionFinder>): ReadTable {
  const unusable = findUnusableText(text) ?? findControl(text);
  if (unusable !== null) return { entries: [], ...createFailedRead(unusable) };
  const { rows, faults } = readCsv(text);
  const [header = [], ...others] = rows;
  const columns = header.map(readColumn);
  const unknown = columns.filter((column) => 'words' in column);
  const known = columns.filter((column) => 'path' in column);
  const twice = findDuplicate(header, known);
  const wrong = [...unknown, ...(twice === null ? [] : [twice])];
  if (wrong.length > 0) return { entries: [], faults: wrong };
  if (others.length === 0 && faults.length === 0)
    return { entries: [], faults: [{ offset: 0, words: 'it contains no post, only a header' }] };
  const read = others.map((row) => readRow(row, known));
  const bodies = read.flatMap((each) => ('body' in each ? [each] : []));
  return {
    entries: bodies.map(({ body, row }) => ({
      value: body,
      placeOf: (path, part = 'value') => place(findCell(path, { row: part === 'key' ? header : row, known })),
    })),
    faults: [...read.flatMap((each) => ('body' in each ? [] : [each])), ...faults],
  };
}

function findControl(text: string): MessageAt | null {
  const offset = text.search(NO_TEXT);
  if (offset < 0) return null;
  return { offset, words: `a table cannot contain the character ${formatCodePoint(text, offset)}` };
}

function readColumn({ text, offset }: CsvCell): PostColumn | MessageAt {
  const title = text.trim();
  const path = findPath(title);
  if (path !== null) {
    const fault = findFieldFault(path);
    return fault === null ? { title, path, set: chooseSetter(path) } : { offset, words: `column ${fault}` };
  }
  const names = [...Object.keys(COLUMN_FIELDS), ...POST_NAMES];
  const words =
    title === ''
      ? 'a column has no name'
      : `unknown column "${maskLikelySecret(title)}"; ${suggestNearest(title, names)}use ${Object.keys(COLUMN_FIELDS).join(', ')}, or a field such as tikTokOptions.visibility`;
  return { offset, words };
}

/** Why a path sets no field of a post: it is misspelled, or no path. */
function findFieldFault(path: string): string | null {
  try {
    setFields([`${path}=`], SETTABLE_POST);
    return null;
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    return error.message.replace(/^--set /, '');
  }
}

/** The path of the field of a column, by any of its names; null for an unknown one. */
function findPath(title: string): string | null {
  const bare = toLetters(title);
  const name = Object.keys(COLUMN_FIELDS).find((each) => toLetters(each) === bare);
  const synonym = Object.hasOwn(COLUMN_SYNONYMS, bare) ? COLUMN_SYNONYMS[bare] : undefined;
  const path = title.includes('.') ? undefined : (COLUMN_FIELDS[name ?? ''] ?? synonym);
  if (path !== undefined) return path;
  const [root = '', ...rest] = title.trim().split('.');
  const field = POST_NAMES.find((each) => each.toLowerCase() === root.toLowerCase());
  return field === undefined ? null : [field, ...rest].join('.');
}

function findDuplicate(header: readonly CsvCell[], columns: readonly PostColumn[]): MessageAt | null {
  const at = columns.findIndex(({ path }, index) => columns.findIndex((each) => each.path === path) < index);
  return at < 0
    ? null
    : { offset: header[at]?.offset ?? 0, words: formatDuplicate(columns[at]?.title ?? '') };
}

function chooseSetter(path: string): PostColumn['set'] {
  if (path === 'platforms') return (body, cell) => ({ ...body, platforms: splitNetworks(cell) });
  if (path === 'mediaUrls') return (body, cell) => ({ ...body, mediaUrls: splitUrls(cell) });
  const isText = TEXT_FIELDS.includes(path);
  if (isText) return (body, cell) => ({ ...body, [path]: cell });
  if (path === 'firstComment.comment') {
    return (body, cell) => ({
      ...body,
      firstComment: { ...(isRecord(body.firstComment) && body.firstComment), comment: cell },
    });
  }
  return (body, cell) => setFields([`${path}=${readBoolean(cell)}`], SETTABLE_POST)(body);
}

const TEXT_FIELDS: readonly string[] = ['post', 'scheduleDate', 'notes', 'idempotencyKey'];

/** Spreadsheets write truth values in capitals, people as words. */
function readBoolean(cell: string): string {
  if (/^(?:true|yes)$/i.test(cell.trim())) return 'true';
  return /^(?:false|no)$/i.test(cell.trim()) ? 'false' : cell;
}

const NETWORKS: readonly string[] = [...Platform.options, ALL_NETWORKS];

/** Names are separated by spaces; with semicolons or commas they may contain spaces. */
function splitNetworks(cell: string): readonly string[] {
  const names = cell
    .split(/[;,]/.test(cell) ? /[;,]/ : /\s/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return [...new Set(names.map((name) => findChoice(name, NETWORKS) ?? name))];
}

/** A semicolon inside of an address belongs to it. */
function splitUrls(cell: string): readonly string[] {
  return cell.split(/\s+|;(?=\s|$|https?:)/i).filter((url) => url !== '');
}

/** The post of a row, or why it cannot be read. */
type ReadRow = { readonly body: LooseRecord; readonly row: readonly CsvCell[] } | MessageAt;

function readRow(row: readonly CsvCell[], columns: readonly PostColumn[]): ReadRow {
  const [first] = row;
  if (row.length !== columns.length) {
    const words = `this row has ${row.length} cells and the header ${columns.length}: a text with a separator or a line break must be in quotes`;
    return { offset: first?.offset ?? 0, words };
  }
  let body: LooseRecord = {};
  for (const [at, { title, set }] of columns.entries()) {
    const { text = '', offset = 0 } = row[at] ?? {};
    if (text.trim() === '') continue;
    try {
      body = set(body, text);
    } catch (error) {
      if (!(error instanceof CrierError)) throw error;
      return { offset, words: `${title}: ${error.message.replace(/^--set /, '')}` };
    }
  }
  return { body, row };
}

/** The cell of a field, or of its nearest column; otherwise the start of the row. */
function findCell(
  path: ValuePath,
  { row, known }: { readonly row: readonly CsvCell[]; readonly known: readonly PostColumn[] },
): number {
  const names = path.map(String);
  const depths = known.map((column) => {
    const steps = column.path.split('.');
    const differs = steps.findIndex((step, at) => step !== names[at]);
    return differs < 0 ? steps.length : differs;
  });
  const deepest = Math.max(0, ...depths);
  return row[deepest === 0 ? 0 : depths.indexOf(deepest)]?.offset ?? 0;
}
