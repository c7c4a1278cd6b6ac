import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { listEntryFields } from '../../../domain/automations/entry-fields.ts';
import { flattenAutomation } from '../../../domain/automations/flatten-automation.ts';
import { getField, isRecord, type LooseRecord } from '../../../domain/json/loose-record.ts';
import { type BodyFault, UNKNOWN_FIELD } from '../../../domain/requests/find-body-faults.ts';
import { CrierError, createUsageError } from '../../../errors.ts';
import { ACTIONS } from '../../../service/actions.ts';
import type { AutomationRecord } from '../../../service/endpoints/automations.ts';
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
import { getNamedFile } from '../../framework/input/files/text-argument.ts';
import { toLetters } from '../../framework/input/flags/flags.ts';
import { describeIssue } from '../../framework/input/flags/schema-issues.ts';
import { buildWords, crier, formatCommand } from '../../framework/output/text/shell-command.ts';
import type { AutomationFile } from './automation-faults.ts';
import { ACTION_FLAGS, readActionFlags, readTriggerFlags, TRIGGER_FLAGS } from './draft-flags.ts';
import { parseEntry } from './parse-entry.ts';
import { detectStoredForm } from './stored-automation.ts';

/**
 * Reads the file of `-f`: one automation in the flat form, as YAML or JSON.
 *
 * @param path of the file, `-` for standard input
 * @throws CrierError of kind usage when it cannot be read, has syntax errors, or contains several
 */
export async function readAutomationDraft(path: string, readFile: ReadFile) {
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
  const file: AutomationFile = {
    name,
    locate: (fault) => locateFault(entry, fault),
    stored: detectStoredForm(entry.value),
  };
  return {
    value: entry.value,
    file,
    /** With their positions, one sentence each. */
    warnings: warnings.map(({ line, column, words }) => `${name}:${line}:${column}: warning: ${words}`),
    isPaused: entry.isPaused,
    paused: entry.paused,
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

export const parseAutomationFile = (file: FileText): RecordsFile => readRecords(file, AUTOMATIONS);

/** Reads a file of automations in the flat form, with the names of the flags, or as crier printed them. */
export async function readAutomationFile(file: FileText) {
  const read = parseAutomationFile(file);
  const faults = [...read.faults];
  const warnings = [...read.warnings];
  const entries: (FileEntry & { isPaused: boolean; paused: boolean | null })[] = [];
  for (const entry of read.entries) {
    const place = entry.placeOf([]);
    try {
      const { paused, written } = splitPaused(entry.value);
      const { value, ignored, isPaused } = await readWrittenAutomation(written);
      entries.push({ ...entry, value, isPaused: isPaused || paused === true, paused });
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

/** Takes `paused` out of an automation: no field of the service, but the state that the file asks for. */
function splitPaused(value: unknown): { written: unknown; paused: boolean | null } {
  if (!isRecord(value) || typeof value['paused'] !== 'boolean') return { written: value, paused: null };
  const { paused, ...written } = value;
  return { written, paused };
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

/**
 * Reads an automation as people write it: fields may have the names of the flags in place of triggers or actions, and
 * what crier printed of an automation is a new one with the same content, where null is as absent.
 *
 * @returns the flat form; of one that crier printed, its fields that are not sent, and whether it was paused
 * @throws CrierError of kind usage for names of flags that cannot be used together
 */
async function readWrittenAutomation(value: unknown) {
  if (!isRecord(value)) return { value, ignored: [], isPaused: false };
  const plain = dropNulls(value);
  if (!isPrinted(plain)) return { value: await readFlagNames(value), ignored: [], isPaused: false };
  const flat = flattenAutomation(plain);
  return {
    value: flat,
    ignored: Object.keys(value).filter((name) => !Object.hasOwn(flat, name) && !UNNAMED.has(name)),
    isPaused: plain['active'] === false,
  };
}

/** Parts of the document, which are no fields of an automation. */
const UNNAMED: ReadonlySet<string> = new Set(['meta', 'status']);

/** Whether it is a whole automation in the form in which the service returns it. @see docs/service/automations.md#get */
function isPrinted(value: LooseRecord): value is LooseRecord & AutomationRecord {
  const { id, created, triggers, actions } = value;
  return (
    typeof id === 'string' &&
    created !== undefined &&
    [triggers, actions].every((list) => Array.isArray(list) && list.every(isRecord))
  );
}

function dropNulls(value: LooseRecord): LooseRecord {
  const fields = Object.entries(value).filter(([, member]) => member !== null);
  const dropInside = (member: unknown) => (isRecord(member) ? dropNulls(member) : member);
  return Object.fromEntries(
    fields.map(([name, member]) => [name, Array.isArray(member) ? member.map(dropInside) : member]),
  );
}

const { trigger: _trigger, ...ofTriggers } = TRIGGER_FLAGS;
const { action: _action, ...ofActions } = ACTION_FLAGS;
const FLAGS = z.object({ ...ofTriggers, ...ofActions });
type FlagName = keyof typeof FLAGS.shape;
const NAMES: ReadonlyMap<string, FlagName> = new Map(
  FLAGS.keyof().options.map((name) => [toLetters(name), name]),
);

type WrittenList = 'triggers' | 'actions';

/** The flags that have a whole trigger or action, as `type,name=value`; in a file it may be an object as well. */
const ENTRIES: ReadonlyMap<string, WrittenList> = new Map([
  ['trigger', 'triggers'],
  ['action', 'actions'],
]);

async function readEntries(list: WrittenList, members: readonly unknown[]): Promise<readonly unknown[]> {
  const place =
    list === 'triggers'
      ? { flag: 'trigger', types: Object.keys(TRIGGERS) }
      : { flag: 'action', types: Object.keys(ACTIONS) };
  return Promise.all(
    members.map((member) => (typeof member === 'string' ? parseEntry(member, place, refuseFile) : member)),
  );
}

/** Builds the triggers and actions of an automation that has the flags' fields in place of these lists. */
async function readFlagNames(value: LooseRecord): Promise<LooseRecord> {
  const given: [FlagName, unknown][] = [];
  const others: [string, unknown][] = [];
  const entries: Record<WrittenList, readonly unknown[]> = { triggers: [], actions: [] };
  for (const [name, member] of Object.entries(value)) {
    const own = ENTRIES.get(name.toLowerCase());
    if (own !== undefined && !Object.hasOwn(value, own)) {
      entries[own] = await readEntries(own, Array.isArray(member) ? member : [member]);
      continue;
    }
    const flag = NAMES.get(toLetters(name));
    const list = flag !== undefined && Object.hasOwn(ofTriggers, flag) ? 'triggers' : 'actions';
    if (flag === undefined || Object.hasOwn(value, list)) others.push([name, member]);
    else given.push([flag, toFlagValue(flag, member)]);
  }
  if (given.length === 0 && entries.triggers.length + entries.actions.length === 0) return value;
  const { success, data, error } = FLAGS.safeParse(Object.fromEntries(given), { reportInput: true });
  if (!success) {
    const words = error.issues.map((issue) => `${String(issue.path[0])} ${describeIssue(issue)}`);
    throw createUsageError(words.join('; '));
  }
  const flags = { ...data, trigger: [], action: [], name: undefined, description: undefined };
  const triggers = [...readTriggerFlags(flags), ...entries.triggers];
  const actions = [...(await readActionFlags(flags, refuseFile)), ...entries.actions];
  return {
    ...Object.fromEntries(others),
    ...(triggers.length > 0 && { triggers }),
    ...(actions.length > 0 && { actions }),
  };
}

/** One word is a list of one, and a text of a file names no other file. */
function toFlagValue(flag: keyof typeof FLAGS.shape, member: unknown): unknown {
  if (LISTS.has(flag) && !Array.isArray(member)) return toFlagValue(flag, [member]);
  if (!READ_AS_FILE.has(flag)) return member;
  return Array.isArray(member) ? member.map(escapeText) : escapeText(member);
}

const LISTS: ReadonlySet<string> = new Set(['on', 'keyword', 'dm']);
const READ_AS_FILE: ReadonlySet<string> = new Set(['dm', 'emailSubject', 'emailMessage']);

const escapeText = (text: unknown) =>
  typeof text === 'string' && (text.startsWith('@@') || getNamedFile(text) !== null) ? `@${text}` : text;

function refuseFile(path: string): never {
  throw createUsageError(
    path === '-'
      ? 'the text of a message cannot be "-"'
      : 'a file of automations names no other file: write the text itself',
  );
}
