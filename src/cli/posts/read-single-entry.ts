import { type CrierError, createUsageError } from '../../errors.ts';
import type { ReadFile } from '../context/secrets.ts';
import { getFileLabel } from '../files/file-label.ts';
import type { FileEntry, FileText, RecordsFile } from '../files/records-file.ts';

/** How a file with a single entry is read. */
export interface SingleEntryKind {
  /** The name of an entry: `post`. */
  readonly noun: string;
  read(file: FileText): RecordsFile;
  /** Advice for a file that cannot be read. @param path as given */
  advice(path: string): string;
}

/** The entry of a file. */
export interface SingleEntry {
  /** Name of the file in messages. */
  readonly name: string;
  readonly entry: FileEntry;
  /** Warnings with their positions, one sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Reads the only entry of a YAML or JSON file.
 *
 * @param path of the file, `-` for standard input
 * @throws CrierError of kind usage when it cannot be read, has syntax errors, or contains none or several
 */
export async function readSingleEntry(
  path: string,
  readFile: ReadFile,
  kind: SingleEntryKind,
): Promise<SingleEntry> {
  const name = getFileLabel(path);
  const { entries, faults, warnings } = kind.read({ name, text: await readFile(path) });
  const [fault, ...others] = faults;
  if (fault !== undefined) {
    const more = others.length === 0 ? '' : `, and ${others.length} more`;
    throw createUsageError(`${name}:${fault.line}:${fault.column}: ${fault.words}${more}`, kind.advice(path));
  }
  const [entry, second] = entries;
  if (entry === undefined) throw createUsageError(`no ${kind.noun} in ${name}`, kind.advice(path));
  if (second !== undefined) throw buildSeveralError(name, entries, kind);
  const messages = warnings.map(({ line, column, words }) => `${name}:${line}:${column}: warning: ${words}`);
  return { name, entry, warnings: messages };
}

function buildSeveralError(
  name: string,
  entries: readonly FileEntry[],
  { noun }: SingleEntryKind,
): CrierError {
  const places = entries.slice(0, MOST_NAMED).map((entry) => `${name}:${entry.placeOf([]).line}`);
  const rest = entries.length > MOST_NAMED ? ` and ${entries.length - MOST_NAMED} more` : '';
  return createUsageError(
    `${name} contains ${entries.length} ${noun}s, but only one is expected: ${places.join(', ')}${rest}`,
    'put each in its own file',
  );
}

const MOST_NAMED = 10;
