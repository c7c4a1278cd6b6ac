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
import type { Database } from '../../../storage/open-database.ts';
import { type CachedReads, createCachedReads } from '../../cached-reads.ts';
import type { Random } from '../../generate-ids.ts';
import {
  type DedupKey,
  findAcceptedAt,
  listActions,
  type RedactedSent,
  type StoredAction,
  saveAction,
  saveDedupClaim,
} from '../../store/automations/action-results.ts';
import type { Automation } from '../../store/automations/automations.ts';
import type { Dispatch } from '../../store/automations/dispatches.ts';
import { requireEngagement } from '../../store/automations/engagements.ts';
import type { EnginePorts } from '../ports.ts';
import { createDmSlots, type DmSlots } from './dm-slots.ts';
import { createGroupCounters, type GroupCounters } from './group-counters.ts';

/** What dispatches of one transaction share. */
export interface GroupContext {
  store: Database;
  random: Random;
  crashPoint: EnginePorts['crashPoint'] | undefined;
  reads: CachedReads;
  slots: DmSlots;
  counts: GroupCounters;
}

/** A dispatch with its engagement, automation and actions. */
export interface DispatchContext extends GroupContext {
  readonly dispatch: Dispatch;
  readonly engagement: Engagement;
  readonly automation: Automation;
  /** In order; empty until the dispatch is planned. They change in memory, and `saveActions` writes them. */
  readonly actions: StoredAction[];
  /** Those that had ended when they were read: they stay as they are. */
  readonly endedBefore: ReadonlySet<StoredAction>;
  /** In sandbox time; the same throughout one step. */
  readonly now: number;
}

export function createGroupContext(
  store: Database,
  random: Random,
  crashPoint?: EnginePorts['crashPoint'],
): GroupContext {
  const [reads, slots, counts] = [createCachedReads(store), createDmSlots(store), createGroupCounters()];
  return { store, random, crashPoint, reads, slots, counts };
}

export function loadDispatchContext(group: GroupContext, dispatch: Dispatch, now: number): DispatchContext {
  const { store, reads } = group;
  const { engagement } = requireEngagement(store, dispatch.engagement);
  const automation = reads.automation(dispatch.automation);
  const hasStarted = dispatch.status !== 'pending';
  const actions = hasStarted ? [...listActions(store, dispatch.row)] : [];
  const endedBefore = new Set(actions.filter(({ completedAt }) => completedAt !== null));
  return { ...group, dispatch, engagement, automation, actions, endedBefore, now };
}

/** Writes the actions, at the end of a step. */
export function saveActions({ store, dispatch, actions, endedBefore }: DispatchContext): void {
  for (const action of actions) if (!endedBefore.has(action)) saveAction(store, dispatch.row, action);
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
  { reads, dispatch, engagement, automation }: DispatchContext,
  template: unknown,
): string | null {
  const account = reads.account(automation.profile);
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
