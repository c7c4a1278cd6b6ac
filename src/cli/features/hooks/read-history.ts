import type { Client } from '../../../client/client.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { type DatedEntry, sortHistory } from '../../../receiver/run/take-history.ts';
import {
  getHookHistory,
  type HookHistory,
  type HookHistoryEntry,
} from '../../../service/endpoints/webhooks.ts';

/** What was wanted of the history, and what is known of the rest. */
export interface SelectedHistory {
  /** Oldest first. */
  readonly entries: readonly DatedEntry[];
  /** Number of all deliveries without a time. */
  readonly undated: number;
  /** How many deliveries each action has, and when the oldest occurred; 0 if that is not known. */
  readonly lists: ReadonlyMap<string, { readonly count: number; readonly oldest: number }>;
}

/**
 * Reads the history of the service as it arrives, so that no more than what is wanted need be in memory.
 *
 * @param isWanted gets when the event occurred, in milliseconds since 1970; 0 if that is not known
 */
export function selectHistory(
  client: Client,
  isWanted: (action: string, at: number) => boolean,
): Promise<SelectedHistory> {
  const begin = () => {
    const kept = new Map<string, HookHistoryEntry[]>();
    const lists = new Map<string, { count: number; oldest: number }>();
    let undated = 0;
    return {
      add(part: HookHistory): void {
        for (const [action, entries] of Object.entries(part)) {
          if (typeof entries === 'string') continue;
          const times = entries.map(({ created }) => readTimestamp(created).ms ?? 0);
          const wanted = kept.get(action) ?? [];
          for (const [place, entry] of entries.entries())
            if (isWanted(action, times[place] ?? 0)) wanted.push(entry);
          kept.set(action, wanted);
          const { count = 0, oldest = Number.POSITIVE_INFINITY } = lists.get(action) ?? {};
          // one by one: there may be more of them than a call takes arguments
          const earliest = times.reduce((one, other) => Math.min(one, other), oldest);
          lists.set(action, { count: count + times.length, oldest: earliest });
          undated += times.filter((at) => at === 0).length;
        }
      },
      end: () => ({ entries: sortHistory(Object.fromEntries(kept)), undated, lists }),
    };
  };
  return client.fold(getHookHistory, { query: {} }, () => true, begin);
}

/** Reads the history of the service, oldest first. */
export async function readHistory(client: Client): Promise<readonly DatedEntry[]> {
  return (await selectHistory(client, () => true)).entries;
}
