import { EVENT_TRIGGERS, type EventName } from '../../../domain/automations/event-triggers.ts';
import { createUsageError } from '../../../errors.ts';

/** Object.keys loses the types of the keys. */
export const EVENT_NAMES = Object.keys(EVENT_TRIGGERS) as [EventName, ...EventName[]];

/** Details of an event. */
export type EventPart = 'text' | 'post' | 'story' | 'emoji' | 'commentId';

export type EventParts = Readonly<Partial<Record<EventPart, string | undefined>>>;

const PART_FLAGS: Readonly<Record<EventPart, string>> = {
  text: '--text',
  post: '--post',
  story: '--story',
  emoji: '--emoji',
  commentId: '--comment-id',
};

/** The details that each event can have. */
export const EVENT_PARTS: Readonly<Record<EventName, readonly EventPart[]>> = {
  comment: ['text', 'post', 'commentId'],
  'story-reply': ['text', 'story'],
  'story-comment': ['text', 'story', 'commentId'],
  reaction: ['emoji'],
  dm: ['text'],
};

// Object.keys loses the types of the keys.
const ALL_PARTS = Object.keys(PART_FLAGS) as EventPart[];

interface EventPartsRule {
  /** The event as the user wrote it, such as `--event comment`. */
  label: string;
  takes: readonly EventPart[];
  needs: readonly EventPart[];
  /** A complete command as an example. */
  example?: string;
}

/** @throws CrierError of kind usage when a required detail is missing, or one does not apply to this event */
export function checkParts(parts: EventParts, { label, takes, needs, example }: EventPartsRule): void {
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
