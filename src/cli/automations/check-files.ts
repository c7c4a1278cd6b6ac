import { findAutomationFaults } from '../../rules/find-automation-faults.ts';
import { findAutomationWarnings } from '../../rules/find-automation-warnings.ts';
import { type BodyFault, formatPath } from '../../rules/find-body-faults.ts';
import { findLosingKeywords } from '../../rules/find-losing-keywords.ts';
import { findStateWarnings } from '../../rules/find-state-warnings.ts';
import { getField } from '../../rules/loose-record.ts';
import { readEntries, readKeywords } from '../../rules/read-entries.ts';
import type { Warning } from '../../rules/warning.ts';
import type { PlacedWords } from '../files/file-place.ts';
import type { FileEntry, RecordsFile } from '../files/records-file.ts';
import type { Problem } from './check-document.ts';
import { faultPlace } from './fault-place.ts';
import { meantName, meantPlace } from './meant-name.ts';
import { storedForm } from './stored-form.ts';
import { withoutPlatform } from './without-platform.ts';

/** What the automations of files are held against: what `create` takes, or what `update` does. */
export type CheckedFor = 'new' | 'update';

/** One automation and where it is. */
interface Entry {
  readonly file: string;
  /** Its place in the file, from 1. */
  readonly automation: number;
  readonly value: unknown;
  readonly entry: FileEntry;
}

/**
 * Everything that is wrong in files of automations, and what is allowed and hardly meant, in the files' order.
 *
 * @see docs/service/automations.md#AUT-14
 */
export function checkFiles(files: readonly RecordsFile[], kind: CheckedFor): readonly Problem[] {
  const entries = files.flatMap((file) => entriesIn(file, kind));
  const problems = [
    ...files.flatMap(writingProblems),
    ...entries.flatMap((each) => entryProblems(each, kind)),
    ...losingProblems(entries),
  ];
  const order = new Map(files.map(({ name }, at) => [name, at]));
  const orderOf = ({ file }: Problem) => order.get(file) ?? 0;
  return problems.toSorted(
    (one, other) => orderOf(one) - orderOf(other) || one.line - other.line || one.column - other.column,
  );
}

function entriesIn({ name, entries }: RecordsFile, kind: CheckedFor): readonly Entry[] {
  return entries.map((entry, at) => ({
    file: name,
    automation: at + 1,
    value: kind === 'update' ? withoutPlatform(entry.value) : entry.value,
    entry,
  }));
}

/** As people know it. */
function nameOf({ file, automation, value }: Entry): string {
  const name = getField(value, 'name');
  return typeof name === 'string' && name.trim() !== '' ? name : `number ${automation} of ${file}`;
}

function writingProblems({ name, faults, warnings }: RecordsFile): readonly Problem[] {
  const told =
    (severity: Problem['severity']) =>
    ({ line, column, words }: PlacedWords) => ({
      file: name,
      line,
      column,
      severity,
      automation: null,
      path: null,
      message: words,
      suggestion: null,
    });
  return [...faults.map(told('error')), ...warnings.map(told('warning'))];
}

function entryProblems(each: Entry, kind: CheckedFor): readonly Problem[] {
  return [
    ...findAutomationFaults(each.value, { kind }).map((fault) => problemIn(each, fault, 'error')),
    ...[
      ...storedWarnings(each.value),
      ...updateWarnings(each.value, kind),
      ...findAutomationWarnings(each.value),
    ].map((warning) => warningIn(each, warning)),
  ];
}

/** Far more keywords than automations in use have; each is compared with those of every trigger. */
const MOST_COMPARED = 2_000;

function losingProblems(entries: readonly Entry[]): readonly Problem[] {
  const [first] = entries;
  const count = entries.reduce(
    (sum, { value }) => sum + readEntries(value, 'triggers').flatMap(readKeywords).length,
    0,
  );
  if (first !== undefined && count > MOST_COMPARED) {
    const words = `${count} keywords are too many to look for rules that can only lose`;
    return [warningIn(first, { path: [], words })];
  }
  const named = entries.map((each) => ({ name: nameOf(each), flat: each.value }));
  return findLosingKeywords(named).flatMap(({ at, ...warning }) => {
    const entry = entries[at];
    return entry === undefined ? [] : [warningIn(entry, warning)];
  });
}

function warningIn(each: Entry, warning: Warning): Problem {
  return problemIn(each, warning, 'warning');
}

function problemIn(
  { file, automation, entry }: Entry,
  fault: BodyFault,
  severity: Problem['severity'],
): Problem {
  const { path, words } = fault;
  const place = meantPlace(fault);
  return {
    file,
    ...faultPlace(entry, fault),
    severity,
    automation,
    path: path.length === 0 ? null : formatPath(path),
    message: place === null ? words : `${words}; ${place}`,
    suggestion: place === null ? meantName(fault) : null,
  };
}

function storedWarnings(value: unknown): readonly Warning[] {
  const stored = storedForm(value);
  return stored === null ? [] : [{ path: [], words: `${stored.is}; ${stored.instead}` }];
}

/** What a file for `update` does beside what it says. */
function updateWarnings(value: unknown, kind: CheckedFor): readonly Warning[] {
  return kind === 'update' ? findStateWarnings(value) : [];
}
