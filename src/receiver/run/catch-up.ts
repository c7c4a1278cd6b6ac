import { formatCount } from '../../domain/text/lists-and-counts.ts';
import { getErrorMessage } from '../../errors.ts';
import { MINUTE_MS } from '../../service/durations.ts';
import { LATE_MS } from '../keep-inbox.ts';
import type { ReceiverLog, ReceiverLogEntry } from './receiver-log.ts';
import type { DatedEntry } from './take-history.ts';
import type { ReceiverWorld } from './world.ts';

export interface HistorySource {
  read(): Promise<readonly DatedEntry[]>;
  /** Whether it is read every minute, also after a success and without an earlier run. */
  isFollowed: boolean;
  /** Whether a failure ends the run: otherwise it is noted, since deliveries are received all the same. */
  isOnce: boolean;
}

/** After a minute that took so much longer the machine slept, and the service may have given up deliveries meanwhile. */
const SLEPT_MS = 10 * MINUTE_MS;

/**
 * Reads the history now if a receiver has run before, and then every minute until it succeeded, or until the receiver
 * stops; and again when the machine has slept.
 *
 * @throws CrierError of the service if it is read once
 */
export async function followHistory(
  { read, isFollowed, isOnce }: HistorySource,
  run: {
    /** When a receiver last ran, in milliseconds since 1970; null if none has; after now, if the clock was set back since. */
    lastSeen: number | null;
    /** @returns how many were new */
    take(entries: readonly DatedEntry[]): Promise<number>;
    /** Called when they are taken in. @param getCaughtUp until when all is taken in, in milliseconds since 1970 */
    startUpkeep(getCaughtUp: () => number): void;
    log: ReceiverLog;
    /** Resolves when the receiver takes nothing more. */
    closed: Promise<void>;
  },
  { clock, signal }: ReceiverWorld,
): Promise<void> {
  const { lastSeen, take, startUpkeep, log, closed } = run;
  let caughtUp = lastSeen ?? clock.now();
  let reported = '';
  const takeMissed = async (): Promise<boolean> => {
    const now = clock.now();
    try {
      caughtUp = Math.min(caughtUp, now); // the clock may have been set back
      const history = await read();
      const count = await take(history.filter(({ at }) => at >= caughtUp - LATE_MS));
      caughtUp = now;
      startUpkeep(() => caughtUp);
      if (count > 0) await log.add(describeTaken(count));
      reported = '';
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
  const isFirst = lastSeen === null && !isFollowed;
  if (isFirst) startUpkeep(() => caughtUp);
  const isRead = isFirst || (await takeMissed());
  if (isOnce) return;
  const ending = new AbortController();
  void closed.then(() => ending.abort('closed'));
  const either = AbortSignal.any([signal, ending.signal]);
  const lookEachMinute = async (): Promise<void> => {
    let seen = clock.now();
    for (let isMissing = !isRead; ; ) {
      await clock.sleep(MINUTE_MS, either);
      const now = clock.now();
      isMissing ||= now - seen > MINUTE_MS + SLEPT_MS;
      seen = now;
      if (isFollowed || isMissing) isMissing = !(await takeMissed());
      else caughtUp = now;
    }
  };
  void lookEachMinute().catch(() => {}); // ended
}

function describeTaken(count: number): ReceiverLogEntry {
  const message = `${formatCount(count, 'delivery')} taken from the history`;
  return { level: 'info', event: 'history.taken', message, fields: { count } };
}
