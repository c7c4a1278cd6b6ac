import { redactSent } from '../../rules/redact-sent.ts';
import type { DmAnswer, DmRequest } from '../networks/instagram-messages.ts';
import type { StoredAction } from '../store/action-results.ts';
import { toMonthNumber } from './calendar.ts';
import { startDedupWindow } from './dedup.ts';
import { type DispatchContext, getEffectKey } from './dispatch-context.ts';
import { getDmQuotas } from './dm-limits.ts';
import { enqueueSentDm } from './enqueue-message-events.ts';
import { fillActionTemplate, TOO_LONG } from './fill-action-template.ts';
import { scheduleDm } from './schedule-dm.ts';
import { enqueueCallback, resolveTextSource } from './text-source.ts';

/** A DM that the network is to be asked to send. */
export interface PreparedDm {
  readonly kind: 'order';
  readonly request: DmRequest;
  readonly action: StoredAction;
}

/** What is to come of a `send_dm`: the network or its callback is asked, it waits for its time, or it has ended. */
export type DmStep =
  | PreparedDm
  | { readonly kind: 'wait'; readonly until: number }
  | { readonly kind: 'ask' | 'ended' };

const ENDED = { kind: 'ended' } as const;

/**
 * Makes a DM ready: its limits are looked at, its text is asked for or made, and what it counts for is written down with
 * the fact that the network is about to be asked. The caller holds the transaction.
 *
 * @see docs/service/readings.md#U-20
 * @see docs/decisions/0007-effects-once.md: the order
 */
export function prepareDm(work: DispatchContext, action: StoredAction): DmStep {
  const { engine, dispatch, now } = work;
  const { messageSource, callbackText, reason } = resolveTextSource(work, action);
  const full = getMonthlyLimitReason(work);
  if (full !== null) {
    const settled = messageSource === 'template' ? null : messageSource;
    return failAction(work, action, { errorDetails: appendReason(full, reason), messageSource: settled });
  }
  if (messageSource === null) {
    enqueueCallback(work, action);
    return { kind: 'ask' };
  }
  const text = callbackText ?? fillActionTemplate(work, action.config['message']);
  if (text === null) {
    return failAction(work, action, { errorDetails: appendReason(TOO_LONG, reason), messageSource });
  }
  // What a callback gave is sent as it is.
  if (callbackText === null && !/\S/.test(text)) {
    return failAction(work, action, {
      errorDetails: appendReason('the message is empty', reason),
      messageSource,
    });
  }
  const { until, ...counted } = scheduleDm(work, action);
  if (until > now) {
    engine.store.actionResults.change(dispatch.row, action.position, counted);
    return { kind: 'wait', until };
  }
  return markAttempting(work, { ...action, ...counted, messageSource, errorDetails: reason }, text);
}

function markAttempting(work: DispatchContext, action: StoredAction, text: string): PreparedDm {
  const { engine, dispatch, engagement, automation, now } = work;
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
 * Writes down what the network said. The caller holds the transaction.
 *
 * @see docs/service/engine.md#ENG-09, #ENG-13, #ENG-16, #ENG-20
 */
export function recordDmAnswer(
  work: DispatchContext,
  { request, action }: PreparedDm,
  answer: DmAnswer,
): void {
  const { engine, dispatch, now } = work;
  const { store } = engine;
  if (answer.status !== 'sent') {
    const errorDetails = appendReason(answer.reason, action.errorDetails);
    releaseQuota(work, action);
    store.actionResults.change(dispatch.row, action.position, {
      status: answer.status,
      errorDetails,
      completedAt: now,
    });
    return;
  }
  startDedupWindow(work, action);
  enqueueSentDm(work, request);
  const { messageUrl } = action.config;
  store.actionResults.change(dispatch.row, action.position, {
    status: 'sent',
    recorded: redactSent({ message: request.text, ...(messageUrl !== undefined && { messageUrl }) }),
    completedAt: now,
  });
}

/** What is said of a DM of which nobody knows whether it went out. */
export const OUTCOME_UNKNOWN = 'outcome unknown: it was interrupted while the network was asked';

/**
 * Ends a DM of which nobody knows whether it went out: whoever asked the network is gone. It is not asked again, since
 * two DMs are worse than none; it counts for all that a sent one counts for.
 *
 * @see docs/decisions/0007-effects-once.md
 */
export function failWithUnknownOutcome(work: DispatchContext, action: StoredAction): void {
  const { engine, dispatch, now } = work;
  startDedupWindow(work, action);
  engine.store.actionResults.change(dispatch.row, action.position, {
    status: 'failed',
    errorDetails: appendReason(OUTCOME_UNKNOWN, action.errorDetails),
    completedAt: now,
  });
}

/**
 * Takes the attempt back: what kept the network from being asked is known, so the DM did not go out, and its turn comes
 * again. The caller holds the transaction.
 */
export function undoAttempt(work: DispatchContext, { action }: PreparedDm): void {
  releaseSendQuota(work, action);
  const { engine, dispatch } = work;
  engine.store.actionResults.change(dispatch.row, action.position, {
    status: 'pending',
    errorDetails: null,
    messageSource: null,
  });
}

/** Ends a DM that was not sent, and that counts for nothing. */
export function failAction(
  work: DispatchContext,
  action: StoredAction,
  { errorDetails, messageSource }: Pick<StoredAction, 'errorDetails' | 'messageSource'>,
): { readonly kind: 'ended' } {
  releaseQuota(work, action);
  work.engine.store.actionResults.change(work.dispatch.row, action.position, {
    status: 'failed',
    errorDetails,
    messageSource,
    completedAt: work.now,
  });
  return ENDED;
}

/** Ends an action whose turn will not come, and that counts for nothing. */
export function skipAction(work: DispatchContext, action: StoredAction, errorDetails: string): void {
  releaseQuota(work, action);
  const ending = { status: 'skipped', errorDetails, completedAt: work.now } as const;
  work.engine.store.actionResults.change(work.dispatch.row, action.position, ending);
}

/** Gives back what the DM counted for: cap, limit and pace. */
function releaseQuota(work: DispatchContext, action: StoredAction): void {
  const { engine, dispatch, automation } = work;
  releaseSendQuota(work, action);
  if (action.chargedDay === null) return;
  engine.store.dmCounts.chargeDay(action.chargedDay, automation.profile, -1);
  engine.store.actionResults.change(dispatch.row, action.position, { chargedDay: null });
}

/** Gives back what it counted for since it was to go: limit and pace. */
function releaseSendQuota({ engine, dispatch, automation }: DispatchContext, action: StoredAction): void {
  const { dmCounts, actionResults } = engine.store;
  const { accountId } = automation;
  const { chargedMonth: month, slot } = action;
  if (month !== null) dmCounts.chargeMonth({ accountId, month, recipientId: dispatch.recipientId }, -1);
  // The month is counted when the network is asked, and not before.
  if (slot !== null) dmCounts.releaseSlot(accountId, slot, month === null ? 'reserved' : 'sent');
  actionResults.change(dispatch.row, action.position, { chargedMonth: null, slot: null });
}

/**
 * U-42: somebody new gets no DM once the limit is reached, unless they commented.
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

/** The error of the DM first, then why the callback was not used. @see docs/service/engine.md#A-08 */
function appendReason(error: string, reason: string | null): string {
  return reason === null ? error : `${error}; ${reason}`;
}
