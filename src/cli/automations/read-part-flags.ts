import { readEntries } from '../../domain/automations/automation-entries.ts';
import { getField } from '../../domain/json/loose-record.ts';
import type { BodyFault } from '../../domain/requests/find-body-faults.ts';
import type { ActionType } from '../../service/actions.ts';
import type { AutomationDraft } from './draft.ts';

/** The flags of a trigger's fields. */
export const TRIGGER_FLAGS: ReadonlyMap<string, string> = new Map([
  ['keywords', '--keyword'],
  ['postId', '--post'],
  ['storyId', '--story'],
  ['emoji', '--emoji'],
]);

/** The flags of an action's fields, without the dedup window, which every action has. */
const ACTION_FLAGS = {
  send_dm: { message: '--dm', messageUrl: '--message-url', timeoutMs: '--timeout-ms' },
  fire_webhook: { sendCompletedEvent: '--completed-event' },
  send_email: { to: '--email', subject: '--email-subject', message: '--email-message' },
} as const satisfies Record<ActionType, Readonly<Record<string, string>>>;

const WINDOW = { dedupWindowMinutes: '--dedup-window-minutes' } as const;

/** How many triggers and actions come from single flags; those of `--trigger` and `--action` follow them. */
export interface FlagCounts {
  readonly draft: AutomationDraft;
  readonly triggers: number;
  readonly actions: number;
}

/** Finds the flag that set, or would set, the value at a path; null if no single flag does. */
export type FlagLookup = (path: BodyFault['path']) => string | null;

/** Creates the lookup of flags for a draft. */
export function createFlagLookup({ draft, triggers, actions }: FlagCounts): FlagLookup {
  return ([part, at, name]) => {
    if (part === 'name' || part === 'description') return draft[part] === undefined ? null : `--${part}`;
    if (typeof at !== 'number' || (part !== 'triggers' && part !== 'actions')) return null;
    const entry = readEntries(draft, part)[at];
    if (entry === undefined) return null;
    if (part === 'triggers') return at < triggers ? (TRIGGER_FLAGS.get(String(name)) ?? null) : '--trigger';
    return at < actions ? findActionFlag(entry, String(name)) : '--action';
  };
}

function findActionFlag(action: unknown, name: string): string | null {
  const type = getField(action, 'type');
  const flags: Readonly<Record<string, Readonly<Record<string, string>>>> = ACTION_FLAGS;
  const all: Readonly<Record<string, string>> = { ...WINDOW, ...flags[String(type)] };
  return Object.hasOwn(all, name) ? (all[name] ?? null) : null;
}
