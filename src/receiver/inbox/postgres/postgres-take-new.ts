import type { ArrivedDelivery } from '../inbox.ts';
import { isDivisionByZero } from './postgres-faults.ts';
import { buildNow, type PostgresPool, type TimeSource } from './postgres-pool.ts';

const KEY_BYTES = 32;

/**
 * Stores deliveries in one statement that claim nothing known, nor the same among themselves, and have no lanes: most
 * groups are such. The statement is the whole transaction, which spares two ways to the server and back.
 *
 * Keys are one parameter, and so are bodies: a parameter of bytes is sent as it is, an element of an array as text.
 *
 * When its connection is lost, it is repeated: if it had taken effect, its claims are known the second time.
 *
 * @returns their numbers, in order; null, and nothing is stored, when any claim is known
 */
export async function takeInNew(
  pool: PostgresPool,
  arrived: readonly ArrivedDelivery[],
  time: TimeSource,
): Promise<readonly number[] | null> {
  const claims = arrived.flatMap(({ claims: keys, receivedAt }, place) =>
    keys.map((key) => ({ key, place, receivedAt })),
  );
  const planned = arrived.flatMap(({ forwardings, receivedAt }, place) =>
    forwardings.map((each) => ({ ...each, place, dueAt: time(receivedAt) })),
  );
  const stored = pool.queryOrRepeat<{ number: number }>(
    TAKE_NEW,
    arrived.length,
    Buffer.concat(claims.map(({ key }) => key)),
    claims.map(({ place }) => place),
    claims.map(({ receivedAt }) => receivedAt),
    Buffer.concat(arrived.map(({ body }) => body)),
    planned.map(({ place }) => place),
    planned.map(({ target }) => target),
    planned.map(({ dueAt }) => dueAt),
    arrived.map(({ receivedAt }) => receivedAt),
    arrived.map(({ source }) => source),
    arrived.map(({ facts }) => facts.action),
    arrived.map(({ facts }) => facts.type),
    arrived.map(({ facts }) => facts.hookId),
    arrived.map(({ facts }) => facts.person),
    arrived.map(({ facts }) => facts.post),
    arrived.map(({ deliveryId }) => deliveryId),
    arrived.map(({ attempt }) => attempt),
    arrived.map(({ signature }) => signature),
    arrived.map(({ headers }) => JSON.stringify(headers)),
    arrived.map(({ body }) => body.length),
    listStarts(arrived),
    arrived.map(({ editedFrom }) => editedFrom ?? null),
  );
  try {
    const rows = await stored;
    return rows.length === 0 ? null : rows.map(({ number }) => number);
  } catch (error) {
    if (isDivisionByZero(error)) return null;
    throw error;
  }
}

/** Where each body begins in all of them, from 1 as in SQL. */
function listStarts(arrived: readonly ArrivedDelivery[]): readonly number[] {
  let next = 1;
  return arrived.map(({ body }) => {
    const start = next;
    next += body.length;
    return start;
  });
}

const TAKE_NEW = `
  with claimed as materialized (
    select substring($2::bytea from (${KEY_BYTES} * (row - 1) + 1)::int for ${KEY_BYTES}) as key, place, claimed_at
    from unnest($3::int[], $4::bigint[]) with ordinality as each (place, claimed_at, row)
  ),
  numbers as materialized (
    select place, nextval('crier.deliveries_number_seq') as number from generate_series(0, $1::int - 1) as place
    where not exists (select 1 from crier.claims join claimed using (key))
  ),
  made as (
    insert into crier.claims (key, number, claimed_at)
    select key, number, claimed_at from claimed join numbers using (place) order by key -- one order of locks
    on conflict do nothing returning 1
  ),
  stored as (
    insert into crier.deliveries (number, received_at, source, action, type, hook_id, person, post, delivery_id, attempt,
      signature, headers, bytes, body, edited_from)
    select number, received_at, source, action, type, hook_id, person, post, delivery_id, attempt, signature, headers,
      bytes, substring($5::bytea from start for bytes), edited_from
    from unnest($9::bigint[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[],
      $17::bigint[], $18::text[], $19::text[], $20::int[], $21::int[], $22::bigint[]) with ordinality
      as each (received_at, source, action, type, hook_id, person, post, delivery_id, attempt, signature, headers, bytes,
        start, edited_from, row)
    join numbers on numbers.place = row - 1
  ),
  planned as (
    insert into crier.forwardings (number, target, state, due_at)
    select number, target, 'waiting', coalesce(due_at, ${buildNow('null')})
    from unnest($6::int[], $7::text[], $8::bigint[]) as each (place, target, due_at) join numbers using (place)
  )
  -- the statement fails when another transaction has made one of the claims meanwhile
  select number, 1 / ((select count(*) from made) = (select count(*) from claimed))::int from numbers order by place`;
