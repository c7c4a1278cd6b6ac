import { flattenEntry } from '../../../../domain/automations/flatten-automation.ts';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import type { ActionType } from '../../../../service/actions.ts';
import type { ActionResult, ActivityRow } from '../../../../service/endpoints/activity.ts';
import type { AutomationRecord } from '../../../../service/endpoints/automations.ts';
import type { WebhookEventName } from '../../../../service/webhook-events.ts';
import { isOpen } from '../../automations/activity/activity-filter.ts';

type ExpectedEventType = Extract<WebhookEventName, `automation.${string}`>;

/** An event that must have been sent, by what the activity says. */
export interface ExpectedEvent {
  readonly type: ExpectedEventType;
  readonly activityId: string;
  /** Null for an event of the whole dispatch. */
  readonly actionId: string | null;
  readonly person: string | null;
  /** When the dispatch finished, in milliseconds since 1970; null if that is not known. */
  readonly at: number | null;
  readonly rules: readonly string[];
  /** Why it is expected, a clause. */
  readonly reason: string;
}

/** The actions of an automation, as far as its events depend on them. */
export interface WebhookActions {
  /** Ids of the actions that ask for `automation.completed`. */
  readonly completing: readonly string[];
  /** When the automation was last changed, in milliseconds since 1970; null if that is not known. */
  readonly changedAt: number | null;
}

const FIRES: ActionType = 'fire_webhook';

/** Reads the actions that fire a webhook; null if there are none. */
export function readWebhookActions({
  actions,
  updated,
}: Pick<AutomationRecord, 'actions' | 'updated'>): WebhookActions | null {
  const firing = actions.filter(({ type }) => type === FIRES);
  if (firing.length === 0) return null;
  const completing = firing.filter((entry) => flattenEntry(entry)['sendCompletedEvent'] === true);
  return {
    completing: completing.map(({ id }) => id ?? ''),
    changedAt: readTimestamp(updated).ms,
  };
}

/**
 * Lists the events that must have been sent for a row. Of a `skipped` row none is expected: only one that was skipped
 * because of the own account has an event, and rows do not say why.
 *
 * @param actions the present ones; null if they are not known, or fire no webhook
 * @see docs/service/webhooks.md#HOOK-15 to #HOOK-19, #HOOK-26
 * @see docs/service/readings.md#U-18
 */
export function listExpectedEvents(
  row: ActivityRow,
  actions: WebhookActions | null,
): readonly ExpectedEvent[] {
  if (isOpen(row)) return [];
  const fired = (row.actionResults ?? []).filter(({ type }) => type === FIRES);
  const event = {
    activityId: row.id,
    person: row.recipientId ?? null,
    at: readTimestamp(row.completedAt).ms ?? readTimestamp(row.created).ms,
  };
  const triggered = fired
    .filter(({ status }) => status === QUEUED)
    .map(({ actionId }) => ({
      ...event,
      type: 'automation.triggered' as const,
      actionId,
      rules: ['HOOK-15', 'HOOK-19'],
      reason: `its ${FIRES} was queued`,
    }));
  if (!isCompletedExpected(row, fired, actions)) return triggered;
  const completed = {
    ...event,
    type: 'automation.completed' as const,
    actionId: null,
    rules: COMPLETED_RULES.get(row.status) ?? ['HOOK-15', 'HOOK-26'],
    reason: `the dispatch ended ${row.status}, and its ${FIRES} asks for this event`,
  };
  return [...triggered, completed];
}

/** @see docs/service/webhooks.md#HOOK-19 */
const QUEUED = 'sent';

const COMPLETED_RULES: ReadonlyMap<string, readonly string[]> = new Map([
  ['rate_limited', ['HOOK-18', 'HOOK-26']],
  ['deduplicated', ['HOOK-18', 'HOOK-26']],
  ['failed', ['HOOK-15', 'HOOK-17', 'HOOK-26']],
]);

function isCompletedExpected(
  { status, created }: ActivityRow,
  fired: readonly ActionResult[],
  actions: WebhookActions | null,
): boolean {
  if (actions === null || actions.completing.length === 0 || status === 'skipped') return false;
  // an action that was changed has another id
  if (fired.length > 0)
    return fired.some(
      ({ actionId, status: ending }) => actions.completing.includes(actionId) && ending !== 'failed',
    );
  const { ms } = readTimestamp(created);
  return ms !== null && actions.changedAt !== null && actions.changedAt <= ms;
}
