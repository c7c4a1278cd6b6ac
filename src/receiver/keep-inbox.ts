import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../service/durations.ts';
import type { DeliveryCursor, Inbox } from './inbox/inbox.ts';

const EVERY_MS = MINUTE_MS;

/** Claims outlive the retries of a delivery, however short deliveries are kept. @see docs/service/webhooks.md#HOOK-12 */
const LEAST_CLAIM_MS = DAY_MS;

export interface InboxUpkeep {
  inbox: Inbox;
  clock: Clock;
  /** How long deliveries are kept that nothing is to be done with, in milliseconds. */
  keepMs: number;
  /** How long claims are kept: at least as long as a delivery may be old. */
  claimMs: number;
  /**
   * Until when all is taken in, in milliseconds since 1970; before now when the history is to be read, after a sleep of the
   * machine for instance. A later run reads from there on, and claims of events that may be read again are kept.
   */
  getCaughtUp?(): number;
  onFault(error: unknown): void;
}

/** How long after an event it may be delivered: more than the last retry of the service. */
export const LATE_MS = DAY_MS;

/** An event of the history was claimed when it came, by a clock that may be behind that of the service. */
const CLOCK_DIFFERENCE_MS = HOUR_MS;

/** How often what was left because it waited is looked at again. */
const LEFT_AGAIN_MS = HOUR_MS;

/**
 * Notes each minute that the receiver runs, and removes what is old, until the signal aborts. It begins when what came
 * before is taken in: the note of the last run, and the claims of that time, are needed until then. Each minute looks
 * only at what has become old since the last one, so that a long backlog is not read again and again; once an hour it
 * looks at all that is old, for what was forwarded meanwhile.
 */
export async function keepInbox(upkeep: InboxUpkeep, signal: AbortSignal): Promise<void> {
  const { clock, onFault } = upkeep;
  let cursor: DeliveryCursor | null = null;
  let again = clock.steady() + LEFT_AGAIN_MS; // not for longer when the clock is set back
  while (!signal.aborted) {
    if (clock.steady() >= again) {
      cursor = null;
      again = clock.steady() + LEFT_AGAIN_MS;
    }
    cursor = await keepOnce(upkeep, cursor, signal).catch((error: unknown) => {
      onFault(error);
      return cursor;
    });
    await clock.sleep(EVERY_MS, signal).catch(() => {}); // ended
  }
}

async function keepOnce(
  { inbox, clock, keepMs, claimMs, getCaughtUp }: InboxUpkeep,
  after: DeliveryCursor | null,
  signal: AbortSignal,
): Promise<DeliveryCursor | null> {
  const now = clock.now();
  const caughtUp = Math.min(now, getCaughtUp?.() ?? now);
  await inbox.writeMark('last seen', String(caughtUp));
  const kept = now - Math.max(claimMs, keepMs, LEAST_CLAIM_MS);
  const claims = getCaughtUp === undefined ? kept : Math.min(kept, caughtUp - LATE_MS - CLOCK_DIFFERENCE_MS);
  const before = { deliveries: now - keepMs, claims };
  let cursor = after;
  for (let isDone = false; !isDone && !signal.aborted; ) {
    ({ cursor, isDone } = await inbox.prune(before, cursor));
    await nextTurn(); // deliveries that came meanwhile
  }
  return cursor;
}
