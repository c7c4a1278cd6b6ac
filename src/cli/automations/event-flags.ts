import { getTarget, isMatchingKind, isOnTarget } from '../../domain/automations/match-trigger.ts';
import { createUsageError } from '../../errors.ts';
import type { PlaceholderName } from '../../service/actions.ts';
import type { Engagement } from '../../service/engagement.ts';
import type { Trigger, TriggerType } from '../../service/triggers.ts';

/** An event as described by flags. */
interface EventFlags {
  readonly event: EventName;
  readonly text?: string | undefined;
  readonly post?: string | undefined;
  readonly story?: string | undefined;
  readonly emoji?: string | undefined;
  /** Handle of the person. */
  readonly from?: string | undefined;
}

/** Required details: keywords cannot be matched without a text. */
const NEEDS: Readonly<Record<EventName, readonly EventPart[]>> = {
  comment: ['text'],
  'story-reply': [],
  'story-comment': [],
  reaction: ['emoji'],
  dm: ['text'],
};

/**
 * Builds the event that flags describe. Values that only the network knows become placeholders, which are then visible
 * in the texts.
 *
 * @throws CrierError of kind usage when a flag is missing, or does not apply to this event
 */
export function readEventFlags(flags: EventFlags): Engagement {
  const { event, text, post, story, emoji } = flags;
  checkParts(
    { text, post, story, emoji },
    {
      label: `--event ${event}`,
      takes: EVENT_PARTS[event].filter((part) => part !== 'commentId'),
      needs: NEEDS[event],
    },
  );
  return toEngagement(flags);
}

function toEngagement({ event, text = '', post, story, emoji = '', from }: EventFlags): Engagement {
  const username = from?.replace(/^@/, '') ?? formatPlaceholder('recipient_username');
  const every = { eventId: '', from: { id: formatPlaceholder('recipient_id'), username }, at: null };
  const id = formatPlaceholder('comment_id');
  const [postId, storyId] = [post ?? UNKNOWN_TARGET, story ?? UNKNOWN_TARGET];
  switch (event) {
    case 'comment':
      return { kind: 'comment', ...every, commentId: id, text, postId };
    case 'story-reply':
      return { kind: 'story_reply', ...every, messageId: id, text, storyId };
    case 'story-comment':
      return { kind: 'story_comment', ...every, commentId: id, text, storyId };
    case 'reaction':
      return { kind: 'reaction', ...every, messageId: id, emoji };
    case 'dm':
      return { kind: 'dm', ...every, messageId: id, text };
  }
}

/** The id of an unknown post or story: no trigger can target it. */
const UNKNOWN_TARGET = '';

/**
 * If only the target keeps a trigger silent, asks for the flag that names the post or story.
 *
 * @returns null if the target is known, or the trigger waits for something else
 */
export function explainMissingTarget(trigger: Trigger, event: Engagement): string | null {
  if (!isMatchingKind(trigger, event) || isOnTarget(trigger, event)) return null;
  const place = 'postId' in event ? event.postId : 'storyId' in event ? event.storyId : null;
  if (place !== UNKNOWN_TARGET) return null;
  const kind = 'postId' in event ? 'post' : 'story';
  return `add --${kind} ${getTarget(trigger)}: the trigger only matches that ${kind}`;
}

/** Formats an unknown value as its placeholder. */
export function formatPlaceholder(name: PlaceholderName): string {
  return `{{${name}}}`;
}

/** Event names of the command line with the triggers that match them. */
export const EVENT_TRIGGERS = {
  comment: 'comment_keyword',
  'story-reply': 'story_reply',
  'story-comment': 'story_comment',
  reaction: 'dm_reaction',
  dm: 'dm_keyword',
} as const satisfies Record<string, TriggerType>;
export type EventName = keyof typeof EVENT_TRIGGERS;

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
  readonly label: string;
  readonly takes: readonly EventPart[];
  readonly needs: readonly EventPart[];
  /** A complete command as an example. */
  readonly example?: string;
}

/** @throws CrierError of kind usage when a required detail is missing, or one does not apply to this event */
export function checkParts(parts: EventParts, { label, takes, needs, example }: EventPartsRule): void {
  const missing = needs.find((part) => parts[part] === undefined);
  if (missing !== undefined) throw createUsageError(`${label} needs ${PART_FLAGS[missing]}`, example);
  const unexpected = ALL_PARTS.find((part) => parts[part] !== undefined && !takes.includes(part));
  if (unexpected === undefined) return;
  const known = takes.map((part) => PART_FLAGS[part]).join(' and ');
  throw createUsageError(`${PART_FLAGS[unexpected]} cannot be used with ${label}`, `only use ${known}`);
}
