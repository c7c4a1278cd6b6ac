import { formatCount } from '../../domain/text/lists-and-counts.ts';
import { getErrorMessage } from '../../errors.ts';
import { DAY_MS, MINUTE_MS } from '../../service/durations.ts';
import type { ReceiverLog, ReceiverLogEntry } from './receiver-log.ts';
import type { DatedEntry } from './take-history.ts';
import type { ReceiverWorld } from './world.ts';

/** How long after an event it may be delivered: more than the last retry of the service. */
const LATE_MS = DAY_MS;

export interface HistorySource {
  read(): Promise<readonly DatedEntry[]>;
  /** Whether it is read every minute, also after a success and without an earlier run. */
  isFollowed: boolean;
  /** Whether a failure ends the run: otherwise it is noted, since deliveries are received all the same. */
  isOnce: boolean;
}

/**
 * The time from which events are taken from the history; null for none. All are in milliseconds since 1970.
 *
 * @param lastSeen when a receiver last ran, null if none has: after now, if the clock was set back since
 */
export function findHistoryStart(lastSeen: number | null, isFollowed: boolean, now: number): number | null {
  if (lastSeen !== null) return Math.min(lastSeen, now) - LATE_MS;
  return isFollowed ? now - LATE_MS : null;
}

/**
 * Reads the history now, and then every minute until it succeeded, or until the receiver stops.
 *
 * @throws CrierError of the service if it is read once
 */
export async function followHistory(
  { read, isFollowed, isOnce }: HistorySource,
  run: {
    /** Events before this time are skipped, in milliseconds since 1970. */
    since: number;
    /** @returns how many were new */
    take(entries: readonly DatedEntry[]): Promise<number>;
    /** Called when they are taken in. @param getHistoryStart from when on the history is read the next time */
    startUpkeep(getHistoryStart: () => number): void;
    log: ReceiverLog;
    /** Resolves when the receiver takes nothing more. */
    closed: Promise<void>;
  },
  { clock, signal }: ReceiverWorld,
): Promise<void> {
  const { since: start, take, startUpkeep, log, closed } = run;
  let since = start;
  let reported = '';
  const takeMissed = async (): Promise<boolean> => {
    const now = clock.now();
    try {
      since = Math.min(since, now - LATE_MS); // the clock may have been set back
      const history = await read();
      const count = await take(history.filter(({ at }) => at >= since));
      startUpkeep(() => since);
      if (count > 0) await log.add(describeTaken(count));
      since = isFollowed ? now - LATE_MS : Number.POSITIVE_INFINITY; // otherwise not again
      return true;
    } catch (error) {
      if (isOnce || signal.aborted) throw error;
      const reason = getErrorMessage(error);
      const message = `the history could not be read, and is tried again: ${reason}`;
      if (reason !== reported)
        await log.add({ level: 'warn', event: 'history.failing', message, fields: { error: reason } });
      reported = reason;
      return false;
    }
  };
  const isRead = await takeMissed();
  if (isOnce || (isRead && !isFollowed)) return;
  const ending = new AbortController();
  void closed.then(() => ending.abort('closed'));
  const either = AbortSignal.any([signal, ending.signal]);
  const pollEachMinute = async (): Promise<void> => {
    do await clock.sleep(MINUTE_MS, either);
    while (!(await takeMissed()) || isFollowed);
  };
  void pollEachMinute().catch(() => {}); // ended
}

function describeTaken(count: number): ReceiverLogEntry {
  const message = `${formatCount(count, 'delivery', 'deliveries')} taken from the history`;
  return { level: 'info', event: 'history.taken', message, fields: { count } };
}
