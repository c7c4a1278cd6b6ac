import { isRecord } from '../../domain/json/loose-record.ts';
import { createUsageError } from '../../errors.ts';
import { ACTIONS } from '../../service/actions.ts';
import { AUTOMATION_PLATFORM } from '../../service/endpoints/automations.ts';
import { TRIGGERS } from '../../service/triggers.ts';
import type { ReadFile } from '../context/secrets.ts';
import { toFlagName } from '../shell/flags/describe-schema.ts';
import type { AutomationOrigin } from './automation-faults.ts';
import { ACTION_FLAGS, type AutomationDraft, type DraftFlags, TRIGGER_FLAGS } from './draft-flags.ts';
import { parseEntry } from './parse-entry.ts';
import { createFlagLookup, type FlagLookup, readActionFlags, readTriggerFlags } from './read-part-flags.ts';

/** A new automation as given by flags, or by a file and flags. */
export interface AutomationInput extends AutomationOrigin {
  /** The body to send, not validated. */
  readonly body: unknown;
  /** What the flags set. */
  readonly draft: AutomationDraft;
  readonly warnings: readonly string[];
}

/** The flags of an automation, including `-f`. */
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
    return { body: { platform: AUTOMATION_PLATFORM, ...draft }, draft, file: null, findFlag, warnings: [] };
  }
  // loaded on demand: most commands do not name a file, and the YAML parser is large
  const { readAutomationDraft } = await import('./automation-file.ts');
  const { value, file, warnings } = await readAutomationDraft(path, readFile);
  const body = isRecord(value) ? { platform: AUTOMATION_PLATFORM, ...value, ...draft } : value;
  return { body, draft, file, findFlag, warnings };
}

/** An automation from flags, and the flag of each value. */
interface FlagDraft {
  readonly draft: AutomationDraft;
  readonly findFlag: FlagLookup;
}

/**
 * Builds an automation from flags. Entries of single flags precede those of `--trigger` and `--action`.
 *
 * @throws CrierError of kind usage for flags without their owner, and for values and files that cannot be read
 */
async function readDraftFlags(flags: DraftFlags, readFile: ReadFile): Promise<FlagDraft> {
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
  const counts = { triggers: ofFlags.triggers.length, actions: ofFlags.actions.length };
  return { draft, findFlag: createFlagLookup({ draft, ...counts }) };
}

const TYPES = { trigger: Object.keys(TRIGGERS), action: Object.keys(ACTIONS) } as const;

/** Entries of `--trigger` and `--action`. */
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
