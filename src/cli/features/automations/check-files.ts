import * as z from 'zod';
import {
  findAutomationFaults,
  readEntries,
  readKeywords,
} from '../../../domain/automations/automation-entries.ts';
import {
  findAutomationWarnings,
  findStateWarnings,
} from '../../../domain/automations/automation-warnings.ts';
import type { Warning } from '../../../domain/automations/keyword-warnings.ts';
import { getField } from '../../../domain/json/loose-record.ts';
import { type BodyFault, formatPath } from '../../../domain/requests/find-body-faults.ts';
import type { PositionedMessage } from '../../framework/input/files/parsed-text.ts';
import type { FileEntry, RecordsFile } from '../../framework/input/files/records-file.ts';
import { type Column, pickMember } from '../../framework/output/view.ts';
import { locateFault } from './automation-file.ts';
import { findLosingKeywords } from './find-losing-keywords.ts';
import { detectStoredForm, dropPlatform } from './stored-automation.ts';
import { suggestName, suggestPlace } from './suggest-name.ts';

/** What automations are checked for: `create` or `update`. */
type CheckTarget = 'new' | 'update';

interface CheckedEntry {
  file: string;
  /** Position in the file, from 1. */
  automation: number;
  value: unknown;
  entry: FileEntry;
}

/**
 * Finds all errors and warnings in files of automations, in the order of the files.
 *
 * @see docs/service/automations.md#AUT-14
 */
export function checkFiles(files: readonly RecordsFile[], kind: CheckTarget): readonly Problem[] {
  const entries = files.flatMap((file) => listEntries(file, kind));
  return sortProblems(files, [
    ...files.flatMap(listSyntaxProblems),
    ...entries.flatMap((each) => [...listEntryFaults(each, kind), ...listEntryWarnings(each, kind)]),
    ...listShadowedRules(entries),
  ]);
}

/** Lists what the service would refuse, and what cannot be read, in the order of the files. */
export function listRefused(files: readonly RecordsFile[]): readonly Problem[] {
  const refused = files.flatMap((file) => [
    ...listSyntaxProblems(file).filter(({ severity }) => severity === 'error'),
    ...listEntries(file, 'new').flatMap((each) => listEntryFaults(each, 'new')),
  ]);
  return sortProblems(files, refused);
}

function sortProblems(files: readonly RecordsFile[], problems: readonly Problem[]): readonly Problem[] {
  const order = new Map(files.map(({ name }, at) => [name, at]));
  const orderOf = ({ file }: Problem) => order.get(file) ?? 0;
  return problems.toSorted(
    (one, other) => orderOf(one) - orderOf(other) || one.line - other.line || one.column - other.column,
  );
}

function listEntries({ name, entries }: RecordsFile, kind: CheckTarget): readonly CheckedEntry[] {
  return entries.map((entry, at) => ({
    file: name,
    automation: at + 1,
    value: kind === 'update' ? dropPlatform(entry.value) : entry.value,
    entry,
  }));
}

function getEntryName({ file, automation, value }: CheckedEntry): string {
  const name = getField(value, 'name');
  return typeof name === 'string' && name.trim() !== '' ? name : `number ${automation} in ${file}`;
}

function listSyntaxProblems({ name, faults, warnings }: RecordsFile): readonly Problem[] {
  const build =
    (severity: Problem['severity']) =>
    ({ line, column, words }: PositionedMessage) => ({
      file: name,
      line,
      column,
      severity,
      automation: null,
      path: null,
      message: words,
      suggestion: null,
    });
  return [...faults.map(build('error')), ...warnings.map(build('warning'))];
}

function listEntryFaults(each: CheckedEntry, kind: CheckTarget): readonly Problem[] {
  return findAutomationFaults(each.value, { kind }).map((fault) => toProblem(each, fault, 'error'));
}

function listEntryWarnings(each: CheckedEntry, kind: CheckTarget): readonly Problem[] {
  return [
    ...listStoredFormWarnings(each.value),
    ...(kind === 'update' ? findStateWarnings(each.value) : []),
    ...findAutomationWarnings(each.value),
  ].map((warning) => toWarning(each, warning));
}

/** Far more than automations in use have; each keyword is compared with those of every trigger. */
const MOST_COMPARED = 2_000;

function listShadowedRules(entries: readonly CheckedEntry[]): readonly Problem[] {
  const [first] = entries;
  const count = entries.reduce(
    (sum, { value }) => sum + readEntries(value, 'triggers').flatMap(readKeywords).length,
    0,
  );
  if (first !== undefined && count > MOST_COMPARED) {
    const words = `too many keywords (${count}) to check for rules that can never win`;
    return [toWarning(first, { path: [], message: words })];
  }
  const named = entries.map((each) => ({ name: getEntryName(each), flat: each.value }));
  return findLosingKeywords(named).flatMap(({ index, ...warning }) => {
    const entry = entries[index];
    return entry === undefined ? [] : [toWarning(entry, warning)];
  });
}

function toWarning(each: CheckedEntry, warning: Warning): Problem {
  return toProblem(each, warning, warning.isCertain === true ? 'error' : 'warning');
}

function toProblem(
  { file, automation, entry }: CheckedEntry,
  fault: BodyFault,
  severity: Problem['severity'],
): Problem {
  const { path, message } = fault;
  const place = suggestPlace(fault);
  return {
    file,
    ...locateFault(entry, fault),
    severity,
    automation,
    path: path.length === 0 ? null : formatPath(path),
    message: place === null ? message : `${message}; ${place}`,
    suggestion: place === null ? suggestName(fault) : null,
  };
}

function listStoredFormWarnings(value: unknown): readonly Warning[] {
  const stored = detectStoredForm(value);
  return stored === null ? [] : [{ path: [], message: `${stored.problem}; ${stored.advice}` }];
}

export const Problem = z.strictObject({
  file: z.string(),
  line: z.int().min(1),
  column: z.int().min(1).describe('in UTF-16 code units, as editors count'),
  severity: z.enum(['error', 'warning']),
  automation: z.int().min(1).nullable().describe('position in the file, from 1; null for a syntax error'),
  path: z
    .string()
    .nullable()
    .describe('field in the automation, as the service writes it: triggers[0].postId'),
  message: z.string(),
  suggestion: z.string().nullable().describe('the nearest valid name'),
});
export type Problem = z.infer<typeof Problem>;

export const AutomationCheckDocument = z.strictObject({
  files: z.int().describe('number of files'),
  automations: z.int().describe('number of automations that could be read'),
  errors: z.int(),
  warnings: z.int(),
  problems: z.array(Problem).describe('by file, line and column'),
});
export type AutomationCheckDocument = z.infer<typeof AutomationCheckDocument>;

/** Formats a problem in one sentence, with the suggested name unless the message contains it. */
export function formatProblem({ path, message, suggestion }: Problem): string {
  const place = path === null ? '' : `${path}: `;
  const isSaid = suggestion === null || message.includes(`"${suggestion}"`);
  return `${place}${message}${isSaid ? '' : `; did you mean "${suggestion}"?`}`;
}

/** Position that editors and terminals turn into a link: `brew.yaml:3:5`. */
export function formatProblemPlace({ file, line, column }: Problem): string {
  return `${file}:${line}:${column}`;
}

/** Tables show the position as one column that terminals can open; programs get its parts. */
export const PROBLEM_COLUMNS: readonly Column<Problem>[] = [
  { ...pickMember('file', 'place'), show: formatProblemPlace, role: 'id', drop: 0 },
  { ...pickMember('line', 'line'), dataOnly: true },
  { ...pickMember('column', 'column'), dataOnly: true },
  { ...pickMember('severity', 'severity'), role: 'status', drop: 0 },
  { ...pickMember('automation', 'automation'), dataOnly: true },
  { ...pickMember('path', 'field'), dataOnly: true },
  { ...pickMember('message', 'message'), show: formatProblem, flexible: true, wraps: true },
  { ...pickMember('suggestion', 'did you mean'), dataOnly: true },
];
