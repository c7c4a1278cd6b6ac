import { buildFiredFields } from '../../domain/callbacks/build-callback-request.ts';
import { formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import { AUTOMATION_PLATFORM } from '../../service/endpoints/automations.ts';
import type { Engagement } from '../../service/engagement.ts';
import type { Dispatch } from '../store/dispatches.ts';
import { buildFiredTrigger } from './build-fired-trigger.ts';

/**
 * The fields of `automation.triggered`.
 *
 * @see docs/service/webhooks.md#automation-triggered, #HOOK-15, #HOOK-23
 */
export function buildTriggeredEvent(
  dispatch: Dispatch,
  engagement: Engagement,
  { actionId, now }: { readonly actionId: string; readonly now: number },
) {
  return {
    type: 'automation.triggered',
    ...buildFiredFields(buildFiredTrigger(dispatch, engagement, actionId), now),
  };
}

/** The result of one action, as `automation.completed` reports it. */
export interface ActionResultFields {
  readonly actionId: string;
  readonly type: string;
  readonly status: string;
  readonly errorDetails: string | null;
  readonly messageSource?: string;
}

/**
 * The fields of `automation.completed`.
 *
 * @see docs/service/webhooks.md#automation-triggered, #HOOK-15, #HOOK-18
 */
export function buildCompletedEvent(
  dispatch: Dispatch,
  engagement: Engagement,
  end: {
    readonly status: string;
    readonly errorDetails: string | null;
    readonly actionResults: readonly ActionResultFields[];
    readonly now: number;
  },
) {
  const { from, eventId } = engagement;
  const { status, errorDetails, actionResults, now } = end;
  return {
    type: 'automation.completed',
    automationId: dispatch.automation,
    triggerId: dispatch.triggerId,
    trigger: dispatch.triggerType,
    platform: AUTOMATION_PLATFORM,
    recipientId: from.id,
    activityId: dispatch.id,
    eventId,
    status,
    actionResults,
    errorDetails,
    timestamp: formatIsoSeconds(now),
  };
}
