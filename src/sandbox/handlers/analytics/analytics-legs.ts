import { formatIsoSeconds } from '../../../domain/time/read-timestamp.ts';
import { ASSUMED } from '../../../service/assumed.ts';
import type { MetricNames } from '../../../service/networks/metrics.ts';
import { PLATFORMS, type Platform } from '../../../service/platforms.ts';
import type { NetworkFailure } from '../../networks/check-account.ts';
import type { NetworkAccount } from '../../store/profiles.ts';
import { findRefresh, type Refresh, saveRefresh } from '../../store/social-posts.ts';
import type { HandlerContext } from '../handler.ts';
import {
  createOverallFailure,
  type FailedNetworkLeg,
  isSome,
  refreshLegs,
  toLegError,
} from '../network-legs.ts';

export interface MeasuredLeg {
  readonly platform: Platform;
  /** The network's id of the post or the account. */
  readonly id: string;
  /** The key under which its refreshes are counted: apart from those of comments. */
  readonly key: string;
  readonly failure: null;
}

export function isFailed(leg: { failure: unknown }): leg is FailedNetworkLeg {
  return leg.failure !== null;
}

export const isIn = (valid: readonly Platform[]) => (platform: Platform) => valid.includes(platform);

/**
 * A personal LinkedIn profile needs more than the usual permission. The refusal persists for a while after the
 * profile was linked again.
 *
 * @see docs/service/errors.md#code-475
 */
export function checkScopes(
  platform: Platform,
  account: NetworkAccount | undefined,
  { store, now }: HandlerContext,
): NetworkFailure | null {
  if (!PLATFORMS[platform].metricsNeedPermission || account === undefined) return null;
  const id = `scopes/${account.id}`;
  const message = 'The LinkedIn profile was linked without the permission for its analytics.';
  const { scopesDelayMs } = ASSUMED.analytics;
  if (account.permission === 'missing') {
    const refused = { platform, id, refreshed: now, next: now + scopesDelayMs, intervalMs: scopesDelayMs };
    store.tryTransaction(() => saveRefresh(store, refused));
    return { code: 475, message, relink: true };
  }
  const last = findRefresh(store, platform, id);
  if (last === undefined || now >= last.next || now < last.refreshed) return null;
  return { code: 475, message, details: 'the profile was linked again: it takes effect within minutes' };
}

/**
 * Responds with what each network measured, at its last refresh.
 *
 * @throws ServiceFailure when all networks failed
 * @see docs/service/comments.md#read-status, #refresh
 */
export function answerLegs<Leg extends MeasuredLeg>(
  legs: readonly (Leg | FailedNetworkLeg)[],
  envelope: { id?: string },
  context: HandlerContext,
  measure: (leg: Leg, refresh: Refresh) => object,
): object {
  const open = legs.filter((leg): leg is Leg => !isFailed(leg));
  const failed = legs.filter(isFailed);
  if (open.length === 0 && isSome(failed)) throw createOverallFailure(failed, envelope);
  const fetched = open.map((leg) => ({ platform: leg.platform, id: leg.key, leg }));
  const refreshes = refreshLegs(fetched, context);
  const measured = fetched.map((each) => {
    const refresh = refreshes.get(each);
    if (refresh === undefined) throw new Error(`${each.platform} was not asked`);
    const times = {
      lastUpdated: formatIsoSeconds(refresh.refreshed),
      nextUpdate: formatIsoSeconds(refresh.next),
    };
    return [each.platform, { ...measure(each.leg, refresh), ...times }] as const;
  });
  return {
    status: isSome(failed) ? 'partial' : 'success',
    ...envelope,
    ...Object.fromEntries(measured),
    ...(isSome(failed) && { errors: failed.map(toLegError) }),
  };
}

/** Metrics under the names of a network; those without a name are left out. */
export function renameMetrics<Metric extends string>(
  names: MetricNames<Metric> | null,
  metrics: Readonly<Partial<Record<Metric, number>>>,
): Readonly<Record<string, number>> {
  const named = Object.entries(names ?? {}) as [Metric, string][]; // of the same table
  return Object.fromEntries(
    named.flatMap(([metric, name]) => {
      const value = metrics[metric];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}
