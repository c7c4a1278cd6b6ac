import { TRIGGERS, type TriggerType } from '../../../service/triggers.ts';
import { commentKeyword } from './comment-keyword.ts';
import { dmKeyword } from './dm-keyword.ts';
import { dmReaction } from './dm-reaction.ts';
import { storyComment } from './story-comment.ts';
import { storyReply } from './story-reply.ts';
import type { TriggerRules } from './trigger-rules.ts';

export const TRIGGER_RULES: Readonly<Record<TriggerType, TriggerRules>> = {
  comment_keyword: commentKeyword,
  story_reply: storyReply,
  story_comment: storyComment,
  dm_reaction: dmReaction,
  dm_keyword: dmKeyword,
};

/** The rules of a type as users or a service write it; undefined for an unknown one. */
export function findTriggerRules(type: unknown): TriggerRules | undefined {
  return isTriggerType(type) ? TRIGGER_RULES[type] : undefined;
}

function isTriggerType(type: unknown): type is TriggerType {
  return typeof type === 'string' && Object.hasOwn(TRIGGERS, type);
}
