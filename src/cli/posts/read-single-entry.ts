import { type CrierError, createUsageError } from '../../errors.ts';
import { getFileLabel } from '../files/file-label.ts';
import type { FileEntry, FileText, RecordsFile } from '../files/records-file.ts';
import type { ReadFile } from '../secrets.ts';

/** How a file is read that holds one of something. */
export interface SingleEntryKind {
  /** As a sentence calls it: `post`. */
  readonly noun: string;
  read(file: FileText): RecordsFile;
  /** What to do about a file that cannot be read as it. @param path as it was named */
  advice(path: string): string;
}

/** The one that a file holds, as it stands there. */
export interface SingleEntry {
  /** As sentences call the file. */
  readonly name: string;
  readonly entry: FileEntry;
  /** What its writer should know, one sentence each, with its place. */
  readonly warnings: readonly string[];
}

/**
 * Reads the one thing of a file, as YAML or JSON.
 *
 * @param path of the file, `-` for standard input
 * @throws CrierError of kind usage when it cannot be read, is written wrongly, or holds none or several
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
  if (entry === undefined) throw createUsageError(`there is no ${kind.noun} in ${name}`, kind.advice(path));
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
    `${name} holds ${entries.length} ${noun}s, and one is taken: ${places.join(', ')}${rest}`,
    'keep each in a file of its own',
  );
}

const MOST_NAMED = 10;
