import { getHostPort } from '../../../domain/addresses/url-shape.ts';
import { describeFallback } from '../../../domain/callbacks/message-callback.ts';
import type { ActionType } from '../../../service/actions.ts';
import type { MessageSource } from '../../../service/endpoints/activity.ts';
import { LIMITS } from '../../../service/limits.ts';
import type { DmAnswer, DmRequest } from '../../networks/instagram-messages.ts';
import { changeAction, listActions, type StoredAction } from '../../store/automations/action-results.ts';
import { awaitCallback, deferDispatch } from '../../store/automations/dispatches.ts';
import { insertEmail } from '../../store/messages.ts';
import { findCallback, insertCallback } from '../../store/outbound/callbacks.ts';
import { type EnqueueContext, enqueueEvent, enqueueSentDm } from '../events.ts';
import { appendReason, type Completion, NO_WEBHOOK } from './complete.ts';
import {
  buildTriggeredEvent,
  type DispatchContext,
  fillActionTemplate,
  getEffectKey,
  TOO_LONG,
} from './context.ts';
import type { DmLedger } from './dm-quotas.ts';

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
  sender: DmSender;
  completion: Completion;
}

export function createActionRunner({ store, random, sender, completion }: ActionParts): RunActions {
  /** @returns why the dispatch pauses here; null when the action has ended */
  function startDm(context: DispatchContext, action: StoredAction): DispatchStep | null {
    const { dispatch } = context;
    const step = sender.prepare(context, action);
    if (step.kind === 'order') return step;
    if (step.kind === 'ended') return null;
    if (step.kind === 'wait') deferDispatch(store, dispatch.row, step.until, dispatch.retries);
    else awaitCallback(store, dispatch.row);
    return { kind: 'waits' };
  }

  /**
   * Enqueues a delivery: status `sent` means no more than that.
   *
   * @see docs/service/webhooks.md#automation-events, #HOOK-15, #HOOK-17, #HOOK-19
   */
  function fireWebhook(context: DispatchContext, action: StoredAction): null {
    const { dispatch, engagement, automation, now } = context;
    const event = buildTriggeredEvent(dispatch, engagement, { actionId: action.actionId, now });
    const key = `triggered:${getEffectKey(dispatch, action)}` as const;
    const { profile } = automation;
    const hookId = enqueueEvent({ store, random }, { profile, action: 'automations', key, event, at: now });
    if (hookId === null) fail(context, action, NO_WEBHOOK);
    else completion.recordSent(context, action, { payload: event });
    return null;
  }

  /**
   * Queues an email: status `sent` means no more than that.
   *
   * @see docs/service/readings.md#U-38
   */
  function queueEmail(context: DispatchContext, action: StoredAction): null {
    const { dispatch, automation, now } = context;
    const { to, subject, message } = action.config;
    const head = fillActionTemplate(store, context, subject ?? '');
    const text = fillActionTemplate(store, context, message);
    if (head === null || text === null) {
      fail(context, action, TOO_LONG);
      return null;
    }
    const email = { to: String(to), subject: subject === undefined ? null : toOneLine(head), message: text };
    insertEmail(store, {
      ...email,
      key: getEffectKey(dispatch, action),
      profile: automation.profile,
      at: now,
    });
    completion.recordSent(context, action, email);
    return null;
  }

  function fail({ dispatch, now }: DispatchContext, { position }: StoredAction, errorDetails: string): void {
    changeAction(store, dispatch.row, position, { status: 'failed', errorDetails, completedAt: now });
  }

  const run: Record<ActionType, typeof startDm> = {
    send_dm: startDm,
    fire_webhook: fireWebhook,
    send_email: queueEmail,
  };
  return (context) => {
    for (const action of listActions(store, context.dispatch.row)) {
      if (action.status !== 'pending') continue;
      const paused = run[action.type](context, action);
      if (paused !== null) return paused;
    }
    completion.complete(context);
    return { kind: 'ended' };
  };
}

/** Prevents header injection by texts of strangers. @see docs/safety.md#S12 */
function toOneLine(text: string): string {
  return text.replaceAll(/[\r\n\0]+/g, ' ');
}

/** A DM that is ready to be sent. */
export interface PreparedDm {
  readonly kind: 'order';
  readonly request: DmRequest;
  readonly action: StoredAction;
}

/** Next step of a `send_dm` action: send it, request its callback, wait, or nothing more to do. */
type DmStep = PreparedDm | { kind: 'wait'; until: number } | { kind: 'ask' | 'ended' };

export type DmSender = ReturnType<typeof createDmSender>;

interface DmSenderParts extends EnqueueContext {
  ledger: DmLedger;
  completion: Completion;
}

/** Prepares DMs, and records their results. The caller holds the transaction. */
export function createDmSender({ store, random, ledger, completion }: DmSenderParts) {
  function fail(
    context: DispatchContext,
    action: StoredAction,
    { error, messageSource, reason }: Omit<MessageTextSource, 'callbackText'> & { error: string },
  ): DmStep {
    completion.failAction(context, action, { errorDetails: appendReason(error, reason), messageSource });
    return { kind: 'ended' };
  }

  function markAttempting(context: DispatchContext, action: StoredAction, text: string): PreparedDm {
    const { dispatch, engagement, automation } = context;
    const { accountId, profile } = automation;
    const { messageSource, errorDetails, chargedDay } = action;
    const charged = { ...ledger.chargeSending(context, action.slot), chargedDay };
    changeAction(store, dispatch.row, action.position, {
      status: 'attempting',
      messageSource,
      errorDetails,
      ...charged,
    });
    const request: DmRequest = {
      key: getEffectKey(dispatch, action),
      profile,
      accountId,
      recipientId: dispatch.recipientId,
      commentId: 'commentId' in engagement ? engagement.commentId : null,
      text,
    };
    return { kind: 'order', request, action: { ...action, ...charged } };
  }

  /** Enqueues a callback request for the text. */
  function enqueueCallback(
    { dispatch, automation }: DispatchContext,
    { position, config }: StoredAction,
  ): void {
    const url = String(config['messageUrl']);
    const { timeoutMs } = config;
    insertCallback(store, {
      dispatch: dispatch.row,
      position,
      profile: automation.profile,
      url,
      address: getHostPort(url),
      timeoutMs: typeof timeoutMs === 'number' ? timeoutMs : LIMITS.callbackTimeoutMs.default,
    });
  }

  /** @see docs/service/activity.md#message-source; docs/service/callbacks.md#CBK-07 */
  function findTextSource(
    { dispatch }: DispatchContext,
    { position, config }: StoredAction,
  ): MessageTextSource {
    if (config['messageUrl'] === undefined)
      return { messageSource: 'template', callbackText: null, reason: null };
    const callback = findCallback(store, { dispatch: dispatch.row, position });
    if (callback?.state !== 'answered') return { messageSource: null, callbackText: null, reason: null };
    const { message, reason } = callback;
    return message === null
      ? { messageSource: 'fallback', callbackText: null, reason: describeFallback(reason ?? '') }
      : { messageSource: 'callback', callbackText: message, reason: null };
  }

  return {
    /**
     * Prepares a DM: checks limits, gets or fills its text, and records the charged quotas together with the state
     * `attempting`.
     *
     * @see docs/service/readings.md#U-20
     * @see docs/decisions/0007-effects-once.md: the order
     */
    prepare(context: DispatchContext, action: StoredAction): DmStep {
      const source = findTextSource(context, action);
      const { messageSource, callbackText, reason } = source;
      const full = ledger.findMonthlyLimit(context);
      if (full !== null) {
        const settled = messageSource === 'template' ? null : messageSource;
        return fail(context, action, { error: full, messageSource: settled, reason });
      }
      if (messageSource === null) {
        enqueueCallback(context, action);
        return { kind: 'ask' };
      }
      const text = callbackText ?? fillActionTemplate(store, context, action.config['message']);
      if (text === null) return fail(context, action, { ...source, error: TOO_LONG });
      // a callback's text is sent unchanged
      if (callbackText === null && !/\S/.test(text))
        return fail(context, action, { ...source, error: 'the message is empty' });
      const { until, ...counted } = ledger.schedule(context, action);
      if (until > context.now) {
        changeAction(store, context.dispatch.row, action.position, counted);
        return { kind: 'wait', until };
      }
      return markAttempting(context, { ...action, ...counted, messageSource, errorDetails: reason }, text);
    },
    /**
     * Records the network's answer.
     *
     * @see docs/service/engine.md#ENG-09, #ENG-13, #ENG-16, #ENG-20
     */
    recordAnswer(context: DispatchContext, { request, action }: PreparedDm, answer: DmAnswer) {
      const { dispatch, now: completedAt } = context;
      if (answer.status !== 'sent') {
        const errorDetails = appendReason(answer.reason, action.errorDetails);
        ledger.release(context, action);
        changeAction(store, dispatch.row, action.position, {
          status: answer.status,
          errorDetails,
          completedAt,
        });
        return;
      }
      enqueueSentDm({ store, random }, context, request);
      const { messageUrl } = action.config;
      const sent = { message: request.text, ...(messageUrl !== undefined && { messageUrl }) };
      completion.recordSent(context, action, sent);
    },
    /** Undoes the attempt of a DM that was certainly not sent; it will be prepared again. */
    undoAttempt(context: DispatchContext, { action }: PreparedDm) {
      ledger.releaseSending(context, action);
      changeAction(store, context.dispatch.row, action.position, {
        status: 'pending',
        errorDetails: null,
        messageSource: null,
      });
    },
  };
}

/** Where the text of a DM comes from. */
interface MessageTextSource {
  /** Null when a callback has to be requested first. */
  messageSource: MessageSource | null;
  /** Text from the callback; null when the template is used. */
  callbackText: string | null;
  /** Why the callback was not used. @see docs/service/engine.md#A-08 */
  reason: string | null;
}
