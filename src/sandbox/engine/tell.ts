import type { WebhookAction } from '../../facts/webhooks.ts';
import { findWebhook } from '../find-webhook.ts';
import { generateHookId } from '../generate-ids.ts';
import type { Store } from '../store/store.ts';
import type { Webhook } from '../store/webhooks.ts';
import type { Engine } from './engine.ts';

/** Of whom an event is, and what listens to it. */
export interface Occasion {
  readonly profile: number;
  readonly action: WebhookAction;
}

type EventKind = 'triggered' | 'completed' | 'message' | 'sent' | 'comment' | 'scheduled' | 'tikTokPublished';

/** Something that happened to a profile. */
export interface Happening extends Occasion {
  /**
   * What it is known by, its kind first: it is told once, however often it comes to this. Null of what cannot come to it
   * a second time.
   */
  readonly key: `${EventKind}:${string}` | null;
  /** The event's own fields. */
  readonly event: Readonly<Record<string, unknown>>;
  /** When it happened, in milliseconds since 1970. */
  readonly at: number;
}

type Teller = Pick<Engine, 'store' | 'random'>;

/**
 * Writes a delivery down for whoever is to be told. The caller holds the transaction.
 *
 * @returns its hook id; null when nobody is
 */
export function tell(teller: Teller, happening: Happening): string | null {
  const webhook = findWebhook(teller.store, happening);
  return webhook && writeDelivery(teller, webhook, happening);
}

/** The same where it is known already who is told. @returns its hook id */
export function writeDelivery(
  { store, random }: Teller,
  { url, profile: owner }: Webhook,
  { profile, action, key, event, at }: Happening,
): string {
  const hookId = generateHookId(random);
  const known = key ?? `once:${hookId}`;
  store.deliveries.add({ hookId, key: known, profile, owner, action, url, event, created: at });
  return hookId;
}

/** Who is told of what. */
export type Audience = (occasion: Occasion) => Webhook | null;

/** Looks each of them up once, for much that comes in at the same moment. It holds for one transaction. */
export function audienceOf(store: Store): Audience {
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
