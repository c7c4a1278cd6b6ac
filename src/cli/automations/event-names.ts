import type { TriggerType } from '../../facts/triggers.ts';

/** What can happen on the network, in the words of a command line, and the type of trigger that answers it. */
export const EVENT_TRIGGERS = {
  comment: 'comment_keyword',
  'story-reply': 'story_reply',
  'story-comment': 'story_comment',
  reaction: 'dm_reaction',
  dm: 'dm_keyword',
} as const satisfies Record<string, TriggerType>;
export type EventName = keyof typeof EVENT_TRIGGERS;

/** Object.keys forgets the names of a table. */
export const EVENT_NAMES = Object.keys(EVENT_TRIGGERS) as [EventName, ...EventName[]];
