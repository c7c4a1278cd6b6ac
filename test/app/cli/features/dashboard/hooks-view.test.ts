import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openOutbound } from '../../../../../src/outbound/open-outbound.ts';
import type { OutboundRequest } from '../../../../../src/outbound/outbound.ts';
import { crier } from '../../../../support/crier.ts';
import {
  type OpenedDashboard,
  openDashboard,
  openPageOf,
} from '../../../../support/dashboard/opened-dashboard.ts';
import { answering } from '../../../../support/engine/fake-outbound.ts';
import { REAL_TIME } from '../../../../support/real-time.ts';
import { createSandboxRunner } from '../../../../support/sandbox/sandbox-runner.ts';

const { run, getSandbox, getStateFolder, write } = createSandboxRunner();
const TARGET = 'http://127.0.0.1:3000/hooks';
const SECRET = 'a-secret-of-tests';

const opened: OpenedDashboard[] = [];
let requests: OutboundRequest[];
let status: number;

const outbound = answering((request) => {
  requests.push(request);
  return { status };
});

async function openWebhooks(line: string): Promise<OpenedDashboard> {
  const env = { CRIER_STATE_DIR: getStateFolder() };
  const page = await openDashboard(line, { sandbox: getSandbox(), outbound, env });
  opened.push(page);
  await page.enter();
  return page;
}

beforeEach(async () => {
  requests = [];
  status = 204;
  await run('hooks register automations https://hooks.example.com/crier');
  await run('sandbox trigger automations --set keyword=GUIDE');
  await run('hooks listen --from-history --once --unsigned', { outbound });
  requests = [];
  status = 200;
});
afterEach(async () => {
  for (const page of opened.splice(0)) await page.end();
});

describe('what the receiver got', () => {
  test('is forwarded where the process says, and a changed copy is signed with its secret', {
    tags: ['L5'],
  }, async () => {
    write('secret', SECRET);
    const page = await openWebhooks(`--forward ${TARGET} --secret-file ${getStateFolder()}/../secret`);
    const state = await (await page.ask('api/state', {})).json();
    expect(state).toMatchObject({ forwardsTo: [TARGET] });
    expect(JSON.stringify(state)).not.toContain(SECRET);
    const plan = await page.run('hooks inbox forward', { numbers: [1], dryRun: true });
    expect(plan).toMatchObject({
      failure: null,
      document: { forwarded: [{ target: TARGET, result: 'planned' }] },
    });
    expect(requests).toEqual([]);
    expect(await page.run('hooks inbox forward', { numbers: [1] })).toMatchObject({ failure: null });
    const copy = { numbers: [1], set: ['keyword="RECIPE"'] };
    expect(await page.run('hooks inbox forward', copy)).toMatchObject({
      document: { forwarded: [{ number: 2, editedFrom: 1, result: 'done', event: { keyword: 'RECIPE' } }] },
    });
    expect(requests.map(({ url, headers }) => [url, 'X-Authorization-Content-SHA256' in headers])).toEqual([
      [TARGET, false],
      [TARGET, true],
    ]);
  });

  test('is forwarded nowhere without a target, whatever the page says', { tags: ['L5'] }, async () => {
    const page = await openWebhooks('');
    const { failure } = await page.run('hooks inbox forward', { numbers: [1] });
    expect(failure?.message).toBe('these deliveries were forwarded to no URL');
    expect(requests).toEqual([]);
  });

  test('with --read-only, it is read, and forwarded only in a dry run', async () => {
    const page = await openWebhooks(`--read-only --forward ${TARGET}`);
    expect((await page.run('hooks inbox forward', { numbers: [1] })).failure?.message).toBe(
      'the page was opened with --read-only',
    );
    expect((await page.run('hooks inbox show', { numbers: [1] })).failure).toBeNull();
    expect((await page.run('hooks inbox forward', { numbers: [1], dryRun: true })).failure).toBeNull();
    expect(requests).toEqual([]);
  });
});

test('a target on another machine needs the flag of the receiver, before anything is served', {
  tags: ['L5'],
}, async () => {
  const { exitCode, stderr } = await crier('dashboard --sandbox --forward https://other.example/hooks', {});
  expect(exitCode).toBe(2);
  expect(stderr).toContain('--forward reaches only this machine');
});

test('beside a receiver, it forwards to the targets of that one, which may be allowed to be elsewhere', async () => {
  const page = await openPageOf(
    'hooks listen --open --unsigned --no-catch-up --forward https://other.example/hooks --allow-remote-forward --exec ./handle',
    {
      env: {
        CRIER_BASE_URL: 'https://service.example',
        CRIER_API_KEY: 'K-1',
        CRIER_STATE_DIR: getStateFolder(),
      },
      outbound: async (allowance) => openOutbound({ allowance, clock: REAL_TIME }),
    },
  );
  opened.push(page);
  await page.enter();
  const state = await (await page.ask('api/state', {})).json();
  expect(state).toMatchObject({ forwardsTo: ['https://other.example/hooks', './handle'] });
  expect(await page.run('hooks inbox list')).toMatchObject({ failure: null });
});

test('the page of an account runs no command of the sandbox', async () => {
  const env = {
    CRIER_BASE_URL: 'https://service.example',
    CRIER_API_KEY: 'K-1',
    CRIER_STATE_DIR: getStateFolder(),
  };
  const page = await openPageOf('dashboard', { env });
  opened.push(page);
  await page.enter();
  const { failure } = await page.run('sandbox redeliver', { hookId: ['Ws3eDc6RfV0tGb8YhN2u'] });
  expect(failure?.message).toBe('the page asked for what it may not run');
});
