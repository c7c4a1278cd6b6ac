import { checkXLimits, countXRequest } from '../networks/count-x-request.ts';
import type { NetworkFailure } from '../networks/network-failure.ts';
import { isRefreshDue } from '../networks/schedule-refresh.ts';
import type { HandlerContext } from './handler.ts';
import type { Fetched } from './refresh-legs.ts';

/**
 * Counts a request of the account's app at X, and says why X refuses it, if it does: its credits are used up,
 * or it asked too often, all profiles together. What was fetched a short while ago needs no request.
 *
 * @returns null for every other network too
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
  // a read needs no write lock: while another process has it, the request is not counted
  return counted === null ? checkXLimits(store, now) : counted.result;
}
