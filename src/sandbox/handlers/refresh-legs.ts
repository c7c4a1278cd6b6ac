import { isRefreshDue, scheduleRefresh } from '../networks/fetch-limits.ts';
import type { Refresh } from '../store/refreshes.ts';
import type { HandlerContext } from './handler.ts';

/** What is fetched from a network: the comments of a post or comment, or the posts of an account. */
export type Fetched = Pick<Refresh, 'platform' | 'id'>;

/**
 * Fetches what is due for a refresh, and returns the last refresh of each leg. Writes nothing when nothing is due.
 *
 * @see docs/service/comments.md#COM-13
 */
export function refreshLegs<Leg extends Fetched>(
  legs: readonly Leg[],
  { store, now }: Pick<HandlerContext, 'store' | 'now'>,
): ReadonlyMap<Leg, Refresh> {
  const last = () => legs.map((leg) => ({ leg, refresh: store.refreshes.find(leg.platform, leg.id) }));
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
  const saved = store.tryTransaction(() => refreshed(store.refreshes.save));
  return saved === null ? refreshed(() => {}) : saved.result;
}

function toRefreshMap<Leg>(
  refreshed: readonly { readonly leg: Leg; readonly refresh: Refresh | undefined }[],
): ReadonlyMap<Leg, Refresh> {
  return new Map(
    refreshed.flatMap(({ leg, refresh }) => (refresh === undefined ? [] : [[leg, refresh] as const])),
  );
}
