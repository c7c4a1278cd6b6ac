import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Outbound } from '../../../../../src/outbound/outbound.ts';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { stoppedClock } from '../../../../support/clock.ts';
import { control } from '../../../../support/control.ts';
import { crier } from '../../../../support/crier.ts';
import { readNothing } from '../../../../support/engine/fake-outbound.ts';
import { fixedBytes } from '../../../../support/fixed-bytes.ts';
import { openHeldSandbox } from '../../../../support/sandbox/hold-to-document.ts';
import { QUIET_DEMO } from '../../../../support/sandbox/new-sandbox.ts';

const ADDRESS = '127.0.0.1:8080';

let folder: string;
let opened: Sandbox[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crier-interrupted-'));
});
afterEach(() => {
  for (const each of opened) each.close();
  opened = [];
  rmSync(folder, { recursive: true });
});

/** A receiver that takes the request and is silent, until the request is ended. */
const silent = (onAsked: () => void): Outbound => ({
  allowed: [ADDRESS],
  get: readNothing,
  post: ({ signal }) =>
    new Promise((resolve) => {
      signal?.addEventListener('abort', () =>
        resolve({ status: null, body: null, fault: 'interrupted', byAllowance: true, ms: 5 }),
      );
      onAsked();
    }),
});

async function sandboxWith(onAsked = () => {}): Promise<Sandbox> {
  const sandbox = await openHeldSandbox({
    file: join(folder, 'sandbox.db'),
    clock: stoppedClock(1_790_000_000_000),
    random: fixedBytes(),
    seed: async () => QUIET_DEMO,
    allowance: [ADDRESS],
    openOutbound: async () => silent(onAsked),
  });
  opened.push(sandbox);
  return { ...sandbox, close: () => {} };
}

test('ending a moving clock waits for no receiver; what was interrupted is counted, marked and reported', {
  tags: ['S9'],
}, async () => {
  const ending = new AbortController();
  const sandbox = await sandboxWith(() => ending.abort('interrupted'));
  await crier(`hooks register automations http://${ADDRESS}/hook --sandbox`, { sandbox });
  await crier('sandbox trigger automations', { sandbox });
  const { signal } = ending;
  const { exitCode, stderr } = await crier('sandbox clock advance 16h --json', { sandbox, signal });
  expect(exitCode).toBe(130);
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
    'the sandbox clock is at 2026-09-21T14:13:20Z; done: 1 delivery attempt; 1 request was aborted',
  );
  expect(JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
    error: { kind: 'interrupted' },
  });
  const after = await sandboxWith();
  expect((await control(after, 'status')).body).toMatchObject({
    clock: { now: '2026-09-21T14:13:20Z' },
    sent: { deliveries: 1 },
  });
  const { json } = await crier('hooks history --sandbox --json', { sandbox: after });
  expect(json).toMatchObject({
    deliveries: [
      {
        delivery: {
          state: 'retrying',
          log: [{ attempt: 0, ms: 5, error: 'interrupted', allowedPrivate: true }],
        },
      },
    ],
  });
});
