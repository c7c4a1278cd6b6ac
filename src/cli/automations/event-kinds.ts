import type { TriggerType } from '../../facts/triggers.ts';

/** What can happen on the network, in the words of a command line, and the type of trigger that answers it. */
export const EVENT_KINDS = {
  comment: 'comment_keyword',
  'story-reply': 'story_reply',
  'story-comment': 'story_comment',
  reaction: 'dm_reaction',
  dm: 'dm_keyword',
} as const satisfies Record<string, TriggerType>;
export type EventKind = keyof typeof EVENT_KINDS;

/** Object.keys forgets the names of a table. */
export const EVENT_NAMES = Object.keys(EVENT_KINDS) as [EventKind, ...EventKind[]];
