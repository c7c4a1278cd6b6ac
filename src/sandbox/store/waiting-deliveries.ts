import { getHostPort } from '../../domain/addresses/get-host-port.ts';
import type { Database } from '../../storage/open-database.ts';
import { createAttemptStore } from './attempts.ts';
import type { Delivery } from './deliveries.ts';
import { refreshNextDue } from './delivery-addresses.ts';

/** The webhook of a delivery. */
export type WebhookTarget = Pick<Delivery, 'owner' | 'action' | 'url'>;

/** Error of deliveries that waited when their webhook was removed. */
const TAKEN_AWAY = 'webhook taken away';

/** By address first: its index holds waiting deliveries only, however many have ended. */
const WAITS_FOR = `state = 'waiting' and address = ?1 and owner = ?2 and action = ?3 and url = ?4`;

const toValues = ({ owner, action, url }: WebhookTarget) => [getHostPort(url), owner, action, url] as const;

/**
 * Fails all waiting deliveries of a removed webhook, and invalidates the claims of those in flight. Not described by
 * the service; our choice. The caller holds the transaction.
 */
export function failWaiting(database: Database, hook: WebhookTarget): void {
  const attempts = createAttemptStore(database);
  const inFlight = database.all<Pick<Delivery, 'row' | 'attemptsStarted'>>(
    `select row, attempts_started as attemptsStarted from deliveries where ${WAITS_FOR} and lease_until is not null`,
    ...toValues(hook),
  );
  for (const { row, attemptsStarted } of inFlight) {
    attempts.finish(row, attemptsStarted - 1, {
      ms: null,
      status: null,
      error: TAKEN_AWAY,
      byAllowance: false,
    });
  }
  database.run(
    `update deliveries set state = 'failed', due_at = null, is_blocked = 0, end_error = ?5, fencing_token = fencing_token + 1,
       redeliver_at = null, lease_until = null where ${WAITS_FOR}`,
    ...toValues(hook),
    TAKEN_AWAY,
  );
  refreshNextDue(database, getHostPort(hook.url));
}

/**
 * Moves the waiting deliveries of a webhook to its new URL; attempts and schedule continue. An attempt in flight ends
 * at the former URL. Not described by the service; our choice. The caller holds the transaction.
 */
export function moveWaiting(database: Database, hook: WebhookTarget, url: string): void {
  const address = getHostPort(url);
  database.run(
    `update deliveries set url = ?5, address = ?6, is_blocked = 0 where ${WAITS_FOR}`,
    ...toValues(hook),
    url,
    address,
  );
  for (const each of new Set([getHostPort(hook.url), address])) refreshNextDue(database, each);
}
