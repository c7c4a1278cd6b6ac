import type { StoredAction } from '../../store/action-results.ts';
import { type EnqueueContext, enqueueEvent } from '../events.ts';
import { type Completion, NO_WEBHOOK } from './complete.ts';
import {
  buildTriggeredEvent,
  type DispatchContext,
  fillActionTemplate,
  getEffectKey,
  TOO_LONG,
} from './context.ts';
import type { DmSender, PreparedDm } from './send-dm.ts';

/**
 * Outcome of running a dispatch: it has ended, waits for a time or its callback, or its lease was lost to another
 * process.
 */
export interface DispatchOutcome {
  readonly kind: 'ended' | 'waits' | 'lost';
}

/** An outcome, or a DM to send. */
export type DispatchStep = PreparedDm | DispatchOutcome;

/**
 * Runs the remaining actions of a dispatch in order, up to the next DM or the end. The caller holds the transaction.
 *
 * @see docs/service/engine.md#ENG-05, #A-11
 */
export type RunActions = (context: DispatchContext) => DispatchStep;

interface ActionParts extends EnqueueContext {
  readonly sender: Pick<DmSender, 'prepare'>;
  readonly completion: Pick<Completion, 'complete' | 'recordSent'>;
}

export function createActionRunner({ store, random, sender, completion }: ActionParts): RunActions {
  const { actionResults, dispatches } = store;

  /** @returns why the dispatch pauses here; null when the action has ended */
  function startDm(context: DispatchContext, action: StoredAction): DispatchStep | null {
    const { dispatch } = context;
    const step = sender.prepare(context, action);
    if (step.kind === 'order') return step;
    if (step.kind === 'ended') return null;
    if (step.kind === 'wait') dispatches.defer(dispatch.row, step.until, dispatch.retries);
    else dispatches.awaitCallback(dispatch.row);
    return { kind: 'waits' };
  }

  /**
   * Enqueues a delivery: status `sent` means no more than that.
   *
   * @see docs/service/webhooks.md#automation-events, #HOOK-15, #HOOK-17, #HOOK-19
   */
  function fireWebhook(context: DispatchContext, action: StoredAction): void {
    const { dispatch, engagement, automation, now } = context;
    const event = buildTriggeredEvent(dispatch, engagement, { actionId: action.actionId, now });
    const key = `triggered:${getEffectKey(dispatch, action)}` as const;
    const { profile } = automation;
    const hookId = enqueueEvent({ store, random }, { profile, action: 'automations', key, event, at: now });
    if (hookId === null) fail(context, action, NO_WEBHOOK);
    else completion.recordSent(context, action, { payload: event });
  }

  /**
   * Queues an email: status `sent` means no more than that.
   *
   * @see docs/service/readings.md#U-38
   */
  function queueEmail(context: DispatchContext, action: StoredAction): void {
    const { dispatch, automation, now } = context;
    const { to, subject, message } = action.config;
    const head = fillActionTemplate(store, context, subject ?? '');
    const text = fillActionTemplate(store, context, message);
    if (head === null || text === null) {
      fail(context, action, TOO_LONG);
      return;
    }
    const email = { to: String(to), subject: subject === undefined ? null : toOneLine(head), message: text };
    store.outbox.add({ ...email, key: getEffectKey(dispatch, action), profile: automation.profile, at: now });
    completion.recordSent(context, action, email);
  }

  function fail({ dispatch, now }: DispatchContext, { position }: StoredAction, errorDetails: string): void {
    actionResults.change(dispatch.row, position, { status: 'failed', errorDetails, completedAt: now });
  }

  return (context) => {
    for (const action of actionResults.list(context.dispatch.row)) {
      if (action.status !== 'pending') continue;
      if (action.type === 'send_dm') {
        const paused = startDm(context, action);
        if (paused !== null) return paused;
      } else if (action.type === 'fire_webhook') fireWebhook(context, action);
      else queueEmail(context, action);
    }
    completion.complete(context);
    return { kind: 'ended' };
  };
}

/** Prevents header injection by texts of strangers. @see docs/safety.md#S12 */
function toOneLine(text: string): string {
  return text.replaceAll(/[\r\n\0]+/g, ' ');
}
