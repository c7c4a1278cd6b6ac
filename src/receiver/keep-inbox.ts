import type { Clock } from '../clock.ts';
import { DAY_MS, MINUTE_MS } from '../service/durations.ts';
import type { Inbox } from './inbox/inbox.ts';

const EVERY_MS = MINUTE_MS;

/** Claims outlive the retries of a delivery, however short deliveries are kept. @see docs/service/webhooks.md#HOOK-12 */
const LEAST_CLAIM_MS = DAY_MS;

export interface InboxUpkeep {
  readonly inbox: Pick<Inbox, 'prune' | 'writeMark'>;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** How long deliveries are kept that nothing is to be done with, in milliseconds. */
  readonly keepMs: number;
  /** How long claims are kept: at least as long as a delivery may be old. */
  readonly claimMs: number;
  onFault(error: unknown): void;
}

/**
 * Notes each minute that the receiver runs, and removes what is old, until the signal aborts. It begins when what came
 * before is taken in: the note of the last run, and the claims of that time, are needed until then.
 */
export async function keepInbox(upkeep: InboxUpkeep, signal: AbortSignal): Promise<void> {
  const { clock, onFault } = upkeep;
  while (!signal.aborted) {
    await keepOnce(upkeep, signal).catch(onFault);
    await clock.sleep(EVERY_MS, signal).catch(() => {}); // ended
  }
}

async function keepOnce({ inbox, clock, keepMs, claimMs }: InboxUpkeep, signal: AbortSignal): Promise<void> {
  const now = clock.now();
  await inbox.writeMark('last seen', String(now));
  const before = { deliveries: now - keepMs, claims: now - Math.max(claimMs, keepMs, LEAST_CLAIM_MS) };
  while (!signal.aborted && (await inbox.prune(before))) await Promise.resolve();
}
