import * as z from 'zod';
import { getField, isRecord } from '../../../domain/json/loose-record.ts';
import { createRequestFault, type PostFault } from '../../../domain/posts/post-part.ts';
import { CrierError, createUsageError } from '../../../errors.ts';
import { Platform } from '../../../service/platforms.ts';
import { POST_OPTIONS, PostBody } from '../../../service/post-body.ts';
import type { FileKind } from '../../framework/input/files/parsed-text.ts';
import {
  type FileEntry,
  type FileText,
  type RecordsFile,
  readRecords,
} from '../../framework/input/files/records-file.ts';
import type { ScheduledTime } from '../schedule/read-schedule.ts';
import { type FilledPost, fillPost, type PostVariables } from './files/post-variables.ts';
import { findZoneOf, readSeriesFields } from './files/series-fields.ts';
import { isExactTime, readWrittenPost, type WrittenPost } from './files/written-posts.ts';

/** Fields that always contain text: a number in them is an id or a text of digits. */
const TEXTS: ReadonlySet<string> = new Set([
  ...Platform.options,
  'default',
  ...[
    PostBody,
    PostBody.shape.firstComment.unwrap(),
    ...Object.values(POST_OPTIONS).map((each) => each.unwrap()),
  ]
    .flatMap(({ shape }) => Object.entries<z.ZodType>(shape))
    .filter(([, field]) => isTextField(field))
    .map(([name]) => name),
]);

function isTextField(field: z.ZodType): boolean {
  if (field instanceof z.ZodOptional) return isTextField(field.unwrap() as z.ZodType); // the core type of the same schema
  if (field instanceof z.ZodArray) return isTextField(field.element as z.ZodType); // as above
  if (field instanceof z.ZodUnion) return field.options.some((each) => isTextField(each as z.ZodType)); // as above
  return field instanceof z.ZodString;
}

/** Numbers in fields that crier does not know stay numbers. A thread may have a post without media, which is null. */
const getFieldType: FileKind['getFieldType'] = (field) => {
  if (field === 'mediaUrls' || field === 'scheduleDate') return 'other';
  return TEXTS.has(field) || /id$/i.test(field) ? 'text' : 'number';
};

export interface FilePost extends WrittenPost {
  /** As written, where a time may be in words; `value` has it as the service expects it. */
  readonly written: unknown;
  /** Why a time in words is not one. */
  readonly faults: readonly PostFault[];
  /** What `{{name}}` in flags means for it. */
  readonly variables: PostVariables;
  /** How a time in words was interpreted, one sentence each. */
  readonly notes: readonly string[];
}

export interface PostsFile extends RecordsFile {
  readonly entries: readonly FilePost[];
  /** A table is always a file of several posts. */
  readonly isTable: boolean;
}

/**
 * Reads a time in words; a failure is the caller's to report.
 *
 * @param zone its own time zone, an IANA name; null for that of the command
 * @throws CrierError of kind usage
 */
export type ReadTime = (text: string, zone: string | null) => Promise<ScheduledTime>;

/**
 * Reads a file of posts, each as a request body: YAML, JSON, a JSON record per line, or comma-separated values. A time
 * may be in words in all of them.
 *
 * @see {@link readRecords}
 * @param templates texts of flags, in which columns of a table may be used
 */
export async function readPosts(
  file: FileText,
  readTime: ReadTime,
  templates: readonly string[] = [],
): Promise<PostsFile> {
  const table = mayBeTable(file) ? await readTable(file, templates) : null;
  const kind = {
    one: 'a post',
    several: 'posts',
    expected: 'post, platforms',
    listIn: 'posts',
    getFieldType,
  };
  const read = table ?? readRecords(file, kind);
  const entries: FilePost[] = [];
  for (const { columns = null, ...found } of read.entries) {
    const written = readWrittenPost(found);
    const filled = fillEntry(written, columns);
    const entry = { ...written, value: filled.value };
    const isKept = isForService(entry) && isTimeKept(entry, table !== null);
    const post = isKept ? toPlainEntry(entry) : await readScheduleOf(entry, readTime);
    const series = readSeriesFields(post.value);
    const { variables } = filled;
    const faults = [...post.faults, ...filled.faults, ...series.faults];
    entries.push({ ...post, value: series.value, variables, faults });
  }
  const ignored = new Set(entries.flatMap((entry) => entry.ignored));
  const [first, ...others] = entries;
  const noted =
    first === undefined || ignored.size === 0
      ? []
      : [{ ...first, notes: [...first.notes, formatIgnored(ignored)] }];
  return { ...read, entries: noted.length > 0 ? [...noted, ...others] : entries, isTable: table !== null };
}

type ReadEntry = Omit<FilePost, 'variables'>;

/** What crier exported has braces only as they are published. */
function fillEntry(
  { value, existing }: WrittenPost,
  columns: PostVariables | null,
): Omit<FilledPost, 'value'> & { value: unknown } {
  if (!isRecord(value) || existing !== null) return { value, faults: [], variables: columns ?? new Map() };
  return fillPost(value, columns);
}

function formatIgnored(names: ReadonlySet<string>): string {
  return `not sent, since they are of a post that exists: ${[...names].join(', ')}`;
}

/**
 * An exact time in the past means now in a record, but not in a table, and not in what was exported a while ago; a post
 * that awaits approval keeps it.
 */
function isTimeKept({ value, existing }: WrittenPost, isTable: boolean): boolean {
  if (existing !== null) return getField(value, 'requiresApproval') === true;
  return !isTable;
}

/** Records may have a time as the service accepts it, also in the past: then it is published at once. */
function isForService({ value }: FileEntry): boolean {
  return isRecord(value) && isExactTime(value['scheduleDate']);
}

const TABLE_NAME = /\.[ct]sv$/i;

/** By its name, or by a first line with separators, which begins no YAML or JSON. */
function mayBeTable({ name, text }: FileText): boolean {
  if (TABLE_NAME.test(name)) return true;
  return !/\.(?:ya?ml|(?:nd)?jsonl?)$/i.test(name) && TABLE_HEADER.test(text);
}

/** The lookahead reads the line once: a long line of separators must not be tried from each of them. */
const TABLE_HEADER = /^\uFEFF?[\r\n]*(?:"?sep=|(?=[^\r\n:[{]*[\r\n])[^\r\n]*[,;\t])/;

async function readTable(file: FileText, templates: readonly string[]): Promise<RecordsFile | null> {
  // loaded on demand: few files are tables
  const { hasKnownColumns, readCsvPosts } = await import('./files/csv-posts.ts');
  return TABLE_NAME.test(file.name) || hasKnownColumns(file.text) ? readCsvPosts(file, templates) : null;
}

function toPlainEntry(entry: WrittenPost): ReadEntry {
  return { ...entry, written: entry.value, faults: [], notes: [] };
}

async function readScheduleOf(entry: WrittenPost, readTime: ReadTime): Promise<ReadEntry> {
  const { scheduleDate, ...others } = isRecord(entry.value) ? entry.value : {};
  const plain = toPlainEntry(entry);
  if (typeof scheduleDate !== 'string') return plain;
  try {
    const zone = isExactTime(scheduleDate) ? null : findZoneOf(others);
    const { iso, notes } = await readTime(scheduleDate, zone);
    return { ...plain, value: { ...others, scheduleDate: iso }, notes };
  } catch (error) {
    if (!(error instanceof CrierError) || error.kind !== 'usage') throw error;
    const { advice } = error.facts;
    const message = advice ? `${error.message}; ${advice}` : error.message;
    return { ...plain, value: others, faults: [createRequestFault('scheduleDate', message)] };
  }
}

/** Reads a file of network options, as in a post. @see {@link readRecords} */
export function readOptionsFile(file: FileText): RecordsFile {
  const kind = {
    one: 'an object of options',
    several: 'objects of options',
    expected: 'tikTokOptions or others',
  };
  return readRecords(file, { ...kind, getFieldType });
}

/**
 * Takes the only entry of a file.
 *
 * @param noun the name of an entry: `post`
 * @param advice for a file that cannot be read
 * @returns the entry, the name of the file in messages, and warnings with their positions, one sentence each
 * @throws CrierError of kind usage when the file has syntax errors, or contains none or several
 */
export function takeSingleEntry(
  { name, entries, faults, warnings }: RecordsFile,
  noun: string,
  advice: string,
) {
  const [fault, ...others] = faults;
  if (fault !== undefined) {
    const more = others.length === 0 ? '' : `, and ${others.length} more`;
    throw createUsageError(`${name}:${fault.line}:${fault.column}: ${fault.words}${more}`, advice);
  }
  const [entry, second] = entries;
  if (entry === undefined) throw createUsageError(`no ${noun} in ${name}`, advice);
  if (second !== undefined) throw buildSeveralError(name, entries, noun);
  const messages = warnings.map(({ line, column, words }) => `${name}:${line}:${column}: warning: ${words}`);
  return { name, entry, warnings: messages };
}

function buildSeveralError(name: string, entries: readonly FileEntry[], noun: string): CrierError {
  const places = entries.slice(0, MOST_NAMED).map((entry) => `${name}:${entry.placeOf([]).line}`);
  const rest = entries.length > MOST_NAMED ? ` and ${entries.length - MOST_NAMED} more` : '';
  return createUsageError(
    `${name} contains ${entries.length} ${noun}s, but only one is expected: ${places.join(', ')}${rest}`,
    'put each in its own file',
  );
}

const MOST_NAMED = 10;
