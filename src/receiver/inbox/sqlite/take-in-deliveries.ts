import type { Database } from '../../../storage/open-database.ts';
import type { ArrivedDelivery, PlannedForwarding, TakenDelivery } from '../inbox.ts';

/**
 * Stores deliveries with their claims and what is to be done with them; the caller holds the transaction. Of several
 * with the same claim, also in one call, only the first is forwarded.
 *
 * @see docs/service/webhooks.md#HOOK-12, #HOOK-13, #W-12, #W-15
 * @see docs/safety.md#L3, #L4
 */
export function takeInDeliveries(
  database: Database,
  arrived: readonly ArrivedDelivery[],
): readonly TakenDelivery[] {
  return arrived.map((delivery) => {
    const repeats = findClaimed(database, delivery);
    // the history has most of what was received
    if (repeats !== null && delivery.source === 'history') return { number: repeats, repeats };
    const number = insertDelivery(database, delivery, repeats);
    for (const key of delivery.claims)
      database.run(
        'insert into claims (key, number, claimed_at) values (?1, ?2, ?3) on conflict do update set claimed_at = ?3',
        key,
        repeats ?? number,
        delivery.receivedAt,
      );
    if (repeats === null)
      for (const planned of delivery.forwardings)
        insertForwarding(database, number, delivery.receivedAt, planned);
    return { number, repeats };
  });
}

/** The number of the delivery that has claimed any of the same; null if none has. */
function findClaimed(database: Database, { claims }: ArrivedDelivery): number | null {
  for (const key of claims) {
    const found = database.first<{ number: number }>('select number from claims where key = ?', key);
    if (found !== undefined) return found.number;
  }
  return null;
}

function insertDelivery(database: Database, delivery: ArrivedDelivery, repeats: number | null): number {
  const { receivedAt, source, facts, deliveryId, attempt, signature, headers, body } = delivery;
  const row = database.first<{ number: number }>(
    `insert into deliveries (received_at, source, repeats, action, type, hook_id, person, post, delivery_id, attempt,
       signature, headers, bytes, body)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning number`,
    receivedAt,
    source,
    repeats,
    facts.action,
    facts.type,
    facts.hookId,
    facts.person,
    facts.post,
    deliveryId,
    attempt,
    signature,
    JSON.stringify(headers),
    body.length,
    repeats === null ? body : null,
  );
  if (row === undefined) throw new Error('an inserted row has no number');
  return row.number;
}

/** In a lane, only the first waits for its time; the others wait for the one before. */
export function insertForwarding(
  database: Database,
  number: number,
  dueAt: number,
  { target, lane }: PlannedForwarding,
): void {
  const isBehind = lane !== null && database.first(IN_LANE, target, lane) !== undefined;
  database.run(
    'insert into forwardings (number, target, lane, state, due_at) values (?, ?, ?, ?, ?)',
    number,
    target,
    lane,
    isBehind ? 'behind' : 'waiting',
    dueAt,
  );
}

const IN_LANE = `select 1 from forwardings
  where target = ? and lane = ? and state in ('behind', 'waiting', 'running') limit 1`;
