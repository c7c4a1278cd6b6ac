import { MINUTE_MS } from '../../service/durations.ts';
import { LIMITS } from '../../service/limits.ts';
import type { Profile } from '../store/profiles.ts';
import type { RequestCount } from '../store/requests.ts';
import type { Store } from '../store/store.ts';
import { ServiceFailure } from './service-failure.ts';

/** A profile's use of its request limit. */
export interface RequestUsage extends RequestCount {
  /** Maximum in a window; null for no limit. */
  readonly max: number | null;
}

/** Counts a request of a profile, which is identified by the API key and an optional profile key. */
export function countRequest(store: Store, profile: Profile, now: number): RequestUsage {
  return { ...store.requests.count(profile.id, now), max: store.settings.read().requestRateMax };
}

/**
 * Enforces the request limit of a profile.
 *
 * @throws ServiceFailure 1429 above the limit; 1403 after too many of these
 * @see docs/service/access.md#access-errors, #request-limit
 */
export function checkRate(
  store: Store,
  profile: Profile,
  usage: RequestUsage & { readonly now: number },
): void {
  if (usage.isSuspended) {
    throw new ServiceFailure(1403, {
      message: 'The profile is suspended: it exceeded the request limit too often.',
      details: 'only a reset of the sandbox ends the suspension',
    });
  }
  if (usage.max === null || usage.used <= usage.max) return;
  // A refusal does not wait for the write lock either: while another process holds it, refusals are not counted.
  store.tryTransaction(() => {
    const refusals = store.requests.refuse(profile.id, usage.now);
    if (refusals >= store.settings.read().suspendAfter) store.requests.suspend(profile.id, usage.now);
  });
  throw new ServiceFailure(1429, {
    message: `At most ${usage.max} requests are allowed in ${LIMITS.requestRate.windowMs / MINUTE_MS} minutes.`,
  });
}

/** @see docs/service/access.md#request-limit */
export function buildRateHeaders({
  max,
  used,
}: Pick<RequestUsage, 'max' | 'used'>): Readonly<Record<string, string>> {
  return max === null ? {} : { 'x-ratelimit-max': String(max), 'x-ratelimit-count': String(used) };
}
