import type { ActionType } from '../../service/actions.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../service/durations.ts';
import type { AutomationSummary, StoredEntry } from '../../service/endpoints/automations.ts';
import { LIMITS } from '../../service/limits.ts';
import type { LooseRecord } from '../json/loose-record.ts';
import { flattenEntry } from './flatten-automation.ts';
import { findTriggerRules } from './triggers/rules-by-type.ts';

export function formatState({ active }: Pick<AutomationSummary, 'active'>): string {
  return active ? 'active' : 'paused';
}

/** Describes a stored trigger: `a comment with INFO or LINK on any post`. */
export function describeTrigger(entry: StoredEntry): string {
  const flat = flattenEntry(entry);
  return findTriggerRules(entry.type)?.describe(flat) ?? formatUnknown(flat);
}

/** Describes a stored action, with each text on its own line. */
export function describeAction(entry: StoredEntry): string {
  const flat = flattenEntry(entry);
  const describe = Object.hasOwn(ACTION_SENTENCES, entry.type) ? ACTION_SENTENCES[entry.type] : formatUnknown;
  return (describe ?? formatUnknown)(flat, formatDedupWindow(flat['dedupWindowMinutes']));
}

/** @param often how often it runs for the same person */
type ActionSentence = (flat: LooseRecord, often: string) => string;

const ACTION_SENTENCES: Readonly<Record<string, ActionSentence>> = {
  send_dm: (flat, often) =>
    [`send a DM, ${often}`, ...describeCallback(flat), String(flat['message'] ?? '')].join('\n'),
  fire_webhook: ({ sendCompletedEvent }, often) =>
    `fire the webhook, ${often}${sendCompletedEvent === true ? ', and an event when the dispatch completes' : ''}`,
  send_email: ({ to, subject, message }, often) =>
    [
      `send an email to ${to}, ${often}`,
      ...(subject === undefined ? [] : [`subject: ${subject}`]),
      String(message ?? ''),
    ].join('\n'),
} satisfies Record<ActionType, ActionSentence>;

function describeCallback({ messageUrl, timeoutMs }: LooseRecord): readonly string[] {
  if (messageUrl === undefined) return [];
  const wait = timeoutMs ?? LIMITS.callbackTimeoutMs.default;
  return [`requests the text from ${messageUrl}; fallback after ${wait} ms:`];
}

/** For types that crier does not know. */
function formatUnknown(flat: LooseRecord): string {
  return JSON.stringify(flat);
}

const UNITS = [
  { one: 'a day', many: 'days', minutes: DAY_MS / MINUTE_MS },
  { one: 'an hour', many: 'hours', minutes: HOUR_MS / MINUTE_MS },
] as const;

const MINUTE = { one: 'a minute', many: 'minutes', minutes: 1 } as const;

/**
 * How often an action runs for the same person: `once in 7 days for a person`.
 *
 * @param window its `dedupWindowMinutes`; the default for anything but a number
 * @see docs/service/automations.md#AUT-11
 */
export function formatDedupWindow(window: unknown): string {
  const minutes = typeof window === 'number' ? window : LIMITS.dedupWindowMinutes.default;
  return minutes === 0 ? 'every time' : `once in ${formatMinutes(minutes)} per person`;
}

/** Formats whole minutes in their largest unit: `7 days`, `an hour`. */
export function formatMinutes(minutes: number): string {
  const unit = UNITS.find((each) => minutes % each.minutes === 0) ?? MINUTE;
  const count = minutes / unit.minutes;
  return count === 1 ? unit.one : `${count} ${unit.many}`;
}
