import * as z from 'zod';
import { type CrierError, createUsageError } from '../../errors.ts';
import { Platform } from '../../service/platforms.ts';
import { POST_OPTIONS, PostBody } from '../../service/post-body.ts';
import type { ReadFile } from '../context/secrets.ts';
import { getFileLabel } from '../files/read-files.ts';
import { type FileEntry, type FileText, type RecordsFile, readRecords } from '../files/records-file.ts';

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

function isNumberField(field: string): boolean {
  return !TEXTS.has(field) && !/id$/i.test(field);
}

/** Reads a file of posts, each as a request body. @see {@link readRecords} */
export function readPostFile(file: FileText): RecordsFile {
  return readRecords(file, { one: 'a post', several: 'posts', takesNumber: isNumberField });
}

/** Reads a file of network options, as in a post. @see {@link readRecords} */
export function readOptionsFile(file: FileText): RecordsFile {
  const kind = { one: 'an object of options', several: 'objects of options' };
  return readRecords(file, { ...kind, takesNumber: isNumberField });
}

/** How a file with a single entry is read. */
interface SingleEntryKind {
  /** The name of an entry: `post`. */
  readonly noun: string;
  read(file: FileText): RecordsFile;
  /** Advice for a file that cannot be read. */
  readonly advice: string;
}

/**
 * Reads the only entry of a YAML or JSON file.
 *
 * @param path of the file, `-` for standard input
 * @returns the entry, the name of the file in messages, and warnings with their positions, one sentence each
 * @throws CrierError of kind usage when it cannot be read, has syntax errors, or contains none or several
 */
export async function readSingleEntry(
  path: string,
  readFile: ReadFile,
  { noun, read, advice }: SingleEntryKind,
) {
  const name = getFileLabel(path);
  const { entries, faults, warnings } = read({ name, text: await readFile(path) });
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
