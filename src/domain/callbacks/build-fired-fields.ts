import { AUTOMATION_PLATFORM } from '../../service/endpoints/automation.ts';
import { ENGAGEMENTS, type Engagement } from '../../service/engagement.ts';
import { formatIsoSeconds } from '../time/format-iso-seconds.ts';

/** A trigger that fired, and the action that runs. */
export interface FiredTrigger {
  readonly automationId: string;
  readonly triggerId: string;
  readonly triggerType: string;
  /** As matched by `matchTrigger`. */
  readonly keyword: string | null;
  readonly activityId: string;
  readonly actionId: string;
  readonly engagement: Engagement;
}

/**
 * Builds the fields that a callback or webhook receives when a trigger fires; fields that the trigger lacks are null.
 *
 * @param at when the request is made, in milliseconds since 1970
 * @see docs/service/callbacks.md#request, #CBK-01
 * @see docs/service/webhooks.md#automation-triggered, #HOOK-23, #W-13
 * @see docs/service/engine.md#M-12
 */
export function buildFiredFields(fired: FiredTrigger, at: number) {
  const { automationId, triggerId, triggerType, keyword, activityId, actionId, engagement } = fired;
  const { kind, from, eventId } = engagement;
  return {
    automationId,
    triggerId,
    trigger: triggerType,
    platform: AUTOMATION_PLATFORM,
    recipientId: from.id,
    recipientUsername: ENGAGEMENTS[kind].carriesUsername ? from.username : null,
    keyword,
    activityId,
    actionId,
    eventId,
    commentId: 'commentId' in engagement ? engagement.commentId : null,
    commentText: getEngagementText(engagement),
    postId: 'postId' in engagement ? engagement.postId : null,
    storyId: 'storyId' in engagement ? engagement.storyId : null,
    timestamp: formatIsoSeconds(at),
  };
}

/** The text of a story reply is not included. @see docs/service/engine.md#M-12 */
function getEngagementText(engagement: Engagement): string | null {
  if (engagement.kind === 'reaction') return engagement.emoji;
  return engagement.kind === 'story_reply' ? null : engagement.text;
}
