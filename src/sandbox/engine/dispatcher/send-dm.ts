import { getHostPort } from '../../../domain/addresses/url-shape.ts';
import { describeFallback } from '../../../domain/callbacks/judge-callback.ts';
import type { MessageSource } from '../../../service/endpoints/activity.ts';
import { LIMITS } from '../../../service/limits.ts';
import type { DmAnswer, DmRequest } from '../../networks/instagram-messages.ts';
import type { StoredAction } from '../../store/action-results.ts';
import { enqueueSentDm } from '../message-events.ts';
import { redactSent } from '../redact-sent.ts';
import { type DispatchContext, fillActionTemplate, getEffectKey, TOO_LONG } from './context.ts';
import { getDmQuotas, scheduleDm, toMonthNumber } from './dm-quotas.ts';
import { startDedupWindow } from './plan.ts';

/** A DM that is ready to be sent. */
export interface PreparedDm {
  readonly kind: 'order';
  readonly request: DmRequest;
  readonly action: StoredAction;
}

/** Next step of a `send_dm` action: send it, request its callback, wait, or nothing more to do. */
type DmStep =
  | PreparedDm
  | { readonly kind: 'wait'; readonly until: number }
  | { readonly kind: 'ask' | 'ended' };

const ENDED = { kind: 'ended' } as const;

/**
 * Prepares a DM: checks limits, gets or fills its text, and records the charged quotas together with the state
 * `attempting`. The caller holds the transaction.
 *
 * @see docs/service/readings.md#U-20
 * @see docs/decisions/0007-effects-once.md: the order
 */
export function prepareDm(context: DispatchContext, action: StoredAction): DmStep {
  const { engine, dispatch, now } = context;
  const { messageSource, callbackText, reason } = resolveTextSource(context, action);
  const full = getMonthlyLimitReason(context);
  if (full !== null) {
    const settled = messageSource === 'template' ? null : messageSource;
    return failAction(context, action, { errorDetails: appendReason(full, reason), messageSource: settled });
  }
  if (messageSource === null) {
    enqueueCallback(context, action);
    return { kind: 'ask' };
  }
  const text = callbackText ?? fillActionTemplate(context, action.config['message']);
  if (text === null) {
    return failAction(context, action, { errorDetails: appendReason(TOO_LONG, reason), messageSource });
  }
  // a callback's text is sent unchanged
  if (callbackText === null && !/\S/.test(text)) {
    return failAction(context, action, {
      errorDetails: appendReason('the message is empty', reason),
      messageSource,
    });
  }
  const { until, ...counted } = scheduleDm(context, action);
  if (until > now) {
    engine.store.actionResults.change(dispatch.row, action.position, counted);
    return { kind: 'wait', until };
  }
  return markAttempting(context, { ...action, ...counted, messageSource, errorDetails: reason }, text);
}

function markAttempting(context: DispatchContext, action: StoredAction, text: string): PreparedDm {
  const { engine, dispatch, engagement, automation, now } = context;
  const { store } = engine;
  const { accountId, profile } = automation;
  const month = toMonthNumber(now);
  store.dmCounts.chargeMonth({ accountId, month, recipientId: dispatch.recipientId }, 1);
  if (action.slot !== null) store.dmCounts.useSlot(accountId, action.slot, now);
  const { messageSource, errorDetails, chargedDay } = action;
  const counted = { slot: now, chargedDay, chargedMonth: month };
  store.actionResults.change(dispatch.row, action.position, {
    status: 'attempting',
    messageSource,
    errorDetails,
    ...counted,
  });
  const commentId = 'commentId' in engagement ? engagement.commentId : null;
  const order: DmRequest = {
    key: getEffectKey(dispatch, action),
    profile,
    accountId,
    recipientId: dispatch.recipientId,
    commentId,
    text,
  };
  return { kind: 'order', request: order, action: { ...action, ...counted } };
}

/**
 * Records the network's answer. The caller holds the transaction.
 *
 * @see docs/service/engine.md#ENG-09, #ENG-13, #ENG-16, #ENG-20
 */
export function recordDmAnswer(
  context: DispatchContext,
  { request, action }: PreparedDm,
  answer: DmAnswer,
): void {
  const { engine, dispatch, now } = context;
  const { store } = engine;
  if (answer.status !== 'sent') {
    const errorDetails = appendReason(answer.reason, action.errorDetails);
    releaseQuota(context, action);
    store.actionResults.change(dispatch.row, action.position, {
      status: answer.status,
      errorDetails,
      completedAt: now,
    });
    return;
  }
  startDedupWindow(context, action);
  enqueueSentDm(context, request);
  const { messageUrl } = action.config;
  store.actionResults.change(dispatch.row, action.position, {
    status: 'sent',
    recorded: redactSent({ message: request.text, ...(messageUrl !== undefined && { messageUrl }) }),
    completedAt: now,
  });
}

/** Error of a DM that may or may not have been sent. */
export const OUTCOME_UNKNOWN = 'outcome unknown: it was interrupted while the network was asked';

/**
 * Fails a DM whose outcome is unknown, since the process that sent it died. It is not sent again, because two DMs are
 * worse than none, and it stays charged to all quotas.
 *
 * @see docs/decisions/0007-effects-once.md
 */
export function failWithUnknownOutcome(context: DispatchContext, action: StoredAction): void {
  const { engine, dispatch, now } = context;
  startDedupWindow(context, action);
  engine.store.actionResults.change(dispatch.row, action.position, {
    status: 'failed',
    errorDetails: appendReason(OUTCOME_UNKNOWN, action.errorDetails),
    completedAt: now,
  });
}

/**
 * Undoes the attempt of a DM that was certainly not sent; it will be prepared again. The caller holds the
 * transaction.
 */
export function undoAttempt(context: DispatchContext, { action }: PreparedDm): void {
  releaseSendQuota(context, action);
  const { engine, dispatch } = context;
  engine.store.actionResults.change(dispatch.row, action.position, {
    status: 'pending',
    errorDetails: null,
    messageSource: null,
  });
}

/** Fails an action whose DM was not sent, and releases its quotas. */
export function failAction(
  context: DispatchContext,
  action: StoredAction,
  { errorDetails, messageSource }: Pick<StoredAction, 'errorDetails' | 'messageSource'>,
): { readonly kind: 'ended' } {
  releaseQuota(context, action);
  context.engine.store.actionResults.change(context.dispatch.row, action.position, {
    status: 'failed',
    errorDetails,
    messageSource,
    completedAt: context.now,
  });
  return ENDED;
}

/** Skips an action that will not run, and releases its quotas. */
export function skipAction(context: DispatchContext, action: StoredAction, errorDetails: string): void {
  releaseQuota(context, action);
  const ending = { status: 'skipped', errorDetails, completedAt: context.now } as const;
  context.engine.store.actionResults.change(context.dispatch.row, action.position, ending);
}

/** Releases the daily cap, the monthly limit and the slot of the rate limit. */
function releaseQuota(context: DispatchContext, action: StoredAction): void {
  const { engine, dispatch, automation } = context;
  releaseSendQuota(context, action);
  if (action.chargedDay === null) return;
  engine.store.dmCounts.chargeDay(action.chargedDay, automation.profile, -1);
  engine.store.actionResults.change(dispatch.row, action.position, { chargedDay: null });
}

/** Releases what is charged on sending: the monthly limit and the slot of the rate limit. */
function releaseSendQuota({ engine, dispatch, automation }: DispatchContext, action: StoredAction): void {
  const { dmCounts, actionResults } = engine.store;
  const { accountId } = automation;
  const { chargedMonth: month, slot } = action;
  if (month !== null) dmCounts.chargeMonth({ accountId, month, recipientId: dispatch.recipientId }, -1);
  // the month is charged when the DM is sent, not before
  if (slot !== null) dmCounts.releaseSlot(accountId, slot, month === null ? 'reserved' : 'sent');
  actionResults.change(dispatch.row, action.position, { chargedMonth: null, slot: null });
}

/**
 * U-42: when the limit is reached, a new recipient gets no DM, except for a comment.
 *
 * @see docs/service/engine.md#ENG-12, #C-03
 */
function getMonthlyLimitReason({
  engine,
  dispatch,
  engagement,
  automation,
  now,
}: DispatchContext): string | null {
  const { perMonth } = getDmQuotas(engine.store);
  if (perMonth === null || 'commentId' in engagement) return null;
  const { dmCounts } = engine.store;
  const { accountId } = automation;
  const month = toMonthNumber(now);
  if (dmCounts.countInMonth(accountId, month) < perMonth) return null;
  if (dmCounts.hasConversation({ accountId, month, recipientId: dispatch.recipientId })) return null;
  return `the monthly conversation limit of ${perMonth} is reached, and the recipient is new`;
}

/** Puts the error of the DM first, then why the callback was not used. @see docs/service/engine.md#A-08 */
function appendReason(error: string, reason: string | null): string {
  return reason === null ? error : `${error}; ${reason}`;
}

/** Where the text of a DM comes from. */
interface MessageTextSource {
  /** Null when a callback has to be requested first. */
  readonly messageSource: MessageSource | null;
  /** Text from the callback; null when the template is used. */
  readonly callbackText: string | null;
  /** Why the callback was not used. @see docs/service/engine.md#A-08 */
  readonly reason: string | null;
}

/** @see docs/service/activity.md#message-source; docs/service/callbacks.md#CBK-07 */
function resolveTextSource(
  { engine, dispatch }: DispatchContext,
  { position, config }: StoredAction,
): MessageTextSource {
  if (config['messageUrl'] === undefined)
    return { messageSource: 'template', callbackText: null, reason: null };
  const callback = engine.store.callbacks.find({ dispatch: dispatch.row, position });
  if (callback?.state !== 'answered') return { messageSource: null, callbackText: null, reason: null };
  const { message, reason } = callback;
  return message === null
    ? { messageSource: 'fallback', callbackText: null, reason: describeFallback(reason ?? '') }
    : { messageSource: 'callback', callbackText: message, reason: null };
}

/** Enqueues a callback request for the text. The caller holds the transaction. */
function enqueueCallback(
  { engine, dispatch, automation }: DispatchContext,
  { position, config }: StoredAction,
): void {
  const url = String(config['messageUrl']);
  const { timeoutMs } = config;
  engine.store.callbacks.add({
    dispatch: dispatch.row,
    position,
    profile: automation.profile,
    url,
    address: getHostPort(url),
    timeoutMs: typeof timeoutMs === 'number' ? timeoutMs : LIMITS.callbackTimeoutMs.default,
  });
}
