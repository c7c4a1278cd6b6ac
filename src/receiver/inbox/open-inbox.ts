import { existsSync } from 'node:fs';
import type { Inbox } from './inbox.ts';
import type { InboxMigration } from './postgres/migrate-postgres-inbox.ts';

/** Where an inbox is: the path of a SQLite file, or a Postgres database. */
export interface InboxLocation {
  /** A path, or a URL that begins with `postgres:` or `postgresql:`, without a password. */
  readonly location: string;
  /** Of the URL. Default: the one that Postgres finds, in PGPASSWORD or its password file. */
  readonly password?: string | undefined;
}

/** Whether a location is that of a Postgres database, not of a file. */
export function isPostgres(location: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(location);
}

/**
 * Opens an inbox: a file is created if missing, the tables in Postgres have to be there. What is behind it is loaded
 * only now.
 *
 * @param patienceMs how long Postgres may take for one statement (default: as long as a receiver has)
 * @throws CrierError `usage` when it cannot be used, `auth` when Postgres refuses this user, `unavailable` when it
 *   does not answer, or another process locks the file for too long
 */
export async function openInbox({ location, password }: InboxLocation, patienceMs?: number): Promise<Inbox> {
  if (isPostgres(location)) {
    const { openPostgresInbox } = await import('./postgres/open-postgres-inbox.ts');
    return openPostgresInbox({ url: location, password, patienceMs });
  }
  const { openSqliteInbox } = await import('./sqlite/open-sqlite-inbox.ts');
  return openSqliteInbox(location);
}

/** Opens an inbox to look at what it has, as `openInbox` does: a missing file is an empty inbox, and is not created. */
export async function openExistingInbox(place: InboxLocation, patienceMs?: number): Promise<Inbox> {
  const { location } = place;
  if (isPostgres(location) || existsSync(location)) return openInbox(place, patienceMs);
  const { openSqliteInbox } = await import('./sqlite/open-sqlite-inbox.ts');
  const inbox = openSqliteInbox(':memory:');
  return { ...inbox, describe: async () => ({ ...(await inbox.describe()), address: location }) };
}

/** Creates or migrates an inbox. @param roles of Postgres that may use it afterwards */
export async function migrateInbox(place: InboxLocation, roles: readonly string[]): Promise<InboxMigration> {
  if (isPostgres(place.location)) {
    const { migratePostgresInbox } = await import('./postgres/migrate-postgres-inbox.ts');
    return migratePostgresInbox({ url: place.location, password: place.password }, roles);
  }
  const inbox = await openInbox(place); // migrates it
  const { address, version } = await inbox.describe().finally(() => inbox.close());
  return { address, from: version, to: version };
}
