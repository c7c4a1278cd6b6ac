import type { FiredTrigger } from '../../domain/callbacks/build-callback-request.ts';
import type { Engagement } from '../../service/engagement.ts';
import type { Dispatch } from '../store/dispatches.ts';

/** Describes the trigger that fired, as webhooks and callbacks of an action report it. */
export function buildFiredTrigger(
  dispatch: Dispatch,
  engagement: Engagement,
  actionId: string,
): FiredTrigger {
  const { automation: automationId, triggerId, triggerType, keyword, id: activityId } = dispatch;
  return { automationId, triggerId, triggerType, keyword, activityId, actionId, engagement };
}
