import { readEntries, readKeywords } from '../../domain/automations/automation-entries.ts';
import { findAutomationFaults } from '../../domain/automations/find-automation-faults.ts';
import { getField } from '../../domain/json/loose-record.ts';
import { type BodyFault, formatPath } from '../../domain/requests/find-body-faults.ts';
import type { PositionedMessage } from '../files/file-position.ts';
import type { FileEntry, RecordsFile } from '../files/records-file.ts';
import { findAutomationWarnings } from './automation-warnings.ts';
import type { Problem } from './check-document.ts';
import { detectStoredForm } from './detect-stored-form.ts';
import { dropPlatform } from './drop-platform.ts';
import { findLosingKeywords } from './find-losing-keywords.ts';
import { findStateWarnings } from './find-state-warnings.ts';
import { locateFault } from './locate-fault.ts';
import { suggestName, suggestPlace } from './suggest-name.ts';
import type { Warning } from './warning.ts';

/** What automations are checked for: `create` or `update`. */
export type CheckTarget = 'new' | 'update';

/** An automation with its position. */
interface CheckedEntry {
  readonly file: string;
  /** Position in the file, from 1. */
  readonly automation: number;
  readonly value: unknown;
  readonly entry: FileEntry;
}

/**
 * Finds all errors and warnings in files of automations, in the order of the files.
 *
 * @see docs/service/automations.md#AUT-14
 */
export function checkFiles(files: readonly RecordsFile[], kind: CheckTarget): readonly Problem[] {
  const entries = files.flatMap((file) => listEntries(file, kind));
  const problems = [
    ...files.flatMap(listSyntaxProblems),
    ...entries.flatMap((each) => listEntryProblems(each, kind)),
    ...listShadowedRules(entries),
  ];
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

/** Its name for people. */
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

function listEntryProblems(each: CheckedEntry, kind: CheckTarget): readonly Problem[] {
  return [
    ...findAutomationFaults(each.value, { kind }).map((fault) => toProblem(each, fault, 'error')),
    ...[
      ...listStoredFormWarnings(each.value),
      ...listUpdateWarnings(each.value, kind),
      ...findAutomationWarnings(each.value),
    ].map((warning) => toWarning(each, warning)),
  ];
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
  return toProblem(each, warning, 'warning');
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

/** Warnings that only apply to a file for `update`. */
function listUpdateWarnings(value: unknown, kind: CheckTarget): readonly Warning[] {
  return kind === 'update' ? findStateWarnings(value) : [];
}
