import { type ClaimOutcome, type ClaimStore, type DeliveryClaim, getLatestLease } from './claim-store.ts';

/** What is used of a `Pool` or `Client` of the package pg: each query is a transaction of its own. */
export interface PostgresQueries {
  query(text: string, values?: unknown[]): Promise<{ rows: readonly unknown[] }>;
}

/** How many claims are made between two removals of old ones, and how many rows one removes at most. */
const PRUNE = { every: 100, rows: 1_000 } as const;

/** Held while the table is created: of several receivers that start together, one creates it. */
const LOCK = 0x63726963;

const CREATE = `
  select pg_advisory_xact_lock(${LOCK});
  create table if not exists crier_claims (
    key text primary key,
    owner text not null,
    lease_until bigint,
    expires_at bigint not null
  );
  create index if not exists crier_claims_by_expiry on crier_claims (expires_at);`;

/** Takes keys that are free, and those whose lease has ended, or was made before the clock was set back. */
const CLAIM = `
  insert into crier_claims as held (key, owner, lease_until, expires_at)
  select unnest($1::text[]), $2::text, $3::bigint, $4::bigint
  on conflict (key) do update set owner = excluded.owner, lease_until = excluded.lease_until, expires_at = excluded.expires_at
  where held.lease_until <= $5 or held.lease_until > $6
  returning key`;

const COMPLETE = `
  insert into crier_claims (key, owner, lease_until, expires_at)
  select unnest($1::text[]), $2::text, null, $3::bigint
  on conflict (key) do update set owner = excluded.owner, lease_until = null, expires_at = excluded.expires_at`;

const RELEASE = 'delete from crier_claims where key = any($1) and owner = $2 and lease_until is not null';

const IS_COMPLETED = 'select 1 from crier_claims where key = any($1) and lease_until is null limit 1';

const REMOVE_EXPIRED = `
  delete from crier_claims where key in (select key from crier_claims where expires_at < $1 limit $2)`;

/**
 * Opens a claim store in Postgres, which any number of receivers share. Its table `crier_claims` is created in the
 * first schema of the search path if it is missing; a role without that right needs an existing one.
 *
 * @param pool of the package pg, or anything with such a `query`; it stays yours to end
 * @throws TypeError for anything else
 */
export async function openPostgresClaims(pool: PostgresQueries): Promise<ClaimStore> {
  if (typeof pool?.query !== 'function')
    throw new TypeError('pool: give a pool of the package pg, or an object with its function query');
  const found = await pool.query("select 1 where to_regclass('crier_claims') is not null");
  if (!Array.isArray(found?.rows))
    throw new TypeError('pool: query must resolve to an object with a list rows');
  if (found.rows.length === 0) await pool.query(CREATE);
  let claims = 0;
  return {
    async claim(claim) {
      claims += 1;
      if (claims % PRUNE.every === 1) await pool.query(REMOVE_EXPIRED, [claim.now, PRUNE.rows]);
      return claimKeys(pool, claim);
    },
    async complete({ keys, owner, expiresAt }) {
      await pool.query(COMPLETE, [keys, owner, expiresAt]);
    },
    release: (claim) => releaseKeys(pool, claim),
  };
}

/** A crash between two of these queries leaves a lease that ends by itself. */
async function claimKeys(pool: PostgresQueries, claim: DeliveryClaim): Promise<ClaimOutcome> {
  const { keys, owner, now, leaseUntil, expiresAt } = claim;
  const latest = getLatestLease(claim);
  const { rows: claimed } = await pool.query(CLAIM, [keys, owner, leaseUntil, expiresAt, now, latest]);
  if (claimed.length === keys.length) return 'claimed';
  if (claimed.length > 0) await releaseKeys(pool, claim);
  const { rows: completed } = await pool.query(IS_COMPLETED, [keys]);
  return completed.length > 0 ? 'completed' : 'in progress';
}

async function releaseKeys(pool: PostgresQueries, { keys, owner }: DeliveryClaim): Promise<void> {
  await pool.query(RELEASE, [keys, owner]);
}
