import { expect, test } from 'vitest';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { stoppedClock } from '../../../../support/clock.ts';
import { type Around, crier } from '../../../../support/crier.ts';
import { openSandboxPerTest } from '../../../../support/sandbox/sandbox-per-test.ts';

const NOW = 1_790_000_000_000;
/** What one request may take, which none does here. */
const DEADLINE_MS = 30_000;

let sandbox: Sandbox;
openSandboxPerTest((opened) => {
  sandbox = opened;
});

const engage = async (who: string) => {
  const words = ['sandbox', 'engage', 'comment', '--from', who, '--text', 'GUIDE', '--run'];
  expect((await crier(words, { sandbox })).exitCode).toBe(0);
};

/** Follows while each wait triggers an event, and is stopped after the last. */
async function following(words: string, events: readonly (() => Promise<void>)[]) {
  const end = new AbortController();
  const left = [...events];
  const clock: Around['clock'] = {
    ...stoppedClock(NOW),
    async sleep(ms, signal) {
      if (ms >= DEADLINE_MS) return new Promise((_, reject) => signal?.addEventListener('abort', reject));
      const next = left.shift();
      if (next === undefined) end.abort('interrupted');
      end.signal.throwIfAborted();
      await next?.();
    },
  };
  return crier(`sandbox outbox --follow ${words}`, { sandbox, clock, signal: end.signal });
}

test('--follow prints what is there, then each as it is sent, once, until it is ended', async () => {
  await engage('ana');
  const { stdout, exitCode } = await following('-o ndjson --fields to', [
    () => engage('ben'),
    async () => {},
    () => engage('cem'),
  ]);
  expect(exitCode).toBe(130);
  expect(stdout.trimEnd().split('\n')).toEqual(['ana', 'ben', 'cem'].map((to) => `{"to":"${to}"}`));
});

test('--follow -n begins with the latest, and leaves out what is not wanted', async () => {
  await engage('ana');
  await engage('ben');
  const { stdout } = await following('-n 1 --since 1h -o ndjson --fields to', [() => engage('cem')]);
  expect(stdout).toBe('{"to":"ben"}\n{"to":"cem"}\n');
  const others = await following('--recipient ana -o ndjson --fields to', [() => engage('dee')]);
  expect(others.stdout).toBe('{"to":"ana"}\n');
});

test('--follow shows clock times: relative times would become outdated', async () => {
  const { stdout } = await following('-o table', [() => engage('ana')]);
  expect(stdout).toMatch(/^14:1\d:\d\dZ +dm /m);
});
