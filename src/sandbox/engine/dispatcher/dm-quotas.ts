import { DAY_MS } from '../../../service/durations.ts';
import { LIMITS } from '../../../service/limits.ts';
import { PLANS } from '../../../service/plans.ts';
import type { StoredAction } from '../../store/action-results.ts';
import type { Store } from '../../store/store.ts';
import type { DispatchContext } from './context.ts';

/** Maximum numbers of DMs. */
interface DmQuotas {
  /** Over all profiles. */
  readonly perDay: number;
  readonly perDayOfProfile: number;
  /** Null for no limit. */
  readonly perMonth: number | null;
  readonly perHour: number;
}

/**
 * The limits in force: those set on the sandbox, or else those of the plan and the service.
 *
 * @see docs/service/readings.md#U-17, #U-41, #U-42
 */
export function getDmQuotas({ settings }: Pick<Store, 'settings'>): DmQuotas {
  const { plan, dmsPerDay, dmsPerDayOfProfile, conversationsPerMonth, dmsPerHour } = settings.read();
  const perDay = dmsPerDay ?? PLANS[plan].dmsPerDay;
  return {
    perDay,
    perDayOfProfile: dmsPerDayOfProfile ?? perDay,
    perMonth: conversationsPerMonth,
    perHour: dmsPerHour ?? LIMITS.dmsPerHour,
  };
}

/**
 * Counts how many more DMs a profile may send on a day: the lower rest of its own cap and the cap over all profiles.
 *
 * @see docs/service/engine.md#ENG-07, #C-01
 */
export function countDmsLeft(
  store: Store,
  { profile, day }: { readonly profile: number; readonly day: number },
): number {
  const { perDay, perDayOfProfile } = getDmQuotas(store);
  const sent = store.dmCounts.listByDay(day);
  const all = sent.reduce((sum, each) => sum + each.sent, 0);
  const own = sent.find((each) => each.profile === profile)?.sent ?? 0;
  return Math.min(perDay - all, perDayOfProfile - own);
}

/** When a DM may be sent, and the quotas it is charged to. */
interface DmSchedule extends Pick<StoredAction, 'chargedDay' | 'slot'> {
  /** Milliseconds since 1970; now when it need not wait. */
  readonly until: number;
}

/**
 * Checks the daily cap and the hourly rate limit. A DM that had to wait is charged to the day on which it is sent,
 * and paced by the hour in which it is sent.
 *
 * @see docs/service/engine.md#ENG-07, #ENG-14
 * @see docs/service/readings.md#U-17, #U-41
 */
export function scheduleDm(context: DispatchContext, action: StoredAction): DmSchedule {
  const { now } = context;
  const day = toDayNumber(now);
  if (action.chargedDay !== null && action.chargedDay !== day && !moveCharge(context, action.chargedDay)) {
    if (action.slot !== null)
      context.engine.store.dmCounts.releaseSlot(context.automation.accountId, action.slot, 'reserved');
    return { until: (day + 1) * DAY_MS, chargedDay: action.chargedDay, slot: null };
  }
  const slot = claimSlot(context, action);
  return { until: slot, chargedDay: action.chargedDay === null ? null : day, slot };
}

/** @returns false when the day's cap is reached */
function moveCharge({ engine, automation, now }: DispatchContext, from: number): boolean {
  const { profile } = automation;
  const day = toDayNumber(now);
  if (countDmsLeft(engine.store, { profile, day }) < 1) return false;
  engine.store.dmCounts.chargeDay(from, profile, -1);
  engine.store.dmCounts.chargeDay(day, profile, 1);
  return true;
}

/** Keeps the reserved slot, unless the hour has filled up since; then reserves another. */
function claimSlot({ engine, automation, now }: DispatchContext, { slot }: StoredAction): number {
  const { dmCounts } = engine.store;
  const { accountId } = automation;
  const { perHour } = getDmQuotas(engine.store);
  if (slot !== null && (slot > now || dmCounts.countInHour(accountId, now) < perHour)) return slot;
  if (slot !== null) dmCounts.releaseSlot(accountId, slot, 'reserved');
  return dmCounts.reserveSlot(accountId, now, perHour);
}

/**
 * Releases all reserved slots and makes the waiting DMs due, so that they reserve new ones in order: the clock was
 * set back, or the rate limit changed. The caller holds the transaction.
 *
 * @see docs/service/engine.md#ENG-14
 * @see docs/service/readings.md#U-41
 */
export function rescheduleDms({ dmCounts, actionResults, dispatches }: Store, now: number): void {
  dmCounts.releaseSlots(now);
  for (const dispatch of actionResults.releaseSlots()) dispatches.reschedule(dispatch, now);
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
