import { formatIsoSeconds } from '../../domain/time/format-iso-seconds.ts';
import { AUTOMATION_PLATFORM } from '../../service/endpoints/automation.ts';
import type { EngagementKind } from '../../service/engagement.ts';
import { formatTimeOrNull } from '../format-time-or-null.ts';
import type { ActivityAction, ActivityEntry } from '../store/activity.ts';

/**
 * Converts a dispatch to its form in the activity list. Members that its kind of trigger does not have are null,
 * never omitted.
 *
 * @see docs/service/activity.md#row, #ACT-06, #ACT-10, #ACT-11, #L-11
 */
export function toActivityRecord(entry: ActivityEntry) {
  const { id, automation, triggerId, triggerType, eventId, kind, status } = entry;
  return {
    id,
    automationId: automation,
    triggerId,
    triggerType,
    eventId,
    platform: AUTOMATION_PLATFORM,
    recipientId: entry.recipientId,
    recipientUsername: entry.recipientUsername,
    status,
    errorDetails: entry.errorDetails,
    keyword: entry.keyword,
    commentText: TEXT_OF[kind](entry),
    commentId: entry.commentId,
    postId: entry.postId,
    storyId: entry.storyId,
    actionResults: entry.actions.map(toActionRecord),
    created: formatIsoSeconds(entry.created),
    completedAt: formatTimeOrNull(entry.completedAt),
  };
}

/**
 * What each kind reports as its text, as in the events.
 *
 * @see docs/service/webhooks.md#automation-triggered
 * @see docs/service/engine.md#M-12
 */
const TEXT_OF: Readonly<Record<EngagementKind, (entry: ActivityEntry) => string | null>> = {
  comment: ({ text }) => text,
  story_comment: ({ text }) => text,
  dm: ({ text }) => text,
  reaction: ({ emoji }) => emoji,
  story_reply: () => null,
};

/** Members that were not decided or not sent are omitted. @see docs/service/activity.md#row */
function toActionRecord(action: ActivityAction) {
  const { actionId, type, status, errorDetails, messageSource, sent, truncated, completedAt } = action;
  return {
    actionId,
    type,
    status,
    errorDetails,
    ...(messageSource !== null && { messageSource }),
    ...(sent !== null && { sent }),
    ...(truncated && { truncated }),
    completedAt: formatTimeOrNull(completedAt),
  };
}
