import type { Client } from '../../../client/client.ts';
import { isRecord } from '../../../domain/json/loose-record.ts';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import type { DeliveryFacts } from '../../../receiver/delivery-facts.ts';
import type { Inbox, PlannedForwarding } from '../../../receiver/inbox/inbox.ts';
import { buildArrival, type ReceiverReport } from '../../../receiver/receiver-endpoint.ts';
import { DAY_MS, MINUTE_MS } from '../../../service/durations.ts';
import { getHookHistory, type HookHistoryEntry } from '../../../service/endpoints/webhooks.ts';
import type { Uses } from '../../context/context.ts';
import type { RunningReceiver } from './run-receiver.ts';

/** Where deliveries of the history go. */
interface HistoryTaker {
  readonly inbox: Pick<Inbox, 'takeIn'>;
  now(): number;
  planForwardings(facts: DeliveryFacts): readonly PlannedForwarding[];
  onReport(report: ReceiverReport): void;
}

/** Most deliveries of one transaction. */
const AT_ONCE = 200;

/**
 * Takes in what the history of the service has, oldest first, through the same claims as requests: what was received is
 * a repetition, and is not forwarded again. The history is not signed: it comes from the service itself, over the
 * connection that the key is for.
 *
 * @param since events that occurred before this time are skipped, in milliseconds since 1970
 * @returns how many were new
 * @see docs/service/webhooks.md#HOOK-20, #W-17
 */
async function takeHistory(client: Client, since: number, taker: HistoryTaker): Promise<number> {
  const { body: history } = await client.call(getHookHistory, { query: {} });
  const entries = Object.values(history).flatMap((each) => (typeof each === 'string' ? [] : each));
  const wanted = entries
    .map((entry) => ({ entry, at: readTimestamp(entry.created).ms ?? 0 }))
    .filter(({ at }) => at >= since)
    .toSorted((one, other) => one.at - other.at);
  let added = 0;
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const part = wanted.slice(from, from + AT_ONCE).map(({ entry }) => entry);
    added += await takeEntries(part, taker);
  }
  return added;
}

async function takeEntries(
  entries: readonly HookHistoryEntry[],
  { inbox, now, planForwardings, onReport }: HistoryTaker,
): Promise<number> {
  const receivedAt = now();
  const arrived = entries.flatMap(({ delivery: _delivery, ...event }) => {
    const body = new TextEncoder().encode(JSON.stringify(event));
    const parts = { body, headers: {}, receivedAt, source: 'history', signature: null } as const;
    const built = buildArrival(parts, { planForwardings });
    return 'fault' in built || !isRecord(event) ? [] : [built];
  });
  const taken = await inbox.takeIn(arrived);
  let added = 0;
  for (const [place, each] of arrived.entries()) {
    const result = taken[place];
    if (result === undefined || result.repeats !== null) continue;
    added += 1;
    onReport({
      kind: 'taken',
      receivedAt,
      status: 200,
      bytes: each.body.length,
      ms: 0,
      arrived: each,
      ...result,
    });
  }
  return added;
}

type HistoryContext = Uses<{ io: 'clock' | 'note' | 'signal' }>;

/** How long after an event it may be delivered: more than the last retry of the service. */
const LATE_MS = DAY_MS;

/** Which part of the history a run takes in. */
type HistoryChoice = 'none' | 'since the last run' | 'always';

/** The time from which events are taken from the history, in milliseconds since 1970; null for none. */
export async function findHistoryStart(
  inbox: Pick<Inbox, 'readMark'>,
  choice: HistoryChoice,
  now: number,
): Promise<number | null> {
  if (choice === 'none') return null;
  const last = await inbox.readMark('last seen');
  if (last !== null) return Number(last) - LATE_MS;
  return choice === 'always' ? now - LATE_MS : null;
}

/**
 * Takes in what came since then.
 *
 * @throws CrierError when the history cannot be read
 */
async function takeMissed(
  client: Client,
  since: number,
  { inbox, plan, report, startUpkeep }: RunningReceiver,
  { io }: HistoryContext,
): Promise<void> {
  const taker = { inbox, now: () => io.clock.now(), planForwardings: plan, onReport: report };
  const added = await takeHistory(client, since, taker);
  startUpkeep();
  if (added > 0) await io.note(`${formatCount(added, 'delivery', 'deliveries')} taken from the history`);
}

/** How the history is read. */
interface HistoryReading {
  /** Events before this time are skipped, in milliseconds since 1970. */
  readonly since: number;
  /** Whether a failure ends the run: otherwise it is noted, since deliveries are received all the same. */
  readonly isOnce: boolean;
  /** Whether it is read again every minute, also after a success. */
  readonly goesOn: boolean;
}

/** Reads the history now, and then every minute until it succeeded, or until the receiver stops. */
export async function followHistory(
  client: Client,
  { since: start, isOnce, goesOn }: HistoryReading,
  receiver: RunningReceiver,
  context: HistoryContext,
): Promise<void> {
  const { clock, signal, note } = context.io;
  let since = start;
  let told = '';
  const read = async (): Promise<boolean> => {
    const now = clock.now();
    try {
      await takeMissed(client, since, receiver, context);
      since = now - LATE_MS;
      return true;
    } catch (error) {
      if (isOnce || signal.aborted) throw error;
      const message = error instanceof Error ? error.message : String(error);
      if (message !== told) await note(`the history could not be read, and is tried again: ${message}`);
      told = message;
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
