import type { Engagement } from '../../facts/engagement.ts';
import type { FiredTrigger } from '../../rules/build-fired-fields.ts';
import type { Dispatch } from '../store/dispatches.ts';

/** What fired, as others are told by an action of its dispatch. */
export function buildFiredTrigger(
  dispatch: Dispatch,
  engagement: Engagement,
  actionId: string,
): FiredTrigger {
  const { automation: automationId, triggerId, triggerType, keyword, id: activityId } = dispatch;
  return { automationId, triggerId, triggerType, keyword, activityId, actionId, engagement };
}
