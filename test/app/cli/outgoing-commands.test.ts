import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HistoryRecord } from '../../../src/cli/features/hooks/history-record.ts';
import type { OutboxItem } from '../../../src/cli/features/sandbox/outbox.ts';
import type { SandboxStatus } from '../../../src/cli/features/sandbox/sandbox-status.ts';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { stoppedClock } from '../../support/clock.ts';
import { control } from '../../support/control.ts';
import { type Around, crier, openTestSandbox } from '../../support/crier.ts';
import { answering, readNothing } from '../../support/engine/fake-outbound.ts';
import { inFolder } from '../../support/in-folder.ts';

const ADDRESS = '127.0.0.1:8080';
const URL_HERE = `http://${ADDRESS}/hook`;
const PUBLIC = 'https://hooks.example.com/a';

let folder: string;
let opened: Sandbox[] = [];
/** What receivers answer, one after the other, and the last one from then on. */
let statuses: readonly (number | null)[] = [200];
let posted: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crier-outgoing-'));
  statuses = [200];
  posted = [];
});
afterEach(() => {
  for (const each of opened) each.close();
  opened = [];
  rmSync(folder, { recursive: true });
});

/** The sandbox of the folder, as a run has it that allows so much. */
async function sandboxThat(...allowance: readonly string[]): Promise<Sandbox> {
  const clock = stoppedClock(1_790_000_000_000);
  const receivers = answering(({ url }) => {
    posted.push(url);
    const status = statuses[Math.min(posted.length, statuses.length) - 1] ?? null;
    return { status, fault: status === null ? 'timeout' : null, byAllowance: url.startsWith('http:') };
  });
  const openOutbound = async () => {
    const { allowed, post } = await receivers(allowance);
    return {
      allowed,
      get: readNothing,
      post: async (request: Parameters<typeof post>[0]) =>
        request.url.startsWith('http:') && !allowed.includes(new URL(request.url).host)
          ? { status: null, body: null, fault: 'address not allowed' as const, byAllowance: false, ms: 0 }
          : post(request),
    };
  };
  const file = join(folder, 'sandbox.db');
  const sandbox = await openTestSandbox(clock, { file, allowance, openOutbound });
  opened.push(sandbox);
  return { ...sandbox, close: () => {} };
}

const on = (sandbox: Sandbox, line: string | readonly string[], around: Around = {}) =>
  crier(typeof line === 'string' ? `${line}` : line, { sandbox, ...around });

const said = (text: string) => text.replaceAll(/\s+/g, ' ');

async function historyOf(sandbox: Sandbox, words = ''): Promise<readonly HistoryRecord[]> {
  const { json } = await on(sandbox, `hooks history --sandbox --json ${words}`);
  return (json as { deliveries: HistoryRecord[] }).deliveries; // held against its schema
}

const registered = (sandbox: Sandbox, url: string, action = 'automations') =>
  on(sandbox, `hooks register ${action} ${url} --sandbox`);

const statusOf = async (sandbox: Sandbox, around: Around = {}) =>
  (await on(sandbox, 'sandbox status --json', around)).json as SandboxStatus; // held against its schema

describe('what a run may reach', { tags: ['S9'] }, () => {
  test('is nothing by default, and is in the status', async () => {
    expect(await statusOf(await sandboxThat())).toMatchObject({ allowed: [], held: [] });
    const { stdout } = await on(await sandboxThat(ADDRESS), 'sandbox status --color never', {
      isTerminal: true,
    });
    expect(said(stdout)).toContain(
      'may reach 127.0.0.1:8080 (by --allow-private: private addresses, also by http), and public addresses',
    );
  });

  test('is passed by sandbox start for its own run, and to the process in the background', async () => {
    const { stdout } = await crier('sandbox start --allow-private LOCALHOST:80 --allow-private [::1]:8080');
    expect(stdout).toContain('localhost:80 [::1]:8080');
    const seen: (readonly string[])[] = [];
    await crier('sandbox start --detach --allow-private localhost:80 --allow-private [::1]:8080', {
      others: { onStart: (words) => void seen.push(words) },
    });
    expect(seen[0]?.slice(-4)).toEqual(['--allow-private', 'localhost:80', '--allow-private', '[::1]:8080']);
  });

  test('a host that other machines reach needs a token, and all of it is passed to the process in the background', {
    tags: ['D4'],
  }, async () => {
    const words = 'sandbox start --host 0.0.0.0 --allow-host sandbox:4010';
    for (const [env, why] of [
      [{}, 'other machines could use the sandbox on 0.0.0.0: it needs a token'],
      [{ CRIER_SANDBOX_TOKEN: 'short' }, 'at least 16 characters'],
    ] as const)
      expect(await crier(words, { env })).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining(why),
      });
    expect(await crier('sandbox start --host 127.0.0.2')).toMatchObject({ exitCode: 0 });
    const seen: (readonly string[])[] = [];
    await inFolder({ token: 'TOKEN-OF-THE-SANDBOX-1' }, (folder) =>
      crier(`${words} --detach --token-file token`, {
        folder,
        others: { onStart: (each) => void seen.push(each) },
      }),
    );
    expect(seen[0]?.slice(-6).join(' ')).toBe('--host 0.0.0.0 --allow-host sandbox:4010 --token-file token');
  });

  test('is passed by sandbox exec to the sandbox of its command only', async () => {
    const { promise: allowed, resolve } = Promise.withResolvers<readonly string[]>();
    let command: readonly string[] = [];
    const { exitCode } = await crier(
      ['sandbox', 'exec', '--allow-private', ADDRESS, '--allow-private=localhost:9000', 'sh', '-c', 'x'],
      {
        others: {
          async onServe(served) {
            resolve((await control(served, 'status')).body.allowed);
          },
          async run(words) {
            command = words;
            await allowed;
            return 7;
          },
        },
      },
    );
    expect({ exitCode, command, allowed: await allowed }).toEqual({
      exitCode: 7,
      command: ['sh', '-c', 'x'],
      allowed: [ADDRESS, 'localhost:9000'],
    });
  });

  test.each([
    'start --allow-private http://127.0.0.1:8080',
    'exec --allow-private 127.0.0.1 x',
    'clock advance 1s --allow-private *:8080',
  ])('what is no host with a port is refused: sandbox %s', async (line) => {
    const { exitCode, stderr } = await crier(`sandbox ${line}`);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--allow-private ');
  });

  test('G no file of a project and no variable says it', async () => {
    const env = { CRIER_ALLOW_PRIVATE: ADDRESS, CRIER_SANDBOX_ALLOW_PRIVATE: ADDRESS };
    expect((await crier('sandbox start --json', { env })).json).toMatchObject({ allowed: [] });
    for (const name of ['allowPrivate', 'allow-private']) {
      writeFileSync(join(folder, '.crier.json'), JSON.stringify({ [name]: [ADDRESS] }));
      const { json } = await crier('sandbox start --json', { folder });
      expect((json as Partial<SandboxStatus> | null)?.allowed ?? []).toEqual([]); // held against its schema
    }
  });
});

describe('where a webhook may be', () => {
  test('an address here is taken by a sandbox that may reach it, by http too', { tags: ['S9'] }, async () => {
    const { exitCode } = await registered(await sandboxThat(ADDRESS), URL_HERE);
    expect(exitCode).toBe(0);
  });

  test('else it refuses it, and the command is named that makes it take it', { tags: ['S9'] }, async () => {
    const sandbox = await sandboxThat();
    const { error } = await on(sandbox, `hooks register automations ${URL_HERE} --sandbox --json`);
    expect(error).toMatchObject({ kind: 'rejected', code: 101, http: 400 });
    expect(error?.['advice']).toContain(`"crier sandbox start --allow-private ${ADDRESS}"`);
    expect(error?.['advice']).not.toContain('sandbox stop');
  });

  test('a public host needs another port, and no allowance', { tags: ['S7'] }, async () => {
    const words = 'hooks register automations https://hooks.example.com:25/x --sandbox --json';
    const { error } = await on(await sandboxThat(), words);
    expect(error?.['advice']).toContain('its host is public: use https://');
    expect(error?.['advice']).not.toContain('--allow-private');
  });

  test('brackets of IPv6 are quoted in the command, which a shell would read otherwise', {
    tags: ['S9'],
  }, async () => {
    const words = 'hooks register automations http://[::1]:8080/x --sandbox --json';
    const { error } = await on(await sandboxThat(), words);
    expect(error?.['advice']).toContain(`"crier sandbox start --allow-private '[::1]:8080'"`);
  });

  test('of a server that runs, the new one may reach what the old one could', async () => {
    const sandbox = await sandboxThat('localhost:9000');
    const { error } = await on(sandbox, `hooks register automations ${URL_HERE} --sandbox --json`, {
      others: { isServed: true },
    });
    expect(error?.['advice']).toContain(
      `"crier sandbox stop", then "crier sandbox start --allow-private localhost:9000 --allow-private ${ADDRESS}"`,
    );
  });

  test.each([
    ['a user', 'http://me@127.0.0.1:8080/hook'],
    ['a fragment', `${URL_HERE}#x`],
    ['another scheme', 'ftp://127.0.0.1:8080/hook'],
    ['none', '127.0.0.1:8080/hook'],
  ])('with %s it is refused before it is sent, wherever the service is', async (_what, url) => {
    const { exitCode, error } = await crier(`hooks register automations ${url} --sandbox --json`);
    expect(exitCode).toBe(2);
    expect(error).toMatchObject({ code: 101, http: null });
  });

  test.each([
    ['a service elsewhere is asked for nothing of the kind', 'https://api.example', 2, 0],
    ['another service on a loopback address is not a sandbox', 'http://127.0.0.1:9', 2, 0],
    ['a served sandbox may take it', 'http://127.0.0.1:9', 9, 1, 'SBX-API-0001'],
  ])('%s', async (_what, baseUrl, expected, posts, apiKey = 'KEY-OF-THE-PRIMARY-0001') => {
    let asked = 0;
    const { exitCode, error } = await crier(`hooks register automations ${URL_HERE} --json`, {
      env: { CRIER_BASE_URL: baseUrl, CRIER_API_KEY: apiKey },
      network: async ({ method }) => {
        if (method === 'POST') asked += 1;
        return { status: 400, headers: { 'content-type': 'application/json' }, body: once(REFUSAL) };
      },
    });
    expect({ exitCode, asked }).toEqual({ exitCode: expected, asked: posts });
    if (posts > 0) expect(error?.['advice']).toContain('crier sandbox start --allow-private');
  });
});

const REFUSAL =
  '{"action":"webhook","status":"error","code":101,"message":"no","details":"url: must be a public https address"}';

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

describe('where a text may be asked for', () => {
  const create = 'automations create --on comment --post all --keyword ASK --dm Hi'.split(' ');
  const asking = [...create, '--message-url', URL_HERE, '--json'];

  test('an address here is taken by a sandbox that may reach it, on making and on changing', {
    tags: ['S9'],
  }, async () => {
    const sandbox = await sandboxThat(ADDRESS);
    const made = await on(sandbox, [...asking, '--sandbox']);
    expect(made.exitCode).toBe(0);
    const { id } = made.json as { id: string }; // held against its schema
    const changed = await on(sandbox, [
      ...['automations', 'update', id, '--dm', 'Hello', '--message-url', `${URL_HERE}/2`, '--sandbox'],
    ]);
    expect({ exitCode: changed.exitCode, stderr: changed.stderr }).toMatchObject({ exitCode: 0 });
  });

  test('else it refuses it with 473, and the command is named', { tags: ['S9'] }, async () => {
    const sandbox = await sandboxThat();
    const { error } = await on(sandbox, [...asking, '--sandbox']);
    expect(error).toMatchObject({ kind: 'rejected', code: 473, http: 400 });
    expect(error?.['advice']).toContain(`"crier sandbox start --allow-private ${ADDRESS}"`);
    const update = ['automations', 'update', 'auto_K7pW2mXq9L', '--dm', 'Hi', '--message-url', URL_HERE];
    const changed = await on(sandbox, [...update, '--sandbox', '--json']);
    expect(changed.error?.['advice']).toContain(`"crier sandbox start --allow-private ${ADDRESS}"`);
  });

  test('for a service elsewhere it is refused before it is sent, as before', async () => {
    const { exitCode, error } = await crier(asking, {
      env: { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' },
    });
    expect(exitCode).toBe(2);
    expect(error).toMatchObject({ code: 473, http: null });
  });
});

describe('sandbox trigger', () => {
  test('sends an event of its kind to the webhook of an action, with the fields that were set', {
    tags: ['HOOK-25'],
  }, async () => {
    const sandbox = await sandboxThat();
    await registered(sandbox, PUBLIC, 'social');
    const { json, stderr } = await on(
      sandbox,
      'sandbox trigger social --type refresh --set platform=facebook --set details.code=161 --json',
    );
    expect(json).toMatchObject({
      delivery: {
        action: 'social',
        type: 'refresh',
        url: PUBLIC,
        state: 'waiting',
        event: { type: 'refresh', platform: 'facebook', details: { code: 161 } },
      },
      reason: null,
    });
    expect(said(stderr)).toContain('or now by "crier sandbox clock advance 1s"');
  });

  test('of a User Profile without one, that of the Primary Profile is notified', {
    tags: ['HOOK-02'],
  }, async () => {
    const sandbox = await sandboxThat();
    await registered(sandbox, PUBLIC);
    const { json } = await on(sandbox, 'sandbox trigger automations --profile harbour --json');
    expect(json).toMatchObject({
      delivery: { profile: 'harbour', url: PUBLIC, type: 'automation.triggered' },
    });
  });

  test('each time it is another event', async () => {
    const sandbox = await sandboxThat();
    await registered(sandbox, PUBLIC, 'comments');
    const ids = [];
    for (let time = 0; time < 3; time += 1) {
      const { json } = await on(sandbox, 'sandbox trigger comments --json');
      ids.push((json as { delivery: { event: { id: string } } }).delivery.event.id); // held against its schema
    }
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^\d{17}$/);
  });

  test('it is reported when no webhook is registered, and how to register one', async () => {
    const sandbox = await sandboxThat();
    const { exitCode, json, stderr } = await on(sandbox, 'sandbox trigger feed --profile harbour --json');
    expect({ exitCode, json }).toMatchObject({
      exitCode: 0,
      json: { delivery: null, reason: expect.stringContaining('no webhook is registered for feed') },
    });
    expect(said(stderr)).toContain(
      '"crier hooks register feed https://hooks.example.com/crier --sandbox \\ --profile harbour"',
    );
  });

  test.each([
    ['social --type automation.triggered', 'social has no events of the kind automation.triggered'],
    ['socal', 'did you mean "social"?'],
    ['social --type lnk', 'did you mean "link"?'],
    ['social --set platform', '--set "platform" has no value'],
    ['social --profile harbor', '--profile must be one of primary, harbour'],
  ])('%s exits 2', async (words, why) => {
    const { exitCode, stderr } = await crier(`sandbox trigger ${words}`);
    expect(exitCode).toBe(2);
    expect(said(stderr)).toContain(why);
  });
});

describe('clock advance', () => {
  test('says what left, and what is to come of it', { tags: ['HOOK-05'] }, async () => {
    const sandbox = await sandboxThat();
    statuses = [503, null, 200];
    await registered(sandbox, PUBLIC);
    await on(sandbox, 'sandbox trigger automations');
    expect(await statusOf(sandbox)).toMatchObject({ due: { deliveries: 1 }, upcoming: { deliveries: 1 } });
    const first = await on(sandbox, 'sandbox clock advance 1s --color never', { isTerminal: true });
    expect(first.stdout).toContain('done   1 delivery attempt\n');
    expect(await statusOf(sandbox)).toMatchObject({
      due: { deliveries: 0 },
      upcoming: { deliveries: 1, next: '2026-09-21T14:13:25Z' },
      sent: { deliveries: 1, callbacks: 0 },
    });
    const rest = await on(sandbox, 'sandbox clock advance 1h --json');
    expect(rest.json).toMatchObject({ processed: { dispatches: 0, deliveries: 2, callbacks: 0 } });
    expect(await statusOf(sandbox)).toMatchObject({ upcoming: { deliveries: 0, next: null } });
    const { stdout } = await on(sandbox, 'sandbox status --color never', { isTerminal: true });
    expect(stdout).toContain('sent         3 delivery attempts\n');
  });

  test('what an earlier run could reach, and this one may not, is named with the command', {
    tags: ['S9'],
  }, async () => {
    await registered(await sandboxThat(ADDRESS), URL_HERE);
    const without = await sandboxThat();
    const recorded = await on(without, 'sandbox trigger automations');
    const command = `"crier sandbox clock advance 1s --allow-private ${ADDRESS}"`;
    expect(said(recorded.stderr)).toContain(
      `1 delivery waits for a run that may reach ${ADDRESS}: ${command}`,
    );
    const { stderr, json } = await on(without, 'sandbox clock advance 1m --json');
    expect(json).toMatchObject({ ended: [] });
    expect(said(stderr)).toContain(command);
    expect(await statusOf(without)).toMatchObject({
      held: [{ address: ADDRESS, deliveries: 1 }],
      due: { deliveries: 0 },
      upcoming: { deliveries: 0 },
    });
    const history = await on(without, 'hooks history --sandbox --color never', {
      isTerminal: true,
      columns: 120,
    });
    expect(history.stdout).toContain('held');
    expect(said(history.stderr)).toContain(command);
    expect(posted).toEqual([]);
    // with a server it is another one
    const served = { others: { isServed: true } };
    expect(said((await on(without, 'sandbox clock advance 1s', served)).stderr)).toContain(
      `"crier sandbox stop", then "crier sandbox start --allow-private ${ADDRESS}"`,
    );
    const allowing = await sandboxThat(ADDRESS);
    expect(await statusOf(allowing)).toMatchObject({ held: [], upcoming: { deliveries: 1 } });
    await on(allowing, 'sandbox clock advance 1s');
    expect(posted).toEqual([URL_HERE]);
    expect(await historyOf(allowing)).toMatchObject([
      { delivery: { state: 'delivered', log: [{ allowedPrivate: true }] } },
    ]);
  });

  test('beside a server, --allow-private has no effect, which is reported', async () => {
    const served = { others: { isServed: true } };
    const note = '--allow-private was ignored: the running server uses its own list';
    const { stderr } = await on(
      await sandboxThat(),
      `sandbox clock advance 1s --allow-private ${ADDRESS}`,
      served,
    );
    expect(said(stderr)).toContain(`${note}, which is empty`);
    const same = await on(
      await sandboxThat(ADDRESS),
      `sandbox clock advance 1s --allow-private ${ADDRESS}`,
      served,
    );
    expect(said(same.stderr)).not.toContain(note);
  });
});

describe('former names of commands', () => {
  test.each([
    ['sandbox tell', 'sandbox trigger <action>'],
    ['sandbox resend', 'sandbox redeliver [<hook-id…>]'],
  ])('%s still works, and only the new name is listed', async (former, usage) => {
    expect((await crier(`${former} --help`)).stdout).toContain(`crier ${usage}`);
    expect((await crier(`help ${former}`)).stdout).toContain(`crier ${usage}`);
    const [, word = ''] = former.split(' ');
    expect((await crier('sandbox --help')).stdout).not.toMatch(new RegExp(`^  ${word} `, 'm'));
  });

  test('sandbox tell runs the new command', async () => {
    const sandbox = await sandboxThat();
    await registered(sandbox, PUBLIC);
    const { json } = await on(sandbox, 'sandbox tell automations --json');
    expect(json).toMatchObject({ delivery: { url: PUBLIC } });
  });
});

describe('sandbox redeliver', { tags: ['U-31'] }, () => {
  test('gives what failed one attempt more, of the same hook id', async () => {
    const sandbox = await sandboxThat();
    statuses = [404, 200];
    await registered(sandbox, PUBLIC);
    await on(sandbox, 'sandbox trigger automations');
    await on(sandbox, 'sandbox clock advance 1s');
    const [failed] = await historyOf(sandbox);
    expect(failed).toMatchObject({ delivery: { state: 'failed', attempts: 1 } });
    const hint = await on(sandbox, 'hooks history --sandbox');
    expect(said(hint.stderr)).toContain(`"crier sandbox redeliver ${failed?.hookId}"`);
    const { json, stderr } = await on(sandbox, `sandbox redeliver ${failed?.hookId} --json`);
    expect(json).toEqual({ results: [{ id: failed?.hookId, status: 'queued', error: null }] });
    expect(said(stderr)).toContain('"crier sandbox clock advance 1s"');
    await on(sandbox, 'sandbox clock advance 1s');
    expect(await historyOf(sandbox)).toMatchObject([
      { hookId: failed?.hookId, delivery: { state: 'delivered', attempts: 2 } },
    ]);
  });

  test('with --dry-run, names the attempt and its address, and attempts nothing', async () => {
    const sandbox = await sandboxThat();
    await registered(sandbox, PUBLIC);
    await on(sandbox, 'sandbox trigger automations');
    await on(sandbox, 'sandbox clock advance 1s');
    const before = await historyOf(sandbox);
    const ran = await on(sandbox, `sandbox redeliver ${before[0]?.hookId} unknown --dry-run --json`);
    expect({ exitCode: ran.exitCode, json: ran.json }).toMatchObject({
      exitCode: 3,
      json: { results: [{ status: 'planned' }, { status: 'error', error: { kind: 'not-found' } }] },
    });
    expect(said(ran.stderr)).toContain(`${before[0]?.hookId}: attempt 2, to ${PUBLIC} nothing was attempted`);
    await on(sandbox, 'sandbox clock advance 1s');
    expect(await historyOf(sandbox)).toEqual(before);
  });

  test('of several, from a list too, what fails for one does not end the others', async () => {
    const sandbox = await sandboxThat();
    await registered(sandbox, PUBLIC);
    await on(sandbox, 'sandbox trigger automations');
    const [recorded] = await historyOf(sandbox);
    const { exitCode, json } = await on(sandbox, 'sandbox redeliver --ids-from - --json', {
      stdin: `nothing\n${recorded?.hookId}\n`,
    });
    expect({ exitCode, json }).toMatchObject({
      exitCode: 3,
      json: { results: [{ status: 'error', error: { kind: 'not-found' } }, { status: 'queued' }] },
    });
    const unknown = await on(sandbox, 'sandbox redeliver nothing');
    expect(unknown.exitCode).toBe(5);
    expect(said(unknown.stderr)).toContain('"crier hooks history --sandbox" lists the ids');
    expect((await on(sandbox, 'sandbox redeliver')).exitCode).toBe(2);
  });
});

describe('sandbox outbox', () => {
  test('shows the state of an event: waiting, delivered, or failed, and why', async () => {
    const sandbox = await sandboxThat();
    statuses = [503, 200, 410];
    await registered(sandbox, PUBLIC);
    const table = async (columns: number) =>
      (await on(sandbox, 'sandbox outbox --color never', { isTerminal: true, columns })).stdout;
    await on(sandbox, 'sandbox trigger automations');
    expect(await table(80)).toMatch(
      /webhook {2}waiting .*to https:\/\/hooks\.example\.com\/a\n +automation\.triggered\n$/,
    );
    await on(sandbox, 'sandbox clock advance 1s');
    expect(await table(120)).toContain(
      '1 attempt; last attempt: status 503; next attempt at 2026-09-21T14:13:25Z',
    );
    await on(sandbox, 'sandbox clock advance 10s');
    await on(sandbox, 'sandbox trigger automations --type automation.completed');
    await on(sandbox, 'sandbox clock advance 1s');
    const { outbox } = (await on(sandbox, 'sandbox outbox --json')).json as { outbox: OutboxItem[] }; // held against its schema
    expect(outbox).toMatchObject([
      { state: 'failed', attempts: 1, lastError: 'status 410', nextAttempt: null },
      { state: 'delivered', attempts: 2, lastError: null, nextAttempt: null },
    ]);
    const narrow = await table(40);
    expect(Math.max(...narrow.split('\n').map((line) => line.length))).toBeLessThanOrEqual(40);
    expect(said(narrow)).toContain('1 attempt; last attempt: status 410');
  });

  test('what no automation sent belongs to no row of activity', async () => {
    const sandbox = await sandboxThat();
    await registered(sandbox, PUBLIC, 'social');
    await on(sandbox, 'sandbox account set instagram --unlinked');
    expect((await on(sandbox, 'sandbox outbox --json')).json).toMatchObject({
      outbox: [{ kind: 'webhook', text: 'social unlink', activityId: null }],
    });
  });
});

test('sandbox start says a line for each attempt that failed, and each delivery that ended', async () => {
  statuses = [503, 200, 404];
  const { stderr } = await crier('sandbox start --color never', {
    outbound: answering(() => {
      posted.push(PUBLIC);
      return { status: statuses[posted.length - 1] ?? null };
    }),
    others: {
      async onServe(served) {
        const around = { sandbox: { ...served, close: () => {} } };
        await crier(`hooks register social ${PUBLIC} --sandbox`, around);
        for (const type of ['link', 'refresh']) {
          await crier(`sandbox trigger social --type ${type}`, around);
          await crier('sandbox clock advance 1m', around);
        }
      },
    },
  });
  expect(said(stderr)).toMatch(
    /:20Z \w{20} social link, attempt 0: status 503, retry at 2026-09-21T14:13:25Z .*:25Z \w{20} social link, attempt 1: status 200, delivered .*:20Z \w{20} social refresh, attempt 0: status 404, failed permanently/,
  );
});

test('what this run may not reach is not reported as sent by it, nor as redelivered', {
  tags: ['S9', 'U-07'],
}, async () => {
  statuses = [503];
  const allowing = await sandboxThat(ADDRESS);
  await registered(allowing, URL_HERE);
  await on(allowing, 'sandbox trigger automations');
  const fresh = await on(allowing, 'hooks history --attempts --sandbox --color never', { isTerminal: true });
  expect(fresh.stdout).toBe('no attempts yet\n');
  await on(allowing, 'sandbox clock advance 1s');
  const sandbox = await sandboxThat();
  const { stderr, json } = await on(sandbox, 'hooks history --sandbox --json');
  expect(said(stderr)).toContain(`1 delivery waits for a run that may reach ${ADDRESS}`);
  expect(stderr).not.toContain('the next attempt is due');
  const [recorded] = (json as { deliveries: HistoryRecord[] }).deliveries; // held against its schema
  const resent = await on(sandbox, `sandbox redeliver ${recorded?.hookId} --json`);
  expect(resent.json).toMatchObject({ results: [{ id: recorded?.hookId, status: 'held', error: null }] });
});

test('sandbox trigger: what the envelope holds is refused as it was typed', { tags: ['U-02'] }, async () => {
  const { stderr, exitCode } = await on(await sandboxThat(), 'sandbox trigger automations --set hookId=abc');
  expect(exitCode).toBe(2);
  expect(said(stderr)).toContain('the event must not contain hookId, which the service sets');
});

test('sandbox start --detach says how it ends', async () => {
  const { stderr } = await crier('sandbox start --detach', { others: { onStart: () => {} } });
  expect(said(stderr)).toContain('stop it with "crier sandbox stop"');
});

test('sandbox engage --run reports that something left, and where its result is shown', async () => {
  const sandbox = await sandboxThat();
  await registered(sandbox, PUBLIC);
  const create = ['automations', 'create', '--on', 'dm', '--keyword', 'CALL', '--webhook', '--sandbox'];
  expect((await on(sandbox, create)).exitCode).toBe(0);
  const engage = ['sandbox', 'engage', 'dm', '--from', 'mara', '--text', 'call', '--run', '--json'];
  const { json, stderr } = await on(sandbox, engage);
  expect(json).toMatchObject({ processed: { dispatches: 1, deliveries: 1 } });
  expect(said(stderr)).toContain('1 delivery attempt sent; for the results: "crier hooks history --sandbox"');
});

test('nothing leaves in a command that is none of these, whatever is due', async () => {
  const sandbox = await sandboxThat();
  await registered(sandbox, PUBLIC);
  await on(sandbox, 'sandbox trigger automations');
  for (const line of ['sandbox outbox', 'automations list --sandbox']) {
    expect((await on(sandbox, line)).exitCode).toBe(0);
  }
  expect(posted).toEqual([]);
});

describe('a dispatch that waits for its message callback', () => {
  const ASKING = [
    ...['automations', 'create', '--sandbox', '--on', 'dm', '--keyword', 'ASK', '--dm', 'Hi'],
    ...['--message-url', 'https://hooks.example.com/ask'],
  ];
  const ask = (sandbox: Sandbox, ...words: readonly string[]) =>
    on(sandbox, ['sandbox', 'engage', 'dm', '--from', 'mara', '--text', 'ask', ...words]);

  test('is not due: the callback is, until the clock is moved', async () => {
    const sandbox = await sandboxThat();
    await on(sandbox, ASKING);
    await ask(sandbox);
    await on(sandbox, 'sandbox clock set 2026-09-21T14:20:00Z');
    expect(await statusOf(sandbox)).toMatchObject({
      due: { dispatches: 0, deliveries: 0, callbacks: 1 },
      upcoming: { dispatches: 1, callbacks: 1 },
      sent: { callbacks: 0 },
    });
    const { stdout } = await on(sandbox, 'sandbox clock advance 1s --color never', { isTerminal: true });
    expect(stdout).toContain('done   1 dispatch, 1 callback\n');
    expect(await statusOf(sandbox)).toMatchObject({
      due: { callbacks: 0 },
      upcoming: { dispatches: 0, callbacks: 0, next: null },
      sent: { callbacks: 1 },
    });
    expect(posted).toEqual(['https://hooks.example.com/ask']);
  });

  test('is reported as waiting by sandbox engage, and --run also asks for what is reported late', async () => {
    const sandbox = await sandboxThat();
    await on(sandbox, ASKING);
    const late = await ask(sandbox, '--ago', '5m', '--json');
    expect(late.json).toMatchObject({
      outcomes: [{ details: expect.stringContaining('waits for its message callback') }],
      processed: null,
    });
    const run = await ask(sandbox, '--ago', '4m', '--run', '--json');
    expect(run.json).toMatchObject({
      outcomes: [{ result: 'deduplicated' }],
      processed: { dispatches: 2, callbacks: 1 },
    });
    expect(said(run.stderr)).toContain('1 callback sent');
  });

  test('sandbox engage --run names the command that shows the callback, which the history of webhooks does not', {
    tags: ['CBK-07'],
  }, async () => {
    const sandbox = await sandboxThat();
    await on(sandbox, ASKING);
    const run = await ask(sandbox, '--run');
    const [, printed = ''] =
      /1 callback sent; for the results: "crier (automations explain \\ \S+ --sandbox)"/.exec(
        said(run.stderr),
      ) ?? [];
    const explained = await crier(printed.replace('\\ ', ''), { sandbox: { ...sandbox, close: () => {} } });
    expect(explained).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('messageUrl of send_dm'),
    });
  });

  test('one that this run may not ask: nothing left, and the text is reported as the fallback', {
    tags: ['S9', 'CBK-05'],
  }, async () => {
    const local = ASKING.with(-1, URL_HERE);
    expect((await on(await sandboxThat(ADDRESS), local)).exitCode).toBe(0);
    const { stdout, stderr } = await ask(await sandboxThat(), '--run', '-o', 'tsv');
    expect(posted).toEqual([]);
    expect(stdout).toContain('Hi (fallback: address not allowed)');
    expect(stderr).not.toContain('sent');
  });
});
