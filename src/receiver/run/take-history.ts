import { readTimestamp } from '../../domain/time/read-timestamp.ts';
import type { HookHistory, HookHistoryEntry } from '../../service/endpoints/webhooks.ts';
import type { DeliveryFacts } from '../delivery-facts.ts';
import type { Inbox, PlannedForwarding } from '../inbox/inbox.ts';
import { buildArrival, type ReceiverReport } from '../receiver-endpoint.ts';

/** A delivery of the history, and when its event occurred, in milliseconds since 1970; 0 if that is not known. */
export interface DatedEntry {
  readonly entry: HookHistoryEntry;
  /** The action that the history lists it under. */
  action: string;
  at: number;
}

/** Sorts the history of the service, oldest first; it lists the newest first, to the second. @see docs/service/webhooks.md#HOOK-20 */
export function sortHistory(history: HookHistory): readonly DatedEntry[] {
  return Object.entries(history)
    .flatMap(([action, entries]) =>
      typeof entries === 'string'
        ? []
        : entries.toReversed().map((entry) => ({ entry, action, at: readTimestamp(entry.created).ms ?? 0 })),
    )
    .toSorted((one, other) => one.at - other.at);
}

export function toHistoryBody({ delivery: _delivery, ...event }: HookHistoryEntry) {
  return { event, body: new TextEncoder().encode(JSON.stringify(event)) };
}

export type TakenReport = Extract<ReceiverReport, { readonly kind: 'taken' }>;

interface HistoryTaker {
  inbox: Inbox;
  now(): number;
  planForwardings(facts: DeliveryFacts): readonly PlannedForwarding[];
  /** Called with each: one that was received before repeats another delivery. */
  onTaken(report: TakenReport, entry: HookHistoryEntry): void;
}

/** Most deliveries of one transaction. */
const AT_ONCE = 200;

/**
 * Takes in deliveries of the history through the same claims as requests: what was received is a repetition, and is not
 * forwarded again. The history is not signed: it comes from the service itself, over the connection that the key is for.
 *
 * @param entries oldest first
 * @returns how many were new
 * @see docs/service/webhooks.md#HOOK-12, #HOOK-13, #HOOK-20, #W-17
 */
export async function takeHistory(
  entries: readonly HookHistoryEntry[],
  taker: HistoryTaker,
): Promise<number> {
  let added = 0;
  for (let from = 0; from < entries.length; from += AT_ONCE)
    added += await takeTogether(entries.slice(from, from + AT_ONCE), taker);
  return added;
}

async function takeTogether(
  entries: readonly HookHistoryEntry[],
  { inbox, now, planForwardings, onTaken }: HistoryTaker,
): Promise<number> {
  const receivedAt = now();
  const arrived = entries.flatMap((entry) => {
    const { event, body } = toHistoryBody(entry);
    const parts = { body, event, headers: {}, receivedAt, source: 'history', signature: null } as const;
    const built = buildArrival(parts, planForwardings);
    return 'fault' in built ? [] : [{ built, entry }];
  });
  const taken = await inbox.takeIn(arrived.map(({ built }) => built));
  let added = 0;
  for (const [place, { built, entry }] of arrived.entries()) {
    const result = taken[place];
    if (result === undefined) continue;
    if (result.repeats === null) added += 1;
    const { length: bytes } = built.body;
    onTaken({ kind: 'taken', receivedAt, status: 200, bytes, ms: 0, arrived: built, ...result }, entry);
  }
  return added;
}
