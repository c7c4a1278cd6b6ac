import { EVENT_TRIGGERS, type EventName } from '../../../domain/automations/event-triggers.ts';
import { TRIGGER_RULES } from '../../../domain/automations/triggers/rules-by-type.ts';
import type { EventPart, TriggerRules } from '../../../domain/automations/triggers/trigger-rules.ts';
import { createUsageError } from '../../../errors.ts';

/** Object.keys loses the types of the keys. */
export const EVENT_NAMES = Object.keys(EVENT_TRIGGERS) as [EventName, ...EventName[]];

export type EventParts = Readonly<Partial<Record<EventPart, string | undefined>>>;

const PART_FLAGS: Readonly<Record<EventPart, string>> = {
  text: '--text',
  post: '--post',
  story: '--story',
  emoji: '--emoji',
  commentId: '--comment-id',
};

/** What an event means to its trigger type. */
export function getEventRules(event: EventName): TriggerRules {
  return TRIGGER_RULES[EVENT_TRIGGERS[event]];
}

// Object.keys loses the types of the keys.
const ALL_PARTS = Object.keys(PART_FLAGS) as EventPart[];

/**
 * @param rule `label` is the event as the user wrote it, such as `--event comment`, `example` a complete command
 * @throws CrierError of kind usage when a required detail is missing, or one does not apply to this event
 */
export function checkParts(
  parts: EventParts,
  {
    label,
    takes,
    needs,
    example,
  }: { label: string; takes: readonly EventPart[]; needs: readonly EventPart[]; example?: string },
): void {
  const missing = needs.find((part) => parts[part] === undefined);
  if (missing !== undefined) throw createUsageError(`${label} needs ${PART_FLAGS[missing]}`, example);
  const unexpected = ALL_PARTS.find((part) => parts[part] !== undefined && !takes.includes(part));
  if (unexpected === undefined) return;
  const known = takes.map((part) => PART_FLAGS[part]).join(' and ');
  throw createUsageError(
    `${PART_FLAGS[unexpected]} cannot be used with ${label}`,
    known === '' ? 'remove it' : `only use ${known}`,
  );
}
