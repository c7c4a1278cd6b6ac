import type { TerminalStatus } from '../../facts/activity.ts';
import type { StoredAction } from '../store/action-results.ts';
import { completedEvent, type ToldResult } from './event-fields.ts';
import { hadNoWebhook } from './fire-webhook.ts';
import { tell } from './tell.ts';
import type { Work } from './work.ts';

/** How a dispatch ends, and what is told of it. */
interface End {
  readonly status: TerminalStatus;
  readonly errorDetails: string | null;
  /** What `automation.completed` says of the actions; null when it is not sent, whoever wants it. */
  readonly told: readonly ToldResult[] | null;
}

/** Writes down how a dispatch ended, and tells who wants to know. The caller holds the transaction. */
export function finish(work: Work, { status, errorDetails, told }: End): void {
  const { engine, dispatch, automation, now } = work;
  const { store } = engine;
  const end = { status, errorDetails, completedAt: now };
  store.dispatches.finish(dispatch.row, end);
  store.automations.countEnded(automation.id, end);
  if (told !== null) tellCompleted(work, { status, errorDetails, told });
}

/** How an action ended, as others are told. */
export function toldResult({
  actionId,
  type,
  status,
  errorDetails,
  messageSource,
}: StoredAction): ToldResult {
  return { actionId, type, status, errorDetails, ...(messageSource !== null && { messageSource }) };
}

/** @see docs/service/webhooks.md#HOOK-15, #HOOK-17 */
function tellCompleted(
  work: Work,
  { status, errorDetails, told }: End & { readonly told: readonly ToldResult[] },
): void {
  const { engine, dispatch, engagement, automation, now } = work;
  if (!wantsToKnow(work)) return;
  tell(engine, {
    profile: automation.profile,
    action: 'automations',
    key: `completed:${dispatch.id}`,
    event: completedEvent(dispatch, engagement, { status, errorDetails, actionResults: told, now }),
    at: now,
  });
}

/**
 * As it was configured when the dispatch ran; where no action came to run, as it is now. Whoever was not there for
 * `fire_webhook` is not told how it ended either.
 */
function wantsToKnow({ engine, dispatch, automation }: Work): boolean {
  const ran = engine.store.actionResults.of(dispatch.row);
  if (ran.some(hadNoWebhook)) return false;
  const actions = ran.length > 0 ? ran : automation.actions;
  return actions.some(({ type, config }) => type === 'fire_webhook' && config['sendCompletedEvent'] === true);
}
