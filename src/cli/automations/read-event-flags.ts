import type { Engagement } from '../../facts/engagement.ts';
import type { PlaceholderName } from '../../facts/placeholders.ts';
import type { Trigger } from '../../facts/triggers.ts';
import { getTarget, isMatchingKind, isOnTarget } from '../../rules/match-trigger.ts';
import type { EventName } from './event-names.ts';
import { checkParts, EVENT_PARTS, type EventPart } from './event-parts.ts';

/** What somebody is said to do, in the words of a command line. */
export interface EventFlags {
  readonly event: EventName;
  readonly text?: string | undefined;
  readonly post?: string | undefined;
  readonly story?: string | undefined;
  readonly emoji?: string | undefined;
  /** The person's handle. */
  readonly from?: string | undefined;
}

/** What each kind is nothing without: without a text, no keyword can be looked for. */
const NEEDS: Readonly<Record<EventName, readonly EventPart[]>> = {
  comment: ['text'],
  'story-reply': [],
  'story-comment': [],
  reaction: ['emoji'],
  dm: ['text'],
};

/**
 * What the flags say that somebody does. What the network alone knows stands as its placeholder, so that it is seen for
 * what it is in the texts that would be sent.
 *
 * @throws CrierError of kind usage when a flag is missing, or means nothing for this kind of event
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

/** The id of a post or story that was not told: no trigger can be aimed at it. */
const UNKNOWN_TARGET = '';

/**
 * Asks for the flag that tells where it happened, when nothing else is said to keep a trigger silent which listens to
 * one post or story alone.
 *
 * @returns null when that is told, or the trigger waits for something else
 */
export function explainMissingTarget(trigger: Trigger, event: Engagement): string | null {
  if (!isMatchingKind(trigger, event) || isOnTarget(trigger, event)) return null;
  const place = 'postId' in event ? event.postId : 'storyId' in event ? event.storyId : null;
  if (place !== UNKNOWN_TARGET) return null;
  const kind = 'postId' in event ? 'post' : 'story';
  return `add --${kind} ${getTarget(trigger)}: it listens to that ${kind} alone`;
}

/** A value that is not known here: once filled in, it reads as the placeholder did. */
export function formatPlaceholder(name: PlaceholderName): string {
  return `{{${name}}}`;
}
