import {
  buildTemplateValues,
  computeFilledLength,
  fillTemplate,
} from '../../../domain/automations/fill-template.ts';
import { buildFiredFields, type FiredTrigger } from '../../../domain/callbacks/build-callback-request.ts';
import { formatIsoSeconds } from '../../../domain/time/read-timestamp.ts';
import { ASSUMED } from '../../../service/assumed.ts';
import { AUTOMATION_PLATFORM } from '../../../service/endpoints/automations.ts';
import type { Engagement } from '../../../service/engagement.ts';
import type { DedupKey, StoredAction } from '../../store/action-results.ts';
import type { Automation } from '../../store/automations.ts';
import type { Dispatch } from '../../store/dispatches.ts';
import type { Engine } from '../engine.ts';

/** A claimed dispatch with its engagement and automation. */
export interface DispatchContext {
  readonly engine: Engine;
  readonly dispatch: Dispatch;
  readonly engagement: Engagement;
  readonly automation: Automation;
  /** In sandbox time; the same throughout one step. */
  readonly now: number;
}

export function loadDispatchContext(engine: Engine, dispatch: Dispatch): DispatchContext {
  const { store } = engine;
  const { engagement } = store.engagements.get(dispatch.engagement);
  return {
    engine,
    dispatch,
    engagement,
    automation: store.automations.get(dispatch.automation),
    now: engine.now(),
  };
}

/**
 * Idempotency key of an effect: the network and the outbox hold at most one with this key.
 *
 * @see docs/decisions/0007-effects-once.md
 */
export function getEffectKey({ id }: Dispatch, { actionId }: Pick<StoredAction, 'actionId'>): string {
  return `${id}:${actionId}`;
}

/** Key of the dedup window of an action. @see docs/service/engine.md#ENG-06 */
export function getDedupKey(
  { automation, recipientId }: Dispatch,
  { actionId }: Pick<StoredAction, 'actionId'>,
): DedupKey {
  return { automation, actionId, recipientId };
}

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

/** Describes the trigger that fired, as webhooks and callbacks of an action report it. */
export function buildFiredTrigger(
  dispatch: Dispatch,
  engagement: Engagement,
  actionId: string,
): FiredTrigger {
  const { automation: automationId, triggerId, triggerType, keyword, id: activityId } = dispatch;
  return { automationId, triggerId, triggerType, keyword, activityId, actionId, engagement };
}

/**
 * Fills a template of an automation; null when the result exceeds the maximum length.
 *
 * @see docs/service/engine.md#ENG-17
 * @see docs/safety.md#D8
 */
export function fillActionTemplate(
  { engine, dispatch, engagement, automation }: DispatchContext,
  template: unknown,
): string | null {
  const account = engine.store.accounts.findKnown(automation.profile, AUTOMATION_PLATFORM);
  const sender = { username: account?.username ?? null, name: account?.displayName ?? null };
  const { keyword, triggerType } = dispatch;
  const values = buildTemplateValues(engagement, { sender, keyword, triggerType });
  const text = String(template);
  return computeFilledLength(text, values) > ASSUMED.maxFilledCharacters ? null : fillTemplate(text, values);
}

/** Error of an action whose filled text is too long. */
export const TOO_LONG = `the filled text is longer than ${ASSUMED.maxFilledCharacters} characters`;
