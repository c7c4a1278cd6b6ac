import { PLATFORMS, type Platform } from '../../service/platforms.ts';
import { type FailureFacts, ServiceFailure } from '../http/service-failure.ts';
import {
  checkAccount,
  checkXLimits,
  countXRequest,
  isRefreshDue,
  type NetworkFailure,
  scheduleRefresh,
} from '../networks/check-account.ts';
import { findLinkedAccount, type NetworkAccount } from '../store/profiles.ts';
import { findRefresh, type Refresh, saveRefresh } from '../store/social-posts.ts';
import type { HandlerContext } from './handler.ts';

/** @throws ServiceFailure of a network that refuses the whole request; null is no refusal */
export function throwRefusal(platform: Platform, failure: NetworkFailure | null): void {
  if (failure === null) return;
  const { code, ...facts } = failure;
  throw new ServiceFailure(code, { platform, ...facts });
}

/**
 * @returns the linked account of the profile
 * @throws ServiceFailure when the network does not accept its requests
 */
export function requireUsableAccount(platform: Platform, context: HandlerContext): NetworkAccount {
  const { store, profile, xPair } = context;
  const account = findLinkedAccount(store, profile.id, platform);
  throwRefusal(platform, context.findInjectedFailure(platform) ?? checkAccount({ platform, account, xPair }));
  // `checkAccount` refuses a missing account
  if (account === undefined) throw new ServiceFailure(156, { platform });
  return account;
}

export interface FailedNetworkLeg {
  readonly platform: Platform;
  /** The network's id of the requested object. */
  readonly id: string;
  readonly failure: NetworkFailure;
}

/** One entry for each failed network. @see docs/service/comments.md#response, #COM-15 */
export function toLegError({ platform, id, failure }: FailedNetworkLeg) {
  return { platform, status: 'error', ...failure, id } as const;
}

/**
 * The failure of a call that failed on every network: the first failure decides its code.
 *
 * @see docs/service/readings.md#U-37
 * @see docs/service/comments.md#COM-15
 */
export function createOverallFailure(
  failed: readonly [FailedNetworkLeg, ...FailedNetworkLeg[]],
  facts: FailureFacts,
): ServiceFailure {
  const { code, ...first } = failed[0].failure;
  return new ServiceFailure(code, { ...first, errors: failed.map(toLegError), ...facts });
}

/** Whether a list has at least one item. */
export function isSome<Item>(items: readonly Item[]): items is readonly [Item, ...Item[]] {
  return items.length > 0;
}

/** What is fetched from a network: the comments of a post or comment, or the posts of an account. */
export type Fetched = Pick<Refresh, 'platform' | 'id'>;

/**
 * Fetches what is due for a refresh, and returns the last refresh of each leg. Writes nothing when nothing is due.
 *
 * @see docs/service/comments.md#COM-13
 */
export function refreshLegs<Leg extends Fetched>(
  legs: readonly Leg[],
  { store, now }: HandlerContext,
): ReadonlyMap<Leg, Refresh> {
  const last = () => legs.map((leg) => ({ leg, refresh: findRefresh(store, leg.platform, leg.id) }));
  const known = last();
  if (!known.some(({ refresh }) => isRefreshDue(refresh, now))) return toRefreshMap(known);
  const refreshed = (save: (next: Refresh) => void) =>
    toRefreshMap(
      last().map(({ leg, refresh }) => {
        if (!isRefreshDue(refresh, now)) return { leg, refresh };
        const { platform, id } = leg;
        const next = scheduleRefresh({ platform, id }, refresh, now);
        save(next);
        return { leg, refresh: next };
      }),
    );
  // Another process may have been faster: check again within the transaction. While another one holds the write lock,
  // the result is the same but not stored, and the next read fetches again.
  const saved = store.tryTransaction(() => refreshed((next) => saveRefresh(store, next)));
  return saved === null ? refreshed(() => {}) : saved.result;
}

function toRefreshMap<Leg>(
  refreshed: readonly { leg: Leg; refresh: Refresh | undefined }[],
): ReadonlyMap<Leg, Refresh> {
  return new Map(
    refreshed.flatMap(({ leg, refresh }) => (refresh === undefined ? [] : [[leg, refresh] as const])),
  );
}

/**
 * Counts a request of the account's app at X, and returns X's refusal, if any: its credits are used up, or the rate
 * limit over all profiles is exceeded. Recently fetched data needs no request.
 *
 * @returns null for every other network
 * @see docs/service/comments.md#read-status, #COM-18
 */
export function findXAppFailure(
  { platform, id }: Fetched,
  { store, now }: HandlerContext,
): NetworkFailure | null {
  const isDue = () => isRefreshDue(findRefresh(store, platform, id), now);
  if (!PLATFORMS[platform].usesOwnApp || !isDue()) return null;
  // another process may have fetched it since
  const counted = store.tryTransaction(() => (isDue() ? countXRequest(store, now) : null));
  // a read does not wait for the write lock: while another process holds it, the request is not counted
  return counted === null ? checkXLimits(store, now) : counted.result;
}
