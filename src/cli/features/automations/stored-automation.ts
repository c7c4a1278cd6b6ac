import { findTriggerRules } from '../../../domain/automations/triggers/rules-by-type.ts';
import { getField, isRecord, type LooseRecord } from '../../../domain/json/loose-record.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import type { ActionType } from '../../../service/actions.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../service/durations.ts';
import type {
  AutomationRecord,
  AutomationSummary,
  StoredEntry,
} from '../../../service/endpoints/automations.ts';
import { LIMITS } from '../../../service/limits.ts';
import { AUTOMATION_PLATFORM } from '../../../service/platforms.ts';
import { type Column, pickMember } from '../../framework/output/view.ts';

const pickCount = (name: 'totalSent' | 'totalFailed', title: string) => ({
  name: `stats.${name}`,
  title,
  value: ({ stats }: AutomationSummary) => stats?.[name] ?? null,
});

const pickTime = (name: 'lastTriggeredAt' | 'lastSentAt' | 'created' | 'updated', title: string) => {
  const isOwn = name === 'created' || name === 'updated';
  return {
    name: isOwn ? name : `stats.${name}`,
    title,
    value: (row: AutomationSummary) => readTimestamp(isOwn ? row[name] : row.stats?.[name]).iso,
  };
};

export function formatState({ active }: Pick<AutomationSummary, 'active'>): string {
  return active ? 'active' : 'paused';
}

export const AUTOMATION_COLUMNS: readonly Column<AutomationSummary>[] = [
  { ...pickMember('id', 'id'), role: 'id', drop: 0 },
  { ...pickMember('name', 'name'), role: 'name', flexible: true },
  { ...pickMember('active', 'state'), show: formatState, role: 'status', drop: 0 },
  { ...pickCount('totalSent', 'sent'), role: 'count', drop: 3 },
  { ...pickCount('totalFailed', 'failed'), role: 'count', drop: 4 },
  { ...pickTime('lastTriggeredAt', 'latest'), placeholder: () => 'never', role: 'time', drop: 5 },
  { ...pickTime('created', 'created'), role: 'time', drop: 6 },
  { ...pickTime('lastSentAt', 'last sent'), dataOnly: true },
  { ...pickMember('description', 'description'), dataOnly: true },
  { ...pickMember('platform', 'network'), dataOnly: true },
  { ...pickMember('accountId', 'account'), dataOnly: true },
  { ...pickTime('updated', 'updated'), dataOnly: true },
];

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

/**
 * Converts a stored automation to the flat form that create and update accept. Fields that only the service sets are
 * dropped: ids, account, state, stats and times. An empty description is dropped, too.
 *
 * @see docs/service/automations.md#get
 */
export function flattenAutomation({ platform, name, description, triggers, actions }: AutomationRecord) {
  return {
    ...(platform && { platform }),
    ...(name && { name }),
    ...(description && { description }),
    triggers: triggers.map(flattenEntry),
    actions: actions.map(flattenEntry),
  };
}

/** Moves the fields of a trigger or action from `config` beside `type`. Unknown fields stay. */
export function flattenEntry({ id, active, type, config, ...beside }: StoredEntry): LooseRecord {
  return { type, ...beside, ...config };
}

/** Why an automation cannot be sent, and how to get one that can. */
export interface StoredForm {
  readonly problem: string;
  readonly advice: string;
}

/**
 * Detects an automation in the form in which the service returns it: with ids, and with fields under `config` or beside
 * it. The service does not accept that form.
 *
 * @returns null for any other
 * @see docs/service/automations.md#get
 */
export function detectStoredForm(value: unknown): StoredForm | null {
  const triggers = getField(value, 'triggers');
  const isStored =
    Array.isArray(triggers) &&
    triggers.some(
      (trigger) => isRecord(getField(trigger, 'config')) || typeof getField(trigger, 'id') === 'string',
    );
  return isStored
    ? {
        problem: 'is in the form that the service returns',
        advice: '"automations get <id> --as yaml" prints the form that it accepts',
      }
    : null;
}

/**
 * Removes `platform` from an automation of a file for an update: it never changes. Other platforms are left, to be
 * refused.
 *
 * @see docs/service/automations.md#AUT-02, #AUT-14
 */
export function dropPlatform(value: unknown): unknown {
  if (!isRecord(value) || value['platform'] !== AUTOMATION_PLATFORM) return value;
  const { platform: _never, ...rest } = value;
  return rest;
}
