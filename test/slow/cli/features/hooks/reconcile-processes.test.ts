import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../../support/eventually.ts';
import { BIN, SHARED_CACHE } from '../../../../support/processes/installed-program.ts';

let home: string;
let children: ChildProcess[];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'crier-reconciled-'));
  children = [];
  writeFileSync(join(home, 'secret'), 'a-secret-of-the-profile');
  writeFileSync(join(home, 'other-secret'), 'a-secret-of-another-profile');
});
afterEach(async () => {
  for (const child of children) await end(child, 'SIGKILL');
  rmSync(home, { recursive: true, force: true });
});

const env = () => ({ PATH: process.env['PATH'], HOME: home, ...SHARED_CACHE, CRIER_CONTEXT: 'sandbox' });

/** Starts a command that keeps running, and waits until it is ready. */
async function start(words: readonly string[], ready: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [BIN, ...words], { cwd: home, env: env() });
  children.push(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  await eventually(() => expect(printed).toContain(ready));
  return child;
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('close', () => resolve());
    child.kill(signal);
  });
}

interface ReconcileRun {
  readonly counts: Readonly<Record<string, number>>;
  readonly findings: readonly {
    readonly finding: string;
    readonly reason: string;
    readonly fetched: number | null;
  }[];
}

function run(line: string): Promise<{ readonly code: number; readonly json: unknown }> {
  return new Promise((resolve) => {
    const words = [BIN, ...line.split(' '), '--json'];
    execFile(process.execPath, words, { cwd: home, env: env() }, (error, stdout) => {
      const code = error === null ? 0 : Number(error.code);
      resolve({ code, json: stdout === '' ? null : JSON.parse(stdout) });
    });
  });
}
const reconcile = async (flags = '') => {
  const { code, json } = await run(`hooks reconcile ${flags}`.trim());
  return { code, ...(json as ReconcileRun) };
};

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test('real receivers of a real sandbox: nothing, a lost one, a refused one, a doubled one', {
  tags: ['HOOK-05', 'HOOK-06', 'HOOK-12'],
}, async () => {
  const port = await findFreePort();
  const listen = (...words: readonly string[]) =>
    start(['hooks', 'listen', '--port', String(port), '--path', '/in', ...words], 'press Ctrl-C to stop');
  await start(['sandbox', 'start', '--allow-private', `127.0.0.1:${port}`], 'press Ctrl-C to stop');
  const made = await run(
    'automations create --name Brew --on comment --post all --keyword BREW --webhook --completed-event',
  );
  expect(made.code).toBe(0);
  const registered = await run(`hooks register automations http://127.0.0.1:${port}/in --secret-file secret`);
  expect(registered.code).toBe(0);
  const engage = async (handle: string) => {
    const words = ['sandbox', 'engage', 'comment', '--from', handle, '--text', 'BREW', '--run'];
    expect((await run(words.join(' '))).code).toBe(0);
  };

  const listDeliveries = async () => {
    const { json } = await run('hooks history --action automations --all');
    return (json as { deliveries: readonly { hookId: string }[] }).deliveries;
  };
  const ofDemo = (await listDeliveries()).length;

  const receiver = await listen('--secret-file', 'secret');
  await engage('mara');
  expect(await reconcile()).toMatchObject({ code: 0, counts: { missing: 0, refused: 0, doubled: 0 } });
  await end(receiver, 'SIGKILL');

  await engage('ben');
  await run('sandbox clock advance 17h');
  const lost = await reconcile();
  expect(lost).toMatchObject({ code: 11, counts: { missing: 2 } });
  expect(lost.findings[0]?.reason).toContain('none of 13 attempts was accepted');
  const fetched = await reconcile('--fetch');
  expect(fetched).toMatchObject({ code: 0, findings: [{ fetched: 3 }, { fetched: 4 }] });

  const strict = await listen('--secret-file', 'secret', '--no-catch-up');
  // the secret of the profile is changed, and the receiver is not
  await run(`hooks register automations http://127.0.0.1:${port}/in --secret-file other-secret`);
  await engage('noor');
  await end(strict, 'SIGINT');
  const refused = await reconcile('--since 1h');
  expect(refused).toMatchObject({ code: 11, counts: { missing: 0, refused: 3 } });
  expect(refused.findings.map(({ reason }) => reason).toSorted()).toEqual([
    'the inbox has refused 2 requests so far: mismatch',
    'the receiver refused it with 401, which ends a delivery',
    'the receiver refused it with 401, which ends a delivery',
  ]);

  const second = await listen('--secret-file', 'secret', '--no-catch-up', '--store', 'second.db');
  const ofMara = (await listDeliveries()).at(-1 - ofDemo)?.hookId ?? '';
  expect((await run(`sandbox redeliver ${ofMara}`)).code).toBe(0);
  await run('sandbox clock advance 1s');
  await end(second, 'SIGINT');
  const inbox = join(home, '.local', 'state', 'crier', 'receiver', 'sandbox.db');
  const doubled = await reconcile(`--since 2d --store ${inbox} --store second.db`);
  expect(doubled).toMatchObject({ code: 11, counts: { doubled: 1 } });
});
