import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exitStatus } from '../../../../support/processes/exit-status.ts';
import { BIN, SHARED_CACHE } from '../../../../support/processes/installed-program.ts';
import { CALLBACK_REQUEST, servedIn } from '../../../../support/receiver/served-callbacks.ts';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'crier-serve-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Serving {
  readonly url: string;
  readonly child: ChildProcess;
  stdout(): string;
  /** Resolves when this is on stdout. */
  hasPrinted(text: string): Promise<void>;
  readonly ended: Promise<number>;
}

async function serving(...words: readonly string[]): Promise<Serving> {
  const child = spawn(process.execPath, [BIN, 'callbacks', 'serve', '-o', 'ndjson', ...words], {
    env: { PATH: process.env.PATH ?? '', HOME: home, ...SHARED_CACHE },
  });
  const ended = new Promise<number>((resolve) =>
    child.on('close', (code, signal) => resolve(exitStatus(code, signal))),
  );
  let [stdout, stderr] = ['', ''];
  let looks: readonly (() => void)[] = [];
  const came = () => {
    for (const look of looks) look();
  };
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk);
    came();
  });
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
    came();
  });
  const until = (isThere: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      const look = () => isThere() && resolve();
      looks = [...looks, look];
      look();
      void ended.then((status) => reject(new Error(`it ended with ${status}: ${stderr}`)));
    });
  await until(() => stderr.includes('press Ctrl-C to stop'));
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+\/callback/.exec(stderr) ?? [];
  return {
    url,
    child,
    stdout: () => stdout,
    hasPrinted: (text) => until(() => stdout.includes(text)),
    ended,
  };
}

const ask = (url: string) => fetch(url, { method: 'POST', body: JSON.stringify(CALLBACK_REQUEST) });

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends it at once with %i, and what was printed is complete', async (signal, status) => {
  const { url, child, ended, stdout, hasPrinted } = await serving('--message', 'Hi {{recipientUsername}}');
  expect(await (await ask(url)).json()).toEqual({ message: 'Hi mara.lind' });
  await hasPrinted('\n');
  child.kill(signal);
  expect(await ended).toBe(status);
  expect(servedIn({ stdout: stdout() })).toMatchObject([{ verdict: 'answered', message: 'Hi mara.lind' }]);
  await expect(ask(url)).rejects.toThrow();
});

test('it does not wait for a response that is in flight', async () => {
  const { url, child, ended, stdout } = await serving('--drip');
  const answer = await ask(url);
  const lost = answer.text().then(
    () => false,
    () => true,
  );
  child.kill('SIGINT');
  expect(await ended).toBe(130);
  expect([await lost, stdout()]).toEqual([true, '']);
});

test('-n ends it by itself, and nothing keeps the process', async () => {
  const { url, ended, stdout } = await serving('-n', '2');
  await Promise.all([ask(url), ask(url)]);
  expect(await ended).toBe(0);
  expect(servedIn({ stdout: stdout() }).length).toBe(2);
});

test('the reader of its output has gone: it ends', async () => {
  const { url, child, ended } = await serving();
  child.stdout?.destroy();
  await ask(url);
  expect(await ended).toBe(0);
});
