import type { WebhookAction } from '../../facts/webhooks.ts';
import { findWebhook } from '../find-webhook.ts';
import { generateHookId } from '../generate-ids.ts';
import type { Store } from '../store/store.ts';
import type { Webhook } from '../store/webhooks.ts';
import type { Engine } from './engine.ts';

/** Of whom an event is, and what listens to it. */
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

/** Something that happened to a profile. */
export interface DeliveryEvent extends EventSubject {
  /**
   * What it is known by, its kind first: it is told once, however often it comes to this. Null of what cannot come to it
   * a second time.
   */
  readonly key: `${EventKeyPrefix}:${string}` | null;
  /** The event's own fields. */
  readonly event: Readonly<Record<string, unknown>>;
  /** When it happened, in milliseconds since 1970. */
  readonly at: number;
}

type EnqueueContext = Pick<Engine, 'store' | 'random'>;

/**
 * Writes a delivery down for whoever is to be told. The caller holds the transaction.
 *
 * @returns its hook id; null when nobody is
 */
export function enqueueEvent(context: EnqueueContext, event: DeliveryEvent): string | null {
  const webhook = findWebhook(context.store, event);
  return webhook && enqueueDelivery(context, webhook, event);
}

/** The same where it is known already who is told. @returns its hook id */
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

/** Who is told of what. */
export type WebhookLookup = (occasion: EventSubject) => Webhook | null;

/** Looks each of them up once, for much that comes in at the same moment. It holds for one transaction. */
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
