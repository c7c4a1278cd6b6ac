import { setImmediate as nextTurn } from 'node:timers/promises';
import { DAY_MS } from '../../../service/durations.ts';
import { RETENTION } from '../../../service/limits.ts';
import { PRUNED_KINDS, type PrunedKind, type RetentionBound } from '../../store/retention.ts';
import type { Store } from '../../store/store.ts';
import type { EnginePorts } from '../ports.ts';

/** What was removed, or would be. */
export interface PrunedCount {
  readonly rows: number;
  readonly bytes: number;
}

export type PruneResult = Readonly<Record<PrunedKind, PrunedCount>>;

interface PruneOptions {
  readonly bound: RetentionBound;
  /** Only count; remove nothing. */
  readonly isDry: boolean;
  /** Ends pruning between two slices. */
  readonly signal?: AbortSignal;
}

/** The default retention. @param now in sandbox time */
export function getDefaultBound(now: number): RetentionBound {
  return { now, before: now - RETENTION.days * DAY_MS, rows: RETENTION.rows };
}

/**
 * Removes ended rows beyond the retention bound. Works in small transactions, and yields to the event loop between
 * them.
 */
export async function prune(
  { store }: { readonly store: Pick<Store, 'retention' | 'transaction'> },
  { bound, isDry, signal }: PruneOptions,
): Promise<PruneResult> {
  const counts: [PrunedKind, PrunedCount][] = [];
  for (const kind of PRUNED_KINDS) {
    let count = { rows: 0, bytes: 0 };
    for (let after: number | null = 0; after !== null && signal?.aborted !== true; ) {
      const from: number = after;
      const slice = store.transaction(() => store.retention.pruneSlice(kind, from, bound, isDry));
      count = { rows: count.rows + slice.rows, bytes: count.bytes + slice.bytes };
      after = slice.next;
      await nextTurn();
    }
    counts.push([kind, count]);
  }
  // Object.fromEntries loses the key type
  return Object.fromEntries(counts) as PruneResult;
}

/** Prunes to the default bound at intervals. @returns a function that stops it */
export function startPruning(
  { store, now, onFault }: Pick<EnginePorts, 'store' | 'now' | 'onFault'>,
  everyMs: number = RETENTION.intervalMs,
): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  let running: Promise<unknown> = Promise.resolve();
  const once = () => {
    running = running
      .then(() =>
        signal.aborted
          ? undefined
          : prune({ store }, { bound: getDefaultBound(now()), isDry: false, signal }),
      )
      .catch(onFault);
  };
  const timer = setInterval(once, everyMs);
  timer.unref();
  once();
  return async () => {
    ending.abort();
    clearInterval(timer);
    await running;
  };
}
