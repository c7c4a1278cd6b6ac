import { isRefreshDue, nextRefresh } from '../networks/next-refresh.ts';
import type { Refresh } from '../store/refreshes.ts';
import type { LegRequest } from './find-legs.ts';
import type { HandlerContext } from './handler.ts';

/**
 * Fetches comments anew where it is time, and gives for each leg when that was done last. When nothing is
 * due, nothing is written.
 *
 * @see rule COM-13
 */
export function refreshLegs(
  legs: readonly LegRequest[],
  { store, now }: Pick<HandlerContext, 'store' | 'now'>,
): ReadonlyMap<LegRequest, Refresh> {
  const last = () => legs.map((leg) => ({ leg, refresh: store.refreshes.of(leg.platform, leg.id) }));
  const known = last();
  if (!known.some(({ refresh }) => isRefreshDue(refresh, now))) return asMap(known);
  // Another process may have been quicker: what is due is looked at again, alone.
  return store.transaction(() => {
    const updated = last().map(({ leg, refresh }) => {
      if (!isRefreshDue(refresh, now)) return { leg, refresh };
      const next = nextRefresh(leg, refresh, now);
      store.refreshes.save(next);
      return { leg, refresh: next };
    });
    return asMap(updated);
  });
}

function asMap(
  refreshed: readonly { readonly leg: LegRequest; readonly refresh: Refresh | undefined }[],
): ReadonlyMap<LegRequest, Refresh> {
  return new Map(
    refreshed.flatMap(({ leg, refresh }) => (refresh === undefined ? [] : [[leg, refresh] as const])),
  );
}
