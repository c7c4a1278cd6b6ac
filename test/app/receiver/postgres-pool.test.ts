import { afterAll, describe, expect, test } from 'vitest';
import {
  createPostgresPool,
  LostRace,
  PATIENT_MS,
  type PostgresPool,
  type PostgresSession,
  QUICK_MS,
} from '../../../src/receiver/inbox/postgres/postgres-pool.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestDatabase } from '../../support/postgres/shared-server.ts';

const database = await createTestDatabase();
afterAll(() => database?.drop());

const fail = (code: string) => Object.assign(new Error(`fault ${code}`), { code });

describe('a pool of Postgres', () => {
  test.each([
    ['postgres://a%40b:no@db:5433/crier?sslmode=disable', 'postgres://a@b@db:5433/crier'],
    ['postgres:///crier?host=/run/pg', 'postgres:///run/pg/crier'],
    ['postgres:///crier', 'postgres:///crier'],
  ])('names %s as %s', (url, expected) => {
    expect(createPostgresPool({ url }, QUICK_MS).address).toBe(expected);
  });

  test('a password that is given is in the URL that connects, and without one it is unchanged', () => {
    const connect = (password?: string) =>
      createPostgresPool({ url: 'postgres:///crier?host=/run', password }, QUICK_MS).config.connectionString;
    expect(connect("a+b c/'é@:")).toBe('postgres:///crier?host=%2Frun&password=a%2Bb+c%2F%27%C3%A9%40%3A');
    expect(connect()).toBe('postgres:///crier?host=/run');
  });

  test('waits for a statement longer than the server lets it run', () => {
    const { config } = createPostgresPool({ url: 'postgres:///crier' }, QUICK_MS);
    expect(config.query_timeout).toBeGreaterThan(Number(config.statement_timeout));
  });

  test('that is closed opens no connection', async () => {
    const pool = createPostgresPool({ url: 'postgres:///crier' }, QUICK_MS);
    await pool.close();
    await expect(pool.query('select 1')).rejects.toThrow('after calling end');
  });
});

describe.each(database === null ? [] : [database])('Postgres', ({ url, run }) => {
  /** Works with a pool of its own. */
  async function withPool<Result>(
    work: (pool: PostgresPool) => Promise<Result>,
    patienceMs = QUICK_MS,
  ): Promise<Result> {
    const pool = createPostgresPool({ url }, patienceMs);
    try {
      return await work(pool);
    } finally {
      await pool.close();
    }
  }

  const readPid = async (session: PostgresSession) =>
    (await session.query<{ pid: number }>('select pg_backend_pid() as pid'))[0]?.pid ?? 0;
  const endOwn = 'select pg_terminate_backend(pg_backend_pid())';

  test.each([
    [QUICK_MS, '4s'],
    [PATIENT_MS, '2min'],
  ])('a statement has %i ms, and big integers are numbers', async (patienceMs, expected) => {
    const show = (name: string) => `current_setting('${name}') as ${name}`;
    const names = ['application_name', 'statement_timeout', 'idle_in_transaction_session_timeout'];
    const rows = await withPool(
      (pool) => pool.query(`select ${names.map(show).join(', ')}, 7::bigint as big, '{1}'::int[] as list`),
      patienceMs,
    );
    expect(rows).toEqual([
      {
        application_name: 'crier',
        statement_timeout: expected,
        idle_in_transaction_session_timeout: '5s',
        big: 7,
        list: [1],
      },
    ]);
  });

  test.each<readonly [what: string, faults: readonly Error[], tries: number, message: string | null]>([
    ['a conflict is repeated', [fail('40001')], 2, null],
    ['a lost race is repeated', [new LostRace()], 2, null],
    ['a lost connection is repeated', [fail('57P01')], 2, null],
    ['only the first lost connection is', [fail('57P01'), fail('57P01')], 2, 'fault 57P01'],
    ['one that is lost after a conflict is not', [fail('40P01'), fail('57P01')], 2, 'fault 57P01'],
    ['another fault is not', [fail('42P08')], 1, 'fault 42P08'],
    ['conflicts are repeated five times', Array.from({ length: 9 }, () => fail('40001')), 5, 'fault 40001'],
  ])('of a transaction, %s', async (_what, faults, tries, message) => {
    await run('create table if not exists notes (try int)', 'delete from notes');
    await withPool(async (pool) => {
      const given = [...faults];
      let done = 0;
      const running = pool.transaction(async (session) => {
        done += 1;
        await session.query('insert into notes values ($1)', done);
        const fault = given.shift();
        if (fault !== undefined) throw fault;
        return done;
      });
      if (message === null) expect(await running).toBe(tries);
      else await expect(running).rejects.toThrow(message);
      expect(done).toBe(tries);
      // what failed was rolled back
      expect(await pool.query('select * from notes')).toEqual(message === null ? [{ try: tries }] : []);
    });
  });

  test('a transaction whose commit is lost is not repeated, a statement that may be is', async () => {
    await run(
      'drop table if exists commits',
      'create table commits (id int)',
      'create sequence if not exists tries',
      `create or replace function end_first() returns trigger language plpgsql as $$ begin
         if nextval('tries') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if; return null; end $$`,
      `create constraint trigger ending after insert on commits deferrable initially deferred
       for each row execute function end_first()`,
      'alter sequence tries restart',
    );
    const insert = 'insert into commits values ($1) returning id';
    await withPool(async (pool) => {
      await expect(pool.transaction((session) => session.query(insert, 1))).rejects.toMatchObject({
        kind: 'unavailable',
        message: expect.stringContaining('terminating connection'),
      });
      await run('alter sequence tries restart');
      expect(await pool.queryOrRepeat(insert, 2)).toEqual([{ id: 2 }]);
      expect(await pool.query('select id from commits')).toEqual([{ id: 2 }]);
    });
  });

  test('after a connection was lost, those that were opened before it are not used any more', async () => {
    await withPool(async (pool) => {
      const { promise: isConnected, resolve: begin } = Promise.withResolvers<void>();
      const { promise: ending, resolve: endOld } = Promise.withResolvers<void>();
      let tries = 0;
      const old = pool.transaction(async (session) => {
        tries += 1;
        begin();
        await ending;
        return tries === 1 ? session.query(endOwn) : [];
      });
      await isConnected;
      const before = await Promise.all([readPid(pool), readPid(pool)]);
      await expect(pool.query(endOwn)).rejects.toMatchObject({ kind: 'unavailable' });
      const pid = await readPid(pool);
      expect(before).not.toContain(pid);
      expect(await readPid(pool)).toBe(pid);
      // one from before it is lost, too
      endOld();
      expect(await old).toEqual([]);
      expect(await readPid(pool)).toBe(pid);
      // one that waits for its next use
      await run(`select pg_terminate_backend(${pid})`);
      await eventually(async () => expect(await readPid(pool)).not.toBe(pid));
    });
  });

  test('a connection that is used often has no more listeners than before', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => void warnings.push(warning);
    process.on('warning', note);
    await withPool(async (pool) => {
      for (let use = 0; use < 12; use += 1) {
        await readPid(pool);
        await expect(pool.query('select none')).rejects.toThrow('does not exist');
      }
    });
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });
});
