import { MINUTE_MS } from '../facts/durations.ts';
import { LIMITS } from '../facts/limits.ts';
import { ServiceFailure } from './service-failure.ts';
import type { Profile } from './store/profiles.ts';
import type { RequestCount } from './store/requests.ts';
import type { Store } from './store/store.ts';

/** What a profile has used of its requests. */
export interface RequestUsage extends RequestCount {
  /** What it may use in a window; null means no limit. */
  readonly max: number | null;
}

/** Counts a request of a profile: the API key and, where one is sent, the profile key. */
export function countRequest(store: Store, profile: Profile, now: number): RequestUsage {
  return { ...store.requests.count(profile.id, now), max: store.settings.read().requestRateMax };
}

/**
 * Holds a profile to its limit.
 *
 * @throws ServiceFailure 1429 past the limit; 1403 once it was refused so too often
 * @see docs/service/access.md#access-errors, #request-limit
 */
export function checkRate(
  store: Store,
  profile: Profile,
  usage: RequestUsage & { readonly now: number },
): void {
  if (usage.isSuspended) {
    throw new ServiceFailure(1403, {
      message: 'The profile is suspended: it was refused too often for too many requests.',
      details: 'only a reset of the sandbox lifts it',
    });
  }
  if (usage.max === null || usage.used <= usage.max) return;
  // A refusal needs no write lock either: one that comes while another process has it does not count.
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
