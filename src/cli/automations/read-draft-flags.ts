import { ACTIONS } from '../../service/actions.ts';
import { TRIGGERS } from '../../service/triggers.ts';
import type { ReadFile } from '../context/secrets.ts';
import type { AutomationDraft } from './draft.ts';
import type { DraftFlags } from './draft-flags.ts';
import { parseEntry } from './parse-entry.ts';
import { readActionFlags } from './read-action-flags.ts';
import { createFlagLookup, type FlagLookup } from './read-part-flags.ts';
import { readTriggerFlags } from './read-trigger-flags.ts';

/** An automation from flags, and the flag of each value. */
export interface FlagDraft {
  readonly draft: AutomationDraft;
  readonly findFlag: FlagLookup;
}

/**
 * Builds an automation from flags. Entries of single flags precede those of `--trigger` and `--action`.
 *
 * @throws CrierError of kind usage for flags without their owner, and for values and files that cannot be read
 */
export async function readDraftFlags(flags: DraftFlags, readFile: ReadFile): Promise<FlagDraft> {
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
