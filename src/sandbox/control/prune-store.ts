import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import type { Database } from '../../storage/open-database.ts';
import { PRUNED_KINDS, type PrunedKind, pruneSlice, type RetentionBound } from '../store/retention.ts';
import type { ControlHandler } from './control-handler.ts';

/**
 * Removes ended rows that are older than asked. Nothing is removed without a request: activity is kept indefinitely.
 *
 * @see docs/service/activity.md#list
 */
export const pruneStore: ControlHandler<'prune'> = async (
  { olderThanMs, dryRun },
  { store, clock, storeBytes, compact, sweepFiles },
) => {
  const now = clock.now();
  const bound = { now, before: now - olderThanMs };
  const bytesBefore = storeBytes();
  const removed = await prune(store, bound, dryRun);
  const counts = Object.values(removed);
  const sum = (key: 'rows' | 'bytes') => counts.reduce((total, count) => total + count[key], 0);
  const total = { rows: sum('rows'), bytes: sum('bytes') };
  if (!dryRun && total.rows > 0) {
    compact();
    sweepFiles();
  }
  return {
    before: formatIsoSeconds(bound.before),
    dryRun,
    removed: { ...removed },
    total,
    file: { bytesBefore, bytesAfter: storeBytes() },
  };
};

type PruneResult = Readonly<Record<PrunedKind, { rows: number; bytes: number }>>;

/**
 * Works in small transactions, and yields to the event loop between them.
 *
 * @param isDry only count; remove nothing
 */
async function prune(store: Database, bound: RetentionBound, isDry: boolean): Promise<PruneResult> {
  const counts: [PrunedKind, { rows: number; bytes: number }][] = [];
  for (const kind of PRUNED_KINDS) {
    let count = { rows: 0, bytes: 0 };
    for (let after: number | null = 0; after !== null; ) {
      const from: number = after;
      const slice = store.transaction(() => pruneSlice(store, kind, from, bound, isDry));
      count = { rows: count.rows + slice.rows, bytes: count.bytes + slice.bytes };
      after = slice.next;
      await nextTurn();
    }
    counts.push([kind, count]);
  }
  // Object.fromEntries loses the key type
  return Object.fromEntries(counts) as PruneResult;
}
