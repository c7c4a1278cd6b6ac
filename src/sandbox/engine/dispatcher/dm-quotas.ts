import { DAY_MS } from '../../../service/durations.ts';
import { LIMITS } from '../../../service/limits.ts';
import { PLANS } from '../../../service/plans.ts';
import type { Database } from '../../../storage/open-database.ts';
import {
  changeAction,
  releaseActionSlots,
  type StoredAction,
} from '../../store/automations/action-results.ts';
import { rescheduleDispatch } from '../../store/automations/dispatches.ts';
import {
  chargeDmsToDay,
  chargeDmToMonth,
  countDmsInHour,
  countDmsInMonth,
  hasConversation,
  listDmsByDay,
  releaseDmSlot,
  releaseDmSlots,
  reserveDmSlot,
  useDmSlot,
} from '../../store/messages.ts';
import { readSettings } from '../../store/settings.ts';
import type { DispatchContext } from './context.ts';

/**
 * The limits in force: those set on the sandbox, or else those of the plan and the service.
 *
 * @see docs/service/readings.md#U-17, #U-41, #U-42
 */
export function getDmQuotas(store: Database) {
  const { plan, dmsPerDay, dmsPerDayOfProfile, conversationsPerMonth, dmsPerHour } = readSettings(store);
  const perDay = dmsPerDay ?? PLANS[plan].dmsPerDay;
  return {
    /** Over all profiles. */
    perDay,
    perDayOfProfile: dmsPerDayOfProfile ?? perDay,
    /** Null for no limit. */
    perMonth: conversationsPerMonth,
    perHour: dmsPerHour ?? LIMITS.dmsPerHour,
  };
}

/**
 * U-16: either all DMs of a dispatch fit into the daily cap and are charged to it, or none.
 *
 * @returns why they do not fit; null when they do
 * @see docs/service/engine.md#ENG-07, #C-01, #C-02
 */
export function chargeDailyCap({ store, automation: { profile }, now }: DispatchContext, dms: number) {
  if (dms === 0) return null;
  const day = toDayNumber(now);
  if (dms > countDmsLeft(store, { profile, day })) return formatDailyCapReason(store);
  chargeDmsToDay(store, day, profile, dms);
  return null;
}

/**
 * U-42: when the limit is reached, a new recipient gets no DM, except for a comment.
 *
 * @returns why the DM is refused; null when it is not
 * @see docs/service/engine.md#ENG-12, #C-03
 */
export function findMonthlyLimit({ store, dispatch, engagement, automation, now }: DispatchContext) {
  const { recipientId } = dispatch;
  const { accountId } = automation;
  const { perMonth } = getDmQuotas(store);
  if (perMonth === null || 'commentId' in engagement) return null;
  const month = toMonthNumber(now);
  if (countDmsInMonth(store, accountId, month) < perMonth) return null;
  if (hasConversation(store, { accountId, month, recipientId })) return null;
  return `the monthly conversation limit of ${perMonth} is reached, and the recipient is new`;
}

/**
 * Checks the daily cap and the hourly rate limit. A DM that had to wait is charged to the day on which it is sent,
 * and paced by the hour in which it is sent.
 *
 * @returns `until` is when it may be sent, in milliseconds since 1970: now when it need not wait
 * @see docs/service/engine.md#ENG-07, #ENG-14
 * @see docs/service/readings.md#U-17, #U-41
 */
export function scheduleDm(context: DispatchContext, { chargedDay, slot }: StoredAction) {
  const day = toDayNumber(context.now);
  if (chargedDay !== null && chargedDay !== day && !moveCharge(context, chargedDay)) {
    if (slot !== null) releaseDmSlot(context.store, context.automation.accountId, slot, 'reserved');
    return { until: (day + 1) * DAY_MS, chargedDay, slot: null };
  }
  const until = claimSlot(context, slot);
  return { until, chargedDay: chargedDay === null ? null : day, slot: until };
}

/** @returns false when the day's cap is reached */
function moveCharge({ store, automation: { profile }, now }: DispatchContext, from: number): boolean {
  const day = toDayNumber(now);
  if (countDmsLeft(store, { profile, day }) < 1) return false;
  chargeDmsToDay(store, from, profile, -1);
  chargeDmsToDay(store, day, profile, 1);
  return true;
}

/** Keeps the reserved slot, unless the hour has filled up since; then reserves another. */
function claimSlot({ store, automation: { accountId }, now }: DispatchContext, slot: number | null): number {
  const { perHour } = getDmQuotas(store);
  if (slot !== null && (slot > now || countDmsInHour(store, accountId, now) < perHour)) return slot;
  if (slot !== null) releaseDmSlot(store, accountId, slot, 'reserved');
  return reserveDmSlot(store, accountId, now, perHour);
}

/** Charges what is charged on sending: the monthly limit and the slot of the rate limit. */
export function chargeSending({ store, dispatch, automation, now }: DispatchContext, slot: number | null) {
  const { accountId } = automation;
  const month = toMonthNumber(now);
  chargeDmToMonth(store, { accountId, month, recipientId: dispatch.recipientId }, 1);
  if (slot !== null) useDmSlot(store, accountId, slot, now);
  return { chargedMonth: month, slot: now };
}

/** Releases what was charged on sending. */
export function releaseSending({ store, dispatch, automation }: DispatchContext, action: StoredAction): void {
  const { accountId } = automation;
  const { chargedMonth: month, slot } = action;
  if (month !== null) chargeDmToMonth(store, { accountId, month, recipientId: dispatch.recipientId }, -1);
  // the month is charged when the DM is sent, not before
  if (slot !== null) releaseDmSlot(store, accountId, slot, month === null ? 'reserved' : 'sent');
  changeAction(store, dispatch.row, action.position, { chargedMonth: null, slot: null });
}

/** Releases the daily cap too: the DM will not be sent. */
export function releaseDm(context: DispatchContext, action: StoredAction): void {
  releaseSending(context, action);
  const { store, dispatch, automation } = context;
  if (action.chargedDay === null) return;
  chargeDmsToDay(store, action.chargedDay, automation.profile, -1);
  changeAction(store, dispatch.row, action.position, { chargedDay: null });
}

/**
 * Counts how many more DMs a profile may send on a day: the lower rest of its own cap and the cap over all profiles.
 *
 * @see docs/service/engine.md#ENG-07, #C-01
 */
function countDmsLeft(store: Database, { profile, day }: { profile: number; day: number }): number {
  const { perDay, perDayOfProfile } = getDmQuotas(store);
  const sent = listDmsByDay(store, day);
  const all = sent.reduce((sum, each) => sum + each.sent, 0);
  const own = sent.find((each) => each.profile === profile)?.sent ?? 0;
  return Math.min(perDay - all, perDayOfProfile - own);
}

function formatDailyCapReason(store: Database): string {
  const { perDay, perDayOfProfile } = getDmQuotas(store);
  const ofOne = perDayOfProfile < perDay ? `, ${perDayOfProfile} of them for one` : '';
  return `the daily cap of DMs is reached: ${perDay} for all profiles${ofOne}`;
}

/**
 * Releases all reserved slots and makes the waiting DMs due, so that they reserve new ones in order: the clock was
 * set back, or the rate limit changed. The caller holds the transaction.
 *
 * @see docs/service/engine.md#ENG-14
 * @see docs/service/readings.md#U-41
 */
export function rescheduleDms(store: Database, now: number): void {
  releaseDmSlots(store, now);
  for (const dispatch of releaseActionSlots(store)) rescheduleDispatch(store, dispatch, now);
}

const MONTHS_A_YEAR = 12;
const EPOCH_YEAR = 1970;

/** Days since 1970, UTC. @see docs/service/readings.md#U-17 */
export function toDayNumber(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** Months since 1970, UTC. @see docs/service/readings.md#U-42 */
export function toMonthNumber(ms: number): number {
  const date = new Date(ms);
  return (date.getUTCFullYear() - EPOCH_YEAR) * MONTHS_A_YEAR + date.getUTCMonth();
}
