import { getHostPort } from '../../../domain/addresses/url-shape.ts';
import { describeFallback } from '../../../domain/callbacks/message-callback.ts';
import type { ActionType } from '../../../service/actions.ts';
import type { MessageSource } from '../../../service/endpoints/activity.ts';
import { LIMITS } from '../../../service/limits.ts';
import { type DmRequest, sendDm } from '../../networks/instagram-messages.ts';
import type { StoredAction } from '../../store/automations/action-results.ts';
import { awaitCallback, pauseDispatch } from '../../store/automations/dispatches.ts';
import { insertEmail } from '../../store/messages.ts';
import { findCallback, insertCallback } from '../../store/outbound/callbacks.ts';
import { enqueueEvent, enqueueSentDm } from '../events.ts';
import { appendReason, completeDispatch, endAction, endUnsent, NO_WEBHOOK, recordSent } from './complete.ts';
import {
  buildTriggeredEvent,
  type DispatchContext,
  fillActionTemplate,
  getEffectKey,
  TOO_LONG,
} from './context.ts';
import { chargeSending, findMonthlyLimit, scheduleDm } from './dm-quotas.ts';

/** Outcome of running a dispatch: it has ended, or waits for a time or its callback. */
export type DispatchOutcome = 'ended' | 'waits';

/**
 * Runs the remaining actions of a dispatch in order, up to the end or the first that waits. The caller holds the
 * transaction.
 *
 * @see docs/service/engine.md#ENG-05, #A-11
 */
export function runActions(context: DispatchContext): DispatchOutcome {
  for (const action of context.actions) {
    if (action.status === 'pending' && START[action.type](context, action) === 'waits') return 'waits';
  }
  completeDispatch(context);
  return 'ended';
}

/**
 * Enqueues a delivery: status `sent` means no more than that.
 *
 * @see docs/service/webhooks.md#automation-events, #HOOK-15, #HOOK-17, #HOOK-19
 */
function fireWebhook(context: DispatchContext, action: StoredAction): DispatchOutcome {
  const { reads, dispatch, engagement, automation, now } = context;
  const event = buildTriggeredEvent(dispatch, engagement, { actionId: action.actionId, now });
  const key = `triggered:${getEffectKey(dispatch, action)}` as const;
  const subject = { profile: automation.profile, action: 'automations' } as const;
  const hookId = enqueueEvent(context, { ...subject, key, event, at: now }, reads.webhook(subject));
  if (hookId === null) endAction(context, action, { status: 'failed', errorDetails: NO_WEBHOOK });
  else recordSent(context, action, { payload: event });
  return 'ended';
}

/**
 * Queues an email: status `sent` means no more than that.
 *
 * @see docs/service/readings.md#U-38
 */
function queueEmail(context: DispatchContext, action: StoredAction): DispatchOutcome {
  const { store, dispatch, automation, now } = context;
  const { to, subject, message } = action.config;
  const head = fillActionTemplate(context, subject ?? '');
  const text = fillActionTemplate(context, message);
  if (head === null || text === null) {
    endAction(context, action, { status: 'failed', errorDetails: TOO_LONG });
    return 'ended';
  }
  const email = { to: String(to), subject: subject === undefined ? null : toOneLine(head), message: text };
  const key = getEffectKey(dispatch, action);
  insertEmail(store, { ...email, key, profile: automation.profile, at: now });
  recordSent(context, action, email);
  return 'ended';
}

const START: Record<ActionType, typeof startDm> = {
  send_dm: startDm,
  fire_webhook: fireWebhook,
  send_email: queueEmail,
};

/** Prevents header injection by texts of strangers. @see docs/safety.md#S12 */
function toOneLine(text: string): string {
  return text.replaceAll(/[\r\n\0]+/g, ' ');
}

/**
 * Sends a DM: checks limits, gets or fills its text, asks the network, and records the answer and what is charged.
 *
 * @see docs/service/readings.md#U-20
 * @see docs/decisions/0055-dispatches-in-groups.md
 */
function startDm(context: DispatchContext, action: StoredAction): DispatchOutcome {
  const source = findTextSource(context, action);
  const { messageSource, callbackText, reason } = source;
  const full = findMonthlyLimit(context);
  if (full !== null) {
    const settled = messageSource === 'template' ? null : messageSource;
    return failDm(context, action, { error: full, messageSource: settled, reason });
  }
  if (messageSource === null) return requestText(context, action);
  const text = callbackText ?? fillActionTemplate(context, action.config['message']);
  if (text === null) return failDm(context, action, { ...source, error: TOO_LONG });
  // a callback's text is sent unchanged
  if (callbackText === null && !/\S/.test(text))
    return failDm(context, action, { ...source, error: 'the message is empty' });
  const until = scheduleDm(context, action);
  if (until > context.now) {
    pauseDispatch(context.store, context.dispatch.row, until);
    return 'waits';
  }
  Object.assign(action, { messageSource, errorDetails: reason });
  askNetwork(context, action, text);
  return 'ended';
}

function failDm(
  context: DispatchContext,
  action: StoredAction,
  { error, messageSource, reason }: Omit<MessageTextSource, 'callbackText'> & { error: string },
): DispatchOutcome {
  endUnsent(context, action, { status: 'failed', errorDetails: appendReason(error, reason), messageSource });
  return 'ended';
}

/** @see docs/service/engine.md#ENG-09, #ENG-13, #ENG-16, #ENG-20 */
function askNetwork(context: DispatchContext, action: StoredAction, text: string): void {
  const { dispatch, engagement, automation, crashPoint } = context;
  const request: DmRequest = {
    key: getEffectKey(dispatch, action),
    profile: automation.profile,
    accountId: automation.accountId,
    recipientId: dispatch.recipientId,
    commentId: 'commentId' in engagement ? engagement.commentId : null,
    text,
  };
  crashPoint?.('before sendDm');
  const answer = sendDm(context, request);
  crashPoint?.('after sendDm');
  if (answer.status !== 'sent') {
    const errorDetails = appendReason(answer.reason, action.errorDetails);
    endUnsent(context, action, { status: answer.status, errorDetails });
    return;
  }
  chargeSending(context, action);
  enqueueSentDm(context, request);
  const { messageUrl } = action.config;
  recordSent(context, action, { message: text, ...(messageUrl !== undefined && { messageUrl }) });
}

/** The dispatch waits until the callback is answered. */
function requestText(context: DispatchContext, action: StoredAction): DispatchOutcome {
  enqueueCallback(context, action);
  awaitCallback(context.store, context.dispatch.row);
  return 'waits';
}

function enqueueCallback({ store, dispatch, automation }: DispatchContext, action: StoredAction): void {
  const { position, config } = action;
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
  { store, dispatch }: DispatchContext,
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

interface MessageTextSource {
  /** Null when a callback has to be requested first. */
  messageSource: MessageSource | null;
  /** Text from the callback; null when the template is used. */
  callbackText: string | null;
  /** Why the callback was not used. @see docs/service/engine.md#A-08 */
  reason: string | null;
}
