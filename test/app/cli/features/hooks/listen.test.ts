import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildSignatureHeaders } from '../../../../../src/domain/webhooks/delivery.ts';
import { CrierError } from '../../../../../src/errors.ts';
import { openSqliteInbox } from '../../../../../src/receiver/inbox/sqlite/open-sqlite-inbox.ts';
import { stoppedClock } from '../../../../support/clock.ts';
import { crier, openTestSandbox } from '../../../../support/crier.ts';
import { createFakeOutbound } from '../../../../support/engine/fake-outbound.ts';
import { eventually } from '../../../../support/eventually.ts';
import { inFolder } from '../../../../support/in-folder.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';
import { ARRIVAL, arrived } from '../../../../support/receiver/arrived.ts';
import { receivedIn, startListening } from '../../../../support/receiver/listening.ts';
import { inTurn, openReceiver } from '../../../../support/receiver/receiver.ts';

const SECRET = 'SECRET-OF-DELIVERIES-1';
const ENV = { CRIER_WEBHOOK_SECRET: SECRET };
const SIGNED_AT = 1_790_000_000;
const LOCAL = ['--no-catch-up', '-o', 'ndjson'];

const bodyOf = (event: object) => JSON.stringify({ timeStamp: SIGNED_AT, ...event });
const COMMENT = bodyOf({ action: 'comments', hookId: 'h1', postId: 'x', from: { id: 'p' } });
const sign = (body: string) =>
  buildSignatureHeaders(Buffer.from(body), { kind: 'secret', secret: SECRET, next: null }, SIGNED_AT);

describe('take in', () => {
  test('a signed delivery is answered with 200, and printed with its body', async () => {
    const receiver = await startListening(LOCAL, { env: ENV });
    expect((await receiver.post(COMMENT, sign(COMMENT))).status).toBe(200);
    expect((await receiver.post(COMMENT, sign(COMMENT))).status).toBe(200);
    expect((await receiver.post(COMMENT)).status).toBe(401);
    const ran = await receiver.end();
    expect(receivedIn(ran)).toMatchObject([
      { verdict: 'new', number: 1, action: 'comments', person: 'p', post: 'x', event: { hookId: 'h1' } },
      { verdict: 'repeated', number: 2, repeats: 1 },
      { verdict: 'refused', status: 401, event: null },
    ]);
    expect(ran.stderr).toContain('received 1 new, 1 repeated, refused 1');
    expect(ran.exitCode).toBe(130);
    expect(ran.stdout + ran.stderr).not.toContain(SECRET);
  });

  test('nothing but the path of deliveries answers, and there without a word', { tags: ['L8'] }, async () => {
    const receiver = await startListening([...LOCAL, '--unsigned']);
    const other = await fetch(new URL('/', receiver.url));
    expect([other.status, await other.text()]).toEqual([404, '']);
    const read = await fetch(receiver.url);
    expect([read.status, await read.text()]).toEqual([405, '']);
    const large = await receiver.post(new Uint8Array(2 * 1024 * 1024));
    expect(large.status).toBe(413);
    await receiver.end();
  });

  test('without a secret, it only starts where signatures are not wanted', async () => {
    const ran = await crier(['hooks', 'listen', '--no-catch-up']);
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr).toContain('needs the signing secret');
    expect(ran.stderr).toContain('--unsigned');
  });

  test.each([
    'hooks listen --unsigned --json',
    'hooks listen --unsigned --jq .deliveries',
    'hooks forward --exec true --json',
    'callbacks serve --json',
  ])('%s would never print, and is refused before it opens a port or a store', async (line) => {
    await inFolder({}, async (folder) => {
      const env = { CRIER_STORE: join(folder, 'in.db') };
      const listen = () => Promise.reject(new Error('a port was opened'));
      const { exitCode, error, stderr } = await crier(line, { folder, env, listen });
      expect([exitCode, stderr]).toEqual([
        2,
        expect.stringContaining('this command runs until it is stopped'),
      ]);
      expect(error).toMatchObject(line.includes('--json') ? { advice: 'use -o ndjson' } : {});
      expect(existsSync(env.CRIER_STORE)).toBe(false);
    });
  });

  test('it is not ready while its own address does not answer', async () => {
    const ran = await crier(['hooks', 'listen', '--unsigned', '--no-catch-up'], {
      outbound: async () => createFakeOutbound(() => ({ status: 502 })),
    });
    expect(ran.exitCode).toBe(10);
    expect(ran.stderr).toContain('does not answer at its own address: status 502');
    expect(ran.stderr).not.toContain('listening');
  });

  test('control sequences of a body do not reach the terminal', { tags: ['C1', 'L7'] }, async () => {
    const receiver = await startListening(['--no-catch-up', '--unsigned', '--requests', '1', '-o', 'table'], {
      isTerminal: true,
    });
    await receiver.post(bodyOf({ action: 'feed', hookId: '\u001b]52;c;eA==\u0007\u001b[2J' }));
    expect((await receiver.ran).stdout).not.toContain('\u001b]52');
  });
});

describe('forward', () => {
  test('the exact bytes and the headers of the delivery, marked with the attempt', {
    tags: ['L5'],
  }, async () => {
    const target = await openReceiver();
    const receiver = await startListening([...LOCAL, '--forward', target.url], { env: ENV });
    await receiver.post(COMMENT, { ...sign(COMMENT), cookie: 'a=b' });
    await eventually(() => expect(target.received).toHaveLength(1));
    const ran = await receiver.end();
    await target.close();
    expect(target.received[0]?.body).toEqual(Buffer.from(COMMENT));
    expect(target.received[0]?.headers).toMatchObject({
      'crier-attempt': '1',
      'x-authorization-content-sha256': sign(COMMENT)['X-Authorization-Content-SHA256'],
    });
    expect(target.received[0]?.headers).not.toHaveProperty('cookie');
    expect(ran.stderr).toContain('forwarded 1, 0 attempts failed');
  });

  test('a target that redirects is not followed, and asked again with the attempt in the header', {
    tags: ['L5'],
  }, async () => {
    const clock = stoppedClock(SIGNED_AT * 1_000);
    const target = await openReceiver(inTurn('redirect', 200));
    const receiver = await startListening([...LOCAL, '--forward', target.url], { env: ENV, clock });
    await receiver.post(COMMENT, sign(COMMENT));
    await eventually(() => {
      clock.advance(1_000);
      expect(target.received).toHaveLength(2);
    });
    const { stderr } = await receiver.end();
    await target.close();
    expect(target.received.map(({ path, headers }) => [path, headers['crier-attempt']])).toEqual([
      ['/hook', '1'],
      ['/hook', '2'],
    ]);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('fails: status 302; its deliveries are attempted again');
  });

  test('events before a target select what it gets', async () => {
    const [ofMessages, ofAll] = [await openReceiver(), await openReceiver()];
    const words = [
      '--forward',
      `messages,automation.completed=${ofMessages.url}`,
      '--forward',
      ofAll.url.replace('http://', ''),
    ];
    const receiver = await startListening([...LOCAL, '--unsigned', ...words]);
    for (const event of [
      { action: 'comments' },
      { action: 'messages', subAction: 'messageRead' },
      { action: 'automations', type: 'automation.completed' },
    ])
      await receiver.post(bodyOf({ hookId: JSON.stringify(event), ...event }));
    await eventually(() => expect([ofMessages.received.length, ofAll.received.length]).toEqual([2, 3]));
    await receiver.end();
    await ofMessages.close();
    await ofAll.close();
  });

  test('a program that cannot be started fails the attempt, not the inbox', async () => {
    const { promise: failed, resolve: fail } = Promise.withResolvers<void>();
    const receiver = await startListening([...LOCAL, '--unsigned', '--exec', './none', '-o', 'ndjson'], {
      others: {
        runWithInput() {
          fail();
          return Promise.reject(new Error('there is no command "./none"'));
        },
      },
    });
    await receiver.post(bodyOf({ hookId: '1' }));
    await failed;
    const { stderr } = await receiver.end();
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      'exec-1 fails: there is no command "exec-1"; its deliveries are attempted again',
    );
    expect(stderr).toContain('1 attempt failed');
    expect(stderr).not.toContain('stored');
  });

  test('a program that is not there is refused at the start, unless others forward', async () => {
    const others = {
      async requireCommand() {
        throw new CrierError('usage', 'there is no command "./none"');
      },
    };
    const words = [...LOCAL, '--unsigned', '--exec', './none'];
    for (const verb of ['listen', 'forward']) {
      const own = verb === 'listen' ? words : ['--exec', './none'];
      const { exitCode, stderr } = await crier(['hooks', verb, ...own], { others });
      expect({ exitCode, stderr }).toEqual({
        exitCode: 2,
        stderr: expect.stringContaining('there is no command "./none"'),
      });
    }
    const receiver = await startListening([...words, '--no-forward'], { others });
    expect((await receiver.end()).stderr).toContain('received 0 new');
  });

  test('a program gets the body, and the facts in its environment', async () => {
    const runs: { words: readonly string[]; input: string; env: Readonly<Record<string, string>> }[] = [];
    const receiver = await startListening([...LOCAL, '--unsigned', '--exec', './handle --name="a b"'], {
      others: {
        async runWithInput(words, { input, env }) {
          runs.push({ words, input: Buffer.from(input).toString(), env });
          return 0;
        },
      },
    });
    await receiver.post(COMMENT);
    await eventually(() => expect(runs).toHaveLength(1));
    await receiver.end();
    expect(runs[0]).toMatchObject({
      words: ['./handle', '--name=a b'],
      input: COMMENT,
      env: {
        CRIER_ACTION: 'comments',
        CRIER_ATTEMPT: '1',
        CRIER_HOOK_ID: 'h1',
        CRIER_PERSON: 'p',
        CRIER_POST: 'x',
      },
    });
  });

  test.each([
    ['another machine', ['--forward', 'https://hooks.example.com/x'], '--allow-remote-forward'],
    ['no URL', ['--forward', 'somewhere'], '--forward must be an https or http URL'],
    ['another machine, without a scheme', ['--forward', '10.0.0.7:3000'], '--allow-remote-forward'],
    ['no public URL', ['--public-url', 'x'], '--public-url must be an https or http URL'],
    ['an unknown event of a target without a scheme', ['--forward', 'mesages=localhost:3000'], 'messages'],
    ['an unknown event', ['--forward', 'mesages=http://127.0.0.1:3000/'], 'messages'],
    ['an unknown action', ['--action', 'mesages'], 'messages'],
    ['--once for requests', ['--once'], '--from-history'],
    [
      'a target that is too long',
      ['--exec', `./x ${'y'.repeat(1_997)}`],
      'has 2,001 bytes, and may have 2,000',
    ],
    ['the same target twice', ['--exec', './x', '--exec', './x'], 'given twice'],
  ])('refuses %s', { tags: ['L5'] }, async (_what, words, expected) => {
    const ran = await crier(['hooks', 'listen', '--unsigned', '--no-catch-up', ...words]);
    expect(ran.exitCode).toBe(2);
    expect(ran.stderr.replaceAll(/\s+/g, ' ')).toContain(expected);
  });
});

describe('--register', () => {
  const SERVICE = { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };
  const FORMER = 'https://hooks.example.com/former';

  test.each([
    ['it is unregistered when the run is interrupted', {}, 'DELETE', 'unregistered messages'],
    [
      'what it replaced is registered again',
      { messages: FORMER },
      'POST',
      `registered ${FORMER} for messages again`,
    ],
  ])('%s', { tags: ['HOOK-01'] }, async (_what, before, method, note) => {
    const { transport, requests } = recordingNetwork({ status: 'success', ...before });
    const words = ['--register', 'messages', '--public-url', 'https://hooks.example.com/'];
    const receiver = await startListening([...LOCAL, ...words], {
      env: { ...ENV, ...SERVICE },
      // as the real one does
      network: async (request) => {
        request.signal.throwIfAborted();
        return transport(request);
      },
    });
    const bodyOfLast = () => JSON.parse(requests.at(-1)?.body ?? '{}') as object;
    expect(bodyOfLast()).toEqual({ action: 'messages', url: 'https://hooks.example.com/in', secret: SECRET });
    const { stderr } = await receiver.end();
    expect(stderr).toContain(note);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      'the secret of CRIER_WEBHOOK_SECRET now signs the deliveries of all webhooks of the profile',
    );
    expect(stderr).not.toContain('already done');
    expect(requests.at(-1)?.method).toBe(method);
    expect(bodyOfLast()).toEqual({ action: 'messages', ...('messages' in before && { url: FORMER }) });
  });

  test.each([
    ['what a killed run has left is taken back by the next one', [], 'DELETE', 'unregistered messages'],
    [
      'it stays registered while another listener uses it',
      ['other'],
      'POST',
      'messages stays registered: another listener uses it',
    ],
  ])('%s', { tags: ['HOOK-01'] }, async (_what, by, method, note) => {
    await inFolder({}, async (folder) => {
      const store = join(folder, 'in.db');
      const url = 'https://hooks.example.com/in';
      const inbox = openSqliteInbox(store);
      await inbox.writeMark('registered', JSON.stringify({ messages: { url, former: null, by } }));
      const other = {
        id: 'other',
        host: 'x',
        pid: 1,
        identity: null,
        role: 'listener',
        targets: [],
      } as const;
      const clock = stoppedClock(ARRIVAL);
      await inbox.noteProcess(other, clock.now());
      await inbox.close();
      const { transport, requests } = recordingNetwork({ status: 'success', messages: url });
      const words = ['--register', 'messages', '--public-url', 'https://hooks.example.com', '--store', store];
      const receiver = await startListening([...LOCAL, ...words], {
        ...{ env: { ...ENV, ...SERVICE }, network: transport, clock },
      });
      const { stderr } = await receiver.end();
      expect(stderr.replaceAll(/\s+/g, ' ')).toContain(note);
      expect(requests.at(-1)?.method).toBe(method);
    });
  });
});

describe('the history of the service', () => {
  test('what came while it was off is taken in once', { tags: ['HOOK-20', 'W-17'] }, async () => {
    await inFolder({}, async (folder) => {
      const env = { XDG_STATE_HOME: folder, CRIER_CONTEXT: 'sandbox' };
      const answers = createFakeOutbound(() => ({ status: 200 }));
      const sandbox = await openTestSandbox(undefined, { openOutbound: async () => answers });
      const around = { env, sandbox: { ...sandbox, close: () => {} } };
      const first = await startListening(['--unsigned', '-o', 'ndjson'], around);
      await first.end();
      const outbound = async () => createFakeOutbound(() => ({ status: 200 }));
      await crier(['hooks', 'register', 'automations', 'https://hooks.example.com/x'], {
        ...around,
        outbound,
      });
      await crier(['sandbox', 'trigger', 'automations'], { ...around, outbound });
      const second = await startListening(['--unsigned', '--requests', '1', '-o', 'ndjson'], around);
      const ran = await second.ran;
      expect(ran.stderr).toContain('1 delivery taken from the history');
      expect(receivedIn(ran)).toMatchObject([{ type: 'automation.triggered' }]);
      const third = await startListening(['--unsigned', '-o', 'ndjson'], around);
      expect((await third.end()).stderr).not.toContain('taken from the history');
      const once = await startListening(['--from-history', '--once', '--unsigned', '--json'], around);
      expect(await once.ran).toMatchObject({ exitCode: 0, json: { deliveries: [] } });
      const listed = await crier(['hooks', 'inbox', 'list', '--json'], around);
      expect(listed.json).toMatchObject({
        deliveries: [{ source: 'history', type: 'automation.triggered' }],
      });
    });
  });

  const DAY_MS = 86_400_000;

  /** A sandbox with an event some days ago, between two runs of the receiver. */
  async function openMissed(folder: string) {
    const clock = stoppedClock(SIGNED_AT * 1_000);
    const answers = createFakeOutbound(() => ({ status: 200 }));
    const sandbox = await openTestSandbox(clock, { openOutbound: async () => answers });
    let isDown = false;
    let reads = 0;
    const around = {
      clock,
      env: { XDG_STATE_HOME: folder, CRIER_CONTEXT: 'sandbox' },
      sandbox: {
        ...sandbox,
        close: () => {},
        async answer(request: Parameters<typeof sandbox.answer>[0]) {
          const isHistory = request.url.pathname.endsWith('/hook/history');
          if (isHistory) reads += 1;
          return isHistory && isDown
            ? { status: 400, headers: {}, body: Buffer.from('{"status":"error","code":101}') }
            : sandbox.answer(request);
        },
      },
    };
    await crier('hooks register automations https://hooks.example.com/x', around);
    await (await startListening(['--unsigned', '-o', 'ndjson'], around)).end();
    clock.advance(DAY_MS);
    await crier('sandbox trigger automations', around);
    clock.advance(5 * DAY_MS);
    return {
      around,
      clock,
      getReads: () => reads,
      setDown(value: boolean) {
        isDown = value;
      },
    };
  }

  test('what came days ago is taken in, by the first run that can read the history; --once fails until then', {
    tags: ['HOOK-20'],
  }, async () => {
    await inFolder({}, async (folder) => {
      const { around, setDown } = await openMissed(folder);
      setDown(true);
      const failed = await (await startListening(['--unsigned', '-o', 'ndjson'], around)).end();
      expect(failed.stderr).toContain('the history could not be read');
      const once = await crier('hooks listen --unsigned --from-history --once --json', {
        ...around,
        outbound: async () => createFakeOutbound(() => ({ status: 204 })),
      });
      expect(once).toMatchObject({ exitCode: 9, error: { kind: 'rejected' } }); // its last line
      expect(once.stderr).toContain('received 0 new');
      setDown(false);
      const { stderr } = await (await startListening(['--unsigned', '-o', 'ndjson'], around)).end();
      expect(stderr).toContain('1 delivery taken from the history');
    });
  });

  test('what came while the machine slept is taken in once, also by the next run, and not again for another day', {
    tags: ['HOOK-20', 'T4'],
  }, async () => {
    await inFolder({}, async (folder) => {
      const { around, clock, getReads, setDown } = await openMissed(folder);
      const start = () => startListening(['--unsigned', '-o', 'ndjson', '--keep', '1d'], around);
      const sleep = async () => {
        await crier('sandbox trigger automations', around);
        const before = getReads();
        clock.advance(3 * DAY_MS);
        await expect.poll(getReads).toBeGreaterThan(before);
      };
      const first = await start();
      setDown(true);
      await sleep();
      clock.advance(60_000);
      const { stderr } = await first.end();
      expect(stderr).toContain('1 delivery taken from the history');
      expect(stderr.match(/could not be read/g)).toHaveLength(1);
      setDown(false);
      const second = await start();
      await sleep();
      const reads = getReads();
      clock.advance(60_000);
      const ran = await second.end();
      expect(ran.stderr.match(/1 delivery taken from the history/g)).toHaveLength(2);
      expect(getReads()).toBe(reads);
      expect(ran.stderr).not.toContain('could not be read');
    });
  });
});

describe('inbox', () => {
  /** An inbox with two comments, a message that repeats, and a target that refused. */
  async function fill(folder: string): Promise<{ store: string }> {
    const store = join(folder, 'in.db');
    const target = await openReceiver(() => 404);
    const receiver = await startListening([
      ...LOCAL,
      '--unsigned',
      '--store',
      store,
      '--forward',
      `comments=${target.url}`,
    ]);
    for (const [hookId, action] of [
      ['1', 'comments'],
      ['2', 'messages'],
      ['2', 'messages'],
    ])
      await receiver.post(bodyOf({ hookId, action }));
    await eventually(() => expect(target.received).toHaveLength(1));
    await receiver.end();
    await target.close();
    return { store };
  }

  test('list, show, stats, export and remove', async () => {
    await inFolder({}, async (folder) => {
      const { store } = await fill(folder);
      const words = (line: string) => [...line.split(' '), '--store', store];
      const list = await crier(words('hooks inbox list --json'));
      expect(list.json).toMatchObject({
        deliveries: [
          { number: 3, state: 'repeated' },
          { number: 2, state: 'kept' },
          { number: 1, state: 'dead' },
        ],
      });
      const dead = await crier(words('hooks inbox list --state dead -o tsv'));
      expect(dead.stdout.trimEnd().split('\n')).toHaveLength(2);
      const show = await crier(words('hooks inbox show 1 --json'));
      expect(show.json).toMatchObject({
        deliveries: [
          {
            forwardings: [{ state: 'dead', attempts: [{ status: 404, error: 'status 404' }] }],
            event: { hookId: '1' },
          },
        ],
      });
      const stats = await crier(words('hooks inbox stats --json'));
      expect(stats.json).toMatchObject({ kept: 1, dead: 1, repeated: 1, waiting: 0 });
      const exported = await crier(words('hooks inbox export -o ndjson'));
      expect(
        exported.stdout
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line).number),
      ).toEqual([3, 2, 1]);
      expect((await crier(words('hooks inbox remove'))).exitCode).toBe(2);
      expect((await crier(words('hooks inbox remove --state dead --dry-run --json'))).json).toEqual({
        removed: 1,
      });
      expect((await crier(words('hooks inbox remove 2 3 --yes --json'))).json).toEqual({ removed: 2 });
      for (const command of ['show 3', 'remove 3 --yes', 'remove 1 99 --yes', 'forward 99'])
        expect([command, (await crier(words(`hooks inbox ${command}`))).exitCode]).toEqual([command, 5]);
      expect((await crier(words('hooks inbox show 1'))).exitCode).toBe(0);
    });
  });

  test('forward attempts what is selected once, and prints each result', async () => {
    await inFolder({}, async (folder) => {
      const { store } = await fill(folder);
      const words = (line: string) => [...line.split(' '), '--store', store];
      const outbound = async () => createFakeOutbound(() => ({ status: 200 }));
      const planned = await crier(words('hooks inbox forward --state dead --dry-run --json'), { outbound });
      expect(planned.json).toMatchObject({ forwarded: [{ number: 1, result: 'planned' }] });
      const ran = await crier(words('hooks inbox forward --state dead --json'), { outbound });
      expect(ran.json).toMatchObject({ forwarded: [{ number: 1, result: 'done', attempt: 2, status: 200 }] });
      const asked: string[] = [];
      const others = { runWithInput: async (command: readonly string[]) => asked.push(...command) };
      const failed = await crier([...words('hooks inbox forward 3 --json'), '--exec', 'false'], { others });
      expect(failed.json).toMatchObject({
        forwarded: [{ number: 2, result: 'failed', status: 1, error: 'exit code 1' }],
      });
      expect(failed.exitCode).toBe(10);
      expect(asked).toEqual(['false']);
      const nowhere = await crier(words('hooks inbox forward --since 1s --until 1d'));
      expect(nowhere.stderr).toContain('no delivery is selected');
    });
  });

  test('forward of what is dead does not repeat it for the targets that have got it', async () => {
    await inFolder({}, async (folder) => {
      const store = join(folder, 'inbox.db');
      const [good, bad] = ['http://127.0.0.1:3000/good', 'http://127.0.0.1:3000/bad'];
      const inbox = openSqliteInbox(store);
      await inbox.takeIn([arrived({ hookId: '1' }, [good, bad])]);
      const next = { [good]: 'done', [bad]: 'dead' } as const;
      for (const target of [good, bad]) {
        const [job] = await inbox.claim({ target, most: 1, now: ARRIVAL });
        if (job === undefined) throw new Error('nothing was due');
        await inbox.record([{ job, ms: 1, status: 200, error: null, next: next[target] ?? 'done' }], ARRIVAL);
      }
      await inbox.close();
      const words = (line: string) => [...line.split(' '), '--store', store, '--dry-run', '--json'];
      const outbound = async () => createFakeOutbound(() => ({ status: 200 }));
      const targets = async (line: string) =>
        (await crier(words(line), { outbound })).json as { forwarded: readonly { target: string }[] }; // its schema says so
      expect(await targets('hooks inbox forward --state dead')).toMatchObject({
        forwarded: [{ target: bad }],
      });
      expect((await targets('hooks inbox forward 1')).forwarded).toHaveLength(2);
    });
  });
});
