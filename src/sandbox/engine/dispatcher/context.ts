import {
  buildTemplateValues,
  computeFilledLength,
  fillTemplate,
} from '../../../domain/automations/fill-template.ts';
import { buildFiredFields, type FiredTrigger } from '../../../domain/callbacks/message-callback.ts';
import { truncateToCodePoints } from '../../../domain/text/unicode.ts';
import { ASSUMED } from '../../../service/assumed.ts';
import { MINUTE_MS } from '../../../service/durations.ts';
import { REDACTED } from '../../../service/endpoints/activity.ts';
import type { Engagement } from '../../../service/engagement.ts';
import { LIMITS } from '../../../service/limits.ts';
import { AUTOMATION_PLATFORM } from '../../../service/platforms.ts';
import type { Database } from '../../../storage/open-database.ts';
import type { Random } from '../../generate-ids.ts';
import {
  type DedupKey,
  findAcceptedAt,
  type RedactedSent,
  type StoredAction,
  saveDedupClaim,
} from '../../store/automations/action-results.ts';
import { type Automation, requireAutomation } from '../../store/automations/automations.ts';
import type { Dispatch } from '../../store/automations/dispatches.ts';
import { requireEngagement } from '../../store/automations/engagements.ts';
import { findKnownAccount } from '../../store/profiles.ts';
import type { ChangePorts } from '../ports.ts';

/** A claimed dispatch with its engagement and automation. */
export interface DispatchContext {
  store: Database;
  random: Random;
  readonly dispatch: Dispatch;
  readonly engagement: Engagement;
  readonly automation: Automation;
  /** In sandbox time; the same throughout one step. */
  readonly now: number;
}

export function loadDispatchContext(
  { store, random, now }: ChangePorts,
  dispatch: Dispatch,
): DispatchContext {
  const { engagement } = requireEngagement(store, dispatch.engagement);
  const automation = requireAutomation(store, dispatch.automation);
  return { store, random, dispatch, engagement, automation, now: now() };
}

/**
 * Idempotency key of an effect: the network and the outbox hold at most one with this key.
 *
 * @see docs/decisions/0007-effects-once.md
 */
export function getEffectKey({ id }: Dispatch, { actionId }: { actionId: string }): string {
  return `${id}:${actionId}`;
}

type DedupAction = Pick<StoredAction, 'actionId' | 'config'>;

/**
 * Whether the dedup window of an action is open for the person. It closes when exactly its length has passed.
 *
 * @see docs/service/engine.md#ENG-06, #D-06
 * @see docs/service/readings.md#U-13
 */
export function isInsideDedupWindow(context: DispatchContext, action: DedupAction): boolean {
  const acceptedAt = findAcceptedAt(context.store, getDedupKey(context, action));
  return acceptedAt !== null && context.now < acceptedAt + getDedupWindowMs(action.config);
}

/** Starts the dedup window: the action fired for the person, or may have. @see docs/service/readings.md#U-13 */
export function startDedupWindow(context: DispatchContext, action: DedupAction): void {
  if (getDedupWindowMs(action.config) > 0)
    saveDedupClaim(context.store, getDedupKey(context, action), context.now);
}

/** Key of the dedup window of an action. @see docs/service/engine.md#ENG-06 */
function getDedupKey(
  { dispatch: { automation, recipientId } }: DispatchContext,
  { actionId }: DedupAction,
): DedupKey {
  return { automation, actionId, recipientId };
}

/**
 * The dedup window of an action in milliseconds; 0 when it has none.
 *
 * @see docs/service/automations.md#AUT-11
 * @see docs/service/readings.md#U-14
 */
function getDedupWindowMs({ dedupWindowMinutes }: Readonly<Record<string, unknown>>): number {
  const minutes =
    typeof dedupWindowMinutes === 'number' ? dedupWindowMinutes : LIMITS.dedupWindowMinutes.default;
  return minutes * MINUTE_MS;
}

/**
 * The fields of `automation.triggered`.
 *
 * @see docs/service/webhooks.md#automation-triggered, #HOOK-15, #HOOK-23
 */
export function buildTriggeredEvent(
  dispatch: Dispatch,
  engagement: Engagement,
  { actionId, now }: { actionId: string; now: number },
) {
  return {
    type: 'automation.triggered',
    ...buildFiredFields(buildFiredTrigger(dispatch, engagement, actionId), now),
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
  { store, dispatch, engagement, automation }: DispatchContext,
  template: unknown,
): string | null {
  const account = findKnownAccount(store, automation.profile, AUTOMATION_PLATFORM);
  const sender = { username: account?.username ?? null, name: account?.displayName ?? null };
  const { keyword, triggerType } = dispatch;
  const values = buildTemplateValues(engagement, { sender, keyword, triggerType });
  const text = String(template);
  return computeFilledLength(text, values) > ASSUMED.maxFilledCharacters ? null : fillTemplate(text, values);
}

export const TOO_LONG = `the filled text is longer than ${ASSUMED.maxFilledCharacters} characters`;

/**
 * Prepares what was sent for recording: without credentials and callback URLs, and with texts truncated.
 *
 * @param sent plain JSON values
 * @see docs/service/activity.md#row, #ACT-07, #ACT-08, #L-09, #L-10
 * @see docs/service/readings.md#U-09, #U-34
 */
export function redactSent(sent: Readonly<Record<string, unknown>>): RedactedSent {
  let truncated = false;
  const text = (value: string): string => {
    const kept = truncateToCodePoints(value, LIMITS.activitySentCharacters);
    truncated ||= kept.length < value.length;
    return kept;
  };
  const part = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(part);
    return typeof value === 'object' && value !== null ? fields(value) : value;
  };
  const fields = (value: object): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, isSecret(name) ? REDACTED : part(inner)]),
    );
  const recorded = fields(sent);
  return { sent: recorded, truncated };
}

/** U-34: substrings of credential names, ignoring case and separators. */
const CREDENTIAL_NAMES = ['token', 'secret', 'password', 'apikey'];

function isSecret(name: string): boolean {
  if (name === 'messageUrl') return true;
  const plain = name.toLowerCase().replaceAll(/[_-]/g, '');
  return CREDENTIAL_NAMES.some((each) => plain.includes(each));
}
