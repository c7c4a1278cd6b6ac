import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listRegisteredWebhooks } from '../../../../../src/cli/features/webhooks/own-webhooks.ts';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { WEBHOOK_ACTIONS } from '../../../../../src/service/webhooks.ts';
import { type Around, crier, openTestSandbox, type Ran } from '../../../../support/crier.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';

const URL_A = 'https://hooks.example.com/a';
const URL_B = 'https://hooks.example.com/b';
const SECRET = 'a-secret-that-nobody-sees-1234';
const SERVICE = { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };

let folder: string;
let sandbox: Sandbox;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'crier-hooks-'));
});
beforeEach(async () => {
  sandbox = await openTestSandbox();
});
afterEach(() => sandbox.close());
afterAll(() => rmSync(folder, { recursive: true }));

const run = (words: string, around: Around = {}): Promise<Ran> =>
  crier(`hooks ${words} --sandbox`, { sandbox: { ...sandbox, close: () => {} }, ...around });

describe('register', { tags: ['HOOK-01'] }, () => {
  test('names its profile on a terminal', async () => {
    const { stdout } = await run(`register automations ${URL_A} --color never`, { isTerminal: true });
    expect(stdout).toMatch(/^profile +Primary Profile$/m);
  });

  test('is listed, for its profile only', async () => {
    const { json, exitCode } = await run(`register automations ${URL_A} --json`);
    expect(exitCode).toBe(0);
    expect(json).toMatchObject({ status: 'success', action: 'automations', url: URL_A });
    expect((await run('list --json')).json).toMatchObject({
      webhooks: [{ action: 'automations', url: URL_A }],
    });
    expect((await run('list --profile harbour --json')).json).toEqual({ webhooks: [], updated: null });
  });

  test('another address replaces it, which is reported', async () => {
    const replaced = `it replaces ${URL_A}`;
    for (let time = 0; time < 2; time += 1)
      expect((await run(`register automations ${URL_A}`)).stderr).not.toContain('it replaces');
    expect((await run(`register automations ${URL_B}`)).stderr).toContain(replaced);
    expect((await run('list --json')).json).toMatchObject({
      webhooks: [{ action: 'automations', url: URL_B }],
    });
  });

  test.each([
    ['plain http', 'http://hooks.example.com/a', 'must be a public https address'],
    ['a password', 'https://me:pass@hooks.example.com/a', 'must not contain a user name or password'],
    ['a fragment', `${URL_A}#x`, 'must not contain a fragment'],
    ['a long one', URL_A.padEnd(2_049, 'a'), 'must be at most 2,048 characters long'],
  ])('is refused before it is sent: %s', { tags: ['D8'] }, async (_what, url, words) => {
    const { transport, requests } = recordingNetwork({ status: 'success' });
    const { exitCode, error } = await crier(`hooks register automations ${url} --json`, {
      env: SERVICE,
      network: transport,
    });
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
    expect(error).toMatchObject({ code: 101, http: null, message: `url ${words}` });
  });

  test('whether its host is public is left to the service', async () => {
    const { exitCode, error } = await run('register automations https://localhost/a --json');
    expect([exitCode, error]).toMatchObject([9, { code: 101, http: 400 }]);
    const { transport, requests } = recordingNetwork({ status: 'success' });
    await crier('hooks register automations https://localhost/a', { env: SERVICE, network: transport });
    expect(requests.at(-1)?.method).toBe('POST');
  });

  test.each([
    ['both swapped', `register ${URL_A} automations`],
    ['only the address', `register ${URL_A}`],
  ])('a user who begins with the address is shown the order: %s', async (_what, words) => {
    const { exitCode, stderr } = await run(words);
    expect(exitCode).toBe(2);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      'hooks register automations https://hooks.example.com/crier',
    );
    expect(stderr).not.toContain(URL_A);
  });

  test('an action that is not known is asked about, and sent on request', { tags: ['HOOK-25'] }, async () => {
    const { transport, requests } = recordingNetwork({ status: 'success', action: 'adEvents', url: URL_A });
    const around = { env: SERVICE, network: transport };
    const refused = await crier(`hooks register mesages ${URL_A} --json`, around);
    expect(refused.exitCode).toBe(2);
    expect(refused.error?.['advice']).toContain('did you mean "messages"?');
    for (const action of Object.keys(WEBHOOK_ACTIONS)) expect(refused.error?.['advice']).toContain(action);
    expect(requests).toEqual([]);
    expect((await crier(`hooks register adEvents ${URL_A} --any-action`, around)).exitCode).toBe(0);
    expect(requests.at(-1)?.body).toBe(JSON.stringify({ action: 'adEvents', url: URL_A }));
    expect((await crier(`hooks register ad-events ${URL_A} --any-action`, around)).exitCode).toBe(0);
  });
});

describe('the secret', { tags: ['HOOK-03'] }, () => {
  const settings = {
    contexts: {
      work: {
        baseUrl: 'https://api.example',
        apiKey: 'KEY-OF-THE-PRIMARY-0001',
        webhookSecret: `${SECRET}-saved`,
      },
    },
  };

  /** What was sent as the secret. */
  async function sent(words: string, env: Readonly<Record<string, string>>): Promise<unknown> {
    const { transport, requests } = recordingNetwork({
      status: 'success',
      action: 'automations',
      url: URL_A,
    });
    const ran = await crier(`hooks register automations ${URL_A} ${words}`, { env, network: transport });
    expect(ran.screen).not.toContain(SECRET);
    return (JSON.parse(requests.at(-1)?.body ?? '{}') as { secret?: unknown }).secret; // what we sent
  }

  function saved(): Readonly<Record<string, string>> {
    const place = mkdtempSync(join(folder, 'settings-'));
    writeFileSync(join(place, 'config.json'), JSON.stringify(settings), { mode: 0o600 });
    return { CRIER_CONFIG_DIR: place, CRIER_CONTEXT: 'work' };
  }

  test('a file beats the environment, and that the context', async () => {
    const file = join(folder, 'secret.txt');
    writeFileSync(file, `${SECRET}-file\n`);
    const env = { CRIER_WEBHOOK_SECRET: `${SECRET}-env` };
    expect(await sent('', SERVICE)).toBeUndefined();
    expect(await sent('', saved())).toBe(`${SECRET}-saved`);
    expect(await sent('', { ...saved(), ...env })).toBe(`${SECRET}-env`);
    expect(await sent(`--secret-file ${file}`, { ...saved(), ...env })).toBe(`${SECRET}-file`);
    expect(await sent('', { ...SERVICE, CRIER_WEBHOOK_SECRET_FILE: file })).toBe(`${SECRET}-file`);
  });

  test('that of the environment does not go where a project chose', async () => {
    const project = mkdtempSync(join(folder, 'project-'));
    writeFileSync(join(project, '.crier.json'), '{"context":"work"}');
    const { CRIER_CONTEXT: _chosen, ...env } = saved();
    const { transport, requests } = recordingNetwork({ status: 'success' });
    const around = {
      env: { ...env, CRIER_WEBHOOK_SECRET: `${SECRET}-env` },
      folder: project,
      network: transport,
    };
    await crier(`hooks register automations ${URL_A}`, around);
    expect(requests.at(-1)?.body).toContain(`${SECRET}-saved`);
    const explained = await crier('config explain webhook-secret --json', around);
    expect(explained.json).toMatchObject({
      candidates: [
        { source: 'environment', wins: false },
        { source: 'saved', wins: true },
      ],
    });
  });

  test.each(['-v', '--dry-run --json', '-o raw'])('is never shown: register %s', async (words) => {
    const trace = join(folder, 'trace.log');
    const env = { CRIER_WEBHOOK_SECRET: SECRET };
    const { screen, exitCode } = await run(`register automations ${URL_A} --trace-file ${trace} ${words}`, {
      env,
    });
    expect(exitCode).toBe(0);
    expect(screen).not.toContain(SECRET);
    if (!words.startsWith('--dry-run'))
      expect(readFileSync(trace, 'utf8')).toContain(String.raw`\"secret\":\"****`);
    expect(readFileSync(trace, { encoding: 'utf8', flag: 'a+' })).not.toContain(SECRET);
    rmSync(trace, { force: true });
  });

  test('before it is set, the user is warned that it is for all webhooks of the profile, and of which profile', async () => {
    const file = join(folder, 'webhook-secret.txt');
    writeFileSync(file, SECRET);
    const rows = [
      ['--dry-run', { ...SERVICE, CRIER_WEBHOOK_SECRET: SECRET }, 'CRIER_WEBHOOK_SECRET'],
      ['', { ...SERVICE, CRIER_WEBHOOK_SECRET_FILE: file }, 'CRIER_WEBHOOK_SECRET_FILE'],
      [`--secret-file ${file}`, SERVICE, '--secret-file'],
      ['', saved(), 'the context "work"'],
    ] as const;
    for (const [words, env, from] of rows) {
      const { transport } = recordingNetwork({ status: 'error', code: 1403, message: 'no' }, 403);
      const line = `hooks register automations ${URL_A} ${words}`.trim();
      const { stderr } = await crier(line, { env, network: transport });
      expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
        `using the secret from ${from}: it will sign the deliveries of all webhooks of the profile`,
      );
    }
    const without = await run(`register automations ${URL_A}`);
    expect(without.stderr.replaceAll(/\s+/g, ' ')).toContain('no secret given');
  });

  test('a flag that would take it itself is refused', async () => {
    for (const flag of ['--secret', '--webhook-secret']) {
      const { exitCode, stderr } = await run(`register automations ${URL_A} ${flag} ${SECRET}`);
      expect(exitCode).toBe(2);
      expect(stderr).toContain('--secret-file');
      expect(stderr).not.toContain(SECRET);
    }
  });
});

describe('unregister', () => {
  test('takes it away, and it is no fault when there is none', async () => {
    await run(`register automations ${URL_A}`);
    const taken = await run('unregister automations');
    expect(taken.stdout).toContain(URL_A);
    expect(taken.stderr).not.toContain('had no webhook');
    const again = await run('unregister automations');
    expect(again.exitCode).toBe(0);
    expect(again.stdout).toContain('automations\t\tnone');
    expect(again.stderr).toContain('the profile has no webhook for automations: nothing changed');
    expect(again.stderr).not.toContain('no longer delivered');
    expect((await run('list --json')).json).toMatchObject({ webhooks: [] });
  });

  test.each([
    ['the Primary Profile', '', 'events of automations are no longer delivered'],
    ['a User Profile', '--profile harbour', 'go to the webhook of the Primary Profile'],
  ])('says where deliveries go then: %s', { tags: ['HOOK-02'] }, async (_what, words, said) => {
    await run(`register automations ${URL_A} ${words}`);
    const { stderr } = await run(`unregister automations ${words}`);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(said);
  });

  test('dry, it sends nothing', async () => {
    await run(`register automations ${URL_A}`);
    const { json } = await run('unregister automations --dry-run --json');
    expect(json).toMatchObject({ request: { method: 'DELETE', body: { action: 'automations' } } });
    expect((await run('list --json')).json).toMatchObject({ webhooks: [{ url: URL_A }] });
  });

  test('several at once, each with its result', async () => {
    await run(`register automations ${URL_A}`);
    const { json, exitCode } = await run('unregister automations messages automations --json');
    expect(exitCode).toBe(0);
    expect(json).toEqual({
      results: [
        { id: 'automations', status: 'removed', error: null },
        { id: 'messages', status: 'none', error: null },
      ],
    });
    expect((await run('list --json')).json).toMatchObject({ webhooks: [] });
  });

  test('a list says which address each had', async () => {
    await run(`register automations ${URL_A}`);
    const { stdout } = await run('unregister automations messages');
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      'action\turl\tstatus\terror.code\terror.message',
      `automations\t${URL_A}\tremoved\t\t`,
      'messages\t\tnone\t\t',
    ]);
  });

  test('one unknown action of several: nothing is sent', async () => {
    await run(`register automations ${URL_A}`);
    const { exitCode, stderr } = await run('unregister automations automaton');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('did you mean "automations"?')]);
    expect((await run('list --json')).json).toMatchObject({ webhooks: [{ url: URL_A }] });
  });
});

describe('list', () => {
  test('the members of the answer are none of the webhooks, whatever actions there are', () => {
    const answer = {
      status: 'success',
      refId: 'abc',
      updated: '2026-03-01T09:00:00Z',
      code: 1,
      adEvents: URL_A,
      odd: null,
    };
    expect(listRegisteredWebhooks(answer)).toEqual([{ action: 'adEvents', url: URL_A }]);
  });

  test('a User Profile is shown whose webhooks are used beside its own', { tags: ['HOOK-02'] }, async () => {
    const used = 'use the webhook of the Primary Profile';
    expect((await run('list --profile harbour')).stderr.replaceAll(/\s+/g, ' ')).toContain(used);
    expect((await run('list')).stderr).not.toContain(used);
  });

  test('what cannot be looked up is not spoken of', async () => {
    await run(`register automations ${URL_B}`);
    const fault = 'sandbox fault add --code 1403 --endpoint listWebhooks';
    await crier(fault, { sandbox: { ...sandbox, close: () => {} } });
    expect((await run('list')).exitCode).toBe(6);
    for (const words of [`register automations ${URL_A}`, 'unregister automations', 'unregister messages']) {
      const ran = await run(words);
      expect(ran.exitCode).toBe(0);
      expect(ran.stderr).not.toMatch(/the place of|had no webhook|1403/);
    }
  });

  test('for people, at 40 columns', async () => {
    await run(`register automations ${URL_A}`);
    await run(`register messages ${URL_B}`);
    const { stdout } = await run('list --color never', { isTerminal: true, columns: 40 });
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(40);
    expect(stdout).toContain(URL_A);
    expect(stdout).toContain('messages');
  });
});
