import { DAY_MS } from '../../service/durations.ts';
import type { StoredAction } from '../store/action-results.ts';
import { toDayNumber } from './calendar.ts';
import type { DispatchContext } from './dispatch-context.ts';
import { countDmsLeft, getDmQuotas } from './dm-limits.ts';

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
