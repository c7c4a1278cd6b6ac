import { rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildSignatureHeaders } from '../../../../../src/domain/webhooks/delivery.ts';
import { openListener } from '../../../../../src/process/listener.ts';
import { openSqliteInbox } from '../../../../../src/receiver/inbox/sqlite/open-sqlite-inbox.ts';
import { stoppedClock } from '../../../../support/clock.ts';
import { crier } from '../../../../support/crier.ts';
import { createFakeOutbound } from '../../../../support/engine/fake-outbound.ts';
import { eventually } from '../../../../support/eventually.ts';
import { inFolder } from '../../../../support/in-folder.ts';
import { arrived } from '../../../../support/receiver/arrived.ts';
import { type Listening, receivedIn, startListening } from '../../../../support/receiver/listening.ts';
import { parseMetrics } from '../../../../support/receiver/parse-metrics.ts';

const NOW = 1_790_000_000_000;
const LOCAL = ['--no-catch-up', '--unsigned'];
const ADMIN = [...LOCAL, '--admin-port', '0', '-o', 'ndjson'];
const bodyOf = (hookId: string) => JSON.stringify({ action: 'comments', hookId });

/** Posts this many deliveries, one after another: later ones of the same id repeat the first. */
async function post(receiver: Listening, ids: readonly string[]): Promise<void> {
  for (const id of ids) expect((await receiver.post(bodyOf(id))).status).toBe(200);
}

describe('on a terminal', () => {
  const TERMINAL = { isTerminal: true, columns: 80 };

  test('deliveries that come faster than people can read are counted', async () => {
    const clock = stoppedClock(NOW);
    let shown = '';
    const receiver = await startListening(LOCAL, { ...TERMINAL, clock });
    await post(receiver, [...Array.from({ length: 13 }, (_, at) => `h${at}`), 'h1', 'h2']);
    await eventually(() => {
      clock.advance(1_000);
      expect(clock.now()).toBeGreaterThan(NOW + 20_000);
    });
    await post(receiver, ['later']);
    shown = (await receiver.end()).stdout;
    expect(shown).toContain('h9');
    expect(shown).not.toContain('h10');
    expect(shown).toMatch(/14:13:2[1-9]Z {2}5 more deliveries in 1 s: 3 new, 2 repeated/);
    expect(shown).toContain('later');
  });

  test('a line says that it is quiet: after a minute, and then every ten', async () => {
    const clock = stoppedClock(NOW);
    const { promise: handled, resolve } = Promise.withResolvers<number>();
    const receiver = await startListening([...LOCAL, '--exec', './handle'], {
      ...TERMINAL,
      clock,
      others: { runWithInput: () => handled },
    });
    await post(receiver, ['a', 'a']);
    const minute = async () => {
      clock.advance(60_000);
      for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    for (let at = 0; at < 13; at += 1) await minute();
    const ended = receiver.end();
    resolve(0);
    const { stderr } = await ended;
    const lines = stderr.split('\n').filter((line) => line.includes('quiet for'));
    expect(lines.map((line) => /quiet for \d+ minutes?/.exec(line)?.[0])).toEqual([
      'quiet for 1 minute',
      'quiet for 10 minutes',
    ]);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      '14:15:20Z quiet for 1 minute: 1 new, 1 repeated, 0 refused so far; 1 waiting, the oldest came 2m ago',
    );
  });

  test.each([
    ['in a pipe', {}, []],
    ['with --quiet', TERMINAL, ['-q']],
    ['with -o ndjson', TERMINAL, ['-o', 'ndjson']],
  ])('no such line %s', async (_where, around, words) => {
    const clock = stoppedClock(NOW);
    let isReady = () => {};
    const ready = new Promise<void>((resolve) => (isReady = resolve));
    const ending = new AbortController();
    const ran = crier(['hooks', 'listen', ...LOCAL, ...words], {
      ...around,
      clock,
      signal: ending.signal,
      outbound: async () => createFakeOutbound(() => ({ status: 204 })),
      async listen() {
        setImmediate(isReady);
        const closed = new Promise<void>(() => {});
        return { port: 1, closed, close: async () => {}, finish: async () => {} };
      },
    });
    await ready;
    for (let turn = 0; turn < 100; turn += 1) {
      clock.advance(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    ending.abort('interrupted');
    expect((await ran).stderr).not.toContain('quiet for');
  });
});

/** Asks with a header that `fetch` does not let through. */
function ask(
  url: string,
  {
    method = 'GET',
    host = new URL(url).host,
    authorization = '',
  }: Partial<Record<'method' | 'host' | 'authorization', string>> = {},
) {
  return new Promise<{ status: number; text: string; headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      const asked = request(url, { method, headers: { host, authorization }, agent: false }, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += String(chunk)));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
        );
      });
      asked.on('error', reject).end();
    },
  );
}

describe('--admin-port', () => {
  test('metrics in the format of Prometheus, with all that the receiver does', async () => {
    const target = 'http://127.0.0.1:3000/hooks?token=SECRET-OF-THE-TARGET';
    const clock = stoppedClock(NOW);
    const receiver = await startListening([...ADMIN, '--forward', target], { clock });
    await post(receiver, ['a', 'b', 'a']);
    await receiver.post('[]');
    const read = async () => {
      const { status, text, headers } = await ask(`${receiver.adminUrl}/metrics`);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
      expect(headers['access-control-allow-origin']).toBeUndefined();
      return parseMetrics(text);
    };
    const find = (metrics: Awaited<ReturnType<typeof read>>, name: string, labels: object = {}) =>
      metrics
        .get(name.replace(/_count$/, ''))
        ?.samples.find((each) => each.name === name && JSON.stringify(each.labels) === JSON.stringify(labels))
        ?.value;
    const label = { target: 'http://127.0.0.1:3000/hooks' };
    await eventually(async () => {
      clock.advance(1_000);
      expect(
        find(await read(), 'crier_forward_attempts_total', { ...label, result: 'failed' }),
      ).toBeGreaterThan(1);
    });
    const metrics = await read();
    const received = (verdict: string) =>
      find(metrics, 'crier_deliveries_received_total', { verdict, source: 'request' });
    expect([received('new'), received('repeated')]).toEqual([2, 1]);
    expect(find(metrics, 'crier_requests_refused_total', { reason: 'not JSON' })).toBe(1);
    expect(find(metrics, 'crier_requests_refused_total', { reason: 'mismatch' })).toBe(0);
    expect(find(metrics, 'crier_connections_refused_total')).toBe(0);
    expect(find(metrics, 'crier_answer_duration_seconds_count')).toBe(3);
    expect(find(metrics, 'crier_forward_duration_seconds_count', label)).toBeGreaterThan(1);
    expect(find(metrics, 'crier_deliveries_waiting', label)).toBe(2);
    expect(find(metrics, 'crier_oldest_waiting_seconds', label)).toBeGreaterThan(0);
    expect(find(metrics, 'crier_deliveries_given_up_total', label)).toBe(0);
    expect(find(metrics, 'crier_healthy')).toBe(1);
    await receiver.end();
    expect((await ask(`${receiver.adminUrl}/metrics`).catch(String)) as string).toContain('ECONNREFUSED');
  });

  test('/healthz is 200 while deliveries are stored, and says why when they are not', async () => {
    await inFolder({}, async (folder) => {
      const store = join(folder, 'in.db');
      const receiver = await startListening([...ADMIN, '--store', store]);
      const health = () => ask(`${receiver.adminUrl}/healthz`);
      expect(await health()).toMatchObject({ status: 200, text: 'ok\n' });
      // another program that uses the store damages it
      const { DatabaseSync } = await import('node:sqlite');
      const other = new DatabaseSync(store);
      other.exec('alter table deliveries rename to hidden');
      expect((await receiver.post(bodyOf('a'))).status).toBe(503);
      expect(await health()).toMatchObject({
        status: 503,
        text: expect.stringContaining('cannot be stored'),
      });
      other.exec('alter table hidden rename to deliveries');
      other.close();
      await post(receiver, ['a']);
      await eventually(async () => expect(await health()).toMatchObject({ status: 200 }));
      await receiver.end();
    });
  });

  test('health and metrics are answered by GET, for this machine only', { tags: ['D1', 'D3'] }, async () => {
    const receiver = await startListening(ADMIN);
    for (const [path, options, status] of [
      ['/metrics', { host: 'evil.example:80' }, 403],
      ['/healthz', { host: 'localhost.evil.example' }, 403],
      ['/%6detrics', { host: 'evil.example' }, 403],
      ['/', {}, 404],
      ['/constructor', {}, 404],
      ['/metrics', { method: 'POST' }, 405],
      ['/healthz', { method: 'DELETE' }, 405],
      ['/healthz', { host: 'localhost:1' }, 200],
      ['/healthz', { host: '[::1]:1' }, 200],
      ['/metrics', { method: 'HEAD' }, 200],
    ] as const) {
      const answer = await ask(`${receiver.adminUrl}${path}`, options);
      expect([path, options, answer.status]).toEqual([path, options, status]);
      if (status === 405) expect(answer.headers['allow']).toBe('GET, HEAD');
    }
    await receiver.end();
  });

  test('a delivery that comes before it is ready is counted, and it is not healthy until then', async () => {
    const health: string[] = [];
    let admin = '';
    const receiver = await startListening(ADMIN, {
      async listen(options) {
        const listener = await openListener(options);
        if (options.host !== undefined) admin = `http://127.0.0.1:${listener.port}`;
        else {
          const url = `http://127.0.0.1:${listener.port}/in`;
          expect((await fetch(url, { method: 'POST', body: bodyOf('early') })).status).toBe(200);
          health.push((await ask(`${admin}/healthz`)).text);
        }
        return listener;
      },
    });
    await post(receiver, ['later']);
    const { text } = await ask(`${receiver.adminUrl}/metrics`);
    expect(health).toEqual(['the receiver is starting\n']);
    expect(text).toContain('crier_deliveries_received_total{verdict="new",source="request"} 2\n');
    expect(receivedIn(await receiver.end()).map(({ hookId }) => hookId)).toEqual(['early', 'later']);
  });

  test('an address that other machines reach needs a token, and metrics need it in each request', {
    tags: ['L8'],
  }, async () => {
    const words = [...ADMIN, '--admin-host', '0.0.0.0', '--allow-host', 'receiver:9464'];
    for (const [env, why] of [
      [{}, 'they need a token'],
      [{ CRIER_ADMIN_TOKEN: 'short' }, 'at least 16 characters'],
      [{ CRIER_ADMIN_TOKEN: 'with a blank in it, and long' }, 'without spaces'],
    ] as const)
      expect(String(await startListening(words, { env }).catch(String)).replaceAll(/\s+/g, ' ')).toContain(
        why,
      );
    const token = 'TOKEN-OF-THE-ADMIN-1';
    const receiver = await startListening(words, { env: { CRIER_ADMIN_TOKEN: token } });
    const statusOf = async (path: string, authorization?: string, host = 'receiver:9464') =>
      (await ask(`${receiver.adminUrl}${path}`, { host, ...(authorization && { authorization }) })).status;
    expect([
      await statusOf('/metrics', `Bearer ${token}`),
      await statusOf('/metrics', `bearer  ${token}`),
      await statusOf('/metrics'),
      await statusOf('/metrics', 'Bearer TOKEN-OF-THE-ADMIN-2'),
      await statusOf('/metrics', token),
      await statusOf('/metrics', `Bearer ${'x'.repeat(9_000)}`),
      await statusOf('/metrics', `Bearer ${token}`, 'evil.example:9464'),
      await statusOf('/healthz'),
    ]).toEqual([200, 200, 401, 401, 401, 401, 403, 200]);
    const { stderr } = await receiver.end();
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('other machines can read them with the token');
    expect(stderr).not.toContain(token);
    const refused = await startListening([...ADMIN, '--admin-host', '192.0.2.1'], {
      env: { CRIER_ADMIN_TOKEN: token },
    }).catch(String);
    expect(refused).toContain('not an address of this machine');
  });
});

test('hooks forward serves health and metrics, too', async () => {
  await inFolder({}, async (folder) => {
    const store = join(folder, 'in.db');
    const inbox = openSqliteInbox(store);
    await inbox.takeIn(['a', 'b'].map((hookId) => arrived({ hookId }, ['./handle'])));
    await inbox.close();
    const ending = new AbortController();
    const { promise: opened, resolve } = Promise.withResolvers<number>();
    const words = ['--exec', './handle', '--store', store, '--admin-port', '0', '-o', 'ndjson'];
    const ran = crier(['hooks', 'forward', ...words], {
      signal: ending.signal,
      others: { runWithInput: async (_words, { env }) => (env['CRIER_HOOK_ID'] === 'a' ? 0 : 1) },
      async listen(options) {
        const listener = await openListener(options);
        resolve(listener.port);
        return listener;
      },
    });
    const url = `http://127.0.0.1:${await opened}`;
    await eventually(async () => {
      const attempts = parseMetrics((await ask(`${url}/metrics`)).text).get('crier_forward_attempts_total');
      expect(attempts?.samples.map(({ labels, value }) => [labels['result'], value])).toEqual([
        ['done', 1],
        ['failed', 1],
        ['refused', 0],
      ]);
    });
    expect((await ask(`${url}/healthz`)).status).toBe(200);
    ending.abort('interrupted');
    expect((await ran).stderr).toContain(`health and metrics are on ${url}/healthz`);
  });
});

test.each(['listen', 'forward'])('Ctrl-C tells what hooks %s finishes', async (command) => {
  await inFolder({}, async (folder) => {
    const store = join(folder, 'in.db');
    const inbox = openSqliteInbox(store);
    await inbox.takeIn([arrived({ hookId: 'a' }, ['./handle'])]);
    await inbox.close();
    const ending = new AbortController();
    const { promise: attempted, resolve: begin } = Promise.withResolvers<void>();
    const { promise: done, resolve: finish } = Promise.withResolvers<number>();
    const words = command === 'listen' ? ['--unsigned', '--no-catch-up'] : [];
    const ran = crier(['hooks', command, '--exec', './handle', '--store', store, ...words], {
      signal: ending.signal,
      others: {
        async runWithInput() {
          begin();
          return done;
        },
      },
      listen: openListener,
      outbound: async () => createFakeOutbound(() => ({ status: 204 })),
      onOutput(text) {
        if (text.includes('finishing')) finish(0);
      },
    });
    await attempted;
    ending.abort('interrupted');
    const { stderr } = await ran;
    expect(stderr).toContain('finishing 1 attempt; a second Ctrl-C ends at once');
    expect(stderr).toContain('forwarded 1, 0 attempts failed');
  });
});

test('connections above 256 are refused, counted and reported', { tags: ['L8'] }, async () => {
  const receiver = await startListening([...ADMIN, '--log', 'json']);
  const { port, hostname } = new URL(receiver.url);
  const open = Array.from({ length: 258 }, () => connect(Number(port), hostname).on('error', () => {}));
  await eventually(async () => {
    const { text } = await ask(`${receiver.adminUrl}/metrics`);
    expect(text).toContain('crier_connections_refused_total 2\n');
  });
  for (const socket of open) socket.destroy();
  const { stderr } = await receiver.end();
  expect(stderr).toContain(
    '"event":"connections.refused","message":"1 connection refused: too many are open',
  );
});

describe('what names a target', () => {
  const SECRET = 'SECRET-WORD';
  const TARGETS = [
    ['--exec', `./handle --token ${SECRET}`],
    ['--exec', `./other ${SECRET}`],
    ['--forward', `http://127.0.0.1:9/hooks?token=${SECRET}`],
    ['--forward', `http://127.0.0.1:9/hooks?token=${SECRET}2`],
    ['--forward', `http://127.0.0.1:9/services/v2/T024BE7LD/${SECRET}-a8Xk29`],
  ].flat();
  const others = {
    async runWithInput([program]: readonly string[]) {
      if (program === './other') throw new Error(`there is no command "${program}"`);
      return 1;
    },
  };
  const expectHidden = (shown: readonly string[]) =>
    expect(shown.filter((each) => each.includes(SECRET) || each.includes('./other "'))).toEqual([]);

  test.each([
    [
      'text',
      [],
      [
        'exec-1',
        'exec-2',
        'http://127.0.0.1:9/hooks',
        'http://127.0.0.1:9/hooks #2',
        'http://127.0.0.1:9/services/v2/…/…',
      ],
    ],
    [
      'json',
      ['--log', 'json', ...['crm', 'bot', 'chat', 'exec-2'].flatMap((name) => ['--name', name])],
      ['crm', 'bot', 'chat', 'exec-2', 'exec-2 #2'],
    ],
  ])(
    'no words of a command, and no query or random part of a URL, are in metrics, logs and records: %s',
    { tags: ['C8'] },
    async (_log, words, labels) => {
      await inFolder({}, async (folder) => {
        const store = join(folder, 'in.db');
        const receiver = await startListening([...ADMIN, '--store', store, ...TARGETS, ...words], { others });
        await post(receiver, ['a']);
        const samples = async () =>
          parseMetrics((await ask(`${receiver.adminUrl}/metrics`)).text).get('crier_forward_attempts_total')
            ?.samples ?? [];
        await eventually(async () =>
          expect(
            (await samples()).filter(({ labels: { result }, value }) => result === 'failed' && value > 0),
          ).toHaveLength(5),
        );
        const { text } = await ask(`${receiver.adminUrl}/metrics`);
        expect(new Set((await samples()).map((each) => each.labels['target']))).toEqual(new Set(labels));
        expectHidden([text, (await receiver.end()).screen]);
      });
    },
  );

  test('nor in what commands print of them, or another listener', { tags: ['C8'] }, async () => {
    await inFolder({}, async (folder) => {
      const store = join(folder, 'in.db');
      const inbox = openSqliteInbox(store);
      await inbox.takeIn([
        arrived(
          { hookId: 'a' },
          TARGETS.filter((each) => !each.startsWith('--')),
        ),
      ]);
      await inbox.close();
      const shown: string[] = [];
      for (const line of [
        ['inbox', 'show', '1', '--json'],
        ['inbox', 'export', '-o', 'ndjson'],
        ['inbox', 'stats', '--json'],
        ['inbox', 'forward', '1', '--forward', `http://127.0.0.1:9/?t=${SECRET}`, '--json'],
        ['store', 'status', '--json'],
        ['forward', '--once', '--json'],
        ['forward', '--once', '--json', ...TARGETS, ...TARGETS.slice(0, 2)],
        ['forward', '--once', '--json', ...TARGETS],
        ['inbox', 'show', '1', '--json'],
        ['listen', ...LOCAL, '--exec', `./x ${SECRET} ${'y'.repeat(2_000)}`],
      ]) {
        const outbound = async () => createFakeOutbound(() => ({ status: 503 }));
        shown.push((await crier(['hooks', ...line, '--store', store], { others, outbound })).screen);
      }
      const other = await startListening([...ADMIN, '--store', store], { others });
      shown.push((await ask(`${other.adminUrl}/metrics`)).text, (await other.end()).screen);
      expectHidden(shown);
      expect(shown.join('')).toContain('./handle …');
    });
  });

  test.each([
    ['two names that are the same', ['--name', 'a', '--name', 'a'], 'two targets have the same --name'],
    [
      'more names than targets',
      [...'abcdef'].flatMap((each) => ['--name', each]),
      '--name is given 6 times, for 5',
    ],
    ['a name with a blank', ['--name', 'a b'], 'letters, digits'],
  ])('refuses %s', async (_what, words, why) => {
    const { exitCode, stderr } = await crier([
      'hooks',
      'listen',
      ...LOCAL,
      '--no-forward',
      ...TARGETS,
      ...words,
    ]);
    expect([exitCode, stderr.replaceAll(/\s+/g, ' ')]).toEqual([2, expect.stringContaining(why)]);
  });
});

describe('SIGHUP', () => {
  const sign = (hookId: string, secret: string) => {
    const body = JSON.stringify({ timeStamp: NOW / 1000, action: 'comments', hookId });
    return {
      body,
      headers: buildSignatureHeaders(Buffer.from(body), { kind: 'secret', secret, next: null }, NOW / 1000),
    };
  };

  /** A receiver with two files of secrets, and the signal that it listens to. */
  async function startWithFiles(folder: string, words: readonly string[] = []) {
    let reload = () => {};
    const onReload = (call: () => void) => {
      reload = call;
      return () => {};
    };
    let said = '';
    const files = ['--secret-file', 'current', '--secret-file', 'next'];
    const receiver = await startListening(['--no-catch-up', '-o', 'ndjson', ...files, ...words], {
      folder,
      onReload,
      onOutput(text) {
        said += text;
      },
    });
    const countSaid = (expected: string) => said.replaceAll(/\s+/g, ' ').split(expected).length;
    return {
      ...receiver,
      send: async (hookId: string, secret: string) => {
        const { body, headers } = sign(hookId, secret);
        return (await receiver.post(body, headers)).status;
      },
      /** @param expected what it says then */
      async hangUp(expected: string) {
        const before = countSaid(expected);
        reload();
        await eventually(async () => {
          await new Promise(setImmediate);
          expect(countSaid(expected)).toBe(before + 1);
        });
      },
    };
  }

  test('a rotation of the secret, while deliveries come, loses none', async () => {
    await inFolder({ current: 'OLD-SECRET', next: 'OLD-SECRET' }, async (folder) => {
      const write = (file: string, secret: string) =>
        writeFileSync(join(folder, file), secret, { mode: 0o600 });
      const receiver = await startWithFiles(folder);
      const statuses: number[] = [];
      let [isRotating, sent] = [true, 0];
      let secrets = ['OLD-SECRET'];
      const load = Array.from({ length: 8 }, async () => {
        while (isRotating) {
          sent += 1;
          statuses.push(await receiver.send(`h${sent}`, secrets[sent % secrets.length] ?? ''));
        }
      });
      write('next', 'NEW-SECRET');
      await receiver.hangUp('two secrets are accepted');
      secrets = ['OLD-SECRET', 'NEW-SECRET']; // registered: retries of before have the old one
      const half = sent;
      await eventually(() => expect(sent).toBeGreaterThan(half + 20));
      secrets = ['NEW-SECRET'];
      isRotating = false;
      await Promise.all(load);
      write('current', 'NEW-SECRET');
      await receiver.hangUp('two secrets are accepted');
      expect(await receiver.send('late', 'NEW-SECRET')).toBe(200);
      expect(await receiver.send('forged', 'OLD-SECRET')).toBe(401);
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(receivedIn(await receiver.end()).filter(({ verdict }) => verdict === 'new')).toHaveLength(
        sent + 1,
      );
    });
  });

  test('one that comes while the receiver starts reads them again then', async () => {
    await inFolder({ secret: 'OLD-SECRET' }, async (folder) => {
      const onReload = (call: () => void) => {
        call();
        return () => {};
      };
      let said = '';
      const onOutput = (text: string) => {
        said += text;
      };
      const words = ['--no-catch-up', '--secret-file', 'secret', '--log', 'json'];
      const receiver = await startListening(words, { folder, onReload, onOutput });
      await eventually(() => expect(said).toContain('"event":"secrets.read"'));
      await receiver.end();
    });
  });

  test('a file that is gone, blank or huge keeps the secrets of before, and is reported', async () => {
    await inFolder({ current: 'OLD-SECRET', next: 'NEW-SECRET' }, async (folder) => {
      const receiver = await startWithFiles(folder, ['--log', 'json']);
      const file = join(folder, 'next');
      for (const [what, spoil] of [
        ['gone', () => rmSync(file)],
        ['blank', () => writeFileSync(file, ' \n')],
        ['empty', () => writeFileSync(file, '')],
        ['huge', () => writeFileSync(file, 'x'.repeat(2_000_000))],
      ] as const) {
        spoil();
        await receiver.hangUp('"event":"secrets.failing"');
        const secrets = ['OLD-SECRET', 'NEW-SECRET', 'OTHER'];
        const sent = secrets.map((secret) => receiver.send(`${what} ${secret}`, secret));
        expect([what, await Promise.all(sent)]).toEqual([what, [200, 200, 401]]);
      }
      const { stderr } = await receiver.end();
      for (const why of ['still used', 'there is no such file', 'is blank', 'next is larger than'])
        expect(stderr).toContain(why);
      expect(stderr).not.toMatch(/(?:OLD|NEW)-SECRET/);
    });
  });
});

describe('--host', () => {
  test('another address than this machine needs a secret', { tags: ['L1'] }, async () => {
    const { exitCode, stderr } = await crier(['hooks', 'listen', ...LOCAL, '--host', '0.0.0.0']);
    expect([exitCode, stderr.replaceAll(/\s+/g, ' ')]).toEqual([
      2,
      expect.stringContaining('no secret is set to check them'),
    ]);
  });

  test('with --allow-host, only that name and port, and addresses, are answered', {
    tags: ['D1'],
  }, async () => {
    const words = ['--no-catch-up', '--host', '0.0.0.0', '--allow-host', 'Receiver:8787', '-o', 'ndjson'];
    const receiver = await startListening([...words, '--public-url', 'https://hooks.example.com'], {
      env: { CRIER_WEBHOOK_SECRET: 'S' },
    });
    const hosts = [
      'receiver:8787',
      'localhost:1',
      '127.0.0.1:80',
      '[::1]',
      'hooks.example.com',
      'receiver:8788',
      'receiver',
      'evil.example',
      'a b',
    ];
    const statuses = await Promise.all(
      hosts.map(async (host) => (await ask(receiver.url, { method: 'POST', host })).status),
    );
    expect(statuses).toEqual([401, 401, 401, 401, 401, 404, 404, 404, 404]);
    await receiver.end();
  });
});

describe('--log json', () => {
  const read = (stderr: string) =>
    stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  test('what a program prints is a line of JSON, too, and on a terminal without its escape sequences', async () => {
    for (const words of [['--log', 'json'], []]) {
      const receiver = await startListening([...LOCAL, ...words, '-o', 'ndjson', '--exec', './handle'], {
        others: {
          async runWithInput(_words, { onLine }) {
            await onLine?.('\u001b[31m{"level":"forged"}\u001b[0m');
            return 0;
          },
        },
      });
      await post(receiver, ['a']);
      const { stderr } = await receiver.end();
      expect(stderr).not.toContain('\u001b');
      if (words.length === 0) expect(stderr).toMatch(/^delivery 1: .*\{"level":"forged"\}/m);
      else
        expect(read(stderr).filter(({ event }) => event === 'program.output')).toMatchObject([
          {
            level: 'info',
            number: 1,
            target: 'exec-1',
            line: expect.stringContaining('{"level":"forged"}'),
          },
        ]);
    }
  });

  test('each line of stderr is an object with time, level and event, and has nothing of the body', async () => {
    const clock = stoppedClock(NOW);
    const receiver = await startListening([...LOCAL, '--log', 'json', '-o', 'ndjson', '--exec', './handle'], {
      clock,
      others: { runWithInput: async () => 3 },
    });
    await receiver.post(
      JSON.stringify({ action: 'messages', hookId: 'h', text: 'PRIVATE WORDS', senderId: 'p1' }),
    );
    await receiver.post(JSON.stringify({ action: 'messages', hookId: 'h', text: 'PRIVATE WORDS' }));
    await receiver.post('[]');
    const { stderr } = await receiver.end();
    const entries = read(stderr);
    expect(entries[0]).toMatchObject({
      time: '2026-09-21T14:13:20.000Z',
      level: 'info',
      event: 'started',
      path: '/in',
    });
    expect(
      entries.every(({ time, level, event }) =>
        [time, level, event].every((each) => typeof each === 'string'),
      ),
    ).toBe(true);
    const find = (event: string) => entries.filter((each) => each.event === event);
    expect(find('delivery.received')).toMatchObject([
      { number: 1, hookId: 'h', action: 'messages', verdict: 'new', repeats: null, source: 'request' },
      { number: 2, verdict: 'repeated', repeats: 1 },
    ]);
    expect(find('delivery.refused')).toMatchObject([{ level: 'warn', reason: 'not JSON', status: 400 }]);
    expect(find('attempt.failed')[0]).toMatchObject({
      target: 'exec-1',
      attempt: 1,
      status: 3,
      error: 'exit code 3',
    });
    expect(find('target.failing')).toMatchObject([{ level: 'warn', target: 'exec-1' }]);
    expect(find('stopped')).toMatchObject([{ new: 1, repeated: 1, refused: 1, forwarded: 0 }]);
    expect(entries.at(-1)).toMatchObject({ event: 'ended', kind: 'interrupted', exitCode: 130 });
    expect(stderr).not.toContain('PRIVATE');
  });

  test('a failure at the start is an entry, too, and --quiet leaves only what needs attention', async () => {
    const words = ['hooks', 'listen', ...LOCAL, '--log', 'json', '-q'];
    const { stderr, exitCode } = await crier(words, {
      outbound: async () => createFakeOutbound(() => ({ status: 502 })),
    });
    expect(exitCode).toBe(10);
    expect(read(stderr)).toMatchObject([
      {
        level: 'error',
        event: 'ended',
        kind: 'unavailable',
        exitCode: 10,
        message: expect.stringContaining('own address'),
      },
    ]);
  });
});
