import * as z from 'zod';
import { isRecord, type LooseRecord } from '../../../domain/json/loose-record.ts';
import { createUsageError } from '../../../errors.ts';
import { ACTIONS } from '../../../service/actions.ts';
import type { AutomationRecord } from '../../../service/endpoints/automations.ts';
import { TRIGGERS } from '../../../service/triggers.ts';
import { getNamedFile } from '../../framework/input/files/text-argument.ts';
import { toLetters } from '../../framework/input/flags/flags.ts';
import { describeIssue } from '../../framework/input/flags/schema-issues.ts';
import { ACTION_FLAGS, TRIGGER_FLAGS } from './draft-flags.ts';
import { parseEntry } from './parse-entry.ts';
import { readActionFlags, readTriggerFlags } from './read-draft-flags.ts';
import { flattenAutomation } from './stored-automation.ts';

/** An automation of a file in the flat form. */
export interface WrittenAutomation {
  readonly value: unknown;
  /** Of one that crier printed: its fields that are not sent. */
  readonly ignored: readonly string[];
  /** Whether it was printed while it was paused. */
  readonly isPaused: boolean;
}

/**
 * Reads an automation as people write it: fields may have the names of the flags in place of triggers or actions, and
 * what crier printed of an automation is a new one with the same content, where null is as absent.
 *
 * @throws CrierError of kind usage for names of flags that cannot be used together
 */
export async function readWrittenAutomation(value: unknown): Promise<WrittenAutomation> {
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
