import { migrate, type Schema } from '../../storage/migrate.ts';
import { type Database, openDatabase } from '../../storage/open-database.ts';
import { type ClaimOutcome, type ClaimStore, type DeliveryClaim, getLatestLease } from './claim-store.ts';

/** A released step never changes. */
const CLAIMS_SCHEMA: Schema = {
  applicationId: 0x63726963,
  steps: [
    (database) =>
      database.script(`
        create table claims (
          key text primary key,
          owner text not null,
          lease_until integer,
          expires_at integer not null
        ) strict, without rowid;
        create index claims_by_expiry on claims (expires_at);
      `),
  ],
};

/** A claim store in a file, which the receivers of one machine share. */
export interface SqliteClaims extends ClaimStore {
  close(): void;
}

/** How many claims are made between two removals of old ones, and how many rows one removes at most. */
const PRUNE = { every: 100, rows: 1_000 } as const;

/**
 * Opens a claim store in a SQLite file, and creates it if missing: only its owner can read it, and each commit is
 * synced to disk. A writer waits for another one up to three seconds.
 *
 * @param file a path on a local disk
 * @throws TypeError for anything but a path, Error when the file cannot be used, or is not such a store
 */
export function openSqliteClaims(file: string): SqliteClaims {
  if (typeof file !== 'string' || file.trim() === '' || file.includes('\0'))
    throw new TypeError('file: give the path of a file, as a text; is the variable set?');
  const database = openDatabase(file);
  migrate(database, CLAIMS_SCHEMA);
  const commit = groupCommits(database);
  let claims = 0;
  return {
    async claim(claim) {
      claims += 1;
      const isPruned = claims % PRUNE.every === 1;
      return commit(() => {
        if (isPruned) removeExpired(database, claim.now);
        return claimKeys(database, claim);
      });
    },
    complete: (claim) => commit(() => saveKeys(database, { ...claim, leaseUntil: null })),
    release: ({ keys, owner }) =>
      commit(() => {
        for (const key of keys)
          database.run(
            'delete from claims where key = ? and owner = ? and lease_until is not null',
            key,
            owner,
          );
      }),
    close: () => database.close(),
  };
}

/** Group commit: what is asked for in one turn of the event loop shares one wait for the disk. */
function groupCommits({ transaction }: Database): <Result>(work: () => Result) => Promise<Result> {
  let waiting: {
    /** @returns what to call after the commit */
    run(): () => void;
    reject(error: unknown): void;
  }[] = [];

  function runAll(): void {
    const batch = waiting;
    waiting = [];
    try {
      for (const settle of transaction(() => batch.map(({ run }) => run()))) settle();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (work) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(runAll);
      const run = () => {
        const result = work();
        return () => resolve(result);
      };
      waiting.push({ run, reject });
    });
}

function claimKeys(database: Database, claim: DeliveryClaim): ClaimOutcome {
  const others = claim.keys.flatMap(
    (key) =>
      database.first<{ lease_until: number | null }>('select lease_until from claims where key = ?', key) ??
      [],
  );
  if (others.some((each) => each.lease_until === null)) return 'completed';
  const isActive = (until: number) => until > claim.now && until <= getLatestLease(claim);
  if (others.some((each) => isActive(each.lease_until ?? 0))) return 'in progress';
  saveKeys(database, claim);
  return 'claimed';
}

interface SavedClaim extends Omit<DeliveryClaim, 'leaseUntil'> {
  /** Null when it is completed. */
  leaseUntil: number | null;
}

function saveKeys(database: Database, { keys, owner, leaseUntil, expiresAt }: SavedClaim): void {
  for (const key of keys)
    database.run(
      `insert into claims (key, owner, lease_until, expires_at) values (?1, ?2, ?3, ?4)
       on conflict do update set owner = ?2, lease_until = ?3, expires_at = ?4`,
      key,
      owner,
      leaseUntil,
      expiresAt,
    );
}

function removeExpired(database: Database, now: number): void {
  database.run(
    'delete from claims where key in (select key from claims where expires_at < ? limit ?)',
    now,
    PRUNE.rows,
  );
}
