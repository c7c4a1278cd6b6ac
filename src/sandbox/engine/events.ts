import type { WebhookAction } from '../../service/webhooks.ts';
import { generateHookId } from '../generate-ids.ts';
import type { Store } from '../store/store.ts';
import type { Webhook } from '../store/webhooks.ts';
import { findWebhook } from '../webhooks.ts';
import type { EnginePorts } from './ports.ts';

/** Selects the webhook: a profile and an action. */
export interface EventSubject {
  readonly profile: number;
  readonly action: WebhookAction;
}

type EventKeyPrefix =
  | 'triggered'
  | 'completed'
  | 'message'
  | 'sent'
  | 'comment'
  | 'scheduled'
  | 'tikTokPublished';

/** An event to deliver to a webhook. */
export interface DeliveryEvent extends EventSubject {
  /**
   * Idempotency key with its kind first: a second event with the same key is not enqueued. Null for events that
   * cannot repeat.
   */
  readonly key: `${EventKeyPrefix}:${string}` | null;
  /** The event's own fields; the rest of the body is built for each attempt. */
  readonly event: Readonly<Record<string, unknown>>;
  /** When it happened, in milliseconds since 1970. */
  readonly at: number;
}

export type EnqueueContext = Pick<EnginePorts, 'store' | 'random'>;

/**
 * Enqueues a delivery when a webhook is registered for the event. The caller holds the transaction.
 *
 * @returns the hook id; null when no webhook is registered
 */
export function enqueueEvent(context: EnqueueContext, event: DeliveryEvent): string | null {
  const webhook = findWebhook(context.store, event);
  return webhook && enqueueDelivery(context, webhook, event);
}

/** Enqueues a delivery to a known webhook. @returns the hook id */
export function enqueueDelivery(
  { store, random }: EnqueueContext,
  { url, profile: owner }: Webhook,
  { profile, action, key, event, at }: DeliveryEvent,
): string {
  const hookId = generateHookId(random);
  const known = key ?? `once:${hookId}`;
  store.deliveries.add({ hookId, key: known, profile, owner, action, url, event, created: at });
  return hookId;
}

/** Finds the webhook for an event. */
export type WebhookLookup = (occasion: EventSubject) => Webhook | null;

/** Caches lookups for many events of one transaction. */
export function createWebhookLookup(store: Store): WebhookLookup {
  const found = new Map<string, Webhook | null>();
  return ({ profile, action }) => {
    const name = `${profile}:${action}`;
    const known = found.get(name);
    if (known !== undefined) return known;
    const webhook = findWebhook(store, { profile, action });
    found.set(name, webhook);
    return webhook;
  };
}
