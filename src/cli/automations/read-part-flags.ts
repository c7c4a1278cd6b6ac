import { readEntries } from '../../domain/automations/automation-entries.ts';
import { getField } from '../../domain/json/loose-record.ts';
import type { BodyFault } from '../../domain/requests/find-body-faults.ts';
import { joinWithOr } from '../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../errors.ts';
import type { ActionType } from '../../service/actions.ts';
import { ALL } from '../../service/triggers.ts';
import type { ReadFile } from '../context/secrets.ts';
import { listEntryFields } from './automation-forms.ts';
import type { AutomationDraft, DraftFlags } from './draft-flags.ts';
import { EVENT_TRIGGERS } from './event-names.ts';
import { readTextArgument } from './parse-entry.ts';

/** The flags of a trigger's fields. */
const TRIGGER_FLAGS: ReadonlyMap<string, string> = new Map([
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
interface FlagCounts {
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

/**
 * Builds a trigger for each `--on`, with the flags that apply to it.
 *
 * @throws CrierError of kind usage for a flag that applies to none of them
 */
export function readTriggerFlags({ on, keyword, post, story, emoji }: DraftFlags): readonly object[] {
  const keywords = keyword.length === 0 ? undefined : keyword;
  const values = Object.entries(omitUndefined({ postId: post, storyId: story, emoji, keywords }));
  for (const [name] of values) refuseStrayFlag(name, on);
  return on.map((kind) => {
    const type = EVENT_TRIGGERS[kind];
    const fields = listEntryFields(type);
    // omitting it means the same, but is deprecated
    const everyStory = fields.has('storyId') ? { storyId: ALL } : {};
    return { type, ...everyStory, ...Object.fromEntries(values.filter(([name]) => fields.has(name))) };
  });
}

/** Refuses a flag that applies to none of the events. */
function refuseStrayFlag(name: string, on: DraftFlags['on']): void {
  if (on.some((kind) => listEntryFields(EVENT_TRIGGERS[kind]).has(name))) return;
  const takers = Object.entries(EVENT_TRIGGERS).filter(([, type]) => listEntryFields(type).has(name));
  const events = joinWithOr(takers.map(([kind]) => `--on ${kind}`));
  const flag = TRIGGER_FLAGS.get(name);
  if (on.length === 0) throw createUsageError(`${flag} needs ${events}`, `add ${events}`);
  throw createUsageError(
    `${flag} cannot be used with ${joinWithOr(on.map((kind) => `--on ${kind}`))}`,
    `use it with ${events}`,
  );
}

/**
 * The actions of `--dm` (repeatable), `--webhook` and `--email`, in this order.
 *
 * @throws CrierError of kind usage for a flag of an action that is not given, and for files that cannot be read
 */
export async function readActionFlags(flags: DraftFlags, readFile: ReadFile): Promise<readonly object[]> {
  refuseOrphanFlags(flags);
  const { dm, messageUrl, timeoutMs, webhook, completedEvent, dedupWindowMinutes } = flags;
  const { email, emailSubject, emailMessage } = flags;
  const actions: object[] = [];
  // in sequence: standard input can only be read once, by the first one that asks for it
  for (const word of dm) {
    const message = await readFlagText(word, readFile);
    actions.push({
      type: 'send_dm',
      ...omitUndefined({ message, messageUrl, timeoutMs, dedupWindowMinutes }),
    });
  }
  if (webhook) {
    const sendCompletedEvent = completedEvent || undefined;
    actions.push({ type: 'fire_webhook', ...omitUndefined({ sendCompletedEvent, dedupWindowMinutes }) });
  }
  if (email !== undefined) {
    const message = emailMessage === undefined ? undefined : await readFlagText(emailMessage, readFile);
    const mail = { to: email, subject: emailSubject, message };
    actions.push({ type: 'send_email', ...omitUndefined({ ...mail, dedupWindowMinutes }) });
  }
  return actions;
}

/** For flags that are a whole text, `-` is standard input. */
function readFlagText(word: string, readFile: ReadFile): Promise<string> {
  return readTextArgument(word === '-' ? '@-' : word, readFile);
}

/** Refuses flags without the flag of their action, and flags that could belong to several actions. */
function refuseOrphanFlags(flags: DraftFlags): void {
  const { dm, messageUrl, timeoutMs, webhook, completedEvent, dedupWindowMinutes } = flags;
  const { email, emailSubject, emailMessage } = flags;
  const isAny = dm.length > 0 || webhook || email !== undefined;
  const rows = [
    ['--message-url', messageUrl, dm.length > 0, '--dm'],
    ['--timeout-ms', timeoutMs, dm.length > 0, '--dm'],
    ['--completed-event', completedEvent || undefined, webhook, '--webhook'],
    ['--email-subject', emailSubject, email !== undefined, '--email'],
    ['--email-message', emailMessage, email !== undefined, '--email'],
    ['--dedup-window-minutes', dedupWindowMinutes, isAny, '--dm, --webhook or --email'],
  ] as const;
  for (const [flag, value, isOwned, owner] of rows) {
    if (value === undefined || isOwned) continue;
    throw createUsageError(`${flag} needs ${owner}`, `add ${owner}`);
  }
  const [ofOne] = rows.filter(([, value, , owner]) => value !== undefined && owner === '--dm');
  if (dm.length > 1 && ofOne !== undefined) {
    throw createUsageError(
      `${ofOne[0]} cannot be used with several --dm`,
      'use an --action for each instead: send_dm,message="…",messageUrl=https://…',
    );
  }
}

/** Removes undefined fields. */
export function omitUndefined(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
