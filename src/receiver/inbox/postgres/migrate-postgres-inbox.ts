import {
  createPostgresPool,
  PATIENT_MS,
  type PostgresAccess,
  type PostgresSession,
} from './postgres-pool.ts';
import { LATEST_VERSION, lockMigrations, migratePostgres } from './postgres-schema.ts';
import { migrateWakeUps } from './wake-ups.ts';

/** A migration that was done, or had been done before. */
export interface InboxMigration {
  readonly address: string;
  /** The version before; 0 without tables. */
  readonly from: number;
  readonly to: number;
}

/**
 * Creates the tables of an inbox in the schema `crier`, or migrates them, and lets roles use them. The role of the URL
 * must own the schema, or be allowed to create it; it needs no more than that.
 *
 * @param roles may receive and forward afterwards, and no more
 * @throws CrierError of kind usage when it may not, or when a newer crier has migrated it
 */
export async function migratePostgresInbox(
  access: PostgresAccess,
  roles: readonly string[],
): Promise<InboxMigration> {
  const pool = createPostgresPool(access, PATIENT_MS);
  try {
    const from = await migratePostgres(pool);
    await migrateWakeUps(pool);
    if (roles.length > 0)
      await pool.transaction(async (session) => {
        await lockMigrations(session); // of grants at the same time, Postgres lets one fail
        for (const role of roles) await addRole(session, role);
      });
    return { address: pool.address, from, to: LATEST_VERSION };
  } finally {
    await pool.close();
  }
}

async function addRole(session: PostgresSession, role: string): Promise<void> {
  const name = `"${role.replaceAll('"', '""')}"`;
  await session.query(`grant usage on schema crier to ${name}`);
  await session.query(`grant select, insert, update, delete on all tables in schema crier to ${name}`);
  await session.query(`grant usage on all sequences in schema crier to ${name}`);
}
