import { LIMITS } from '../../facts/limits.ts';
import { PLANS } from '../../facts/plans.ts';
import type { Store } from '../store/store.ts';

/** How many DMs may be sent. */
export interface DmQuotas {
  /** Over all profiles. */
  readonly perDay: number;
  readonly perDayOfProfile: number;
  /** Null: no limit. */
  readonly perMonth: number | null;
  readonly perHour: number;
}

/**
 * What holds now: what was set, else what the plan and the service say.
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
 * How many more DMs a profile may send on a day: as many as its own cap, and the cap over all, leave.
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
