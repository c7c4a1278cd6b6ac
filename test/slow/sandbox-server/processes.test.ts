import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findServer } from '../../../src/sandbox/server-note.ts';
import { isLocked } from '../../../src/storage/exclusive-lock.ts';
import { exitStatus } from '../../support/processes/exit-status.ts';
import { BIN, SHARED_CACHE } from '../../support/processes/installed-program.ts';
import { type KeptProgram, keepProgram } from '../../support/processes/kept-program.ts';
import { quickFolder } from '../../support/quick-folder.ts';
import { inTurn, openReceiver, type Receiver } from '../../support/receiver/receiver.ts';
import { scaled } from '../../support/scale.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const POST = 'Sp7kQm2XvLr9TzBd4HnW';

let kept: KeptProgram;
beforeAll(() => {
  kept = keepProgram();
});
afterAll(() => kept.end());

let home: string;
beforeEach(() => {
  home = quickFolder('process');
});
const started: ChildProcess[] = [];
afterEach(async () => {
  if (findServer(folder()) !== null) await crier('sandbox', 'stop');
  // none outlives a test that failed
  for (const child of started.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
  rmSync(home, { recursive: true });
});

const folder = () => join(home, 'state', 'sandbox');

const ownEnv = (env: Readonly<Record<string, string>> = {}) => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  ...SHARED_CACHE,
  CRIER_STATE_DIR: join(home, 'state'),
  ...env,
});

function start(words: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const child = spawn(process.execPath, [BIN, ...words], {
    env: ownEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  return child;
}

interface EndedServer {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function ended(child: ChildProcess): Promise<EndedServer> {
  const texts = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => {
    texts.stdout += String(chunk);
  });
  child.stderr?.on('data', (chunk) => {
    texts.stderr += String(chunk);
  });
  const [code, signal] = await once(child, 'close');
  return { status: exitStatus(code, signal), ...texts };
}

/** Runs a command in a process of its own. */
function runAlone(...words: readonly string[]): Promise<EndedServer> {
  return ended(start(words));
}

/** Runs a command in a process that takes all of them, one after the other: starts are dear. */
function crier(...words: readonly string[]): Promise<EndedServer> {
  return crierWith(words);
}

async function crierWith(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<EndedServer> {
  const { code, stdout, stderr } = await kept.run({ words, folder: home, env: ownEnv(env), stdin: '' });
  return { status: code, stdout, stderr };
}

/** A server of the foreground that has said where it serves. */
async function serving(...flags: readonly string[]) {
  const child = start(['sandbox', 'start', '--json', ...flags]);
  const end = ended(child);
  await Promise.race([once(child.stdout ?? child, 'data'), end]);
  return { child, end };
}

describe('sandbox start', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends it with %i and leaves nothing', async (signal, code) => {
    const { child, end } = await serving();
    const note = findServer(folder());
    expect(note?.pid).toBe(child.pid);
    child.kill(signal);
    const { status, stdout } = await end;
    expect(status).toBe(code);
    expect(JSON.parse(stdout)).toMatchObject({ running: true, address: note?.address });
    expect(readdirSync(folder()).sort()).toEqual(['sandbox.db', 'server.lock']);
    expect(isLocked(join(folder(), 'server.lock'))).toBe(false);
  });

  test('while it serves, every file is 0600 and the folder 0700', { tags: ['D9'] }, async () => {
    await serving();
    const modes = readdirSync(folder()).map((name) => statSync(join(folder(), name)).mode & 0o777);
    expect(modes.length).toBeGreaterThan(4);
    expect(new Set(modes)).toEqual(new Set([0o600]));
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
  });

  test('a second one exits 2 and names the first; stop ends it with 0', async () => {
    const { child, end } = await serving();
    const metrics = await fetch(`${findServer(folder())?.address}/_sandbox/metrics`);
    expect([metrics.status, (await metrics.text()).startsWith('# HELP crier_sandbox_')]).toEqual([200, true]);
    const { status, stdout, stderr } = await runAlone('sandbox', 'start');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(`as process ${child.pid}`);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(findServer(folder())?.address ?? 'no server');
    expect(await crier('sandbox', 'stop')).toMatchObject({ status: 0 });
    expect((await end).status).toBe(0);
  });

  test('killed, it leaves nothing that blocks the next one', async () => {
    const { child, end } = await serving();
    child.kill('SIGKILL');
    await end;
    expect(await crier('sandbox', 'status', '--json')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('"running": false'),
    });
    expect(await crier('sandbox', 'stop')).toMatchObject({ status: 0 });
    const next = await serving();
    expect(findServer(folder())?.pid).toBe(next.child.pid);
  });

  test('of six at the same moment exactly one serves, and the others name it', async () => {
    const children = Array.from({ length: 6 }, () => start(['sandbox', 'start', '--json']));
    const losers: EndedServer[] = [];
    const ends = children.map((child) => ended(child));
    await new Promise<void>((resolve) => {
      for (const end of ends) {
        void end.then((loser) => {
          losers.push(loser);
          if (losers.length === children.length - 1) resolve();
        });
      }
    });
    const note = findServer(folder());
    expect(children.map(({ pid }) => pid)).toContain(note?.pid);
    expect(losers.map(({ status }) => status)).toEqual([2, 2, 2, 2, 2]);
    for (const { stderr } of losers)
      expect(stderr.replaceAll(/\s+/g, ' ')).toContain(`as process ${note?.pid}`);
    await crier('sandbox', 'stop');
    await Promise.all(ends);
  });

  test('--memory is what the other commands see, and gone afterwards', async () => {
    await crier('sandbox', 'plan', 'enterprise');
    await serving('--memory', '--plan', 'launch');
    const plan = async () =>
      (JSON.parse((await crier('sandbox', 'status', '--json')).stdout) as { plan: string }).plan; // its own schema
    expect(await plan()).toBe('launch');
    await crier('sandbox', 'plan', 'premium');
    expect(await plan()).toBe('premium');
    expect(await crier('comments', 'get', POST, '--json', '--sandbox')).toMatchObject({ status: 0 });
    await crier('sandbox', 'stop');
    expect(await plan()).toBe('enterprise');
  });

  test('a reset leaves it what it was started with', async () => {
    await serving('--plan', 'launch', '--rate-limit', '7');
    await crier('sandbox', 'plan', 'premium');
    const { status, stdout } = await crier('sandbox', 'reset', '--yes', '--json');
    expect({ status, plan: (JSON.parse(stdout) as { plan: string }).plan }).toEqual({
      status: 0,
      plan: 'launch',
    }); // its own schema
    const { stderr } = await crier('user', '--sandbox', '--verbose');
    expect(stderr).toContain('x-ratelimit-max: 7');
  });

  test('--detach that fails says why, and what to do', async () => {
    const { end } = await serving();
    const { port } = findServer(folder()) ?? { port: 0 };
    const other = { CRIER_STATE_DIR: join(home, 'other') };
    const failed = await ended(start(['sandbox', 'start', '--detach', '--port', String(port)], other));
    expect(failed.status).toBe(2);
    expect(failed.stderr).toContain(`port ${port} is in use by another program`);
    expect(failed.stderr).toContain('use another --port');
    await crier('sandbox', 'stop');
    await end;
  });

  test('--detach survives this process, and stop ends it', async () => {
    const { status, stdout } = await runAlone('sandbox', 'start', '--detach', '--json');
    const note = findServer(folder());
    expect({ status, pid: (JSON.parse(stdout) as { pid: number }).pid }).toEqual({
      status: 0,
      pid: note?.pid,
    }); // its own schema
    expect(await runAlone('sandbox', 'start', '--detach')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(new RegExp(`as\\s+process\\s+${note?.pid}`)),
    });
    expect(await crier('sandbox', 'stop')).toMatchObject({ status: 0 });
    expect(findServer(folder())).toBeNull();
  });

  test('env is what a program needs to reach it', async () => {
    await serving();
    const { stdout } = await crier('sandbox', 'env');
    const script = `${stdout}exec "${process.execPath}" "${BIN}" comments get ${POST} --json`;
    const child = spawn('sh', ['-c', script], {
      env: {
        PATH: process.env.PATH ?? '',
        HOME: home,
        ...SHARED_CACHE,
        CRIER_STATE_DIR: join(home, 'elsewhere'),
      },
    });
    const { status, stderr } = await ended(child);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(readdirSync(home)).not.toContain('elsewhere');
  });
});

describe('a receiver of this machine', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await openReceiver(inTurn(503, 200));
  });
  afterEach(() => receiver.close());
  const register = () => crier('hooks', 'register', 'automations', receiver.url, '--sandbox');
  const enqueue = () => crier('sandbox', 'trigger', 'automations', '--json');

  test('is sent to by a server that was started with --allow-private, in the background too', {
    tags: ['S9'],
  }, async () => {
    const refused = await register();
    expect(refused.status).toBe(9);
    expect(refused.stderr.replaceAll(/\s+/g, ' ')).toContain(
      `"crier sandbox start --allow-private ${receiver.address}"`,
    );
    const { stdout } = await runAlone(
      ...['sandbox', 'start', '--detach', '--json', '--allow-private', receiver.address],
    );
    expect(JSON.parse(stdout)).toMatchObject({ allowed: [receiver.address] });
    expect(await register()).toMatchObject({ status: 0 });
    expect(await enqueue()).toMatchObject({ status: 0 });
    await receiver.hasReceived(1);
    expect(await crier('sandbox', 'clock', 'advance', '1m')).toMatchObject({ status: 0 });
    await receiver.hasReceived(2);
    const history = await crier('hooks', 'history', '--sandbox', '--attempts', '-o', 'tsv');
    const rows = history.stdout.trimEnd().split('\n').slice(1, 3); // older ones are of the demo
    expect(rows.map((row) => row.split('\t').filter((cell) => /^(503|200|true)$/.test(cell)))).toEqual([
      ['200', 'true'],
      ['503', 'true'],
    ]);
  });

  test('is heard of in the foreground, a line an attempt', async () => {
    const { child, end } = await serving('--allow-private', receiver.address);
    await register();
    await enqueue();
    await receiver.hasReceived(1);
    await crier('sandbox', 'clock', 'advance', '1m');
    child.kill('SIGINT');
    const said = (await end).stderr.replaceAll(/\s+/g, ' ');
    expect(said).toMatch(/ automation\.triggered, attempt 0: status 503, retry at /);
    expect(said).toMatch(/ automation\.triggered, attempt 1: status 200, delivered/);
  });

  test('is not reached by a run that was not allowed it, which reports it once, and nothing is lost', {
    tags: ['S9'],
  }, async () => {
    const first = await serving('--allow-private', receiver.address);
    await register();
    first.child.kill('SIGINT');
    await first.end;
    const { child, end } = await serving();
    await enqueue();
    await crier('sandbox', 'clock', 'advance', '1m');
    child.kill('SIGINT');
    const said = (await end).stderr.replaceAll(/\s+/g, ' ');
    const line = ` automation.triggered: waits for a run with --allow-private ${receiver.address} `;
    expect(said.split(line)).toHaveLength(2);
    expect(receiver.received).toEqual([]);
    expect(await crier('sandbox', 'outbox', '--json', '--jq', '.outbox[0].state')).toMatchObject({
      stdout: 'waiting\n',
    });
  });

  test('is sent to by the temporary sandbox of sandbox exec that may reach it, while the command runs', async () => {
    receiver.plan(() => 200);
    const program = `"${process.execPath}" "${BIN}"`;
    const inner = [
      `${program} hooks register automations ${receiver.url} -q`,
      `${program} sandbox trigger automations -q`,
      `${program} sandbox clock advance 1s -q`,
      `${program} hooks history --json --jq '.deliveries[].delivery.state'`,
    ].join(' && ');
    const { status, stdout } = await runAlone(
      ...['sandbox', 'exec', '--allow-private', receiver.address, '--', 'sh', '-c', inner],
    );
    expect({ status, last: stdout.trim().split('\n').at(-1) }).toEqual({ status: 0, last: 'delivered' });
    expect(receiver.received.map(({ method }) => method)).toEqual(['POST']);
    expect(readdirSync(home)).not.toContain('state');
  });
});

describe('the store of a server', () => {
  test('is exported while it serves, and imported only when it has ended', async () => {
    const { end } = await serving('--plan', 'enterprise');
    const file = join(home, 'shop.crier');
    const exported = await crier('sandbox', 'export', file, '--json');
    expect(exported).toMatchObject({ status: 0 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const refused = await crier('sandbox', 'import', file, '--yes', '--json');
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('sandbox stop') });
    await crier('sandbox', 'stop');
    await end;
    expect((await crier('sandbox', 'reset', '--yes')).status).toBe(0);
    const imported = await crier('sandbox', 'import', file, '--yes', '--json');
    expect(imported).toMatchObject({ status: 0 });
    expect(existsSync(JSON.parse(imported.stdout).backup)).toBe(true);
    expect(JSON.parse((await crier('sandbox', 'status', '--json')).stdout)).toMatchObject({
      plan: 'enterprise',
    });
  });

  test('in memory is exported, too, and --seed begins another one with it, also by a reset', async () => {
    await serving('--memory', '--plan', 'enterprise');
    const file = join(home, 'shop.crier');
    expect((await crier('sandbox', 'export', file)).status).toBe(0);
    await crier('sandbox', 'stop');
    await serving('--memory', '--seed', file);
    const planOf = async () => JSON.parse((await crier('sandbox', 'status', '--json')).stdout).plan;
    expect(await planOf()).toBe('enterprise');
    await crier('sandbox', 'plan', 'launch');
    expect((await crier('sandbox', 'reset', '--yes')).status).toBe(0);
    expect(await planOf()).toBe('enterprise');
  });

  /** Two exports that differ in their plan; the sandbox is as the second one. */
  async function twoExports(): Promise<readonly [string, string]> {
    const files = [join(home, 'enterprise.crier'), join(home, 'launch.crier')] as const;
    for (const [plan, file] of [
      ['enterprise', files[0]],
      ['launch', files[1]],
    ] as const) {
      await crier('sandbox', 'plan', plan);
      expect((await crier('sandbox', 'export', file)).status).toBe(0);
    }
    return files;
  }

  /** Opens a store or an export as a whole. @returns its plan */
  function planIn(file: string): unknown {
    const database = new DatabaseSync(file);
    try {
      expect(database.prepare('pragma quick_check').all()).toEqual([{ quick_check: 'ok' }]);
      expect(database.prepare('select count(*) as count from keys').get()).toEqual({ count: 4 });
      return database.prepare(`select value_json ->> 'plan' as plan from settings`).get()?.plan;
    } finally {
      database.close();
    }
  }

  const KILLS = scaled(2, 12);

  test('a kill in the middle of an import or an export leaves the former state or the new one, whole', {
    tags: ['T2'],
  }, async () => {
    const files = await twoExports();
    const target = join(home, 'target.crier');
    await crier('sandbox', 'export', target);
    for (const wordsOf of [
      (turn: number) => ['sandbox', 'import', files[turn % 2 === 0 ? 0 : 1], '--yes'],
      () => ['sandbox', 'export', target, '--yes'],
    ]) {
      const began = performance.now();
      expect((await runAlone(...wordsOf(1))).status).toBe(0);
      const wholeMs = performance.now() - began;
      for (let turn = 0; turn < KILLS; turn += 1) {
        const child = start(wordsOf(turn));
        const end = ended(child);
        const timer = setTimeout(() => child.kill('SIGKILL'), (wholeMs * (turn + 1)) / KILLS);
        await end;
        clearTimeout(timer);
        expect(planIn(join(folder(), 'sandbox.db'))).toMatch(/^(?:enterprise|launch)$/);
        expect(planIn(target)).toMatch(/^(?:enterprise|launch)$/);
      }
    }
    expect((await crier('sandbox', 'import', files[0], '--yes')).status).toBe(0);
    expect(planIn(join(folder(), 'sandbox.db'))).toBe('enterprise');
  });

  test('of two imports at the same moment one is done after the other, or is refused', async () => {
    const files = await twoExports();
    const both = await Promise.all(
      files.map((file) => runAlone('sandbox', 'import', file, '--yes', '--json')),
    );
    const statuses = both.map(({ status }) => status);
    expect(statuses).toContain(0);
    for (const { status, stderr } of both) {
      if (status !== 0)
        expect({ status, stderr }).toMatchObject({
          status: 10,
          stderr: expect.stringContaining('another import'),
        });
    }
    expect(planIn(join(folder(), 'sandbox.db'))).toMatch(/^(?:enterprise|launch)$/);
  });

  test('a damaged one ends the start with 2, and stays unchanged', async () => {
    await crier('sandbox', 'status');
    const file = join(folder(), 'sandbox.db');
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0x55, bytes.length - 40_000));
    const { status, stderr } = await runAlone('sandbox', 'start');
    expect({ status, stderr: stderr.replaceAll(/\s+/g, ' ') }).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/it is damaged.*sandbox reset/),
    });
    expect(readFileSync(file)).toEqual(bytes);
  });

  test.each([
    ['HOME=/dev/null', { HOME: '/dev/null' }],
    ['a state folder below a file', { CRIER_STATE_DIR: '/dev/null/state' }],
  ])('that can be nowhere ends every command with 2 and the reason: %s', async (_what, env) => {
    for (const words of [
      ['sandbox', 'start'],
      ['posts', 'list', '--sandbox'],
      ['sandbox', 'export', 'a'],
    ]) {
      const { status, stderr } = await (words[1] === 'start'
        ? ended(start(words, env))
        : crierWith(words, env));
      expect({ words, status, stderr: stderr.replaceAll(/\s+/g, ' ') }).toMatchObject({
        status: 2,
        stderr: expect.stringMatching(/a part of its path is not a folder/),
      });
    }
  });
});

describe('sandbox exec', () => {
  test('runs a command beside a sandbox of its own, and ends as it does', async () => {
    const inner = `"${process.execPath}" "${BIN}" comments get ${POST} --json && echo "$CRIER_BASE_URL" && exit 7`;
    const { status, stdout, stderr } = await runAlone('sandbox', 'exec', '--', 'sh', '-c', inner);
    expect({ status, stderr }).toEqual({ status: 7, stderr: '' });
    expect(stdout).toContain(`"id": "${POST}"`);
    const address = stdout.trim().split('\n').at(-1) ?? '';
    await expect(fetch(address)).rejects.toThrow();
    expect(readdirSync(home)).not.toContain('state');
  });

  test.each([
    ['SIGTERM', 'TERM', 43],
    ['SIGINT', 'INT', 44],
  ] as const)('passes %s on, and waits for what the command makes of it', async (signal, name, code) => {
    const script = `trap 'exit ${code}' ${name}; echo ready; while :; do sleep 0.05; done`;
    const child = start(['sandbox', 'exec', '--', 'bash', '-c', script]);
    const end = ended(child);
    await once(child.stdout ?? child, 'data');
    child.kill(signal);
    expect(await end).toMatchObject({ status: code, stderr: '' });
  });

  test('sandbox commands inside mean its own sandbox, and nothing is left of it', {
    tags: ['D9'],
  }, async () => {
    await crier('sandbox', 'plan', 'enterprise');
    const self = `"${process.execPath}" "${BIN}"`;
    const inner = [
      'echo "$CRIER_STATE_DIR"',
      `${self} sandbox plan launch`,
      `${self} sandbox fault add --code 499`,
      `${self} user --sandbox`,
    ];
    const { status, stdout } = await runAlone('sandbox', 'exec', 'sh', '-c', `${inner.join('; ')}; exit $?`);
    expect(status).toBe(10);
    expect(existsSync(stdout.split('\n')[0] ?? '')).toBe(false);
    const own = JSON.parse((await crier('sandbox', 'status', '--json')).stdout) as { plan: string }; // its own schema
    expect(own.plan).toBe('enterprise');
    expect((await crier('sandbox', 'fault', 'list', '--json')).stdout).toContain('"faults": []');
  });

  test('no other key, context or profile reaches the command', async () => {
    const secrets = {
      CRIER_CONTEXT: 'x',
      CRIER_PROFILE: 'y',
      CRIER_PROFILE_KEY: 'z',
      CRIER_API_KEY_FILE: '/k',
    };
    const { stdout } = await ended(start(['sandbox', 'exec', 'env'], secrets));
    expect(stdout).toContain('CRIER_BASE_URL=');
    for (const name of Object.keys(secrets)) expect(stdout).not.toContain(`${name}=`);
  });

  test('a second signal ends a command that ignores signals', async () => {
    const script = "trap '' TERM INT; echo $$; echo $CRIER_STATE_DIR; while :; do sleep 0.05; done";
    const child = start(['sandbox', 'exec', 'bash', '-c', script]);
    const end = ended(child);
    const [first] = await once(child.stdout ?? child, 'data');
    child.kill('SIGTERM');
    child.kill('SIGINT');
    const { status, stdout } = await end;
    expect(status).toBe(137);
    expect(() => process.kill(Number(String(first).split('\n')[0]), 0)).toThrow('ESRCH');
    expect(existsSync(stdout.trim().split('\n').at(-1) ?? '')).toBe(false);
  });

  test('a stop from inside only ends its server', async () => {
    const inner = `"${process.execPath}" "${BIN}" sandbox stop --json; exit 5`;
    const { status, stdout } = await runAlone('sandbox', 'exec', 'sh', '-c', inner);
    expect({ status, stdout }).toEqual({ status: 5, stdout: expect.stringContaining('"stopped": true') });
  });

  test.each([
    ['a signal that ends the command', ['sh', '-c', 'kill -9 $$'], 137, /^$/],
    ['a command that is not there', ['no-such-command'], 2, /no-such-command/],
    ['a file that is no program', [join(ROOT, 'package.json')], 2, /may not be run by this user.*chmod \+x/],
  ])('%s passes on its exit code, and says what to do', async (_what, command, code, text) => {
    const { status, stderr } = await crier('sandbox', 'exec', '--', ...command);
    expect({ status, stderr: stderr.replaceAll(/\s+/g, ' ') }).toEqual({
      status: code,
      stderr: expect.stringMatching(text),
    });
  });
});

const USERS = scaled(4, 8);

test('first users at the same moment all succeed, with one set of keys', { tags: ['D9'] }, async () => {
  const users = await Promise.all(
    Array.from({ length: USERS }, () => runAlone('sandbox', 'status', '--json')),
  );
  expect(users.map(({ status, stderr }) => ({ status, stderr }))).toEqual(
    Array(USERS).fill({ status: 0, stderr: '' }),
  );
  expect(new Set(users.map(({ stdout }) => (JSON.parse(stdout) as { apiKey: string }).apiKey)).size).toBe(1); // its own schema
});

test('commands that come while servers start and stop succeed, or say that theirs has gone', async () => {
  await crier('sandbox', 'status');
  const servers = (async () => {
    for (let round = 0; round < scaled(1, 5); round += 1) {
      const started = await runAlone('sandbox', 'start', '--detach');
      const stopped = await crier('sandbox', 'stop');
      expect([started, stopped]).toMatchObject([{ status: 0 }, { status: 0 }]);
    }
  })();
  const readers = Array.from({ length: scaled(2, 4) }, async () => {
    for (let round = 0; round < 4; round += 1) {
      const { status, stderr } = await runAlone('sandbox', 'clock', 'now');
      // a reader that was connecting to a server that stopped meanwhile gets that error
      expect(status === 0 || stderr.includes('127.0.0.1')).toBe(true);
    }
  });
  await Promise.all([servers, ...readers]);
});
