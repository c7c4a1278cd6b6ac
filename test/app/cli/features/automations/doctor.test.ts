import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DoctorRow } from '../../../../../src/cli/features/automations/doctor/doctor-checks.ts';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { type Around, crier, openTestSandbox } from '../../../../support/crier.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';

const GUIDE = 'auto_K7pW2mXq9L';
const WHOLESALE = 'auto_D6yJ1sGf5B';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await openTestSandbox();
});
afterEach(() => sandbox.close());

const run = (words: readonly string[], around: Around = {}) =>
  crier(words, { sandbox: { ...sandbox, close: () => {} }, ...around });
const examine = async (...ids: readonly string[]) => {
  const { json, exitCode, error } = await run(['automations', 'doctor', ...ids, '--sandbox', '--json']);
  return { findings: (json as { findings: DoctorRow[] }).findings, exitCode, error };
};
const create = async (...words: readonly string[]) => {
  const line = ['automations', 'create', '--name', 'x', '--dm', 'Hi', ...words, '--sandbox', '--json'];
  return ((await run(line)).json as { id: string }).id;
};

test('an automation that can fire has only rows that are ok, and exits 0', async () => {
  const { findings, exitCode } = await examine(GUIDE);
  expect(exitCode).toBe(0);
  expect(findings.map(({ check, status }) => `${check}: ${status}`)).toEqual([
    'plan: ok',
    'active: ok',
    'account: ok',
    'login: ok',
    'messaging add-on: ok',
    'messaging: ok',
    'triggers[0].keywords: ok',
    'triggers[1].keywords: ok',
    'daily DMs: ok',
  ]);
});

describe('what is wrong is named with the command that fixes it', () => {
  test('each fault of the account, the plan and the limits, until the command has run', async () => {
    const faults = [
      ['account set instagram --unlinked', 'account', 'linked'],
      ['account set instagram --token expired', 'account', 'expired'],
      ['account set instagram --page none', 'login', 'no Page is selected'],
      ['account set instagram --messaging off', 'messaging', 'messaging is off'],
      ['account set instagram --permission missing', 'messaging', '(362)'],
      ['account set instagram --automations off', 'feature', '(472)'],
      ['plan premium', 'plan', '(468)'],
      ['plan --messages off', 'messaging add-on', 'no Messages API'],
      ['dm-limits --per-day 0', 'daily DMs', '0 of 0'],
    ] as const;
    for (const [breaking, check, words] of faults) {
      expect((await run(['sandbox', ...breaking.split(' ')])).exitCode).toBe(0);
      const { findings, exitCode, error } = await examine(GUIDE);
      const failed = findings.filter(({ status }) => status === 'fail');
      expect({ breaking, exitCode, error }).toMatchObject({ exitCode: 11, error: { kind: 'differs' } });
      expect({ breaking, failed }).toMatchObject({ failed: [{ automationId: GUIDE, check }] });
      expect(failed[0]?.found).toContain(words);
      const [program, ...fixing] = failed[0]?.command?.split(' ') ?? [];
      expect(program).toBe('crier');
      expect((await run(fixing)).exitCode).toBe(0);
    }
    expect((await examine(GUIDE)).exitCode).toBe(0);
  });

  test('one that is paused, and has no webhook to fire', async () => {
    const { findings } = await examine(WHOLESALE);
    expect(findings.filter(({ status }) => status === 'fail')).toMatchObject([
      { check: 'active', command: `crier automations resume ${WHOLESALE} --sandbox` },
      {
        check: 'webhook',
        command: 'crier hooks register automations <url> --secret-file <file> --sandbox',
      },
    ]);
    expect(findings.find(({ check }) => check === 'triggers[0].postId')?.status).toBe('ok');
  });

  test('a post that is not there, or is named by the id of the service', async () => {
    const nowhere = await create('--on', 'comment', '--post', '17999000000000456', '--keyword', 'a');
    const ofService = await create('--on', 'comment', '--post', 'Sp7kQm2XvLr9TzBd4HnW', '--keyword', 'b');
    const { findings } = await examine(nowhere, ofService);
    expect(findings.filter(({ check }) => check.endsWith('postId'))).toMatchObject([
      { status: 'fail', command: 'crier posts list --platform instagram --sandbox' },
      { status: 'warn', command: 'crier posts get Sp7kQm2XvLr9TzBd4HnW --sandbox' },
    ]);
  });

  test('a keyword that can never fire, or hardly', async () => {
    const never = await create('--on', 'dm', '--keyword', '\u200B\u200D');
    const hardly = await create('--on', 'dm', '--keyword', 'guid\u0435');
    const { findings } = await examine(never, hardly);
    expect(findings.filter(({ check }) => check.endsWith('keywords'))).toMatchObject([
      { status: 'fail', found: expect.stringContaining('U+200B') },
      { status: 'warn', found: expect.stringContaining('U+0435') },
    ]);
  });
});

test('what the service does not tell is unknown, and no failure', async () => {
  const id = await create('--on', 'story-reply', '--story', '18100000000000001', '--webhook');
  await run(['hooks', 'register', 'automations', 'https://hooks.example.com/a', '--sandbox']);
  const { findings, exitCode } = await examine(id);
  expect(exitCode).toBe(0);
  expect(
    findings.filter(({ status }) => status !== 'ok').map(({ check, status }) => [check, status]),
  ).toEqual([
    ['webhook secret', 'unknown'],
    ['triggers[0].storyId', 'unknown'],
  ]);
});

test('ids of a file are examined', async () => {
  const around = { stdin: `${GUIDE}\n${WHOLESALE}\n` };
  const { json } = await run(['automations', 'doctor', '--ids-from', '-', '--sandbox', '--json'], around);
  const ids = (json as { findings: DoctorRow[] }).findings.map(({ automationId }) => automationId);
  expect([...new Set(ids)]).toEqual([GUIDE, WHOLESALE]);
});

test('one that does not exist is a row among those of others', async () => {
  const { findings, exitCode } = await examine('auto_none', GUIDE);
  expect(exitCode).toBe(11);
  expect(findings[0]).toMatchObject({ automationId: 'auto_none', check: 'automation', status: 'fail' });
  expect(findings.filter(({ automationId }) => automationId === GUIDE)).toHaveLength(9);
});

test.each([80, 40])('a terminal of %d columns shows each fix below what was found', async (columns) => {
  const { stdout } = await run(['automations', 'doctor', WHOLESALE, '--sandbox'], {
    columns,
    isTerminal: true,
    env: { NO_COLOR: '1' },
  });
  const lines = stdout.split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
  expect(stdout.replaceAll(/ \\\n\s+/g, ' ')).toContain(`$ crier automations resume ${WHOLESALE} --sandbox`);
});

test('the cap of another service is found beyond the first page of today', async () => {
  const date = 'Mon, 21 Sep 2026 14:22:50 GMT';
  const record = { id: 'auto_1', active: true, triggers: [], actions: [{ type: 'send_dm', message: 'Hi' }] };
  const row = (at: number, status: string) => ({ id: `row-${at}`, status, created: '2026-09-21T09:00:00Z' });
  const first = Array.from({ length: 100 }, (_, at) => row(at, 'sent'));
  const answerTo = (url: string) => {
    if (!url.includes('/activity')) return url.includes('auto_1') ? record : {};
    if (url.includes('next=')) return { activity: [row(100, 'rate_limited')] };
    return { activity: first, meta: { pagination: { next: 'b', hasMore: true } } };
  };
  const { json } = await crier('automations doctor auto_1 --json', {
    env: { CRIER_BASE_URL: 'https://api.example/base', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' },
    network: async (request) => {
      const answer = await recordingNetwork(answerTo(String(request.url))).transport(request);
      return { ...answer, headers: { ...answer.headers, date } };
    },
  });
  expect((json as { findings: DoctorRow[] }).findings).toContainEqual(
    expect.objectContaining({ check: 'daily DMs', status: 'fail' }),
  );
});
