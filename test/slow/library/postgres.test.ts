import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresClaims } from '../../../src/library/receiver/postgres.ts';
import {
  installLibrary,
  type LibraryProject,
  readExamples,
} from '../../support/library/installed-library.ts';
import {
  buildEvent,
  conformExample,
  EXAMPLE_SECRETS,
  postEvent,
  type RunningExample,
  startExample,
} from '../../support/library/running-example.ts';
import { createTestDatabase } from '../../support/postgres/shared-server.ts';
import { testClaimStore } from '../../support/receiver/claim-store-suite.ts';
import { scaled } from '../../support/scale.ts';

test('a table that is there is not created again', async () => {
  const asked: string[] = [];
  const query = async (text: string) => {
    asked.push(text);
    return { rows: [{}] };
  };
  await openPostgresClaims({ query });
  expect(asked).toEqual(["select 1 where to_regclass('crier_claims') is not null"]);
});

const database = await createTestDatabase({ isEmpty: true });
if (database !== null)
  describe('in Postgres', () => {
    const pools: pg.Pool[] = [];
    const createPool = (options: pg.PoolConfig = {}) => {
      const pool = new pg.Pool({ connectionString: database.url, ...options });
      // `end` does not wait for the server: dropping the database may still cut a connection
      pool.on('error', () => {});
      pools.push(pool);
      return pool;
    };
    afterAll(async () => {
      await Promise.all(pools.map((pool) => pool.end()));
      await database.drop();
    });

    test('eight receivers that start together create one table', async () => {
      await expect(
        Promise.all(Array.from({ length: 8 }, () => openPostgresClaims(createPool({ max: 1 })))),
      ).resolves.toHaveLength(8);
    });

    test('a role that may not create the table uses that which is there', async () => {
      await database.run(
        'create role crier_library_test login',
        'revoke create on schema public from public',
        'grant select, insert, update, delete on crier_claims to crier_library_test',
      );
      const store = await openPostgresClaims(createPool({ user: 'crier_library_test' }));
      try {
        const times = { now: 1, leaseUntil: 2, expiresAt: 3 };
        expect(await store.claim({ keys: ['by a role'], owner: 'one', ...times })).toBe('claimed');
      } finally {
        await database.run('drop owned by crier_library_test', 'drop role crier_library_test');
      }
    });

    const pool = createPool();
    testClaimStore(() => openPostgresClaims(pool), { runs: scaled(50, 1_000), isKept: true });

    describe('fetch.mjs of the guide', () => {
      let project: LibraryProject;
      let folder: string;
      let running: readonly RunningExample[] = [];
      beforeAll(async () => {
        project = await installLibrary();
        project.link('pg');
        folder = join(project.folder, 'example');
        mkdirSync(folder);
        writeFileSync(join(folder, 'fetch.mjs'), readExamples('library.md').get('fetch.mjs') ?? '');
        writeFileSync(join(folder, 'secret'), EXAMPLE_SECRETS.current);
        await database.run('create table events (hook_id text primary key, event jsonb not null)');
        const start = () => startExample(folder, 'fetch.mjs', { DATABASE_URL: database.url });
        running = await Promise.all([start(), start(), start()]);
      });
      afterAll(async () => {
        await Promise.all(running.map((each) => each.kill()));
        project.remove();
      });

      test('three processes with one database accept one of fifty copies', {
        tags: ['HOOK-12', 'W-15'],
      }, async () => {
        const event = buildEvent();
        const urls = running.map(({ url }) => url);
        const copies = Array.from({ length: 50 }, (_, at) => postEvent(urls[at % urls.length] ?? '', event));
        expect(await Promise.all(copies)).toEqual(copies.map(() => 200));
        expect(await postEvent(urls[0] ?? '', buildEvent(), 'another secret')).toBe(401);
        const { rows } = await pool.query('select hook_id from events');
        expect(rows).toEqual([{ hook_id: event['hookId'] }]);
      });

      test('to HOOK-14 passes hooks conform', { tags: ['HOOK-10'] }, async () => {
        const [first] = running;
        if (first === undefined) throw new Error('none is running');
        const checks = await conformExample(first, folder, ['--secret-file', 'secret']);
        expect(checks.filter(({ status }) => status === 'fail')).toEqual([]);
        expect(checks.filter(({ status }) => status === 'ok').length).toBeGreaterThan(15);
      });
    });
  });
