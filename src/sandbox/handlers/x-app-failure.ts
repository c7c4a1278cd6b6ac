import { checkXLimits, countXRequest } from '../networks/count-x-request.ts';
import { isRefreshDue } from '../networks/fetch-limits.ts';
import type { NetworkFailure } from '../networks/network-failure.ts';
import type { HandlerContext } from './handler.ts';
import type { Fetched } from './refresh-legs.ts';

/**
 * Counts a request of the account's app at X, and returns X's refusal, if any: its credits are used up, or the rate
 * limit over all profiles is exceeded. Recently fetched data needs no request.
 *
 * @returns null for every other network
 * @see docs/service/comments.md#read-status, #COM-18
 */
export function findXAppFailure(
  { platform, id }: Fetched,
  { store, now }: Pick<HandlerContext, 'store' | 'now'>,
): NetworkFailure | null {
  const isDue = () => isRefreshDue(store.refreshes.find(platform, id), now);
  if (platform !== 'twitter' || !isDue()) return null;
  // another process may have fetched it since
  const counted = store.tryTransaction(() => (isDue() ? countXRequest(store, now) : null));
  // a read does not wait for the write lock: while another process holds it, the request is not counted
  return counted === null ? checkXLimits(store, now) : counted.result;
}
