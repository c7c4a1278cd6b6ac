import { getHostPort } from '../../../domain/addresses/url-shape.ts';
import { WEBHOOK_ACTIONS, type WebhookAction } from '../../../service/webhooks.ts';
import type { Database } from '../../../storage/open-database.ts';
import { type PageRequest, type RowPage, readPage } from '../pages.ts';
import { type AttemptRecord, listAttempts } from './attempts.ts';

/** An event to be delivered to a webhook. */
export interface Delivery {
  readonly row: number;
  /** The same for every attempt. */
  readonly hookId: string;
  /** Idempotency key: no event is enqueued twice. @see docs/service/webhooks.md#HOOK-13 */
  readonly key: string;
  /** The profile that the event is about. */
  readonly profile: number;
  /** The profile of the webhook, whose secret signs. @see docs/service/readings.md#U-29 */
  readonly owner: number;
  readonly action: WebhookAction;
  readonly url: string;
  /** Host and port of the URL. */
  readonly address: string;
  /** The event's own fields; the rest of the body is built for each attempt. */
  readonly event: Readonly<Record<string, unknown>>;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly created: number;
  /** When the next attempt is due; null in a terminal state. */
  readonly dueAt: number | null;
  /** Attempts made so far, and thus the number of the next one. */
  readonly attemptsStarted: number;
  /** Attempts that count for the retry schedule; interrupted ones do not. */
  readonly attemptsCompleted: number;
  /** Waits for a run that allows its private address. */
  readonly isBlocked: boolean;
  /** Why it failed without an attempt; null otherwise. */
  readonly endError: string | null;
  /** Fencing token: grows with every claim, and invalidates earlier ones. */
  readonly fencingToken: number;
}

export interface DeliveryWithAttempts extends Delivery {
  /** In order. */
  readonly attempts: readonly AttemptRecord[];
}

export type NewDelivery = Pick<
  Delivery,
  'hookId' | 'key' | 'profile' | 'owner' | 'action' | 'url' | 'event' | 'created'
>;

interface DeliveryHistoryRequest {
  profile: number;
  /** Default: all actions. */
  action?: WebhookAction | undefined;
  /** Only deliveries created at or after this time. */
  since: number;
  /** Maximum number per action. */
  maxRows: number;
  /** Approximate maximum size as JSON over all actions; at least one delivery is returned. */
  maxBytes: number;
}

export type DeliveryRow = Omit<Delivery, 'event' | 'isBlocked'> & {
  readonly eventJson: string;
  readonly isBlocked: number;
};

/** Columns that `readDelivery` reads. */
export const DELIVERY = `select row, hook_id as hookId, key, profile, owner, action, url, address,
  event_json as eventJson, state, created, due_at as dueAt, attempts_started as attemptsStarted,
  attempts_completed as attemptsCompleted, is_blocked as isBlocked, fencing_token as fencingToken,
  iif(state = 'failed', end_error, null) as endError
  from deliveries`;

/** Two index lookups: deliveries about the profile, and to its webhooks. */
const HISTORY_ROWS = ['profile', 'owner']
  .map(
    (whose) =>
      `select row from (select row from deliveries where ${whose} = ?1 and action = ?2 and created >= ?3
         order by row desc limit ?4)`,
  )
  .join(' union ');

/** A delivery and its approximate size as JSON, including attempts. */
interface SizedDelivery {
  row: number;
  bytes: number;
}

const BYTES = 'octet_length(event_json) + octet_length(url) + 512 + 256 * attempts_started';

const SIZED = `select row, ${BYTES} as bytes from deliveries`;

function takeNewestWithin(mostBytes: number, sized: readonly SizedDelivery[]): readonly SizedDelivery[] {
  const newest = sized.toSorted((one, other) => other.row - one.row);
  let bytes = 0;
  const end = newest.findIndex((each, index) => {
    bytes += each.bytes;
    return index > 0 && bytes > mostBytes;
  });
  return end === -1 ? newest : newest.slice(0, end);
}

export function readDeliveryPage(database: Database, request: PageRequest): RowPage<DeliveryWithAttempts> {
  return readPage(database, { table: 'deliveries', at: 'created', bytes: BYTES }, request, (numbers) =>
    withAttempts(
      database,
      database.all<DeliveryRow>(`${DELIVERY} where row in (select value from json_each(?))`, numbers),
    ),
  );
}

export function findDelivery(database: Database, hookId: string): DeliveryWithAttempts | undefined {
  return withAttempts(database, database.all<DeliveryRow>(`${DELIVERY} where hook_id = ?`, hookId))[0];
}

/** Due at once. The caller holds the transaction. */
export function insertDelivery(
  database: Database,
  { hookId, key, profile, owner, action, url, event, created }: NewDelivery,
): void {
  const address = getHostPort(url);
  database.run(
    `insert into deliveries (hook_id, key, profile, owner, action, url, address, event_json, state, created, due_at)
         values (:hookId, :key, :profile, :owner, :action, :url, :address, :event, 'waiting', :created, :created)`,
    { hookId, key, profile, owner, action, url, address, event: JSON.stringify(event), created },
  );
  lowerNextDue(database, address, created);
}

/**
 * Redelivers: makes the next attempt due now. A waiting delivery is brought forward, an ended one continues its
 * schedule, and one in flight gets another attempt afterwards. The caller holds the transaction.
 *
 * @returns undefined when there is no such delivery
 * @see docs/service/readings.md#U-31
 */
export function scheduleRedelivery(database: Database, hookId: string, now: number): Delivery | undefined {
  const address = database.first<Pick<Delivery, 'address'>>(
    `update deliveries set state = 'waiting', is_blocked = 0, due_at = min(coalesce(due_at, :now), :now),
           redeliver_at = iif(lease_until is null, null, :now)
         where hook_id = :hookId returning address`,
    { hookId, now },
  )?.address;
  if (address === undefined) return undefined;
  lowerNextDue(database, address, now);
  const row = database.first<DeliveryRow>(`${DELIVERY} where hook_id = ?`, hookId);
  return row && readDelivery(row);
}

/** Deliveries about a profile or to its webhooks, newest first. */
export function listDeliveryHistory(
  database: Database,
  { profile, action, since, maxRows, maxBytes }: DeliveryHistoryRequest,
): readonly DeliveryWithAttempts[] {
  const actions = action === undefined ? Object.keys(WEBHOOK_ACTIONS) : [action];
  const sized = actions.flatMap((each) =>
    database.all<SizedDelivery>(
      `${SIZED} where row in (${HISTORY_ROWS}) order by row desc limit ?4`,
      profile,
      each,
      since,
      maxRows,
    ),
  );
  const rows = takeNewestWithin(maxBytes, sized).map(({ row }) => row);
  return withAttempts(
    database,
    database.all<DeliveryRow>(
      `${DELIVERY} where row in (select value from json_each(?)) order by row desc`,
      JSON.stringify(rows),
    ),
  );
}

function withAttempts(database: Database, rows: readonly DeliveryRow[]): readonly DeliveryWithAttempts[] {
  const byRow = listAttempts(
    database,
    rows.map(({ row }) => row),
  );
  return rows.map((row) => ({ ...readDelivery(row), attempts: byRow.get(row.row) ?? [] }));
}

export function readDelivery({ eventJson, isBlocked, ...row }: DeliveryRow): Delivery {
  // written only by `add`, from the same type
  return { ...row, isBlocked: isBlocked === 1, event: JSON.parse(eventJson) as Delivery['event'] };
}

/** A waiting delivery that is not blocked and has no lease. */
export const IS_CLAIMABLE = `state = 'waiting' and is_blocked = 0 and lease_until is null`;

/** Lowers the due time of an address: a claimable delivery falls due then. The caller holds the transaction. */
export function lowerNextDue(database: Database, address: string, dueAt: number): void {
  database.run(
    `insert into delivery_addresses (address, next_due_at) values (:address, :dueAt)
     on conflict (address) do update set next_due_at = excluded.next_due_at
       where excluded.next_due_at < next_due_at`,
    { address, dueAt },
  );
}

/** Recomputes the due time of an address after claims. The caller holds the transaction. */
export function refreshNextDue(database: Database, address: string): void {
  database.run('delete from delivery_addresses where address = ?', address);
  database.run(
    `insert into delivery_addresses (address, next_due_at)
     select address, due_at from deliveries where address = ? and ${IS_CLAIMABLE} order by due_at, row limit 1`,
    address,
  );
}
