import { isDeepStrictEqual } from 'node:util';
import { getField } from '../../../domain/json/loose-record.ts';
import { type BodyFault, UNKNOWN_FIELD } from '../../../domain/requests/find-body-faults.ts';
import { CrierError, createUsageError } from '../../../errors.ts';
import { ACTIONS } from '../../../service/actions.ts';
import { TRIGGERS } from '../../../service/triggers.ts';
import type { ReadFile } from '../../framework/input/files/file-reader.ts';
import type { FileKind, FilePosition } from '../../framework/input/files/parsed-text.ts';
import { getFileLabel } from '../../framework/input/files/read-files.ts';
import {
  type FileEntry,
  type FileText,
  type RecordsFile,
  readRecords,
} from '../../framework/input/files/records-file.ts';
import { buildWords, crier, formatCommand } from '../../framework/output/text/shell-command.ts';
import type { AutomationFile } from './automation-faults.ts';
import { listEntryFields } from './parse-entry.ts';
import { detectStoredForm } from './stored-automation.ts';
import { readWrittenAutomation } from './written-automation.ts';

/** The automation of a file. */
export interface AutomationInFile {
  readonly value: unknown;
  readonly file: AutomationFile;
  /** Warnings with their positions, one sentence each. */
  readonly warnings: readonly string[];
  readonly isPaused: boolean;
}

/**
 * Reads the file of `-f`: one automation in the flat form, as YAML or JSON.
 *
 * @param path of the file, `-` for standard input
 * @throws CrierError of kind usage when it cannot be read, has syntax errors, or contains several
 */
export async function readAutomationDraft(path: string, readFile: ReadFile): Promise<AutomationInFile> {
  const name = getFileLabel(path);
  const text = await readFile(path);
  const { entries, faults, warnings } = await readAutomationFile({ name, text });
  const [fault, ...others] = faults;
  if (fault !== undefined) {
    const more = others.length === 0 ? '' : `, and ${others.length} more`;
    throw createUsageError(`${name}:${fault.line}:${fault.column}: ${fault.words}${more}`, checkAdvice(path));
  }
  const [entry, second] = entries;
  if (entry === undefined) throw createUsageError(`no automation in ${name}`);
  if (second !== undefined) throw buildSeveralError(path, text, entries);
  return {
    value: entry.value,
    file: { name, locate: (fault) => locateFault(entry, fault), stored: detectStoredForm(entry.value) },
    warnings: warnings.map(({ line, column, words }) => `${name}:${line}:${column}: warning: ${words}`),
    isPaused: entry.isPaused,
  };
}

function checkAdvice(path: string): string | undefined {
  return path === '-' ? undefined : `to list all errors in it: ${crier`automations check ${path}`}`;
}

/** The fields of triggers and actions, by name; a name has one type everywhere. */
const FIELDS = new Map(
  [...Object.keys(TRIGGERS), ...Object.keys(ACTIONS)].flatMap((type) => [...listEntryFields(type)]),
);

const AUTOMATIONS: FileKind = {
  one: 'an automation',
  several: 'automations',
  expected: 'name, triggers, actions',
  getFieldType(field) {
    const kind = FIELDS.get(field);
    if (kind === 'number') return kind;
    return kind === 'text' || kind === 'list' || ['name', 'description'].includes(field) ? 'text' : 'other';
  },
};

/** Parses a file of automations. @see {@link readRecords} */
export const parseAutomationFile = (file: FileText): RecordsFile => readRecords(file, AUTOMATIONS);

/** The automations of a file. */
interface AutomationsFile extends RecordsFile {
  entries: readonly (FileEntry & { isPaused: boolean })[];
}

/** Reads a file of automations in the flat form, with the names of the flags, or as crier printed them. */
export async function readAutomationFile(file: FileText): Promise<AutomationsFile> {
  const read = parseAutomationFile(file);
  const faults = [...read.faults];
  const warnings = [...read.warnings];
  const entries: AutomationsFile['entries'][number][] = [];
  for (const entry of read.entries) {
    const place = entry.placeOf([]);
    try {
      const { value, ignored, isPaused } = await readWrittenAutomation(entry.value);
      entries.push({ ...entry, value, isPaused });
      if (ignored.length > 0) warnings.push({ ...place, words: formatIgnored(ignored) });
    } catch (error) {
      if (!(error instanceof CrierError) || error.kind !== 'usage') throw error;
      const { advice } = error.facts;
      const words = advice ? `${error.message}; ${advice}` : error.message;
      // names of flags, which are those of the fields
      faults.push({ ...place, words: words.replaceAll(/--(?=\w)/g, '') });
    }
  }
  return { ...read, entries, faults, warnings };
}

const formatIgnored = (names: readonly string[]) =>
  `not sent, since they are of an automation that exists: ${names.join(', ')}`;

const MOST_NAMED = 10;

/** Error for a file of several automations where one is expected: lists them, and says how to select one. */
function buildSeveralError(path: string, text: string, entries: readonly FileEntry[]): CrierError {
  const name = getFileLabel(path);
  const named = entries.slice(0, MOST_NAMED).map((entry) => {
    const { line } = entry.placeOf([]);
    const called = getField(entry.value, 'name');
    return `${name}:${line}${typeof called === 'string' ? ` ("${shortenName(called)}")` : ''}`;
  });
  const rest = entries.length - named.length;
  const which = `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  const lines = path === '-' ? null : findFirstLines(text, entries);
  return createUsageError(
    `${name} contains ${entries.length} automations, but only one is expected: ${which}`,
    lines === null
      ? 'put each in its own file'
      : `put each in its own file, or pipe the lines of one (here the first) to the same command with -f -: ${formatCommand('sed', buildWords`-n ${`${lines}p`} ${path}`)}`,
  );
}

const LONGEST_NAME = 40;

function shortenName(called: string): string {
  const letters = Array.from(called.slice(0, 2 * LONGEST_NAME));
  return letters.length > LONGEST_NAME ? `${letters.slice(0, LONGEST_NAME).join('')}…` : called;
}

/** The lines of the first automation, such as `1,7`, if these lines parse to it by themselves; otherwise null. */
function findFirstLines(text: string, [first, second]: readonly FileEntry[]): string | null {
  const [from, to] = [first?.placeOf([]).line ?? 1, (second?.placeOf([]).line ?? 1) - 1];
  const part = text
    .split('\n')
    .slice(from - 1, to)
    .join('\n');
  const read = parseAutomationFile({ name: getFileLabel('-'), text: `${part}\n` });
  const isAlone = read.faults.length === 0 && read.entries.length === 1;
  return isAlone && isDeepStrictEqual(read.entries[0]?.value, first?.value) ? `${from},${to}` : null;
}

/** Position of a fault in a file: the name of an unknown field, otherwise the value. */
export function locateFault(
  entry: FileEntry,
  { path, message }: Pick<BodyFault, 'path' | 'message'>,
): FilePosition {
  return entry.placeOf(path, message === UNKNOWN_FIELD ? 'key' : 'value');
}
