import { getField } from '../../../../domain/json/loose-record.ts';
import { readDeliveryFacts } from '../../../../receiver/delivery-facts.ts';
import type { DeliverySource, InboxRefusals } from '../../../../receiver/inbox/inbox.ts';
import type { HookDelivery, HookHistoryEntry } from '../../../../service/endpoints/webhooks.ts';
import type { ExpectedEvent } from './expected-events.ts';

/** What is known of an event, each null if it is unknown. */
export interface EventIds {
  readonly action: string | null;
  readonly type: string | null;
  readonly hookId: string | null;
  readonly activityId: string | null;
  readonly actionId: string | null;
  readonly person: string | null;
}

export interface InboxPlace {
  /** The inbox, as the user knows it. */
  readonly store: string;
  readonly number: number;
}

/** A delivery of the history. Times are in milliseconds since 1970. */
export interface HistoryEvent {
  readonly ids: EventIds;
  readonly at: number;
  readonly url: string | null;
  /** Null if the service does not tell its result. */
  readonly delivery: HookDelivery | null;
  readonly entry: HookHistoryEntry;
  /** The key of its payload, in hexadecimal; null if its kind has none. */
  readonly payloadKey: string | null;
  readonly taken: readonly InboxPlace[];
}

/** The first delivery of an event in an inbox. */
export interface InboxArrival extends InboxPlace {
  readonly ids: EventIds;
  /** When it occurred; null if that is not known. */
  readonly at: number | null;
  readonly receivedAt: number;
  readonly source: DeliverySource;
  /** What it claimed, in hexadecimal. */
  readonly keys: readonly string[];
}

export interface ActivityEvent {
  readonly event: ExpectedEvent;
  readonly payloadKey: string;
  readonly taken: readonly InboxPlace[];
}

export interface StoreRefusals extends InboxRefusals {
  readonly store: string;
}

export interface Sources {
  readonly history: readonly HistoryEvent[];
  readonly arrivals: readonly InboxArrival[];
  readonly expected: readonly ActivityEvent[];
  readonly refusals: readonly StoreRefusals[];
}

/** Reads the ids of an event. @param action of its list, if it does not say */
export function readEventIds(event: unknown, action: string | null = null): EventIds {
  const facts = readDeliveryFacts(event);
  return {
    action: facts.action ?? action,
    type: facts.type,
    hookId: facts.hookId,
    activityId: readId(event, 'activityId'),
    actionId: readId(event, 'actionId'),
    person: facts.person,
  };
}

function readId(event: unknown, name: string): string | null {
  const value = getField(event, name);
  return typeof value === 'string' && value !== '' ? value : null;
}
