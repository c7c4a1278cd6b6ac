import { afterAll, describe, expect, test } from 'vitest';
import { openPostgresInbox } from '../../../src/receiver/inbox/postgres/open-postgres-inbox.ts';
import {
  createPostgresPool,
  type PostgresPool,
  QUICK_MS,
} from '../../../src/receiver/inbox/postgres/postgres-pool.ts';
import { migratePostgres } from '../../../src/receiver/inbox/postgres/postgres-schema.ts';
import { migrateWakeUps, startWakeUps } from '../../../src/receiver/inbox/postgres/wake-ups.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestDatabase } from '../../support/postgres/shared-server.ts';
import { arrived } from '../../support/receiver/arrived.ts';

const [database, empty] = [await createTestDatabase(), await createTestDatabase({ isEmpty: true })];
afterAll(async () => {
  await database?.drop();
  await empty?.drop();
});

/** Of each run of a test, another one: queues last. */
let names = 0;
function nameTarget(): string {
  names += 1;
  return `target ${names}`;
}

describe.each(database === null ? [] : [database])('Postgres', ({ url }) => {
  test('another machine is woken as soon as something is stored for it', async () => {
    const target = nameTarget();
    const [listener, forwarder] = [await openPostgresInbox({ url }), await openPostgresInbox({ url })];
    const { promise: woken, resolve } = Promise.withResolvers<string>();
    await forwarder.watch(['another', target], resolve);
    await listener.watch([], () => {});
    await listener.takeIn([arrived({ hookId: target }, [target])]);
    expect(await woken).toBe(target);
    await listener.close();
    await forwarder.close();
  });

  test('of what is announced while an announcement waits, none is lost', async () => {
    const targets = [nameTarget(), nameTarget()];
    const pool = createPostgresPool({ url }, QUICK_MS);
    const [announcing, following] = [await startWakeUps(pool), await startWakeUps(pool)];
    const woken = targets.map(async (target) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      await following.follow(target, resolve);
      return promise;
    });
    announcing.announce([]);
    for (const target of targets) announcing.announce([target]);
    await Promise.all(woken);
    await announcing.close();
    await following.close();
    await pool.close();
  });
});

describe.each(empty === null ? [] : [empty])('wake-ups in Postgres', ({ url, run }) => {
  const OTHERS =
    'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and usename is not null';
  const endOthers = () => run(`select pg_terminate_backend(pid) ${OTHERS}`);
  /** No connection is left beside that of the pool. */
  const expectNoOthers = (pool: PostgresPool) =>
    eventually(async () => expect(await pool.query(`select pid ${OTHERS}`)).toEqual([]));

  test('have tables of their own, which a migration creates', async () => {
    await run('drop schema if exists crier cascade');
    const pool = createPostgresPool({ url }, QUICK_MS);
    try {
      await expect(migrateWakeUps(pool)).rejects.toMatchObject({ kind: 'usage' });
      await migratePostgres(pool);
      await expect(startWakeUps(pool)).rejects.toMatchObject({
        kind: 'usage',
        message: expect.stringContaining(`at ${pool.address} cannot be used: `),
        facts: { advice: expect.stringContaining('migrate it') },
      });
      await migrateWakeUps(pool);
      await migrateWakeUps(pool);
      const wakeUps = await startWakeUps(pool);
      await run('alter schema crier rename to away');
      await expect(wakeUps.follow('a', () => {})).rejects.toThrow('it has no inbox');
      await run('alter schema away rename to crier');
      await wakeUps.follow('a', () => {});
      await endOthers();
      await eventually(() => wakeUps.follow('b', () => {}));
      await wakeUps.close();
      await expectNoOthers(pool);
      const other = createPostgresPool({ url: `${url}_none` }, QUICK_MS);
      await expect(startWakeUps(other)).rejects.toThrow('there is no such database');
      await other.close();
    } finally {
      await pool.close();
    }
  });
});
