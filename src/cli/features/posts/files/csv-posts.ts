import * as z from 'zod';
import { tryParseBoundedJson } from '../../../../domain/json/bounded-json.ts';
import { isRecord, type LooseRecord } from '../../../../domain/json/loose-record.ts';
import { POST_NAMES } from '../../../../domain/posts/name-warnings.ts';
import { listVariables, normalizeName } from '../../../../domain/text/fill-variables.ts';
import { CrierError, createUsageError } from '../../../../errors.ts';
import { Platform } from '../../../../service/platforms.ts';
import { ALL_NETWORKS } from '../../../../service/post-body.ts';
import { isDefused, restoreCsvText, restoreTsvText } from '../../../framework/input/files/own-cells.ts';
import type { MessageAt, ValuePath } from '../../../framework/input/files/parsed-text.ts';
import { formatCodePoint, formatDuplicate, NO_TEXT } from '../../../framework/input/files/parsed-text.ts';
import { type CsvCell, findHeader, readCsv, readPlainTsv } from '../../../framework/input/files/read-csv.ts';
import {
  createPositionFinder,
  type FileEntry,
  type FileText,
  findUnusableText,
  type RecordsFile,
  stripByteOrderMark,
} from '../../../framework/input/files/records-file.ts';
import { ID_FIELD, isScientific, ROUNDED } from '../../../framework/input/files/rounded-numbers.ts';
import { findChoice, toLetters } from '../../../framework/input/flags/flags.ts';
import { setFields } from '../../../framework/input/flags/set-fields.ts';
import { maskLikelySecrets } from '../../../framework/output/text/known-secrets.ts';
import { suggestNearest } from '../../../framework/output/text/suggest-nearest.ts';
import { SETTABLE_POST } from '../misspelled-fields.ts';
import { findSeriesField } from './series-fields.ts';
import { FIELDS_OF_EXISTING, splitAddresses } from './written-posts.ts';

interface PostColumn {
  title: string;
  path: string;
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
  autoHashtag: 'autoHashtag',
  disableComments: 'disableComments',
  idempotencyKey: 'idempotencyKey',
};

/** Columns of flags that set several fields; a table names no other file. */
const SERIES_COLUMNS: readonly string[] = [
  'timeZone',
  'autoSchedule',
  'repeat',
  'every',
  'audio',
  'thread',
  'threadNumbers',
];

const COLUMN_SYNONYMS: Readonly<Record<string, string>> = {
  platform: 'platforms',
  networks: 'platforms',
  network: 'platforms',
  mediaurl: 'mediaUrls',
};

/** Whether the first line is a header of only known columns. */
export function hasKnownColumns(text: string): boolean {
  const bare = stripByteOrderMark(text);
  const { separator, start } = findHeader(bare);
  const titles = (/[^\r\n]*/.exec(bare.slice(start))?.[0] ?? '')
    .split(separator)
    .map((title) =>
      title
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    )
    .filter((title) => title !== '');
  return (
    titles.length > 0 &&
    titles.every((title) => (findSeriesColumn(title) ?? findPath(title)) !== null || isOwnColumn(title))
  );
}

/**
 * Reads a table of posts: a header, and a post per row. Empty cells set nothing; `scheduleDate` is the text of its
 * cell.
 */
export function readCsvPosts({ name, text }: FileText, templates: readonly string[] = []): RecordsFile {
  const bare = stripByteOrderMark(text);
  const place = createPositionFinder(bare);
  const { entries, faults, warnings } = readTable(bare, place, templates);
  const placed = ({ offset, words }: MessageAt) => ({ ...place(offset), words });
  return { name, entries, faults: faults.map(placed), warnings: warnings.map(placed) };
}

function readTable(
  text: string,
  place: ReturnType<typeof createPositionFinder>,
  templates: readonly string[],
): { entries: readonly FileEntry[]; faults: readonly MessageAt[]; warnings: readonly MessageAt[] } {
  const failed = (faults: readonly MessageAt[]) => ({ entries: [], faults, warnings: [] });
  const unusable = findUnusableText(text) ?? findControl(text);
  if (unusable !== null) return failed([unusable]);
  const { rows, faults } = readRows(text);
  const [header = [], ...others] = rows;
  const used = new Set([...templates, ...rows.flat().map((cell) => cell.text)].flatMap(listVariables));
  const columns = header.map((cell) => readColumn(cell, used));
  const unknown = columns.filter((column) => 'words' in column);
  const known = columns.filter((column) => 'path' in column);
  const twice = findDuplicate(header, columns);
  const wrong = [...unknown, ...(twice === null ? [] : [twice])];
  if (wrong.length > 0) return failed(wrong);
  if (others.length === 0 && faults.length === 0)
    return failed([{ offset: 0, words: 'it contains no post, only a header' }]);
  const isOwn = isOwnTable(header);
  const read = others.map((row) => readRow(row, known));
  const bodies = read.flatMap((each) => ('body' in each ? [each] : []));
  return {
    entries: bodies.map(({ body, row }) => ({
      value: body,
      columns: new Map(
        header.map(({ text: title }, at) => [normalizeName(title), row[at]?.text ?? ''] as const),
      ),
      placeOf: (path, part = 'value') => place(findCell(path, { row: part === 'key' ? header : row, known })),
    })),
    faults: [...read.flatMap((each) => ('body' in each ? [] : [each])), ...faults],
    warnings: isOwn ? [] : listWarnings(others, known),
  };
}

/** The rows that have something in them: spreadsheets also save those in which only the format was changed. */
function readRows(text: string): ReturnType<typeof readCsv> {
  const { separator } = findHeader(text);
  const read = readCsv(text);
  const isPlain = separator === '\t' && isOwnTable(read.rows[0] ?? []);
  const { rows, faults } = isPlain ? readPlainTsv(text) : read;
  const restore = separator === '\t' ? restoreTsvText : restoreCsvText;
  const [header = [], ...others] = rows.filter((row) => row.some((cell) => cell.text.trim() !== ''));
  if (!isOwnTable(header)) return { rows: [header, ...others], faults };
  return {
    rows: [header, ...others.map((row) => row.map((cell) => ({ ...cell, text: restore(cell.text) })))],
    faults,
  };
}

/** What is suspicious in a table of posts that crier did not write. */
function listWarnings(
  rows: readonly (readonly CsvCell[])[],
  columns: readonly PostColumn[],
): readonly MessageAt[] {
  const isText = (at: number) => TEXT_FIELDS.includes(columns[at]?.path ?? '');
  const defused = rows.flatMap((row) => row.filter((cell, at) => isText(at) && isDefused(cell.text)));
  const last = rows.at(-1)?.filter((cell) => cell.text.trim() !== '') ?? [];
  const failed = rows.flatMap((row) => row.filter((cell, at) => isText(at) && FORMULA_ERROR.test(cell.text)));
  const total = rows.length > 1 && TOTAL.test(last[0]?.text.trim() ?? '') ? last[0] : undefined;
  return [
    ...defused.map(({ offset }) => ({
      offset,
      words: "the apostrophe at the start is published, too; a spreadsheet's export adds it",
    })),
    ...failed.map(({ offset, text }) => ({
      offset,
      words: `${text.trim()} is what a spreadsheet shows for a formula that fails, and would be published`,
    })),
    ...(total === undefined
      ? []
      : [{ offset: total.offset, words: 'this looks like a row of totals, and would be a post' }]),
  ];
}

/** Of Excel in English, German, French, Spanish and Italian, and of LibreOffice. */
const FORMULA_ERROR =
  /^\s*(?:#(?:NAME\?|REF!|VALUE!|N\/[AD]|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|ERROR!|WERT!|BEZUG!|NV|ZAHL!|VALEUR!|NOM\s?\?|¡VALOR!|¡REF!|¿NOMBRE\?|VALORE!|RIF!|NOME\?)|Err:\d{3})\s*$/;

const TOTAL = /^(?:grand )?total\b|^(?:sum|summe|summa|gesamt|totalt)\b/i;

function findControl(text: string): MessageAt | null {
  const offset = text.search(NO_TEXT);
  if (offset < 0) return null;
  return { offset, words: `a table cannot contain the character ${formatCodePoint(text, offset)}` };
}

function readColumn({ text, offset }: CsvCell, used: ReadonlySet<string>): PostColumn | MessageAt {
  const title = text.trim();
  if (title === '') return { title, path: '', set: refuseNameless };
  if (title === 'id' || title === 'status' || title === 'created')
    return { title, path: title, set: (body, cell) => ({ ...body, [title]: cell }) };
  if (isOwnColumn(title)) return { title, path: '', set: (body) => body };
  const series = findSeriesColumn(title);
  if (series !== null) return { title, path: series, set: (body, cell) => setSeries(body, series, cell) };
  const path = findPath(title);
  if (path !== null) {
    const fault = findFieldFault(path);
    return fault === null ? { title, path, set: chooseSetter(path) } : { offset, words: `column ${fault}` };
  }
  if (used.has(normalizeName(title))) return { title, path: '', set: (body) => body };
  const columns = [...Object.keys(COLUMN_FIELDS), ...SERIES_COLUMNS];
  const names = [...columns, ...POST_NAMES];
  const words = `unknown column "${maskLikelySecrets(title)}"; ${suggestNearest(title, names)}use ${columns.join(', ')}, or a field such as tikTokOptions.visibility`;
  return { offset, words };
}

function findSeriesColumn(title: string): string | null {
  const name = findSeriesField(title);
  return name !== null && SERIES_COLUMNS.includes(name) ? name : null;
}

/** The service's own `autoSchedule` is an object. */
function setSeries(body: LooseRecord, name: string, cell: string): LooseRecord {
  if (name === 'autoSchedule' && cell.startsWith('{'))
    return setFields([`${name}=${cell}`], SETTABLE_POST)(body);
  if (name === 'repeat') return { ...body, repeat: /^\s*\d+\s*$/.test(cell) ? Number(cell) : cell };
  const truth = readBoolean(cell);
  const isTruth = name.startsWith('thread') && (truth === 'true' || truth === 'false');
  return { ...body, [name]: isTruth ? truth === 'true' : cell.trim() };
}

/** Spreadsheets save columns that look empty; one with content lacks its name. */
function refuseNameless(): never {
  throw createUsageError('this column has no name; name it in the first line, or empty it');
}

function isOwnColumn(title: string): boolean {
  return FIELDS_OF_EXISTING.includes(title);
}

/** Whether crier wrote a table: no other has these names. */
function isOwnTable(header: readonly CsvCell[]): boolean {
  return ['id', 'status'].every((name) => header.some(({ text }) => text.trim() === name));
}

/** Why a path sets no field of a post: it is not a field, or no path. */
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

function findDuplicate(
  header: readonly CsvCell[],
  columns: readonly (PostColumn | MessageAt)[],
): MessageAt | null {
  const paths = columns.map((column) => ('path' in column ? column.path : ''));
  const at = paths.findIndex((path, index) => path !== '' && paths.indexOf(path) < index);
  return at < 0
    ? null
    : { offset: header[at]?.offset ?? 0, words: formatDuplicate(header[at]?.text.trim() ?? '') };
}

function chooseSetter(path: string): PostColumn['set'] {
  if (path === 'platforms') return (body, cell) => ({ ...body, platforms: splitNetworks(cell) });
  if (path === 'mediaUrls')
    return (body, cell) =>
      cell.startsWith('{')
        ? setFields([`${path}=${cell}`], SETTABLE_POST)(body)
        : { ...body, mediaUrls: splitUrls(cell) };
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
  const list = parseJsonList(cell);
  if (list !== null) return list;
  const names = cell
    .split(/[;,]/.test(cell) ? /[;,]/ : /\s/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return [...new Set(names.map((name) => findChoice(name, NETWORKS) ?? name))];
}

/** A list as crier prints it in a cell; null for anything else. */
function parseJsonList(cell: string): readonly string[] | null {
  if (!cell.startsWith('[')) return null;
  const list = z.array(z.string()).safeParse(tryParseBoundedJson(cell));
  return list.data ?? null;
}

function splitUrls(cell: string): readonly string[] {
  return parseJsonList(cell) ?? splitAddresses(cell);
}

/** The post of a row, or why it cannot be read. */
type ReadRow = { body: LooseRecord; row: readonly CsvCell[] } | MessageAt;

function readRow(row: readonly CsvCell[], columns: readonly PostColumn[]): ReadRow {
  const [first] = row;
  const tooMany = row.slice(columns.length).some(({ text }) => text.trim() !== '');
  if (tooMany || isCutShort(row, columns)) {
    const words = `this row has ${row.length} cells and the header ${columns.length}: a text with a separator or a line break must be in ${row.some(({ text }) => /[\u201C-\u201F]/.test(text)) ? 'straight quotes, "…"' : 'quotes'}`;
    return { offset: first?.offset ?? 0, words };
  }
  const isOwn = columns.some(({ path }) => path === 'id');
  let body: LooseRecord = {};
  for (const [at, { title, path, set }] of columns.entries()) {
    const { text = '', offset = 0 } = row[at] ?? {};
    if (text === '' || (text.trim() === '' && !isOwn)) continue;
    if (isScientific(text) && ID_FIELD.test(path)) return { offset, words: `${title}: ${text} ${ROUNDED}` };
    try {
      body = set(body, text);
    } catch (error) {
      if (!(error instanceof CrierError)) throw error;
      return { offset, words: `${title === '' ? '' : `${title}: `}${error.message.replace(/^--set /, '')}` };
    }
  }
  return { body, row };
}

/**
 * Whether a row ends too early: spreadsheets leave out the separators at its end, but a text with a line break outside
 * of quotes ends a row as well, and then no network follows.
 */
function isCutShort(row: readonly CsvCell[], columns: readonly PostColumn[]): boolean {
  if (row.length >= columns.length) return false;
  const at = columns.findIndex(({ path }) => path === 'platforms');
  const networks = splitNetworks(row[at]?.text ?? '');
  return row.length < 2 || networks.length === 0 || networks.some((name) => !NETWORKS.includes(name));
}

/** The cell of a field, or of its nearest column; otherwise the start of the row. */
function findCell(
  path: ValuePath,
  { row, known }: { row: readonly CsvCell[]; known: readonly PostColumn[] },
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
