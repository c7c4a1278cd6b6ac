import { afterAll, describe, expect, test } from 'vitest';
import { openPostgresInbox } from '../../../src/receiver/inbox/postgres/open-postgres-inbox.ts';
import { createPostgresPool, QUICK_MS } from '../../../src/receiver/inbox/postgres/postgres-pool.ts';
import {
  LATEST_VERSION,
  migratePostgres,
  requireMigrated,
} from '../../../src/receiver/inbox/postgres/postgres-schema.ts';
import { createTestDatabase } from '../../support/postgres/shared-server.ts';

const database = await createTestDatabase({ isEmpty: true });
afterAll(() => database?.drop());

describe.each(database === null ? [] : [database])('the schema in Postgres', ({ url, run }) => {
  test('is created once, and one of another version is refused', async () => {
    await run('drop schema if exists crier cascade');
    const pool = createPostgresPool({ url }, QUICK_MS);
    const refused = async (message: string, advice: string) =>
      expect(requireMigrated(pool)).rejects.toMatchObject({
        kind: 'usage',
        message: expect.stringContaining(`${pool.address} ${message}`),
        facts: { advice: expect.stringContaining(advice) },
      });
    try {
      await refused('has no inbox', 'create its tables once');
      // of several that start at once, one creates the tables
      const versions = await Promise.all([migratePostgres(pool), migratePostgres(pool)]);
      expect(versions.toSorted()).toEqual([0, LATEST_VERSION]);
      await requireMigrated(pool);
      const inbox = await openPostgresInbox({ url });
      expect(inbox.isRemote).toBe(true);
      expect(await inbox.describe()).toEqual({
        kind: 'Postgres',
        address: pool.address,
        version: LATEST_VERSION,
      });
      await inbox.close();
      await expect(inbox.listBacklogs()).rejects.toThrow('after calling end');
      expect(await pool.query('select version from crier.schema_version')).toHaveLength(1);
      // a step of each version: a table, two columns, an index
      await pool.query(
        'select identity, edited_from, refusals from crier.processes, crier.deliveries, crier.refusals',
      );
      expect(await pool.query("select to_regclass('crier.deliveries_by_hook_id') as oid")).not.toEqual([
        { oid: null },
      ]);
      await run('update crier.schema_version set version = 99');
      await refused('is of a newer crier (version 99', 'update crier');
      await expect(migratePostgres(pool)).rejects.toThrow('is of a newer crier (version 99');
      await expect(openPostgresInbox({ url })).rejects.toThrow('is of a newer crier (version 99');
      await run(`update crier.schema_version set version = ${LATEST_VERSION - 1}`);
      await refused(`is of an older crier (version ${LATEST_VERSION - 1}`, 'migrate it');
      await run('delete from crier.schema_version');
      await refused('has no inbox', 'crier hooks store migrate');
    } finally {
      await pool.close();
    }
  });
});
