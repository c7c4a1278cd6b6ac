import { LIMITS } from '../../service/limits.ts';
import { PLANS } from '../../service/plans.ts';
import type { Store } from '../store/store.ts';

/** Maximum numbers of DMs. */
export interface DmQuotas {
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
