import { listPrivateAddresses } from '../../domain/addresses/private-addresses.ts';
import {
  createAutomationName,
  findAutomationFaults,
  listMessageUrls,
} from '../../domain/automations/automation-entries.ts';
import { findAutomationWarnings } from '../../domain/automations/automation-warnings.ts';
import { describeEntryFields, type FieldOfEntry } from '../../domain/automations/entry-fields.ts';
import { flattenAutomation } from '../../domain/automations/flatten-automation.ts';
import { quoteKeyword, splitKeywords } from '../../domain/automations/typed-keywords.ts';
import { type LooseRecord, toCanonicalJson } from '../../domain/json/loose-record.ts';
import { formatPath } from '../../domain/requests/find-body-faults.ts';
import type { AutomationRecord } from '../../service/endpoints/automations.ts';
import { ALL, Trigger } from '../../service/triggers.ts';

/** A trigger or action as a form has it. */
export interface DraftEntry {
  /** Stays when entries before it are removed. */
  readonly key: number;
  readonly type: string;
  /** What is in its fields, as it is typed: `GUIDE, RECIPE`. */
  readonly typed: Readonly<Record<string, string>>;
  /** What is stored: a field that is left as it was keeps its value, however it would be typed. */
  readonly stored: LooseRecord;
}

/** An automation as a form has it. */
export interface FormDraft {
  readonly name: string;
  readonly description: string;
  readonly isPaused: boolean;
  readonly triggers: readonly DraftEntry[];
  readonly actions: readonly DraftEntry[];
}

export type DraftList = 'triggers' | 'actions';

let lastKey = 0;

/** An entry with empty fields. */
export function createEntry(type: string, typed: DraftEntry['typed'] = {}): DraftEntry {
  lastKey += 1;
  return { key: lastKey, type, typed, stored: {} };
}

export function createDraft(): FormDraft {
  return {
    name: '',
    description: '',
    isPaused: false,
    triggers: [createEntry('comment_keyword', { postId: ALL })],
    actions: [createEntry('send_dm')],
  };
}

export function toDraft(record: AutomationRecord): FormDraft {
  const { name = '', description = '', triggers, actions } = flattenAutomation(record);
  return {
    ...{ name, description, isPaused: !record.active },
    ...{ triggers: triggers.map(toEntry), actions: actions.map(toEntry) },
  };
}

function toEntry(flat: LooseRecord): DraftEntry {
  const type = String(flat['type']);
  const typed = describeEntryFields(type).map((field) => [field.name, writeValue(flat[field.name], field)]);
  return { ...createEntry(type, Object.fromEntries(typed)), stored: flat };
}

function writeValue(value: unknown, { kind }: FieldOfEntry): string {
  if (value === undefined || value === null) return '';
  if (kind === 'list' && Array.isArray(value))
    return value.map((each) => quoteKeyword(String(each))).join(', ');
  return String(value);
}

function readEntry({ type, typed, stored }: DraftEntry): LooseRecord {
  const fields = describeEntryFields(type);
  if (fields.length === 0) return stored; // of a type that this version does not know
  const values = fields.flatMap((field) => {
    const { name } = field;
    const text = typed[name] ?? '';
    const isKept =
      stored['type'] === type && stored[name] !== undefined && text === writeValue(stored[name], field);
    const value = isKept ? stored[name] : readValue(text, field);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { type, ...Object.fromEntries(values) };
}

/** Undefined for what an optional field does not have. */
function readValue(text: string, { kind, isOptional }: FieldOfEntry): unknown {
  if (isOptional && text.trim() === '') return undefined;
  switch (kind) {
    case 'list':
      return splitKeywords(text.trim()).filter((keyword) => keyword !== '');
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
    case 'switch':
      return text === 'true' ? true : undefined;
    case 'text':
      return text;
  }
}

/** The flat form, as the service gets it. */
export interface DraftBody {
  readonly name?: string;
  readonly description?: string;
  readonly triggers?: readonly LooseRecord[];
  readonly actions?: readonly LooseRecord[];
}

export function readDraft({ name, description, triggers, actions }: FormDraft): Required<DraftBody> {
  return {
    name: name.trim(),
    description: description.trim(),
    triggers: triggers.map(readEntry),
    actions: actions.map(readEntry),
  };
}

/** What creates it: without a name, it gets one of its first trigger. */
export function toNewBody({ name, description, ...lists }: Required<DraftBody>): DraftBody {
  return { ...(name !== '' && { name }), ...(description !== '' && { description }), ...lists };
}

export function suggestName({ triggers: [first] }: Required<DraftBody>): string {
  const known = Trigger.safeParse(first).data;
  return createAutomationName(known === undefined ? [] : [known]);
}

/** What differs from the stored automation: an update leaves everything else as it is. */
export function findChanged(body: Required<DraftBody>, record: AutomationRecord): DraftBody {
  const { name = '', description = '', triggers, actions } = flattenAutomation(record);
  const before: Readonly<Record<string, unknown>> = { name, description, triggers, actions };
  const changed = Object.entries(body).filter(
    ([member, value]) => toCanonicalJson(value) !== toCanonicalJson(before[member]),
  );
  return Object.fromEntries(changed);
}

/** What is wrong with fields, or has no effect, by their paths: `triggers[0].keywords`. */
export interface DraftProblems {
  readonly faults: ReadonlyMap<string, readonly string[]>;
  readonly warnings: ReadonlyMap<string, readonly string[]>;
}

/**
 * Checks an automation as the service does.
 *
 * @param sent the part of it that is sent
 * @param isSandbox it decides by its own allowance which private addresses it calls
 */
export function checkDraft(
  body: DraftBody,
  sent: DraftBody,
  { kind, isSandbox }: { kind: 'new' | 'update'; isSandbox: boolean },
): DraftProblems {
  const allowlist = isSandbox ? listPrivateAddresses(listMessageUrls(sent)) : [];
  const isEmpty = Object.keys(sent).length === 0;
  return {
    faults: groupByField(isEmpty ? [] : findAutomationFaults(sent, { kind, allowlist })),
    warnings: groupByField(findAutomationWarnings(body)),
  };
}

/** A fault of one keyword is shown at the field of all. */
function groupByField(
  found: readonly { readonly path: readonly (string | number)[]; readonly message: string }[],
): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(found, ({ path }) => formatPath(path.slice(0, 3)));
  return new Map([...groups].map(([path, each]) => [path, each.map(({ message }) => message)]));
}

/** The faults that a service found, whose lines begin with their paths: `actions[0].message: must not be blank`. */
export function readRefusal(
  fieldErrors: Readonly<Record<string, readonly string[]>> = {},
): ReadonlyMap<string, readonly string[]> {
  const lines = Object.values(fieldErrors)
    .flat()
    .map((line) => /^(?<path>\w+(?:\[\d+\])?(?:\.\w+)?)[^:]*: (?<message>.*)$/s.exec(line)?.groups ?? {});
  const groups = Map.groupBy(lines, ({ path = '' }) => path);
  return new Map([...groups].map(([path, each]) => [path, each.map(({ message = '' }) => message)]));
}
