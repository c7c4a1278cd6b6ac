import { DAY_MS } from '../../../service/durations.ts';
import { LIMITS } from '../../../service/limits.ts';
import { PLANS } from '../../../service/plans.ts';
import type { Database } from '../../../storage/open-database.ts';
import { releaseActionSlots, type StoredAction } from '../../store/automations/action-results.ts';
import { rescheduleDispatch } from '../../store/automations/dispatches.ts';
import {
  addToConversation,
  chargeDmsToDay,
  chargeDmsToMonth,
  countDmsInHour,
  countDmsInMonth,
  hasConversation,
  releaseDmSlot,
  releaseDmSlots,
} from '../../store/messages.ts';
import type { SandboxSettings } from '../../store/settings.ts';
import type { DispatchContext } from './context.ts';

/**
 * The limits in force: those set on the sandbox, or else those of the plan and the service.
 *
 * @see docs/service/readings.md#U-17, #U-41, #U-42
 */
export function getDmQuotas({
  plan,
  dmsPerDay,
  dmsPerDayOfProfile,
  conversationsPerMonth,
  dmsPerHour,
}: SandboxSettings) {
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
export function chargeDailyCap(context: DispatchContext, dms: number): string | null {
  if (dms === 0) return null;
  const day = toDayNumber(context.now);
  if (dms > countDmsLeft(context, day)) return formatDailyCapReason(context);
  chargeDay(context, day, dms);
  return null;
}

/**
 * U-42: when the limit is reached, a new recipient gets no DM, except for a comment.
 *
 * @returns why the DM is refused; null when it is not
 * @see docs/service/engine.md#ENG-12, #C-03
 */
export function findMonthlyLimit(context: DispatchContext) {
  const { store, reads, counts, dispatch, engagement, automation, now } = context;
  const { recipientId } = dispatch;
  const { accountId } = automation;
  const { perMonth } = getDmQuotas(reads.settings());
  if (perMonth === null || 'commentId' in engagement) return null;
  const month = toMonthNumber(now);
  const sent = countDmsInMonth(store, accountId, month) + counts.get(toMonthKey(accountId, month));
  if (sent < perMonth) return null;
  if (hasConversation(store, { accountId, month, recipientId })) return null;
  return `the monthly conversation limit of ${perMonth} is reached, and the recipient is new`;
}

/**
 * Checks the daily cap and the hourly rate limit. A DM that had to wait is charged to the day on which it is sent,
 * and paced by the hour in which it is sent.
 *
 * @returns when it may be sent, in milliseconds since 1970: not after now when it need not wait
 * @see docs/service/engine.md#ENG-07, #ENG-14
 * @see docs/service/readings.md#U-17, #U-41
 */
export function scheduleDm(context: DispatchContext, action: StoredAction): number {
  const day = toDayNumber(context.now);
  if (action.chargedDay !== null && action.chargedDay !== day) {
    if (!moveCharge(context, action.chargedDay)) {
      releaseSlot(context, action);
      return (day + 1) * DAY_MS;
    }
    action.chargedDay = day;
  }
  return claimSlot(context, action);
}

/** @returns false when the day's cap is reached */
function moveCharge(context: DispatchContext, from: number): boolean {
  const day = toDayNumber(context.now);
  if (countDmsLeft(context, day) < 1) return false;
  chargeDay(context, from, -1);
  chargeDay(context, day, 1);
  return true;
}

/** Keeps the reserved slot, unless the hour has filled up since; then reserves another, if it has to wait. */
function claimSlot(context: DispatchContext, action: StoredAction): number {
  const { store, reads, slots, automation, now } = context;
  const { accountId } = automation;
  const { perHour } = getDmQuotas(reads.settings());
  const { slot } = action;
  if (slot !== null && (slot > now || countDmsInHour(store, accountId, now) < perHour)) return slot;
  releaseSlot(context, action);
  const free = slots.findFree(accountId, { now, perHour });
  if (free <= now) return free;
  slots.add(accountId, free, 'reserved');
  action.slot = free;
  return free;
}

function releaseSlot({ store, automation }: DispatchContext, action: StoredAction): void {
  if (action.slot !== null) releaseDmSlot(store, automation.accountId, action.slot);
  action.slot = null;
}

/** Charges a DM that was sent to the month and to the hour. */
export function chargeSending(context: DispatchContext, action: StoredAction): void {
  const { store, slots, counts, dispatch, automation, now } = context;
  const { accountId } = automation;
  const month = toMonthNumber(now);
  counts.add(toMonthKey(accountId, month), 1, (dms) => chargeDmsToMonth(store, accountId, month, dms));
  addToConversation(store, { accountId, month, recipientId: dispatch.recipientId });
  releaseSlot(context, action);
  slots.add(accountId, now, 'sent');
}

/** Releases what is charged to a DM that will not be sent. */
export function releaseDm(context: DispatchContext, action: StoredAction): void {
  releaseSlot(context, action);
  if (action.chargedDay === null) return;
  chargeDay(context, action.chargedDay, -1);
  action.chargedDay = null;
}

function chargeDay({ store, counts, automation: { profile } }: DispatchContext, day: number, dms: number) {
  counts.add(toDayKey(day), dms, () => undefined); // over all profiles: the sum of their rows
  counts.add(toDayKey(day, profile), dms, (sum) => chargeDmsToDay(store, day, profile, sum));
}

/**
 * Counts how many more DMs a profile may send on a day: the lower rest of its own cap and the cap over all profiles.
 *
 * @see docs/service/engine.md#ENG-07, #C-01
 */
function countDmsLeft(context: DispatchContext, day: number): number {
  const { reads, counts, automation } = context;
  const { profile } = automation;
  const { perDay, perDayOfProfile } = getDmQuotas(reads.settings());
  const sent = reads.dmsOfDay(day);
  const all = sent.reduce((sum, each) => sum + each.sent, counts.get(toDayKey(day)));
  const own = (sent.find((each) => each.profile === profile)?.sent ?? 0) + counts.get(toDayKey(day, profile));
  return Math.min(perDay - all, perDayOfProfile - own);
}

function formatDailyCapReason({ reads }: DispatchContext): string {
  const { perDay, perDayOfProfile } = getDmQuotas(reads.settings());
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

const toDayKey = (day: number, profile?: number) => `day ${day} ${profile ?? 'all'}`;

const toMonthKey = (accountId: string, month: number) => `month ${month} ${accountId}`;

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
