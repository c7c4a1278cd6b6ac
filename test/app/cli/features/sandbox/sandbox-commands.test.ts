import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeCommand } from '../../../../../src/cli/framework/argv/describe-command.ts';
import { OWN_VALUE_FLAGS, TAKES_COMMAND } from '../../../../../src/cli/framework/argv/order-words.ts';
import { COMMANDS } from '../../../../../src/cli/framework/command/command-list.ts';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { PLANS } from '../../../../../src/service/plans.ts';
import { type Around, crier, openTestSandbox } from '../../../../support/crier.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  const opened = await openTestSandbox();
  sandbox = { ...opened, close: () => {} };
});
afterAll(() => sandbox.close());

const run = (line: string, around: Around = {}) => crier(line, { sandbox, ...around });

const POST = 'Sp7kQm2XvLr9TzBd4HnW';
const KEYS_ADDRESS = 'http://127.0.0.1:4321';

test('the help of sandbox trigger tells which events the sandbox sends by itself: all but those without a description', async () => {
  const { stdout } = await crier('sandbox trigger --help');
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    'The sandbox also sends the event when such a thing happens in it, except of batch, mentions, accountActivity and suspended',
  );
});

describe('sandbox start', () => {
  test('prints address, key and plan, and ends with 0 when it was stopped', async () => {
    const { exitCode, json, stderr } = await run('sandbox start --plan launch --rate-limit 7 --json');
    expect({ exitCode, json }).toMatchObject({
      exitCode: 0,
      json: {
        running: true,
        address: KEYS_ADDRESS,
        apiKey: sandbox.credentials.apiKey,
        pid: 4_000,
        plan: 'launch',
        memory: false,
      },
    });
    expect(stderr).toMatch(/^keys for other programs: crier sandbox env\b[^\n]*\npress Ctrl-C to stop\n$/);
    await run('sandbox plan business');
  });

  test('plan without a name shows the plan, and changes nothing', async () => {
    await run('sandbox plan launch');
    expect((await run('sandbox plan --json')).json).toEqual({
      plan: 'launch',
      addOns: { ads: true, messages: true, maxPack: true },
    });
    expect((await run('sandbox status --json')).json).toMatchObject({ plan: 'launch' });
    await run('sandbox plan business');
  });

  test.each([
    ['--rate-limit none', /must be a number of requests of at least 1, or off/],
    ['--rate-limit 0', /of at least 1/],
    ['--port 65536', /port/],
    ['--port x', /must be a number/],
    ['--plan free', /cannot be "free"/],
  ])('%s exits 2', async (flags, why) => {
    const { exitCode, stderr } = await run(`sandbox start ${flags}`);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(why);
  });

  test('--detach says where it serves, and this process ends', async () => {
    const { exitCode, json } = await run('sandbox start --detach --json');
    expect({ exitCode, json }).toMatchObject({ exitCode: 0, json: { running: true, pid: 4_242 } });
  });
});

test('the background process is started with the same settings, and prints nothing', async () => {
  const started: unknown[] = [];
  await run('sandbox start --detach --port 8080 --memory --plan launch --rate-limit off', {
    others: { onStart: (words) => void started.push(words.join(' ')) },
  });
  expect(started).toEqual([
    'sandbox start --quiet --json --port 8080 --memory --plan launch --rate-limit off',
  ]);
});

test('sandbox stop with none running is success', async () => {
  const { exitCode, json } = await run('sandbox stop --json');
  expect({ exitCode, json }).toEqual({ exitCode: 0, json: { stopped: false, address: null, pid: null } });
});

describe('while a process serves it', () => {
  test('commands of the sandbox go to that process', async () => {
    const opened: string[] = [];
    const counted = { ...sandbox, close: () => void opened.push('closed') };
    const { exitCode, json } = await crier(`comments get ${POST} --sandbox --json`, {
      sandbox: counted,
      others: { isServed: true },
    });
    expect({ exitCode, json }).toMatchObject({ exitCode: 0, json: { id: POST } });
    expect(opened).toEqual([]);
    const { json: status } = await run('sandbox status --json', { others: { isServed: true } });
    expect(status).toMatchObject({ running: true, address: KEYS_ADDRESS, pid: 4_242 });
  });

  test('status counts the active automations of each profile', async () => {
    const max = PLANS.business.activeAutomations;
    const { json } = await run('sandbox status --json');
    expect(json).toMatchObject({ automations: { max, active: { primary: 2, harbour: 1, wholesale: 0 } } });
    const { stdout } = await run('sandbox status --color never', { isTerminal: true });
    expect(stdout).toContain(`automations  active: 2 primary, 1 harbour; at most ${max} each\n`);
  });

  test('env prints lines for a shell', async () => {
    const { stdout } = await run('sandbox env', { others: { isServed: true } });
    const { apiKey, xPair } = sandbox.credentials;
    expect(stdout.split('\n')).toEqual([
      `export CRIER_BASE_URL='${KEYS_ADDRESS}'`,
      `export CRIER_API_KEY='${apiKey}'`,
      `export CRIER_X_API_KEY='${xPair.key}'`,
      `export CRIER_X_API_SECRET='${xPair.secret}'`,
      '',
    ]);
  });

  test('env --profile has the key of that User Profile too, and for an alias that is none says which was meant', async () => {
    const served = { sandbox, others: { isServed: true } };
    const { json } = await crier('sandbox env --profile harbour --json', served);
    const { profileKey } = sandbox.credentials.profiles.find(({ alias }) => alias === 'harbour') ?? {};
    expect(json).toMatchObject({ CRIER_BASE_URL: KEYS_ADDRESS, CRIER_PROFILE_KEY: profileKey });
    const lines = (await crier('sandbox env -p harbour', served)).stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(5);
    expect(lines.at(-1)).toBe(`export CRIER_PROFILE_KEY='${profileKey}'`);
    const { exitCode, stdout, stderr } = await crier('sandbox env -p harbor', served);
    expect({ exitCode, stdout }).toEqual({ exitCode: 5, stdout: '' });
    expect(stderr).toContain('did you mean "harbour"?');
  });

  test('env without one exits 2 and says how to start one', async () => {
    const { exitCode, stdout, stderr } = await run('sandbox env');
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain('sandbox start --detach');
  });
});

test('a table of accounts that is too narrow keeps what is worth a look', async () => {
  const { stdout } = await crier('sandbox account list --color never', { isTerminal: true, columns: 72 });
  const [head = ''] = stdout.split('\n');
  expect(head.trim().split(/\s+/)).toEqual(['PROFILE', 'NETWORK', 'LINKED', 'TOKEN', 'STANDING']);
});

test.each([
  ['user', / X +Kestrel|^X +Kestrel/m, /^twitter/m],
  ['posts get Sp7kQm2XvLr9TzBd4HnW', /id on X\b/, /twitter(?!\.example)/],
  ['profiles list', /LinkedIn, X\b/, /twitter/],
])(
  '%s calls networks by their names for people, and by their values for programs',
  async (line, name, value) => {
    const { stdout } = await run(`${line} --color never`, { isTerminal: true, columns: 120 });
    expect(stdout).toMatch(name);
    expect(stdout).not.toMatch(value);
    expect((await run(`${line} -o tsv --sandbox`)).stdout).toContain('twitter');
  },
);

describe('sandbox exec', () => {
  test('ends with the exit code of the command, and prints nothing', async () => {
    const others = { run: async () => 130 };
    const { exitCode, stdout, stderr } = await run('sandbox exec -- anything', { others });
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 130, stdout: '', stderr: '' });
  });

  test('gives the command its words as they are, and the keys in its environment', async () => {
    const seen: unknown[] = [];
    await crier(['sandbox', 'exec', '--', 'do', '--json', 'a b', '--', '-x'], {
      sandbox,
      others: {
        run: async (command, env) => {
          seen.push(command, env);
          return 0;
        },
      },
    });
    const { apiKey, xPair } = sandbox.credentials;
    expect(seen).toEqual([
      ['do', '--json', 'a b', '--', '-x'],
      {
        CRIER_CONTEXT: undefined,
        CRIER_PROFILE: undefined,
        CRIER_PROFILE_KEY: undefined,
        CRIER_PROFILE_KEY_FILE: undefined,
        CRIER_API_KEY_FILE: undefined,
        CRIER_X_API_KEY_FILE: undefined,
        CRIER_X_API_SECRET_FILE: undefined,
        CRIER_WEBHOOK_SECRET: undefined,
        CRIER_WEBHOOK_SECRET_FILE: undefined,
        CRIER_STATE_DIR: expect.stringContaining('crier-exec-'),
        CRIER_BASE_URL: KEYS_ADDRESS,
        CRIER_API_KEY: apiKey,
        CRIER_X_API_KEY: xPair.key,
        CRIER_X_API_SECRET: xPair.secret,
      },
    ]);
  });

  test.each([
    ['curl -h --version --api-key x', 'curl -h --version --api-key x'],
    ['-q do -o x -- y', 'do -o x -- y'],
    ['--color never never --help', 'never --help'],
    ['--allow-private localhost:80 do --allow-private x', 'do --allow-private x'],
  ])('%s: from the first word on, all belong to the command', async (words, expected) => {
    let seen: unknown;
    const others = {
      run: async (command: readonly string[]) => {
        seen = command.join(' ');
        return 3;
      },
    };
    const { exitCode } = await run(`sandbox exec ${words}`, { others });
    expect({ exitCode, seen }).toEqual({ exitCode: 3, seen: expected });
  });

  test.each(TAKES_COMMAND)(
    'of %s %s it is known which of its own flags take the word behind them',
    async (...path) => {
      const entry = COMMANDS.find((each) => each.path.join(' ') === path.join(' '));
      const command = await entry?.load();
      const sets = command === undefined ? [] : describeCommand(command).sets;
      const own = sets.filter(({ isOwn }) => isOwn).flatMap(({ flags }) => flags);
      const takers = own.filter(({ kind }) => kind !== 'boolean').map(({ name }) => name);
      expect(takers).toEqual(OWN_VALUE_FLAGS[path.join(' ')]);
    },
  );

  test('--help before a command is its own, and none exits 2', async () => {
    expect((await run('sandbox exec --help')).stdout).toContain('temporary sandbox');
    expect((await run('sandbox exec')).exitCode).toBe(2);
  });
});

describe('sandbox reset', () => {
  const planNow = async () => (await run('sandbox status --json')).json as { plan: string }; // held against its schema

  test.each([
    ['without a terminal', {}, ''],
    ['with --no-input', { isTerminal: true, typed: ['y'] }, '--no-input'],
  ])('asks first: %s it exits 2 and names --yes', async (_how, around, flag) => {
    await run('sandbox plan launch');
    const { exitCode, stderr } = await run(`sandbox reset ${flag}`, { ...around });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--yes');
    expect(await planNow()).toMatchObject({ plan: 'launch' });
  });

  test.each([[''], ['yep'], []])('an answer of %j changes nothing', async (...typed) => {
    await run('sandbox plan launch');
    const { exitCode, screen } = await run('sandbox reset', { isTerminal: true, typed });
    expect(exitCode).toBe(2);
    expect(screen).toContain('Delete all data of the sandbox? [y/N] ');
    expect(await planNow()).toMatchObject({ plan: 'launch' });
  });

  test.each<[string, string, readonly string[]]>([
    ['Yes', 'sandbox reset', ['Yes']],
    ['--yes', 'sandbox reset --yes', []],
  ])('%s begins again, with the same keys', async (_how, line, typed) => {
    await run('sandbox plan launch');
    const { exitCode } = await run(line, { isTerminal: true, typed });
    expect(exitCode).toBe(0);
    expect(await planNow()).toMatchObject({ plan: 'business', apiKey: sandbox.credentials.apiKey });
  });
});

describe('steering', () => {
  test('fault add makes comments fail so, and fault clear ends it', async () => {
    await run('sandbox fault add --code 364 --network twitter --json');
    const read = () => run(`comments get ${POST} --sandbox --json`);
    expect(await read()).toMatchObject({
      exitCode: 3,
      json: { errors: [{ platform: 'twitter', code: 364 }] },
    });
    expect((await run('sandbox fault clear --json')).json).toEqual({ cleared: 1 });
    expect(await run('sandbox fault list --json')).toMatchObject({ json: { faults: [] } });
  });

  test.each([
    ['440', true],
    ['440 --variant size-limit', false],
    ['258', null],
    ['258 --variant subcode-2207085', true],
  ])('a post that fails with %s: retryAvailable %s', { tags: ['ERR-05'] }, async (code, retryAvailable) => {
    await run(`sandbox fault add --code ${code} --network facebook --count 1`);
    const { exitCode, stderr } = await run(
      `posts create --text hello-${code.replaceAll(' ', '')} --platform facebook --sandbox --yes --json`,
    );
    expect(exitCode).not.toBe(0);
    expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({
      error: { code: Number.parseInt(code, 10), retryAvailable },
    });
  });

  test.each([
    ['credits that are gone', '--credits 0', 416],
    ['a rate limit of the app', '--rate-limit 0', 364],
  ])(
    '%s: every profile gets that error, until there are some again',
    { tags: ['COM-18'] },
    async (_rule, flags, code) => {
      const fresh = await openTestSandbox();
      const around = { sandbox: { ...fresh, close: () => {} } };
      await crier(`sandbox x-app ${flags}`, around);
      const read = (post: string, more = '') =>
        crier(`comments get ${post} --sandbox --json ${more}`, around);
      const failing = { exitCode: 3, json: { errors: [{ platform: 'twitter', code }] } };
      expect(await read('Sp7kQm2XvLr9TzBd4HnW')).toMatchObject(failing);
      expect(await read('Wy4cNs8ZpTg2LkRm7VdJ', '--profile wholesale')).toMatchObject(failing);
      const { json } = await crier('sandbox x-app --credits off --rate-limit off --json', around);
      expect(json).toMatchObject({ credits: null, rateMax: null });
      expect((await read('Sp7kQm2XvLr9TzBd4HnW')).exitCode).toBe(0);
      fresh.close();
    },
  );

  test.each([
    ['fault add --code 161 --variant size-limit', '--variant is not a variant of 161: valid are'],
    ['fault add --code 307', '--code is a warning or an empty result'],
    ['fault add --code 499 --network twitter --endpoint getUser', '--network cannot be twitter with getUser'],
    ['account set instagram -p stranger', '--profile must be one of primary, '],
    ['account set facebook --login page', '--login of an account on Facebook must be direct, not page'],
    ['account set facebook --automations off', '--automations is for Instagram only, not for Facebook'],
    ['clock advance 99999999d', '<duration> must not go beyond the year 9999'],
    ['clock set 1969-01-01T00:00:00Z', '<time> must be in the years 1970 to 9999'],
    ['clock set tomorrow', /^<time> must be a time(?!.*must be)/],
    ['clock advance 10', 'unit'],
    ['account set instagram --linked --unlinked', 'cannot be used together'],
    ['account set myspace', 'cannot be "myspace"'],
    ['plan free', 'cannot be "free"'],
    ['x-app', 'nothing to change'],
    ['x-app --rate-limit many', 'whole number, or off'],
    ['fault add --code 999999', '--code'],
  ])('%s exits 2 and says why', async (line, why) => {
    const { exitCode, stdout, error } = await run(`sandbox ${line} --json`);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(error?.['message']).toMatch(why);
  });

  test.each([
    ['advance 10m', /^clock +10 minutes ahead of real time\n/, /^$/],
    ['set 2027-03-02T08:15:00Z', /^clock +frozen\n/, /sandbox clock real" returns it to real time/],
    ['real', /^clock +real time\n/, /^$/],
  ])('clock %s says whether it runs now, and nothing of what did not happen', async (words, shown, said) => {
    const fresh = { ...(await openTestSandbox()), close: () => {} };
    const ran = await crier(`sandbox clock ${words} --color never`, { sandbox: fresh, isTerminal: true });
    expect(ran.stdout).toMatch(shown);
    expect(ran.stdout).not.toMatch(/nothing/);
    expect(ran.stderr.replaceAll(/\s+/g, ' ')).toMatch(said);
  });

  test('--profile none is the primary one', async () => {
    const { json } = await run('sandbox account set instagram --profile none --json');
    expect(json).toMatchObject({ accounts: [{ profile: 'primary' }] });
  });

  test('times are computed from its clock', async () => {
    await run('sandbox clock set 2031-03-02T08:15:00Z');
    const line = `comments get ${POST} -n 3 --sandbox -o table`;
    const { stdout } = await run(line, { columns: 200, isTerminal: true });
    await run('sandbox clock real');
    expect(stdout).toContain('4y ago');
  });

  test('the clock is set, moved and let go', async () => {
    const clock = async (words: string) => (await run(`sandbox clock ${words} --json`)).json;
    expect(await clock('set 2027-03-02T09:15:00+01:00')).toEqual({
      mode: 'set',
      now: '2027-03-02T08:15:00Z',
      aheadMs: null,
    });
    expect(await clock('advance 90m')).toMatchObject({ mode: 'set', now: '2027-03-02T09:45:00Z' });
    expect(await clock('now')).toMatchObject({ mode: 'set', now: '2027-03-02T09:45:00Z' });
    expect(await clock('real')).toEqual({ mode: 'real', now: '2026-09-21T14:13:20Z', aheadMs: 0 });
  });

  test.each([
    [
      'set 2027-03-02T08:15:00Z',
      'is frozen at 2027-03-02T08:15:00Z',
      { write: true, read: false, table: true },
    ],
    ['advance 2h', 'is 2 hours ahead of real time', { write: true, read: false, table: false }],
    ['advance 1m', 'real time', { write: false, read: false, table: false }],
  ])('a clock that was moved by "%s" is named where it surprises', async (words, what, expected) => {
    const fresh = { ...(await openTestSandbox()), close: () => {} };
    const says = async (line: string) =>
      (await crier(`${line} --sandbox`, { sandbox: fresh })).stderr
        .replaceAll(/\s+/g, ' ')
        .split(`the sandbox clock ${what}`).length - 1;
    await crier(`sandbox clock ${words}`, { sandbox: fresh });
    expect({
      write: (await says('api POST /nowhere')) === 1,
      read: (await says('posts list -n 1 --json')) === 1,
      table: (await says('posts list -n 1 --wide -o table')) === 1,
    }).toEqual(expected);
    await crier('sandbox clock real', { sandbox: fresh });
    expect(await says('api POST /nowhere')).toBe(0);
  });

  test.each(['status --sandbox', 'sandbox status', 'sandbox start', 'sandbox start --detach'])(
    '%s says that the clock is frozen, and how to let it run',
    async (line) => {
      const says = async () => {
        const { stdout, stderr } = await run(`${line} -o table`);
        return { line: /^clock .*/m.exec(stdout)?.[0], note: stderr.replaceAll(/\s+/g, ' ') };
      };
      await run('sandbox clock set 2027-03-02T08:15:00Z');
      const { line: shown, note } = await says();
      expect(shown).toMatch(/Tue 2 Mar 2027 08:15 UTC, frozen$/);
      expect(note.split('is frozen at 2027-03-02T08:15:00Z')).toHaveLength(2);
      expect(note).toContain('"crier sandbox clock real" lets it run');
      await run('sandbox clock real');
      expect((await says()).line).toMatch(/Mon 21 Sep 2026 14:13:20 UTC, real time$/);
    },
  );

  test('an account that is set to be unlinked is reported so', async () => {
    const { json } = await run('sandbox account set bluesky --unlinked --json');
    expect(json).toMatchObject({ accounts: [{ platform: 'bluesky', profile: 'primary', linked: false }] });
    const again = await run('sandbox account set bluesky --token expired --json');
    expect(again.json).toMatchObject({ accounts: [{ linked: false, token: 'expired' }] });
    await run('sandbox account set bluesky --linked --token ok');
  });
});

test('doctor does not take a set clock for a wrong one', async () => {
  await run('sandbox clock set 2031-03-02T08:15:00Z');
  const { stdout } = await run('doctor --sandbox');
  await run('sandbox clock real');
  expect(stdout).toContain('the built-in sandbox responds');
  expect(stdout).not.toContain('apart from the service');
});
