import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sleep } from '../../../../../src/clock.ts';
import { isPostgres } from '../../../../../src/receiver/inbox/open-inbox.ts';
import { LATEST_VERSION } from '../../../../../src/receiver/inbox/postgres/postgres-schema.ts';
import { crier } from '../../../../support/crier.ts';
import { createFakeOutbound } from '../../../../support/engine/fake-outbound.ts';
import { eventually } from '../../../../support/eventually.ts';
import { inFolder } from '../../../../support/in-folder.ts';
import { DELIVERY, startFakeListener } from '../../../../support/network/fake-listener.ts';
import { askForPasswords } from '../../../../support/postgres/asks-for-password.ts';
import { openDyingServer } from '../../../../support/postgres/dying-server.ts';
import { createTestDatabase } from '../../../../support/postgres/shared-server.ts';
import { startListening } from '../../../../support/receiver/listening.ts';

const TARGET = 'http://127.0.0.1:3000/hooks';
const PASSWORD = 'PASSWORD-OF-THE-STORE-1';
const bodyOf = (hookId: string) => JSON.stringify({ action: 'comments', hookId });

const [migrated, empty] = [await createTestDatabase(), await createTestDatabase({ isEmpty: true })];
afterAll(async () => {
  await migrated?.drop();
  await empty?.drop();
});

/** Waits are short, and no time passes. */
const QUICK_CLOCK = {
  now: () => 1_790_000_000_000,
  steady: () => 0,
  sleep: (_ms: number, signal?: AbortSignal) => sleep(1, signal),
};

/** Runs a command with a server that dies at its first message, and then at every n-th one, until it lives on. */
async function listEndings(url: string, words: readonly string[], nth: number): Promise<readonly string[]> {
  const endings: string[] = [];
  for (let at = 1, isDying = true; isDying; at += nth) {
    const server = await openDyingServer(url, at);
    let isListening = false;
    const { exitCode, error } = await crier(['hooks', ...words, '--json', '--store', server.url], {
      clock: QUICK_CLOCK,
      outbound: async () => createFakeOutbound(() => ({ status: 204 })),
      listen(options) {
        isListening = true;
        return startFakeListener(options, DELIVERY);
      },
    });
    isDying = server.messages >= at;
    server.die();
    endings.push(`${isListening ? 'listening, ' : ''}${exitCode} ${error?.['kind'] ?? 'well'}`);
  }
  return endings;
}

/** Each kind of store that this machine has, by a name for titles. */
const STORES: readonly (readonly [name: string, locate: (folder: string) => string])[] = [
  ['a file', (folder) => join(folder, 'in.db')],
  ...(migrated === null ? [] : [['Postgres', () => migrated.url] as const]),
];

test.each([
  ['is a text', 'dear diary, '.repeat(999), 'it is not a database'],
  ['is truncated', 'SQLite', 'it is truncated'],
])(
  'an inbox that %s is moved aside by its user: no command of the sandbox does it',
  async (_what, text, reason) => {
    await inFolder({ 'in.db': text }, async (folder) => {
      for (const words of [
        ['inbox', 'list'],
        ['store', 'status'],
        ['listen', '--unsigned', '--no-catch-up', '--requests', '1'],
      ]) {
        const { exitCode, error } = await crier([
          'hooks',
          ...words,
          '--store',
          join(folder, 'in.db'),
          '--json',
        ]);
        expect({ exitCode, error }).toMatchObject({
          exitCode: 2,
          error: {
            message: expect.stringContaining(reason),
            advice: 'move the file aside, so that a new inbox is created, or use another one with --store',
          },
        });
      }
    });
  },
);

describe.each(STORES)('%s', (_name, locate) => {
  test('a listener that forwards nothing leaves it to forwarders, which are noted as long as they run', {
    tags: ['T14'],
  }, async () => {
    await inFolder({}, async (folder) => {
      const store = ['--store', locate(folder)];
      const flags = ['--no-catch-up', '--unsigned', '--no-forward', '--forward', TARGET, ...store];
      const receiver = await startListening(flags);
      for (const hookId of ['1', '2', '1']) await receiver.post(bodyOf(hookId));
      const status = await eventually(async () => {
        const { json } = await crier(['hooks', 'store', 'status', '--json', ...store]);
        expect(json).toMatchObject({ processes: [{ role: 'listener', targets: [TARGET], isRunning: true }] });
        return json;
      });
      expect(status).toMatchObject({ waiting: 2, repeated: 1, targets: [{ target: TARGET, waiting: 2 }] });
      const others = { hasEnded: async (_id: number, identity: string) => identity === 'this one' };
      const killed = await crier(['hooks', 'store', 'status', '--json', ...store], { others });
      expect(killed.json).toMatchObject({ processes: [{ role: 'listener', isRunning: false }] });
      const asked: string[] = [];
      const outbound = async () =>
        createFakeOutbound(({ body }) => {
          asked.push(JSON.parse(new TextDecoder().decode(body)).hookId);
          return { status: asked.length === 1 ? 503 : 200 };
        });
      const ran = await crier(['hooks', 'forward', '--forward', TARGET, '--once', '--json', ...store], {
        outbound,
      });
      expect(ran.exitCode).toBe(0);
      expect(asked.toSorted()).toEqual(['1', '2']);
      expect(ran.json).toMatchObject({
        attempts: expect.arrayContaining([
          expect.objectContaining({ result: 'done', attempt: 1, status: 200 }),
          expect.objectContaining({ result: 'failed', error: 'status 503', nextAttempt: expect.any(String) }),
        ]),
      });
      const listened = await receiver.end();
      expect(listened.stderr).toContain(`deliveries wait for ${TARGET}: "hooks forward" forwards them`);
      const after = await crier(['hooks', 'store', 'status', '--json', ...store]);
      expect(after.json).toMatchObject({ waiting: 1, forwarded: 1, processes: [] });
    });
  });

  test('a forwarder without a target is refused, and hears what waits', async () => {
    await inFolder({}, async (folder) => {
      const ran = await crier(['hooks', 'forward', '--store', locate(folder)]);
      expect(ran.exitCode).toBe(2);
      expect(ran.stderr).toContain('which targets to forward to?');
    });
  });
});

test('status and migrate name a file, and what is in it', async () => {
  await inFolder({}, async (folder) => {
    const store = ['--store', 'kept/in.db'];
    const file = join(folder, 'kept', 'in.db');
    expect(isPostgres('./postgres://in.db')).toBe(false);
    const missing = await crier(['hooks', 'store', 'status', '--json', ...store], { folder });
    expect(missing.json).toMatchObject({ address: file });
    expect(existsSync(file)).toBe(false);
    const migration = await crier(['hooks', 'store', 'migrate', '--json', ...store], { folder });
    expect(migration.json).toMatchObject({ address: file, granted: [] });
    expect([existsSync(file), existsSync(`${file}-wal`)]).toEqual([true, false]); // it is closed
    expect(statSync(join(folder, 'kept')).mode & 0o777).toBe(0o700);
    const granted = await crier(['hooks', 'store', 'migrate', '--grant', 'x', ...store], { folder });
    expect([granted.exitCode, granted.stderr]).toEqual([
      2,
      expect.stringContaining('--grant needs a Postgres store'),
    ]);
    const status = await crier(['hooks', 'store', 'status', '-o', 'table', ...store], {
      folder,
      columns: 40,
    });
    expect(status.stdout).toContain('SQLite');
  });
});

describe('a password of the store', { tags: ['C4', 'C8'] }, () => {
  const URL = `postgres://app:${PASSWORD}@127.0.0.1:9/crier`;

  test('is refused in the command line, and not printed', async () => {
    const ran = await crier(['hooks', 'store', 'status', '--store', URL, '--json']);
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr).toContain('every user of this machine can read command lines');
    expect(ran.stdout + ran.stderr).not.toContain(PASSWORD);
    const asParameter = await crier([
      'hooks',
      'inbox',
      'list',
      '--store',
      `postgres://h/d?password=${PASSWORD}`,
    ]);
    expect(asParameter.exitCode).toBe(2);
    expect(asParameter.stdout + asParameter.stderr).not.toContain(PASSWORD);
  });

  test('is taken from CRIER_STORE and from a file, and not printed when nothing answers', async () => {
    await inFolder({}, async (folder) => {
      writeFileSync(join(folder, 'password'), `${PASSWORD}\n`, { mode: 0o600 });
      for (const [words, env] of [
        [[], { CRIER_STORE: URL }],
        [
          ['--store', 'postgres://app@127.0.0.1:9/crier', '--store-password-file', 'password'],
          { CRIER_STORE: undefined },
        ],
      ] as const) {
        const ran = await crier(['hooks', 'store', 'status', '--json', ...words], { env, folder });
        expect(ran.exitCode).toBe(10);
        expect(ran.error).toMatchObject({
          message: expect.stringContaining('postgres://app@127.0.0.1:9/crier'),
        });
        expect(ran.stdout + ran.stderr).not.toContain(PASSWORD);
      }
    });
  });

  test('reaches the server from each place, whatever is in it, and only one that is set', async () => {
    const hard = "50% of a+b c/'é@:";
    const { port, passwords, close } = await askForPasswords();
    await inFolder({}, async (folder) => {
      writeFileSync(join(folder, 'password'), `${hard}\n`, { mode: 0o600 });
      writeFileSync(join(folder, 'pgpass'), `127.0.0.1:${port}:crier:app:${hard}\n`, { mode: 0o600 });
      const store = `postgres://app@127.0.0.1:${port}/crier`;
      const runs = [
        [['--store', store, '--store-password-file', 'password'], {}],
        [['--store', store], { PGPASSWORD: hard }],
        [[], { CRIER_STORE: store.replace('@', `:${encodeURIComponent(hard)}@`) }],
        [[], { CRIER_STORE: `${store}?password=${encodeURIComponent(hard)}` }],
        [[], { CRIER_STORE: store.replace('@', ':100%@') }],
        [['--store', store], { PGPASSFILE: join(folder, 'pgpass') }],
      ] as const;
      for (const [words, env] of runs) {
        const ran = await crier(['hooks', 'store', 'status', '--json', ...words], { env, folder });
        expect(ran.exitCode).toBe(4);
        expect(ran.error).toMatchObject({ message: expect.stringContaining('the password is wrong') });
      }
    });
    close();
    expect(passwords).toEqual([hard, hard, hard, hard, '100%', hard]);
  });

  test('needs a Postgres store', async () => {
    const ran = await crier(['hooks', 'inbox', 'stats', '--store-password-file', 'x']);
    expect([ran.exitCode, ran.stderr]).toEqual([2, expect.stringContaining('--store-password-file needs')]);
  });
});

test.each(['postgres://', 'postgres://db.example.com', 'postgres://a b/c d:x'])(
  'a URL that is none is refused: %s',
  async (store) => {
    const ran = await crier(['hooks', 'inbox', 'list', '--store', store]);
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr).toContain('--store is not the URL of a Postgres database');
  },
);

describe.each(migrated === null || empty === null ? [] : [{ migrated, empty }])('Postgres', (databases) => {
  const withUser = (url: string, user: string) => url.replace('//postgres@', `//${user}@`);

  test('without tables, every command exits 2 and names the command that creates them', async () => {
    for (const words of [
      'listen --unsigned --no-catch-up',
      'forward --exec true',
      'inbox list',
      'store status',
    ]) {
      const ran = await crier(['hooks', ...words.split(' '), '--store', databases.empty.url]);
      expect({ words, exitCode: ran.exitCode }).toEqual({ words, exitCode: 2 });
      expect(ran.stderr).toContain('crier hooks store migrate');
    }
  });

  test('the inbox of an older version is refused, until it is migrated while an older listener still runs', async () => {
    const { run, url } = databases.migrated;
    await run(
      'drop index crier.deliveries_by_action, crier.deliveries_by_type, crier.deliveries_repeated',
      'alter table crier.deliveries drop column edited_from', // with its index
      'alter table crier.processes drop column identity',
      'update crier.schema_version set version = 1',
    );
    const store = ['--store', url];
    const { exitCode, stderr } = await crier(['hooks', 'listen', '--unsigned', '--no-catch-up', ...store]);
    expect([exitCode, stderr.replaceAll(/\s+/g, ' ')]).toEqual([
      2,
      expect.stringContaining('crier hooks store migrate'),
    ]);
    // a listener of version 1 notes itself and stores, without the new column, before and after
    const noteOlder = (id: string) =>
      run(
        `insert into crier.processes (id, host, pid, role, targets, started_at, seen_at) values ('${id}', 'h', 1, 'listener', '{}', 0, extract(epoch from now()) * 1000)`,
        `insert into crier.deliveries (received_at, source, hook_id, headers, bytes) values (0, 'request', 'older-${id}', '{}', 0)`,
      );
    await noteOlder('before');
    const [migration] = await Promise.all([
      crier(['hooks', 'store', 'migrate', '--json', ...store]),
      ...['one', 'two', 'three'].map(noteOlder),
    ]);
    await noteOlder('after');
    expect(migration.json).toMatchObject({ from: 1, to: LATEST_VERSION });
    const { json } = await crier(['hooks', 'store', 'status', '--json', ...store]);
    expect(json).toMatchObject({
      version: LATEST_VERSION,
      processes: expect.arrayContaining([expect.objectContaining({ host: 'h', pid: 1, isRunning: true })]),
    });
    const { json: kept } = await crier(['hooks', 'inbox', 'list', '--json', ...store]);
    expect(JSON.stringify(kept).match(/"older-\w+"/g)).toHaveLength(5);
  });

  test('a role that owns a schema creates the tables, and another one may use them and no more', async () => {
    const [owner, user] = ['crier_owner', 'crier_user'].map((name) => `${name}_${process.pid}`);
    const { run, url } = databases.empty;
    const name = new URL(url).pathname.slice(1);
    await run(`create role ${owner} login`, `create role ${user} login`);
    const refused = await crier(['hooks', 'store', 'migrate', '--store', withUser(url, `${owner}`)]);
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('permission denied')]);
    await run(`grant create on database ${name} to ${owner}`);
    const words = [
      'hooks',
      'store',
      'migrate',
      '--store',
      withUser(url, `${owner}`),
      '--grant',
      `${user}`,
      '--json',
    ];
    // of several that start at once, one creates the tables
    const ran = await Promise.all([crier(words), crier(words), crier(words)]);
    expect(ran.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    expect(ran.map(({ json }) => (json as { from: number }).from).toSorted()).toEqual([
      0,
      LATEST_VERSION,
      LATEST_VERSION,
    ]);
    const toNone = await crier([...words, '--grant', 'crier_nobody']);
    expect([toNone.exitCode, toNone.stderr]).toEqual([2, expect.stringContaining('there is no such role')]);
    const store = ['--store', withUser(url, `${user}`)];
    const receiver = await startListening(['--no-catch-up', '--unsigned', '--exec', 'x', ...store], {
      others: { runWithInput: async () => 0 },
    });
    expect((await receiver.post(bodyOf('1'))).status).toBe(200);
    await eventually(async () =>
      expect((await crier(['hooks', 'inbox', 'stats', '--json', ...store])).json).toMatchObject({
        forwarded: 1,
      }),
    );
    await receiver.end();
    await run(`revoke create on database ${name} from ${owner}`, `reassign owned by ${owner} to postgres`);
    await run(`drop owned by ${owner}`, `drop owned by ${user}`, `drop role ${owner}`, `drop role ${user}`);
  });

  const TO_TARGET = ['--forward', TARGET];
  test.each([
    ['listen --unsigned --path /hooks --no-catch-up --requests 1', TO_TARGET, 9],
    ['forward --once', TO_TARGET, 9],
    ['inbox export', [], 3],
    ['inbox forward 1', TO_TARGET, 7],
    ['store status', [], 3],
    ['store migrate', [], 7],
  ] as const)(
    'that dies while it starts is unavailable, and never to be migrated: %s',
    async (words, flags, nth) => {
      const endings = await listEndings(databases.migrated.url, [...words.split(' '), ...flags], nth);
      // it dies before the port is open, or does not end the receiver any more
      const expected = ['10 unavailable', '0 well', 'listening, 0 well'];
      expect(endings.filter((each) => !expected.includes(each))).toEqual([]);
      expect(endings[0]).toBe('10 unavailable');
    },
  );

  test('listeners that start at the same time answer at the same path', async () => {
    const store = ['--no-catch-up', '--unsigned', '--store', databases.migrated.url];
    const receivers = await Promise.all([
      startListening(store),
      startListening(store),
      startListening(store),
    ]);
    expect(new Set(receivers.map(({ url }) => new URL(url).pathname)).size).toBe(1);
    for (const receiver of receivers) await receiver.end();
  });
});
