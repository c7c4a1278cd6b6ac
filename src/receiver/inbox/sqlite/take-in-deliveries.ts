import type { Database } from '../../../storage/open-database.ts';
import type { ArrivedDelivery, PlannedForwarding, TakenDelivery } from '../inbox.ts';
import { CLAIM_KEY_BYTES } from './inbox-schema.ts';

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
  let last = database.first<{ seq: number }>(LAST_NUMBER)?.seq ?? 0;
  return arrived.map((delivery) => {
    // the history has most of what was received
    const known = delivery.source === 'history' ? findClaimed(database, delivery) : null;
    if (known !== null) return { number: known, repeats: known };
    const number = last + 1;
    const repeats = claimKeys(database, delivery, number);
    insertDelivery(database, delivery, { number, repeats });
    last = number;
    if (repeats === null)
      for (const planned of delivery.forwardings)
        insertForwarding(database, number, delivery.receivedAt, planned);
    return { number, repeats };
  });
}

/** Of all deliveries, also of removed ones: a number is not used again. */
const LAST_NUMBER = "select seq from sqlite_sequence where name = 'deliveries'";

/** The number of the delivery that has claimed any of the same; null if none has. */
function findClaimed(database: Database, { claims }: ArrivedDelivery): number | null {
  for (const claim of claims) {
    const number = findClaim(database, claim);
    if (number !== null) return number;
  }
  return null;
}

/** The number of the delivery that has claimed this; null if none has. */
export function findClaim(database: Database, claim: Uint8Array): number | null {
  return (
    database.first<{ number: number }>('select number from claims where key = ?', toClaimKey(claim))
      ?.number ?? null
  );
}

/** Half of a hash is enough to tell claims apart, and makes their index half as large. */
export const toClaimKey = (claim: Uint8Array): Uint8Array => claim.subarray(0, CLAIM_KEY_BYTES);

/** Claims each key, or finds who has it. @returns the delivery that is repeated; null if it is new */
function claimKeys(
  database: Database,
  { claims, receivedAt }: ArrivedDelivery,
  number: number,
): number | null {
  let repeats: number | null = null;
  for (const [place, claim] of claims.entries()) {
    const key = toClaimKey(claim);
    if (database.run(CLAIM, key, repeats ?? number, receivedAt) > 0) continue;
    database.run('update claims set claimed_at = ? where key = ?', receivedAt, key);
    const owner = findClaim(database, claim);
    if (owner === null || owner === number || repeats !== null) continue;
    repeats = owner;
    // those before were new, and are of what is repeated, too
    for (const before of claims.slice(0, place))
      database.run('update claims set number = ? where key = ?', repeats, toClaimKey(before));
  }
  return repeats;
}

const CLAIM = 'insert into claims (key, number, claimed_at) values (?, ?, ?) on conflict do nothing';

function insertDelivery(
  database: Database,
  { receivedAt, source, editedFrom, facts, deliveryId, attempt, signature, headers, body }: ArrivedDelivery,
  { number, repeats }: TakenDelivery,
): void {
  database.run(
    `insert into deliveries (number, received_at, source, repeats, edited_from, action, type, hook_id, person, post,
       delivery_id, attempt, signature, headers, bytes, body)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    number,
    receivedAt,
    source,
    repeats,
    editedFrom ?? null,
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
