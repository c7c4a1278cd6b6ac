import type { Database } from '../../disk/open-database.ts';
import type { WebhookAction } from '../../facts/webhooks.ts';
import { addressOf } from '../../rules/address-of.ts';

/** An event that is to be told to a webhook. */
export interface Delivery {
  /** The same on each try to deliver it. */
  readonly hookId: string;
  /** What it is claimed by at the receiver: none is recorded twice. @see rule HOOK-13 */
  readonly key: string;
  /** Whom it is about. */
  readonly profile: number;
  /** Whose webhook it is, and so whose secret signs. @see reading U-29 */
  readonly owner: number;
  readonly action: WebhookAction;
  readonly url: string;
  /** The event's own fields; the rest of the body is made for each try. */
  readonly event: Readonly<Record<string, unknown>>;
  readonly state: 'waiting';
  readonly created: number;
}

export interface Deliveries {
  /** Oldest first. */
  all(): readonly Delivery[];
  add(delivery: Omit<Delivery, 'state'>): void;
}

type DeliveryRow = Omit<Delivery, 'event'> & { readonly eventJson: string };

export function deliveriesOf(database: Database): Deliveries {
  return {
    all: () =>
      database
        .all<DeliveryRow>(
          `select hook_id as hookId, key, profile, owner, action, url, event_json as eventJson, state, created
           from deliveries order by row`,
        )
        // Written by `add` alone, from the same type.
        .map(({ eventJson, ...row }) => ({ ...row, event: JSON.parse(eventJson) as Delivery['event'] })),
    add: ({ hookId, key, profile, owner, action, url, event, created }) =>
      database.run(
        `insert into deliveries (hook_id, key, profile, owner, action, url, address, event_json, state, created, due_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 'waiting', ?9, ?9)`,
        hookId,
        key,
        profile,
        owner,
        action,
        url,
        addressOf(url),
        JSON.stringify(event),
        created,
      ),
  };
}
