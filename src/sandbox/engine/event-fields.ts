import { AUTOMATION_PLATFORM } from '../../facts/automation.ts';
import { ENGAGEMENTS, type Engagement } from '../../facts/engagement.ts';
import { isoSeconds } from '../../rules/iso-seconds.ts';
import type { Dispatch } from '../store/dispatches.ts';

/** What both events of automations tell of a dispatch. */
function commonFields(dispatch: Dispatch, { eventId, from }: Engagement) {
  return {
    automationId: dispatch.automation,
    triggerId: dispatch.triggerId,
    trigger: dispatch.triggerType,
    platform: AUTOMATION_PLATFORM,
    recipientId: from.id,
    activityId: dispatch.id,
    eventId,
  };
}

/**
 * The fields of `automation.triggered`; what the trigger has not is null.
 *
 * @see service.md, "Webhook events of automations"; rules HOOK-15, HOOK-23; case W-13
 */
export function triggeredEvent(
  dispatch: Dispatch,
  engagement: Engagement,
  { actionId, now }: { readonly actionId: string; readonly now: number },
) {
  const { kind, from } = engagement;
  return {
    type: 'automation.triggered',
    ...commonFields(dispatch, engagement),
    recipientUsername: ENGAGEMENTS[kind].carriesUsername ? from.username : null,
    keyword: dispatch.keyword,
    actionId,
    commentId: 'commentId' in engagement ? engagement.commentId : null,
    commentText: saidIn(engagement),
    postId: 'postId' in engagement ? engagement.postId : null,
    storyId: 'storyId' in engagement ? engagement.storyId : null,
    timestamp: isoSeconds(now),
  };
}

/** Of a reply to a story it is not told. @see case M-12 */
function saidIn(engagement: Engagement): string | null {
  if (engagement.kind === 'reaction') return engagement.emoji;
  return engagement.kind === 'story_reply' ? null : engagement.text;
}

/** How one action ended, as `automation.completed` tells it. */
export interface ToldResult {
  readonly actionId: string;
  readonly type: string;
  readonly status: string;
  readonly errorDetails: string | null;
  readonly messageSource?: string;
}

/** The fields of `automation.completed`. @see service.md, "Webhook events of automations"; rules HOOK-15, HOOK-18 */
export function completedEvent(
  dispatch: Dispatch,
  engagement: Engagement,
  end: {
    readonly status: string;
    readonly errorDetails: string | null;
    readonly actionResults: readonly ToldResult[];
    readonly now: number;
  },
) {
  const { status, errorDetails, actionResults, now } = end;
  return {
    type: 'automation.completed',
    ...commonFields(dispatch, engagement),
    status,
    actionResults,
    errorDetails,
    timestamp: isoSeconds(now),
  };
}
