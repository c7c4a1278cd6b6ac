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
import { enqueueEvent, enqueueSentDm } from '../events.ts';
import { appendReason, completeDispatch, endAction, failAction, NO_WEBHOOK, recordSent } from './complete.ts';
import {
  buildTriggeredEvent,
  type DispatchContext,
  fillActionTemplate,
  getEffectKey,
  TOO_LONG,
} from './context.ts';
import { chargeSending, findMonthlyLimit, releaseDm, releaseSending, scheduleDm } from './dm-quotas.ts';

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
export function runActions(context: DispatchContext): DispatchStep {
  for (const action of listActions(context.store, context.dispatch.row)) {
    if (action.status !== 'pending') continue;
    const paused = START[action.type](context, action);
    if (paused !== null) return paused;
  }
  completeDispatch(context);
  return { kind: 'ended' };
}

/** @returns why the dispatch pauses here; null when the action has ended */
function startDm(context: DispatchContext, action: StoredAction): DispatchStep | null {
  const { store, dispatch } = context;
  const step = prepareDm(context, action);
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
  const hookId = enqueueEvent(context, { profile, action: 'automations', key, event, at: now });
  if (hookId === null) endAction(context, action, { status: 'failed', errorDetails: NO_WEBHOOK });
  else recordSent(context, action, { payload: event });
  return null;
}

/**
 * Queues an email: status `sent` means no more than that.
 *
 * @see docs/service/readings.md#U-38
 */
function queueEmail(context: DispatchContext, action: StoredAction): null {
  const { store, dispatch, automation, now } = context;
  const { to, subject, message } = action.config;
  const head = fillActionTemplate(context, subject ?? '');
  const text = fillActionTemplate(context, message);
  if (head === null || text === null) {
    endAction(context, action, { status: 'failed', errorDetails: TOO_LONG });
    return null;
  }
  const email = { to: String(to), subject: subject === undefined ? null : toOneLine(head), message: text };
  const key = getEffectKey(dispatch, action);
  insertEmail(store, { ...email, key, profile: automation.profile, at: now });
  recordSent(context, action, email);
  return null;
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

/** A DM that is ready to be sent. */
export interface PreparedDm {
  readonly kind: 'order';
  readonly request: DmRequest;
  readonly action: StoredAction;
}

/** Next step of a `send_dm` action: send it, request its callback, wait, or nothing more to do. */
type DmStep = PreparedDm | { kind: 'wait'; until: number } | { kind: 'ask' | 'ended' };

/**
 * Prepares a DM: checks limits, gets or fills its text, and records the charged quotas together with the state
 * `attempting`.
 *
 * @see docs/service/readings.md#U-20
 * @see docs/decisions/0007-effects-once.md: the order
 */
function prepareDm(context: DispatchContext, action: StoredAction): DmStep {
  const source = findTextSource(context, action);
  const { messageSource, callbackText, reason } = source;
  const full = findMonthlyLimit(context);
  if (full !== null) {
    const settled = messageSource === 'template' ? null : messageSource;
    return failDm(context, action, { error: full, messageSource: settled, reason });
  }
  if (messageSource === null) {
    enqueueCallback(context, action);
    return { kind: 'ask' };
  }
  const text = callbackText ?? fillActionTemplate(context, action.config['message']);
  if (text === null) return failDm(context, action, { ...source, error: TOO_LONG });
  // a callback's text is sent unchanged
  if (callbackText === null && !/\S/.test(text))
    return failDm(context, action, { ...source, error: 'the message is empty' });
  const { until, ...counted } = scheduleDm(context, action);
  if (until > context.now) {
    changeAction(context.store, context.dispatch.row, action.position, counted);
    return { kind: 'wait', until };
  }
  return markAttempting(context, { ...action, ...counted, messageSource, errorDetails: reason }, text);
}

function failDm(
  context: DispatchContext,
  action: StoredAction,
  { error, messageSource, reason }: Omit<MessageTextSource, 'callbackText'> & { error: string },
): DmStep {
  failAction(context, action, { errorDetails: appendReason(error, reason), messageSource });
  return { kind: 'ended' };
}

function markAttempting(context: DispatchContext, action: StoredAction, text: string): PreparedDm {
  const { store, dispatch, engagement, automation } = context;
  const { messageSource, errorDetails, chargedDay } = action;
  const charged = { ...chargeSending(context, action.slot), chargedDay };
  const attempt = { status: 'attempting', messageSource, errorDetails, ...charged } as const;
  changeAction(store, dispatch.row, action.position, attempt);
  const request: DmRequest = {
    key: getEffectKey(dispatch, action),
    profile: automation.profile,
    accountId: automation.accountId,
    recipientId: dispatch.recipientId,
    commentId: 'commentId' in engagement ? engagement.commentId : null,
    text,
  };
  return { kind: 'order', request, action: { ...action, ...charged } };
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

/**
 * Records the network's answer.
 *
 * @see docs/service/engine.md#ENG-09, #ENG-13, #ENG-16, #ENG-20
 */
export function recordDmAnswer(
  context: DispatchContext,
  { request, action }: PreparedDm,
  answer: DmAnswer,
): void {
  if (answer.status !== 'sent') {
    const errorDetails = appendReason(answer.reason, action.errorDetails);
    releaseDm(context, action);
    endAction(context, action, { status: answer.status, errorDetails });
    return;
  }
  enqueueSentDm(context, request);
  const { messageUrl } = action.config;
  const sent = { message: request.text, ...(messageUrl !== undefined && { messageUrl }) };
  recordSent(context, action, sent);
}

/** Undoes the attempt of a DM that was certainly not sent; it will be prepared again. */
export function undoDmAttempt(context: DispatchContext, { action }: PreparedDm): void {
  releaseSending(context, action);
  const before = { status: 'pending', errorDetails: null, messageSource: null } as const;
  changeAction(context.store, context.dispatch.row, action.position, before);
}

interface MessageTextSource {
  /** Null when a callback has to be requested first. */
  messageSource: MessageSource | null;
  /** Text from the callback; null when the template is used. */
  callbackText: string | null;
  /** Why the callback was not used. @see docs/service/engine.md#A-08 */
  reason: string | null;
}
