import type { TriggerType } from '../../service/triggers.ts';

/** Event names of the command line with the triggers that match them. */
export const EVENT_TRIGGERS = {
  comment: 'comment_keyword',
  'story-reply': 'story_reply',
  'story-comment': 'story_comment',
  reaction: 'dm_reaction',
  dm: 'dm_keyword',
} as const satisfies Record<string, TriggerType>;
export type EventName = keyof typeof EVENT_TRIGGERS;
