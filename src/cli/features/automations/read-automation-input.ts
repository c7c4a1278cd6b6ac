import { readEntries } from '../../../domain/automations/automation-entries.ts';
import { getField, isRecord } from '../../../domain/json/loose-record.ts';
import { createUsageError } from '../../../errors.ts';
import { ACTIONS, type ActionType } from '../../../service/actions.ts';
import { AUTOMATION_PLATFORM } from '../../../service/platforms.ts';
import { TRIGGERS } from '../../../service/triggers.ts';
import type { ReadFile } from '../../framework/input/files/file-reader.ts';
import { toFlagName } from '../../framework/input/flags/describe-schema.ts';
import type { AutomationOrigin, FlagLookup } from './automation-faults.ts';
import {
  ACTION_FLAGS,
  type AutomationDraft,
  type DraftFlags,
  readActionFlags,
  readTriggerFlags,
  TRIGGER_FLAG_NAMES,
  TRIGGER_FLAGS,
} from './draft-flags.ts';
import { parseEntry } from './parse-entry.ts';

/** A new automation as given by flags, or by a file and flags. */
export interface AutomationInput extends AutomationOrigin {
  /** The body to send, not validated. */
  readonly body: unknown;
  /** What the flags set. */
  readonly draft: AutomationDraft;
  readonly warnings: readonly string[];
  /** Whether it was printed while it was paused, so that a copy is paused as well. */
  readonly isPaused: boolean;
  /** The state that a file asks for; null where it says nothing. */
  readonly paused: boolean | null;
}

export type AutomationFlags = DraftFlags & { readonly file?: string | undefined };

/**
 * Builds a new automation from flags, or from a file, of which flags replace name and description.
 *
 * @throws CrierError of kind usage when flags or the file cannot be read, or both contain triggers or actions
 */
export async function readAutomationInput(
  { file: path, ...flags }: AutomationFlags,
  readFile: ReadFile,
): Promise<AutomationInput> {
  if (path !== undefined) refuseWithFile(flags);
  const { draft, findFlag } = await readDraftFlags(flags, readFile);
  if (path === undefined) {
    const body = { platform: AUTOMATION_PLATFORM, ...draft };
    return { body, draft, file: null, findFlag, warnings: [], isPaused: false, paused: null };
  }
  // loaded on demand: most commands do not name a file, and the YAML parser is large
  const { readAutomationDraft } = await import('./automation-file.ts');
  const { value, file, warnings, isPaused, paused } = await readAutomationDraft(path, readFile);
  const body = isRecord(value) ? { platform: AUTOMATION_PLATFORM, ...value, ...draft } : value;
  return { body, draft, file, findFlag, warnings, isPaused, paused };
}

/**
 * Builds an automation from flags, with the lookup of the flag of each value. Entries of single flags precede those of `--trigger` and `--action`.
 *
 * @throws CrierError of kind usage for flags without their owner, and for values and files that cannot be read
 */
async function readDraftFlags(flags: DraftFlags, readFile: ReadFile) {
  const { name, description } = flags;
  const ofFlags = { triggers: readTriggerFlags(flags), actions: await readActionFlags(flags, readFile) };
  const triggers = [...ofFlags.triggers, ...(await readEntryFlags('trigger', flags, readFile))];
  const actions = [...ofFlags.actions, ...(await readEntryFlags('action', flags, readFile))];
  const draft = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(triggers.length > 0 && { triggers }),
    ...(actions.length > 0 && { actions }),
  };
  return { draft, findFlag: createFlagLookup(draft, ofFlags.triggers.length, ofFlags.actions.length) };
}

const TYPES = { trigger: Object.keys(TRIGGERS), action: Object.keys(ACTIONS) } as const;

async function readEntryFlags(
  which: 'trigger' | 'action',
  flags: Pick<DraftFlags, 'trigger' | 'action'>,
  readFile: ReadFile,
): Promise<readonly unknown[]> {
  const entries: unknown[] = [];
  // in sequence: standard input can only be read once, by the first one that asks for it
  for (const text of flags[which]) {
    entries.push(await parseEntry(text, { flag: `--${which}`, types: TYPES[which] }, readFile));
  }
  return entries;
}

/**
 * Refuses triggers and actions together with a file, which has its own.
 *
 * @throws CrierError of kind usage that names the flags
 */
function refuseWithFile(flags: DraftFlags): void {
  const keys = Object.keys({ ...TRIGGER_FLAGS, ...ACTION_FLAGS }) as (
    | keyof typeof TRIGGER_FLAGS
    | keyof typeof ACTION_FLAGS
  )[]; // the keys of these tables
  const given = keys.filter((key) => isGiven(flags[key])).map(toFlagName);
  if (given.length === 0) return;
  throw createUsageError(
    `${given.join(' and ')} cannot be used with -f`,
    'with -f, only --name and --description override the file',
  );
}

function isGiven(value: DraftFlags[keyof DraftFlags]): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
}

/** The flags of an action's fields, without the dedup window, which every action has. */
const ACTION_FLAG_NAMES = {
  send_dm: { message: '--dm', messageUrl: '--message-url', timeoutMs: '--timeout-ms' },
  fire_webhook: { sendCompletedEvent: '--completed-event' },
  send_email: { to: '--email', subject: '--email-subject', message: '--email-message' },
} as const satisfies Record<ActionType, Readonly<Record<string, string>>>;

const WINDOW = { dedupWindowMinutes: '--dedup-window-minutes' } as const;

/** @param triggers how many come from single flags; those of `--trigger` follow them */
function createFlagLookup(draft: AutomationDraft, triggers: number, actions: number): FlagLookup {
  return ([part, at, name]) => {
    if (part === 'name' || part === 'description') return draft[part] === undefined ? null : `--${part}`;
    if (typeof at !== 'number' || (part !== 'triggers' && part !== 'actions')) return null;
    const entry = readEntries(draft, part)[at];
    if (entry === undefined) return null;
    if (part === 'triggers')
      return at < triggers ? (TRIGGER_FLAG_NAMES.get(String(name)) ?? null) : '--trigger';
    return at < actions ? findActionFlag(entry, String(name)) : '--action';
  };
}

function findActionFlag(action: unknown, name: string): string | null {
  const type = getField(action, 'type');
  const flags: Readonly<Record<string, Readonly<Record<string, string>>>> = ACTION_FLAG_NAMES;
  const all: Readonly<Record<string, string>> = { ...WINDOW, ...flags[String(type)] };
  return Object.hasOwn(all, name) ? (all[name] ?? null) : null;
}
