import type { Clock } from '../../../clock.ts';
import { SECOND_MS } from '../../../service/durations.ts';

/** What a change is of: the account or the sandbox, or what the receiver of this machine has stored. */
export type ChangedArea = 'account' | 'receiver';

/** Something that others change, too. */
export interface WatchedSource {
  /** What the page reads again after a change. */
  readonly parts: readonly ChangedArea[];
  readonly everyMs: number;
  /** Another text after each change. */
  readVersion(): Promise<string>;
}

/** Less than the time after which a connection without a word is closed, on either side. */
const HEARTBEAT_MS = 15 * SECOND_MS;
/** After a source could not be read. */
const RETRY_MS = 5 * SECOND_MS;

/**
 * Follows the sources until the signal aborts: what changed, many changes at once as one. An empty list says that the
 * connection is open, at first and then every 15 seconds.
 */
export async function* followChanges(
  sources: readonly WatchedSource[],
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<readonly ChangedArea[]> {
  const changed = new Set<ChangedArea>();
  let wake = () => {};
  const ending = new AbortController();
  const ended = AbortSignal.any([signal, ending.signal]);
  const add = (parts: readonly ChangedArea[]) => {
    for (const part of parts) changed.add(part);
    wake();
  };
  const following = [repeat(HEARTBEAT_MS, () => wake(), clock, ended)];
  for (const source of sources) following.push(watchSource(source, add, clock, ended));
  signal.addEventListener('abort', () => wake(), { once: true });
  try {
    while (!signal.aborted) {
      const news = [...changed];
      changed.clear();
      yield news;
      if (changed.size > 0) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    ending.abort();
    await Promise.all(following);
  }
}

async function watchSource(
  { parts, everyMs, readVersion }: WatchedSource,
  add: (parts: readonly ChangedArea[]) => void,
  clock: Clock,
  ended: AbortSignal,
): Promise<void> {
  let known: string | null = null;
  let retryAt = Number.NEGATIVE_INFINITY;
  const look = async () => {
    if (clock.steady() < retryAt) return;
    try {
      const version = await readVersion();
      if (known !== null && version !== known) add(parts);
      known = version;
    } catch {
      // the view that reads it shows why
      retryAt = clock.steady() + RETRY_MS;
    }
  };
  await look();
  await repeat(everyMs, look, clock, ended);
}

async function repeat(everyMs: number, work: () => unknown, clock: Clock, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    await clock.sleep(everyMs, ended).catch(() => {}); // ended
    if (!ended.aborted) await work();
  }
}
