import type { PlannedForwarding } from '../inbox.ts';
import type { PostgresSession } from './postgres-pool.ts';

/** The first number of these locks; other locks have others. */
export const LANE_LOCKS = 0x6c616e65;

/** Locks that all lanes share: few, because the server has room for some thousands in all of its transactions. */
const LOCK_COUNT = 64;

/**
 * Locks lanes until the end of the transaction: what is added to a lane, and what leaves it, must not miss each other.
 */
export async function lockLanes(
  session: PostgresSession,
  forwardings: readonly PlannedForwarding[],
): Promise<void> {
  const lanes = forwardings.filter(({ lane }) => lane !== null);
  if (lanes.length === 0) return;
  await session.query(
    `select pg_advisory_xact_lock(${LANE_LOCKS}, lock) from (
       select distinct abs(hashtext(lane || ' ' || target) % ${LOCK_COUNT}) as lock
       from unnest($1::text[], $2::text[]) as given (lane, target) order by 1) as locks`,
    lanes.map(({ lane }) => lane),
    lanes.map(({ target }) => target),
  );
}

export async function lockAllLanes(session: PostgresSession): Promise<void> {
  await session.query(
    `select pg_advisory_xact_lock(${LANE_LOCKS}, lock) from generate_series(0, ${LOCK_COUNT - 1}) as lock`,
  );
}

/** Lets the earliest of each lane go, unless another one is in flight; the caller has locked the lanes. */
export async function releaseNext(
  session: PostgresSession,
  lanes: readonly { target: string; lane: string }[],
): Promise<void> {
  if (lanes.length === 0) return;
  await session.query(
    `update crier.forwardings set state = 'waiting'
     from (select distinct * from unnest($1::text[], $2::text[]) as each (target, lane)) as given,
       lateral (select number, state from crier.forwardings as each
         where each.target = given.target and each.lane = given.lane
           and each.state in ('behind', 'waiting', 'running') order by number limit 1) as next
     where next.state = 'behind' and forwardings.number = next.number and forwardings.target = given.target`,
    lanes.map(({ target }) => target),
    lanes.map(({ lane }) => lane),
  );
}

/** What waited behind a removed delivery becomes due; the caller has locked all lanes. */
export async function releaseLanes(session: PostgresSession): Promise<void> {
  await session.query(
    `update crier.forwardings set state = 'waiting' where state = 'behind' and not exists (
       select 1 from crier.forwardings as each where each.target = forwardings.target
       and each.lane = forwardings.lane and each.number < forwardings.number
       and each.state in ('behind', 'waiting', 'running'))`,
  );
}
