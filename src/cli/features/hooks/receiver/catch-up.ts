import type { Client } from '../../../../client/client.ts';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { DAY_MS, MINUTE_MS } from '../../../../service/durations.ts';
import type { Uses } from '../../../framework/command/context.ts';
import type { RunningReceiver } from './run-receiver.ts';
import { readHistory, takeHistory } from './take-history.ts';

type HistoryContext = Uses<{ io: 'clock' | 'signal' }>;

/** How long after an event it may be delivered: more than the last retry of the service. */
const LATE_MS = DAY_MS;

/** Which part of the history a run takes in. */
type HistoryChoice = 'none' | 'since the last run' | 'always';

/**
 * The time from which events are taken from the history; null for none. All are in milliseconds since 1970.
 *
 * @param lastSeen when a receiver last ran, null if none has: after now, if the clock was set back since
 */
export function findHistoryStart(lastSeen: number | null, choice: HistoryChoice, now: number): number | null {
  if (choice === 'none') return null;
  if (lastSeen !== null) return Math.min(lastSeen, now) - LATE_MS;
  return choice === 'always' ? now - LATE_MS : null;
}

/**
 * Takes in what came since then, oldest first.
 *
 * @param getNext from when on the history is read the next time
 * @throws CrierError when the history cannot be read
 */
async function takeMissed(
  client: Client,
  { since, getNext }: { since: number; getNext(): number },
  { inbox, plan, report, startUpkeep, log }: RunningReceiver,
  { io }: HistoryContext,
): Promise<void> {
  const history = await readHistory(client);
  const entries = history.flatMap(({ entry, at }) => (at >= since ? [entry] : []));
  const added = await takeHistory(entries, {
    inbox,
    now: () => io.clock.now(),
    planForwardings: plan,
    onTaken: (each) => each.repeats === null && report(each),
  });
  startUpkeep(getNext);
  const message = `${formatCount(added, 'delivery', 'deliveries')} taken from the history`;
  if (added > 0) await log.add({ level: 'info', event: 'history.taken', message, fields: { count: added } });
}

/** How the history is read. */
interface HistoryReading {
  /** Events before this time are skipped, in milliseconds since 1970. */
  since: number;
  /** Whether a failure ends the run: otherwise it is noted, since deliveries are received all the same. */
  isOnce: boolean;
  /** Whether it is read again every minute, also after a success. */
  goesOn: boolean;
}

/** Reads the history now, and then every minute until it succeeded, or until the receiver stops. */
export async function followHistory(
  client: Client,
  { since: start, isOnce, goesOn }: HistoryReading,
  receiver: RunningReceiver,
  context: HistoryContext,
): Promise<void> {
  const { clock, signal } = context.io;
  const { log } = receiver;
  let since = start;
  let reported = '';
  const read = async (): Promise<boolean> => {
    const now = clock.now();
    try {
      since = Math.min(since, now - LATE_MS); // the clock may have been set back
      await takeMissed(client, { since, getNext: () => since }, receiver, context);
      since = goesOn ? now - LATE_MS : Number.POSITIVE_INFINITY; // otherwise not again
      return true;
    } catch (error) {
      if (isOnce || signal.aborted) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      const message = `the history could not be read, and is tried again: ${reason}`;
      if (reason !== reported)
        await log.add({ level: 'warn', event: 'history.failing', message, fields: { error: reason } });
      reported = reason;
      return false;
    }
  };
  const isRead = await read();
  if (!isOnce && (goesOn || !isRead)) void pollEachMinute(read, goesOn, receiver, context).catch(() => {}); // ended
}

async function pollEachMinute(
  read: () => Promise<boolean>,
  goesOn: boolean,
  { listener }: RunningReceiver,
  { io: { clock, signal } }: HistoryContext,
): Promise<void> {
  const ending = new AbortController();
  void listener.closed.then(() => ending.abort('closed'));
  const either = AbortSignal.any([signal, ending.signal]);
  for (;;) {
    await clock.sleep(MINUTE_MS, either);
    if ((await read()) && !goesOn) return;
  }
}
