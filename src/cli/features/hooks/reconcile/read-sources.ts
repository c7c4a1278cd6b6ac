import { getField } from '../../../../domain/json/loose-record.ts';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { listClaims } from '../../../../receiver/delivery-facts.ts';
import type { Inbox, InboxDelivery } from '../../../../receiver/inbox/inbox.ts';
import { parseJsonBody } from '../../../../receiver/received-delivery.ts';
import { type DatedEntry, toHistoryBody } from '../../../../receiver/run/take-history.ts';
import type { ProgressText } from '../../../framework/output/printing/progress.ts';
import { readPages } from '../receiver/inbox-records.ts';
import type { ExpectedEvent } from './expected-events.ts';
import {
  type ActivityEvent,
  type HistoryEvent,
  type InboxArrival,
  type InboxPlace,
  readEventIds,
} from './sources.ts';

export interface ComparedInbox {
  readonly store: string;
  readonly inbox: Inbox;
}

/** Events that occurred at `since` or later, and before `until`, in milliseconds since 1970. */
export interface Span {
  readonly since: number;
  readonly until: number;
}

export const isInSpan = (at: number, { since, until }: Span) => at >= since && at < until;

/** Finds what inboxes have of the history, by what its deliveries claim. @see docs/service/webhooks.md#HOOK-12, #HOOK-13 */
export async function compareHistory(
  entries: readonly DatedEntry[],
  inboxes: readonly ComparedInbox[],
): Promise<readonly HistoryEvent[]> {
  const events: HistoryEvent[] = [];
  // the claims of all would need as much memory as the history
  for (let from = 0; from < entries.length; from += AT_ONCE) {
    const part = entries.slice(from, from + AT_ONCE);
    const claims = part.map(({ entry }) => {
      const { event, body } = toHistoryBody(entry);
      return listClaims(event, body);
    });
    const found = await findTaken(claims, inboxes);
    for (const [place, { entry, action, at }] of part.entries()) {
      const payload = claims[place]?.[1];
      events.push({
        ids: readEventIds(entry, action),
        at,
        url: entry.url ?? null,
        delivery: entry.delivery ?? null,
        entry,
        payloadKey: payload === undefined ? null : toHex(payload),
        taken: found[place] ?? [],
      });
    }
  }
  return events;
}

/** Finds what inboxes have of the events that the activity expects. */
export async function compareExpected(
  events: readonly ExpectedEvent[],
  inboxes: readonly ComparedInbox[],
): Promise<readonly ActivityEvent[]> {
  // the second claim of a delivery is the key of its payload
  const keys = events.flatMap(({ type, activityId, actionId }) =>
    listClaims({ type, activityId, actionId }, new Uint8Array()).slice(1),
  );
  const found = await findTaken(
    keys.map((key) => [key]),
    inboxes,
  );
  return events.flatMap((event, place) => {
    const key = keys[place];
    return key === undefined ? [] : [{ event, payloadKey: toHex(key), taken: found[place] ?? [] }];
  });
}

/** Claims that are looked up at once. */
const AT_ONCE = 1_000;

/** @returns for each group, the deliveries that have claimed any of it */
async function findTaken(
  groups: readonly (readonly Uint8Array[])[],
  inboxes: readonly ComparedInbox[],
): Promise<readonly (readonly InboxPlace[])[]> {
  const keys = groups.flat();
  const taken = new Map<Uint8Array, readonly InboxPlace[]>();
  for (const { store, inbox } of inboxes)
    for (let from = 0; from < keys.length; from += AT_ONCE) {
      const part = keys.slice(from, from + AT_ONCE);
      for (const [place, number] of (await inbox.findClaims(part)).entries()) {
        const key = part[place];
        if (key !== undefined && number !== null)
          taken.set(key, [...(taken.get(key) ?? []), { store, number }]);
      }
    }
  return groups.map((group) => group.flatMap((key) => taken.get(key) ?? []));
}

/** Reads the first deliveries of the events of a span, without repetitions, in order of arrival. */
export async function readArrivals(
  { store, inbox }: ComparedInbox,
  reading: {
    span: Span;
    /** Only these actions; all if empty. */
    actions: readonly string[];
    /** Only what was received since then, in milliseconds since 1970; null for all. */
    receivedSince: number | null;
    progress(text: ProgressText): void;
  },
): Promise<readonly InboxArrival[]> {
  const { span, actions, receivedSince, progress } = reading;
  const arrivals: InboxArrival[] = [];
  const filter = receivedSince === null ? {} : { since: receivedSince };
  let read = 0;
  for await (const page of readPages(inbox, filter)) {
    const first = page.filter(
      ({ repeats, editedFrom, action }) =>
        repeats === null &&
        editedFrom === null && // the service knows nothing of it
        (actions.length === 0 || (action !== null && actions.includes(action))),
    );
    const each = await Promise.all(first.map((delivery) => readArrival({ store, inbox }, delivery)));
    arrivals.push(...each.filter(({ at, receivedAt }) => isInSpan(at ?? receivedAt, span)));
    read += page.length;
    progress(`${read} deliveries of ${store} read`);
  }
  return arrivals.toReversed();
}

async function readArrival(
  { store, inbox }: ComparedInbox,
  { number, receivedAt, source }: InboxDelivery,
): Promise<InboxArrival> {
  const body = (await inbox.find(number))?.body ?? new Uint8Array();
  const event = parseJsonBody(body);
  return {
    ...{ store, number, receivedAt, source },
    ids: readEventIds(event),
    at: readTimestamp(getField(event, 'created')).ms,
    keys: listClaims(event, body).map(toHex),
  };
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
