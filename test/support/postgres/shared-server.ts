import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { createPostgresPool, QUICK_MS } from '../../../src/receiver/inbox/postgres/postgres-pool.ts';
import { migratePostgres } from '../../../src/receiver/inbox/postgres/postgres-schema.ts';
import { migrateWakeUps } from '../../../src/receiver/inbox/postgres/wake-ups.ts';
import { eventually } from '../eventually.ts';
import { report } from '../report.ts';
import { findServerPrograms, startCluster } from './cluster.ts';
import { readNote, type SharedServer } from './end-server.ts';

const TEMPLATE = 'crier_test_template';

/** Finds or starts the server of this run: the first test that needs it does, and the others wait. */
async function getServer(): Promise<SharedServer> {
  const folder = inject('runFolder');
  try {
    mkdirSync(join(folder, 'starting'));
  } catch {
    return eventually(() => {
      const server = readNote(folder);
      if (server === null) throw new Error('the server is not started yet');
      return server;
    });
  }
  const server = await startShared();
  writeFileSync(join(folder, 'server.part'), JSON.stringify(server));
  renameSync(join(folder, 'server.part'), join(folder, 'server.json'));
  return server;
}

/** Linux keeps this folder in memory. */
const MEMORY = '/dev/shm';

async function startShared(): Promise<SharedServer> {
  const given = process.env['CRIER_TEST_POSTGRES'];
  const programs = findServerPrograms();
  if (given === undefined && programs === null) {
    report(
      'no Postgres: its tests did not run. Install it, or set CRIER_TEST_POSTGRES to the URL of a server',
    );
    return { url: null, pid: null };
  }
  const place = existsSync(MEMORY) ? MEMORY : tmpdir();
  const cluster =
    given !== undefined || programs === null
      ? null
      : await startCluster(programs, { place, parent: inject('postgresParent') });
  const url = cluster?.url ?? given ?? '';
  await runAsAdministrator(url, `drop database if exists ${TEMPLATE}`, `create database ${TEMPLATE}`);
  const pool = createPostgresPool({ url: withDatabase(url, TEMPLATE) }, QUICK_MS);
  await migratePostgres(pool);
  await migrateWakeUps(pool);
  await pool.close();
  return { url, pid: cluster?.pid ?? null };
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

async function runAsAdministrator(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(url, 'postgres') });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** A database with an empty inbox. */
export interface TestDatabase {
  readonly url: string;
  /** Runs statements as its owner. */
  run(...statements: readonly string[]): Promise<void>;
  drop(): Promise<void>;
}

/** Creates a database for the tests of a file. @returns null without a server, which is reported once a run */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<TestDatabase | null> {
  const { url: server } = await getServer();
  if (server === null) return null;
  const name = `crier_test_${process.pid}_${Math.trunc(performance.now() * 1_000)}`;
  await runAsAdministrator(server, `create database ${name} template ${isEmpty ? 'template0' : TEMPLATE}`);
  const url = withDatabase(server, name);
  return {
    url,
    async run(...statements) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      for (const statement of statements) await client.query(statement);
      await client.end();
    },
    drop: () => runAsAdministrator(server, `drop database if exists ${name} with (force)`),
  };
}
