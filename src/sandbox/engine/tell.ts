import type { WebhookAction } from '../../facts/webhooks.ts';
import { newHookId } from '../new-ids.ts';
import { webhookFor } from '../webhook-for.ts';
import type { Engine } from './engine.ts';

/** Something that happened to a profile. */
interface Happening {
  readonly profile: number;
  readonly action: WebhookAction;
  /** What it is known by, its kind first: it is told once, however often it comes to this. */
  readonly key: `${'triggered' | 'completed'}:${string}`;
  /** The event's own fields. */
  readonly event: Readonly<Record<string, unknown>>;
  /** When it happened, in milliseconds since 1970. */
  readonly at: number;
}

/**
 * Writes a delivery down for whoever is to be told. The caller holds the transaction.
 *
 * @returns false when nobody is
 */
export function tell(
  { store, random }: Pick<Engine, 'store' | 'random'>,
  { profile, action, key, event, at }: Happening,
): boolean {
  const webhook = webhookFor(store, { profile, action });
  if (webhook === null) return false;
  const { url, profile: owner } = webhook;
  store.deliveries.add({ hookId: newHookId(random), key, profile, owner, action, url, event, created: at });
  return true;
}
