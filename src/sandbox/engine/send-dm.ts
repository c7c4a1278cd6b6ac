import { redactSent } from '../../rules/redact-sent.ts';
import type { DmAnswer, DmOrder } from '../networks/instagram-messages.ts';
import type { StoredAction } from '../store/action-results.ts';
import { toMonthNumber } from './calendar.ts';
import { startDedupWindow } from './dedup.ts';
import { getDmQuotas } from './dm-limits.ts';
import { fillActionTemplate, TOO_LONG } from './fill-action-template.ts';
import { enqueueCallback, resolveTextSource } from './text-source.ts';
import { tellSent } from './told-events.ts';
import { whenAllowed } from './when-allowed.ts';
import { effectKey, type Work } from './work.ts';

/** A DM that the network is to be asked to send. */
export interface Ordered {
  readonly kind: 'order';
  readonly order: DmOrder;
  readonly action: StoredAction;
}

/** What is to come of a `send_dm`: the network or its callback is asked, it waits for its time, or it has ended. */
export type DmStep =
  | Ordered
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
export function prepareDm(work: Work, action: StoredAction): DmStep {
  const { engine, dispatch, now } = work;
  const { messageSource, callbackText, reason } = resolveTextSource(work, action);
  const full = whyMonthIsFull(work);
  if (full !== null) {
    const settled = messageSource === 'template' ? null : messageSource;
    return refuse(work, action, { errorDetails: withReason(full, reason), messageSource: settled });
  }
  if (messageSource === null) {
    enqueueCallback(work, action);
    return { kind: 'ask' };
  }
  const text = callbackText ?? fillActionTemplate(work, action.config['message']);
  if (text === null) {
    return refuse(work, action, { errorDetails: withReason(TOO_LONG, reason), messageSource });
  }
  // What a callback gave is sent as it is.
  if (callbackText === null && !/\S/.test(text)) {
    return refuse(work, action, { errorDetails: withReason('the message is empty', reason), messageSource });
  }
  const { until, ...counted } = whenAllowed(work, action);
  if (until > now) {
    engine.store.actionResults.change(dispatch.row, action.place, counted);
    return { kind: 'wait', until };
  }
  return attempt(work, { ...action, ...counted, messageSource, errorDetails: reason }, text);
}

function attempt(work: Work, action: StoredAction, text: string): Ordered {
  const { engine, dispatch, engagement, automation, now } = work;
  const { store } = engine;
  const { accountId, profile } = automation;
  const month = toMonthNumber(now);
  store.dmCounts.chargeMonth({ accountId, month, recipientId: dispatch.recipientId }, 1);
  if (action.slot !== null) store.dmCounts.useSlot(accountId, action.slot, now);
  const { messageSource, errorDetails, chargedDay } = action;
  const counted = { slot: now, chargedDay, chargedMonth: month };
  store.actionResults.change(dispatch.row, action.place, {
    status: 'attempting',
    messageSource,
    errorDetails,
    ...counted,
  });
  const commentId = 'commentId' in engagement ? engagement.commentId : null;
  const order: DmOrder = {
    key: effectKey(dispatch, action),
    profile,
    accountId,
    recipientId: dispatch.recipientId,
    commentId,
    text,
  };
  return { kind: 'order', order, action: { ...action, ...counted } };
}

/**
 * Writes down what the network said. The caller holds the transaction.
 *
 * @see docs/service/engine.md#ENG-09, #ENG-13, #ENG-16, #ENG-20
 */
export function recordAnswer(work: Work, { order, action }: Ordered, answer: DmAnswer): void {
  const { engine, dispatch, now } = work;
  const { store } = engine;
  if (answer.status !== 'sent') {
    const errorDetails = withReason(answer.reason, action.errorDetails);
    release(work, action);
    store.actionResults.change(dispatch.row, action.place, {
      status: answer.status,
      errorDetails,
      completedAt: now,
    });
    return;
  }
  startDedupWindow(work, action);
  tellSent(work, order);
  const { messageUrl } = action.config;
  store.actionResults.change(dispatch.row, action.place, {
    status: 'sent',
    recorded: redactSent({ message: order.text, ...(messageUrl !== undefined && { messageUrl }) }),
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
export function giveUpUnknown(work: Work, action: StoredAction): void {
  const { engine, dispatch, now } = work;
  startDedupWindow(work, action);
  engine.store.actionResults.change(dispatch.row, action.place, {
    status: 'failed',
    errorDetails: withReason(OUTCOME_UNKNOWN, action.errorDetails),
    completedAt: now,
  });
}

/**
 * Takes the attempt back: what kept the network from being asked is known, so the DM did not go out, and its turn comes
 * again. The caller holds the transaction.
 */
export function takeBack(work: Work, { action }: Ordered): void {
  releaseSending(work, action);
  const { engine, dispatch } = work;
  engine.store.actionResults.change(dispatch.row, action.place, {
    status: 'pending',
    errorDetails: null,
    messageSource: null,
  });
}

/** Ends a DM that was not sent, and that counts for nothing. */
export function refuse(
  work: Work,
  action: StoredAction,
  { errorDetails, messageSource }: Pick<StoredAction, 'errorDetails' | 'messageSource'>,
): { readonly kind: 'ended' } {
  release(work, action);
  work.engine.store.actionResults.change(work.dispatch.row, action.place, {
    status: 'failed',
    errorDetails,
    messageSource,
    completedAt: work.now,
  });
  return ENDED;
}

/** Ends an action whose turn will not come, and that counts for nothing. */
export function leaveOut(work: Work, action: StoredAction, errorDetails: string): void {
  release(work, action);
  const ending = { status: 'skipped', errorDetails, completedAt: work.now } as const;
  work.engine.store.actionResults.change(work.dispatch.row, action.place, ending);
}

/** Gives back what the DM counted for: cap, limit and pace. */
function release(work: Work, action: StoredAction): void {
  const { engine, dispatch, automation } = work;
  releaseSending(work, action);
  if (action.chargedDay === null) return;
  engine.store.dmCounts.charge(action.chargedDay, automation.profile, -1);
  engine.store.actionResults.change(dispatch.row, action.place, { chargedDay: null });
}

/** Gives back what it counted for since it was to go: limit and pace. */
function releaseSending({ engine, dispatch, automation }: Work, action: StoredAction): void {
  const { dmCounts, actionResults } = engine.store;
  const { accountId } = automation;
  const { chargedMonth: month, slot } = action;
  if (month !== null) dmCounts.chargeMonth({ accountId, month, recipientId: dispatch.recipientId }, -1);
  // The month is counted when the network is asked, and not before.
  if (slot !== null) dmCounts.freeSlot(accountId, slot, month === null ? 'reserved' : 'sent');
  actionResults.change(dispatch.row, action.place, { chargedMonth: null, slot: null });
}

/**
 * U-42: somebody new gets no DM once the limit is reached, unless they commented.
 *
 * @see docs/service/engine.md#ENG-12, #C-03
 */
function whyMonthIsFull({ engine, dispatch, engagement, automation, now }: Work): string | null {
  const { perMonth } = getDmQuotas(engine.store);
  if (perMonth === null || 'commentId' in engagement) return null;
  const { dmCounts } = engine.store;
  const { accountId } = automation;
  const month = toMonthNumber(now);
  if (dmCounts.inMonth(accountId, month) < perMonth) return null;
  if (dmCounts.isKnown({ accountId, month, recipientId: dispatch.recipientId })) return null;
  return `the monthly conversation limit of ${perMonth} is reached, and the recipient is new`;
}

/** The error of the DM first, then why the callback was not used. @see docs/service/engine.md#A-08 */
function withReason(error: string, reason: string | null): string {
  return reason === null ? error : `${error}; ${reason}`;
}
