import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Around } from '../../../../support/crier.ts';
import { machines, type TestMachine } from '../../../../support/machine.ts';

const newMachine = machines();

const KEY = 'PLANTED-API-KEY-000001';
const ADDRESS = 'https://work.example/api';
const REFUSED = { http: 403, body: { status: 'error', code: 102, message: 'The API key is not valid.' } };

/** A machine on which someone has logged in, with more in the context. */
function loggedIn(more: object = {}): TestMachine {
  const machine = newMachine();
  machine.save({ context: 'default', contexts: { default: { baseUrl: ADDRESS, apiKey: KEY, ...more } } });
  return machine;
}

const login = (machine: TestMachine, more = '', around: Around = { stdin: `${KEY}\n` }) =>
  machine.send(`login --base-url ${ADDRESS} --api-key-file - --json ${more}`, around);

describe('login', () => {
  test('checks the key against the service, then saves it and says where', async () => {
    const machine = newMachine();
    const { json, stderr, requests } = await login(machine);
    expect(requests.map(({ url }) => url.href)).toEqual([`${ADDRESS}/user`]);
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(json).toEqual({
      context: 'default',
      baseUrl: ADDRESS,
      apiKey: '****0001',
      isVerified: true,
      account: 'Kestrel',
      isDefault: true,
      file: machine.file,
    });
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(/saved in .*config\.json, .*\(0600\), not encrypted/);
    expect(machine.saved()).toEqual({
      context: 'default',
      contexts: { default: { baseUrl: ADDRESS, apiKey: KEY } },
    });
    expect((await machine.send('comments get x --json')).requests[0]?.headers.authorization).toBe(
      `Bearer ${KEY}`,
    );
  });

  test('saves nothing when the service refuses the key', async () => {
    const machine = newMachine();
    const line = `login --base-url ${ADDRESS} --api-key-file - --json`;
    const { exitCode, error, stdout } = await machine.send(line, { stdin: KEY }, REFUSED);
    expect({ exitCode, stdout }).toEqual({ exitCode: 4, stdout: '' });
    expect(error).toMatchObject({ code: 102 });
    expect(await machine.run('context list --json')).toMatchObject({
      json: { contexts: [{ name: 'sandbox' }] },
    });
  });

  test('--no-verify sends no request', async () => {
    const { requests, json } = await login(newMachine(), '--no-verify');
    expect(requests).toEqual([]);
    expect(json).toMatchObject({ isVerified: false, account: null });
  });

  test('asks for the key on a terminal, and never shows it', async () => {
    const machine = newMachine();
    const line = `login --base-url ${ADDRESS} -c work`;
    const { exitCode, screen } = await machine.send(line, { isTerminal: true, typed: [KEY] });
    expect(exitCode).toBe(0);
    expect(screen).toContain(`API key for ${ADDRESS}:`);
    expect(screen).not.toContain(KEY);
    expect(machine.saved()).toMatchObject({ contexts: { work: { apiKey: KEY } } });
  });

  test('asks for the address, then for the key, when neither is given', async () => {
    const machine = newMachine();
    const typed = [` ${ADDRESS} `, KEY];
    const { exitCode, screen, requests } = await machine.send('login', { isTerminal: true, typed });
    expect({ exitCode, sent: requests.map(({ url }) => url.href) }).toEqual({
      exitCode: 0,
      sent: [`${ADDRESS}/user`],
    });
    expect(screen.indexOf("service's address")).toBeLessThan(screen.indexOf(`API key for ${ADDRESS}:`));
    expect(screen).toContain("The service's address");
    expect(machine.saved()).toMatchObject({ contexts: { default: { baseUrl: ADDRESS, apiKey: KEY } } });
    const again = await machine.send('login', { isTerminal: true, typed: [KEY] });
    expect(again.screen).not.toContain("The service's address");
  });

  test('an address that is none ends it before the key is asked for', async () => {
    const typed = ['work', 'https://api.example.com/v1', KEY];
    const again = await newMachine().send('login', { isTerminal: true, typed });
    expect(again.exitCode).toBe(0);
    expect(again.screen.match(/The service's address/g)).toHaveLength(2);
    const wrong = { isTerminal: true, typed: ['work', 'work', 'work', KEY] };
    const { exitCode, screen } = await newMachine().send('login', wrong);
    expect(exitCode).toBe(2);
    expect(screen).not.toContain('API key for');
  });

  test.each<[string, string, Around, readonly string[], readonly string[]]>([
    ['both', '', {}, ['--base-url', '--api-key-file'], []],
    ['both, on a terminal', '--no-input', { isTerminal: true }, ['--base-url', '--api-key-file'], []],
    ['the address', '', { env: { CRIER_API_KEY: KEY } }, ['--base-url'], ['--api-key-file']],
  ])('without a terminal, what is missing is named: %s', async (_what, flags, around, words, others) => {
    const { exitCode, stderr } = await newMachine().send(`login ${flags}`, around);
    expect(exitCode).toBe(2);
    for (const word of words) expect(stderr).toContain(word);
    for (const word of others) expect(stderr).not.toContain(word);
  });

  test('a slash at the end is the same address, for login and for config set', async () => {
    const machine = loggedIn();
    const line = `login --base-url ${ADDRESS}/ --api-key-file -`;
    expect((await machine.send(line, { stdin: KEY })).exitCode).toBe(0);
    expect((await machine.run(`config set base-url ${ADDRESS}`)).exitCode).toBe(0);
    expect((await machine.run(`config set base-url ${ADDRESS}/more`)).exitCode).toBe(2);
  });

  test('says how to save the X pair, as status does, until it is there', { tags: ['AUTH-05'] }, async () => {
    const machine = newMachine();
    const recorded = (ran: { stderr: string }) =>
      ran.stderr.match(/config\s+set\s+x-api-(key|secret)/g)?.length ?? 0;
    expect(recorded(await login(machine))).toBe(2);
    expect(recorded(await machine.send('status'))).toBe(2);
    await machine.run('config set x-api-key --file -', { stdin: 'x' });
    expect(recorded(await login(machine))).toBe(1);
    await machine.run('config set x-api-secret --file -', { stdin: 'y' });
    expect(recorded(await login(machine))).toBe(0);
    expect(recorded(await machine.send('status'))).toBe(0);
    expect(recorded(await machine.send('status --sandbox'))).toBe(0);
  });

  test.each<[string, string, Around, number]>([
    ['--no-input does not ask', '--no-input', { isTerminal: true, typed: [KEY] }, 4],
    ['without a terminal nothing is asked', '', {}, 4],
    ['a key on the command line is refused', `--api-key ${KEY}`, {}, 2],
    ['an empty key', '--api-key-file -', { stdin: '\n' }, 4],
    ['a key of two lines', '--api-key-file -', { stdin: 'a\nb' }, 4],
    ['an unchecked key of two lines', '--api-key-file - --no-verify', { stdin: 'a\nb' }, 4],
    ['http to another machine', '--base-url http://work.example --api-key-file -', { stdin: KEY }, 2],
  ])('%s', { tags: ['C4'] }, async (_what, flags, around, exit) => {
    const machine = newMachine();
    const { exitCode, requests, stdout } = await machine.send(`login --base-url ${ADDRESS} ${flags}`, around);
    expect({ exitCode, requests, stdout }).toEqual({ exitCode: exit, requests: [], stdout: '' });
  });

  test('a context with keys keeps its address', { tags: ['C3'] }, async () => {
    const machine = loggedIn();
    const { exitCode, requests, stderr } = await machine.send(
      'login --base-url https://evil.example --api-key-file -',
      { stdin: 'OTHER-KEY-0000000000001' },
    );
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
    expect(stderr).toContain('crier logout');
    expect((await machine.run('config set base-url https://evil.example')).exitCode).toBe(2);
    expect((await machine.run('config unset base-url')).exitCode).toBe(2);
    await machine.run('logout');
    expect((await machine.run('config set base-url https://new.example')).exitCode).toBe(0);
  });

  test('a second one, under another name, leaves the first in use and reports it', async () => {
    const machine = loggedIn();
    const { json, stderr } = await login(machine, '-c other');
    expect(json).toMatchObject({ context: 'other', isDefault: false });
    expect(stderr).toContain('crier context use other');
  });
});

describe('logout', () => {
  test('forgets every key of the context, and keeps its address and the others', async () => {
    const machine = newMachine();
    const other = { baseUrl: 'https://other.example', apiKey: 'k' };
    const profiles = { acme: { profileKey: 'p' } };
    const work = {
      baseUrl: ADDRESS,
      apiKey: KEY,
      xApiKey: 'x',
      xApiSecret: 'y',
      webhookSecret: 'w',
      profile: 'acme',
      profiles,
    };
    machine.save({ context: 'work', contexts: { work: { ...work, plan: 'launch' }, other } });
    const { json } = await machine.run('logout --json');
    expect(json).toMatchObject({
      context: 'work',
      removed: ['api-key', 'x-api-key', 'x-api-secret', 'webhook-secret', 'profile acme'],
    });
    expect(machine.saved()).toEqual({
      context: 'work',
      contexts: { work: { baseUrl: ADDRESS, plan: 'launch' }, other },
    });
  });
});

test.each([
  ['work', true],
  ['other', false],
])('logout of %s: the context in use stays so, and the way back is shown: %s', async (name, isRecorded) => {
  const machine = newMachine();
  const contexts = { work: { baseUrl: ADDRESS, apiKey: KEY }, other: { baseUrl: ADDRESS, apiKey: KEY } };
  machine.save({ context: 'work', contexts });
  const { stderr } = await machine.run(`logout -c ${name}`);
  expect(stderr.replaceAll(/\s+/g, ' ').includes('"crier context use sandbox"')).toBe(isRecorded);
});

describe('contexts', () => {
  function two(): TestMachine {
    const machine = newMachine();
    const other = { baseUrl: 'https://other.example', dialect: 'alt' };
    machine.save({ context: 'work', contexts: { work: { baseUrl: ADDRESS, apiKey: KEY }, other } });
    return machine;
  }
  const names = async (machine: TestMachine) =>
    (
      (await machine.run('context list --json')).json as { contexts: { name: string; isDefault: boolean }[] }
    ).contexts.map(({ name, isDefault }) => (isDefault ? `*${name}` : name));

  test('the first one is used, and others are added beside it', async () => {
    const machine = newMachine();
    await machine.run(`context add work --base-url ${ADDRESS} --api-key-file - --plan launch`, {
      stdin: KEY,
    });
    await machine.run('context add other --base-url https://other.example --dialect alt');
    expect(await names(machine)).toEqual(['sandbox', '*work', 'other']);
    expect((await machine.run('context show work --json')).json).toMatchObject({
      baseUrl: ADDRESS,
      apiKey: '****0001',
      plan: 'launch',
    });
    expect((await machine.run('context add work --base-url https://x.example')).exitCode).toBe(2);
  });

  test('use, rename and remove', async () => {
    const machine = two();
    await machine.run('context use other');
    expect(await names(machine)).toEqual(['sandbox', 'work', '*other']);
    await machine.run('context rename other office');
    expect(await names(machine)).toEqual(['sandbox', 'work', '*office']);
    expect((await machine.run('context remove office --yes')).stderr).toContain('no context is in use now');
    expect(await names(machine)).toEqual(['sandbox', 'work']);
    expect(machine.saved()).not.toHaveProperty('context');
  });

  test('after the one in use is removed, nothing answers until one is chosen', async () => {
    const machine = two();
    await machine.run('context remove work --yes');
    for (const line of [
      'comments get x',
      'status',
      'context show',
      'config list',
      'config set plan launch',
    ]) {
      const { exitCode, stdout, stderr } = await machine.run(line);
      expect({ line, exitCode, stdout }).toEqual({ line, exitCode: 4, stdout: '' });
      expect(stderr).toContain('crier context use <name>');
      expect(stderr.replaceAll(/\s+/g, ' ')).toContain('sandbox or other');
    }
    const lone = await machine.run('comments get x', { env: { CRIER_API_KEY: 'x' } });
    expect(lone.stderr).not.toContain('sandbox answers');
    expect((await machine.run('comments get x --sandbox')).exitCode).not.toBe(4);
    const { json } = await machine.run('config explain context --json');
    expect(json).toEqual({ key: 'context', candidates: [] });
    await machine.run('context use sandbox');
    expect(await names(machine)).toEqual(['*sandbox', 'other']);
  });

  test('when the last one is removed, the built-in sandbox is used again', async () => {
    const machine = two();
    await machine.run('context remove other --yes');
    expect((await machine.run('context remove work --yes')).stderr).toContain(
      'commands now use the built-in sandbox',
    );
    expect(await names(machine)).toEqual(['*sandbox']);
    expect((await machine.run('status', { isTerminal: true })).exitCode).toBe(0);
  });

  test.each([
    [{}, 'confirmation to delete the context "c":'],
    [{ apiKey: 'k' }, 'delete the context "c" and its key:'],
    [{ apiKey: 'k', webhookSecret: 'w' }, 'delete the context "c" and its 2 keys:'],
  ])('a context with %j: to %s', async (keys, expected) => {
    const machine = newMachine();
    machine.save({ contexts: { c: { baseUrl: ADDRESS, ...keys } } });
    const { stderr } = await machine.run('context remove c');
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(expected);
  });

  test.each(['context add', 'login --no-verify --api-key-file - -c'])(
    '%s: a name that is too long is refused with its length',
    async (words) => {
      const line = `${words} ${'n'.repeat(70)} --base-url ${ADDRESS}`;
      const { exitCode, stderr } = await newMachine().run(line, { stdin: KEY });
      expect(exitCode).toBe(2);
      expect(stderr.replaceAll(/\s+/g, ' ')).toContain('has 70 characters; at most 64 are allowed');
    },
  );

  test('removing prompts first, and without a terminal changes nothing', async () => {
    const machine = two();
    expect(await machine.run('context remove work')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--yes'),
    });
    expect((await machine.run('context remove work', { isTerminal: true, typed: ['n'] })).exitCode).toBe(2);
    expect(await names(machine)).toContain('*work');
    expect((await machine.run('context remove work', { isTerminal: true, typed: ['y'] })).exitCode).toBe(0);
    expect(await names(machine)).not.toContain('*work');
  });

  test.each([
    ['context use nope', 5],
    ['context show nope', 5],
    ['context remove nope --yes', 5],
    ['context rename nope x', 5],
    ['context rename work other', 2],
    ['context rename work sandbox', 2],
    ['context remove sandbox --yes', 2],
    ['context add a/b --base-url https://x.example', 2],
    ['context add x --base-url http://x.example', 2],
    ['context add __proto__ --base-url https://x.example', 2],
    ['context show __proto__', 5],
    ['context show constructor', 5],
  ])('%s exits %i', async (line, exit) => {
    const machine = two();
    const before = machine.saved();
    expect((await machine.run(line)).exitCode).toBe(exit);
    expect(machine.saved()).toEqual(before);
  });
});

describe('profiles', () => {
  const PROFILE = 'PLANTED-PROFILE-KEY-02';
  const REFERENCE = '5f0c8b1e9a7d4c2386e1f09b3ad57c64d2e8a901';
  const withAcme = () => loggedIn({ profiles: { acme: { profileKey: PROFILE, refId: REFERENCE } } });

  test('save checks the key beside the API key, and keeps it with its reference', async () => {
    const machine = loggedIn();
    const { json, requests } = await machine.send('profiles save acme --profile-key-file - --json', {
      stdin: PROFILE,
    });
    expect(requests[0]?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, 'profile-key': PROFILE });
    expect(json).toEqual({ context: 'default', alias: 'acme', title: 'Kestrel', profiles: ['acme'] });
    expect(machine.saved()).toMatchObject({
      contexts: {
        default: { profiles: { acme: { profileKey: PROFILE, refId: expect.stringMatching(/^5f0c/) } } },
      },
    });
  });

  test('use chooses it for every command, none ends that, forget takes its key away', {
    tags: ['AUTH-02'],
  }, async () => {
    const machine = withAcme();
    const sent = async () =>
      (await machine.send('comments get x --json')).requests[0]?.headers['profile-key'];
    expect(await sent()).toBeUndefined();
    await machine.run('profiles use acme');
    expect(await sent()).toBe(PROFILE);
    await machine.run('profiles use none');
    expect(await sent()).toBeUndefined();
    await machine.run('profiles use acme');
    await machine.run('profiles forget acme');
    expect(await sent()).toBeUndefined();
    expect(JSON.stringify(machine.saved())).not.toContain(PROFILE);
  });

  test('forgetting the profile in use reports for which profile commands act from then on', async () => {
    const machine = withAcme();
    const recorded = 'it was the default profile: commands now use the Primary Profile';
    await machine.run('profiles use acme');
    expect((await machine.run('profiles forget acme')).stderr).toContain(recorded);
    const other = withAcme();
    expect((await other.run('profiles forget acme')).stderr).not.toContain(recorded);
  });

  test('list shows the alias beside the profile of the service', async () => {
    const machine = withAcme();
    const body = {
      status: 'success',
      profiles: [
        { title: 'Acme', refId: REFERENCE },
        { title: 'Other', refId: 'f'.repeat(40) },
      ],
    };
    const { json } = await machine.send('profiles list --json -p acme', {}, { http: 200, body });
    expect(json).toMatchObject({
      profiles: [
        { title: 'Acme', alias: 'acme', isUsed: true },
        { title: 'Other', alias: null, isUsed: false },
      ],
    });
  });

  test('on the sandbox, its own profiles are there to be used', async () => {
    const machine = newMachine();
    const { json } = await machine.run('profiles list --json --sandbox');
    const aliases = (json as { profiles: { alias: string | null }[] }).profiles.map(({ alias }) => alias);
    expect(aliases.length).toBeGreaterThan(1);
    expect(aliases).not.toContain(null);
    expect((await machine.run(`profiles use ${aliases[0]}`)).exitCode).toBe(0);
    expect((await machine.run('status --json --sandbox')).json).toMatchObject({ profile: aliases[0] });
  });

  test.each([
    ['profiles use nope', 5],
    ['profiles forget nope', 5],
    ['profiles save none --profile-key-file -', 2],
    ['profiles save x', 4],
    ['profiles save x --sandbox', 2],
  ])('%s exits %i', async (line, exit) => {
    expect((await withAcme().run(line, { stdin: 'k'.repeat(20) })).exitCode).toBe(exit);
  });
});

describe('config', () => {
  test('what is set is got, listed and unset', async () => {
    const machine = loggedIn();
    await machine.run('config set plan business');
    await machine.run('config set x-api-key --file -', { stdin: 'PLANTED-X-KEY-00000003\n' });
    expect((await machine.run('config get plan --json')).json).toMatchObject({
      key: 'plan',
      value: 'business',
    });
    expect((await machine.run('config get x-api-key --json')).json).toMatchObject({ value: '****0003' });
    await machine.run('config unset plan');
    expect((await machine.run('config get plan --json')).json).toMatchObject({ value: null });
    const { json } = await machine.run('config list --json');
    expect((json as { settings: { key: string }[] }).settings.map(({ key }) => key)).toContain(
      'webhook-secret',
    );
  });

  test.each([
    ['a secret on the command line', 'config set api-key PLANTED-KEY', 'every user'],
    ['a plan that is none', 'config set plan gold', 'plan cannot be "gold"'],
    ['a dialect of another name', 'config set comment-routes gold', 'comment-routes cannot be "gold"'],
    ['a name of a document', 'config get xApiKey', 'did you mean "x-api-key"'],
    ['another one', 'config explain webhookSecret', 'did you mean "webhook-secret"'],
    ['a dialect that is none', 'config set dialect welsh', 'spec'],
    ['an address that is none', 'config set base-url work', 'is not a URL'],
    ['a setting that is none', 'config set plam launch', 'did you mean "plan"'],
    ['a value that is missing', 'config set plan', 'requires a value'],
    ['a profile that is not saved', 'config set profile a/b', 'not a valid alias'],
  ])('%s is refused', { tags: ['C4'] }, async (_what, line, expected) => {
    const machine = loggedIn();
    const { exitCode, stderr } = await machine.run(line);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(expected);
  });

  test.each(['default', 'sandbox'])('an alias that %s does not have is refused', async (name) => {
    const machine = loggedIn();
    const before = machine.saved();
    const { exitCode, stderr } = await machine.run(`config set profile nope -c ${name}`);
    expect(exitCode).toBe(5);
    expect(stderr).toContain(`the context "${name}" has no profile "nope"`);
    expect(machine.saved()).toEqual(before);
    expect((await machine.run(`config set profile none -c ${name}`)).exitCode).toBe(0);
  });

  test('what did not exist is reported', async () => {
    const machine = newMachine();
    const said = async (line: string) => (await machine.run(line)).stderr;
    expect(await said('config reset --yes')).toContain('no settings were saved');
    expect(await said('config reset --yes')).toBe('');
    await login(machine);
    expect(await said('config unset plan')).toContain('plan is not set');
    await machine.run('config set plan launch');
    expect(await said('config unset plan')).toBe('');
    expect(await said('profiles use none')).toBe('');
    expect(await said('profiles use none')).toContain('already acts for the Primary Profile');
    expect(await said('config explain x-api-key')).toContain('x-api-key is not set and has no default');
    expect(await said('config explain plan')).toContain('plan is not set and has no default');
    expect(await said('config explain base-url')).toBe('');
  });

  test('reset --all removes what crier made in its three folders, says which, and leaves other files', async () => {
    const machine = loggedIn();
    const base = dirname(machine.folder);
    const env = { CRIER_STATE_DIR: join(base, 'state'), XDG_CACHE_HOME: join(base, 'cache') };
    for (const folder of ['state/sandbox', 'state/watch', 'state/receiver', 'cache/crier/compiled'])
      mkdirSync(join(base, folder), { recursive: true });
    writeFileSync(join(base, 'state/sandbox/sandbox.db'), 'data');
    writeFileSync(join(base, 'state/done.json'), '{}');
    writeFileSync(join(base, 'state/own.txt'), 'of the user');
    expect((await machine.run('config reset --all', { env })).exitCode).toBe(2);
    expect(readdirSync(join(base, 'state'))).toHaveLength(5);
    const { exitCode, stdout } = await machine.run('config reset --all --yes --json', { env });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      file: machine.file,
      removed: [
        { folder: machine.folder, contents: 'settings and keys' },
        {
          folder: join(base, 'state'),
          contents: 'data of the sandbox, received deliveries, positions of watches',
        },
        { folder: join(base, 'cache', 'crier'), contents: 'compiled code' },
      ],
    });
    expect(readdirSync(base).toSorted()).toEqual(['cache', 'state']);
    expect(readdirSync(join(base, 'cache'))).toEqual([]);
    expect(readdirSync(join(base, 'state'))).toEqual(['own.txt']);
    expect((await machine.run('config reset --all --yes --json', { env })).stdout).toContain('"removed": []');
  });

  test('reset asks, and then there is nothing', async () => {
    const machine = loggedIn();
    expect((await machine.run('config reset')).exitCode).toBe(2);
    expect((await machine.run('config reset', { isTerminal: true, typed: ['y'] })).exitCode).toBe(0);
    expect(machine.saved()).toEqual({ contexts: {} });
  });

  const explained = async (machine: TestMachine, line: string, env: Around['env'] = {}) => {
    const { json } = await machine.run(`config explain ${line} --json`, { env });
    const { candidates } = json as { candidates: { source: string; value: string; wins: boolean }[] };
    return candidates.map(({ source, value, wins }) => `${wins ? '*' : ''}${source} ${value}`);
  };

  test('explain shows the winner and every loser', async () => {
    const machine = loggedIn();
    const given = { CRIER_BASE_URL: 'https://given.example', CRIER_API_KEY: 'GIVEN-API-KEY-00000007' };
    expect(await explained(machine, 'base-url')).toEqual([`*saved ${ADDRESS}`]);
    expect(await explained(machine, 'base-url', given)).toEqual([
      '*environment https://given.example',
      `saved ${ADDRESS}`,
    ]);
    expect(await explained(machine, 'base-url -c default', given)).toEqual([
      'environment https://given.example',
      `*saved ${ADDRESS}`,
    ]);
    expect(await explained(machine, 'api-key', given)).toEqual(['*environment ****0007', 'saved ****0001']);
    expect(await explained(machine, 'context -c default', { CRIER_CONTEXT: 'work' })).toEqual([
      '*flag default',
      'environment work',
      'saved default',
      'default sandbox',
    ]);
    expect(await explained(machine, 'timeout --timeout 5s', { CRIER_TIMEOUT: '7s' })).toEqual([
      '*flag 5s',
      'environment 7s',
      'default 30s',
    ]);
    expect(await explained(machine, 'profile')).toEqual(['*default none']);
    expect(await explained(machine, 'webhook-secret')).toEqual([]);
    expect((await machine.run('config explain nothing')).exitCode).toBe(2);
  });

  test('path says where things are', async () => {
    const machine = newMachine();
    const { json } = await machine.run('config path --json', {
      env: { CRIER_STATE_DIR: '/somewhere', XDG_CACHE_HOME: '/else' },
    });
    expect(json).toEqual({ file: machine.file, stateFolder: '/somewhere', cacheFolder: '/else/crier' });
    expect((await machine.run('config path', { env: { CRIER_CONFIG_DIR: 'here' } })).exitCode).toBe(2);
  });
});

describe('status', () => {
  test('says which service, as whom, chosen by what', async () => {
    const machine = loggedIn();
    expect((await machine.send('status --json')).json).toEqual({
      context: 'default',
      chosenBy: 'crier context use',
      baseUrl: ADDRESS,
      apiKey: '****0001',
      keysFrom: 'file',
      isAccepted: true,
      account: 'Kestrel',
      profile: null,
      hasXPair: false,
      plan: null,
      clock: null,
      writes: 'on',
      writesFrom: 'built in',
      file: machine.file,
    });
  });

  test('a key that is refused is shown as such, and exits 4', async () => {
    const machine = loggedIn();
    const { exitCode, json } = await machine.send('status --json', {}, REFUSED);
    expect(exitCode).toBe(4);
    expect(json).toMatchObject({ isAccepted: false, account: null, apiKey: '****0001' });
  });

  test('with nothing configured, a sentence reports it', async () => {
    const { stdout } = await newMachine().run('status', { isTerminal: true });
    expect(stdout).toContain('default: nothing is configured');
    expect(stdout).not.toContain('built in');
  });

  test('with nothing configured it is the sandbox', async () => {
    expect((await newMachine().run('status --json', { isTerminal: true })).json).toMatchObject({
      context: 'sandbox',
      plan: 'business',
      isAccepted: true,
    });
  });
});

describe('doctor', () => {
  type Findings = { findings: { check: string; status: string; advice: string | null }[] };
  const bad = (json: unknown) =>
    (json as Findings).findings
      .filter(({ status }) => status !== 'ok')
      .map(({ check, status }) => `${status} ${check}`);

  test('all is well', async () => {
    const machine = loggedIn();
    const { exitCode, json } = await machine.send('doctor --json');
    expect(bad(json)).toEqual([]);
    expect(exitCode).toBe(0);
    expect((json as Findings).findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining([
        'node',
        'settings',
        'mode',
        'state folder',
        'service',
        'address',
        'key',
        'clock',
      ]),
    );
  });

  test('finds loose rights, half an X pair and a refused key, each with what to do, and exits 11', async () => {
    const machine = newMachine();
    machine.save({
      context: 'work',
      contexts: { work: { baseUrl: ADDRESS, apiKey: KEY }, half: { xApiKey: 'x' } },
    });
    chmodSync(machine.file, 0o644);
    const { exitCode, json, error } = await machine.send('doctor --json', {}, REFUSED);
    expect({ exitCode, bad: bad(json) }).toEqual({
      exitCode: 11,
      bad: ['warn mode', 'fail X pair', 'fail key'],
    });
    expect(error).toMatchObject({ kind: 'differs', exitCode: 11 });
    const { findings } = json as Findings;
    expect(findings.filter(({ status, advice }) => status !== 'ok' && !advice)).toEqual([]);
  });

  test('three faults at once are all found: rights, half an X pair, an address where no server answers', async () => {
    const machine = newMachine();
    machine.save({ context: 'work', contexts: { work: { baseUrl: ADDRESS, apiKey: KEY, xApiKey: 'x' } } });
    chmodSync(machine.file, 0o644);
    const network = () => Promise.reject(Object.assign(new Error('nobody'), { code: 'ECONNREFUSED' }));
    const { exitCode, json } = await machine.run('doctor --json --retries 0', { network });
    expect({ exitCode, bad: bad(json) }).toEqual({
      exitCode: 11,
      bad: ['warn mode', 'fail X pair', 'fail address'],
    });
  });

  test.each<[string, object, Around['env'], string]>([
    ['no key', { work: { baseUrl: ADDRESS } }, {}, 'fail service'],
    ['half an X pair of the environment', {}, { CRIER_X_API_KEY: 'x' }, 'fail X pair'],
    ['no network', { work: { baseUrl: ADDRESS, apiKey: KEY } }, { CRIER_RETRIES: '0' }, 'fail address'],
    ['a state folder that is none', {}, { CRIER_STATE_DIR: 'here' }, 'fail state folder'],
  ])('%s', async (_what, contexts, env, expected) => {
    const machine = newMachine();
    machine.save({ ...('work' in contexts && { context: 'work' }), contexts });
    const network = () => Promise.reject(Object.assign(new Error('nobody'), { code: 'ECONNREFUSED' }));
    const { exitCode, json } = await machine.run('doctor --json', { env: env ?? {}, network });
    expect(exitCode).toBe(11);
    expect(bad(json)).toContain(expected);
  });

  test.each([
    [20_000, 0, []],
    [120_000, 0, ['warn clock']],
    [600_000, 11, ['fail clock']],
  ])('a clock that is %i ms apart exits %i', async (apartMs, exit, expected) => {
    const machine = loggedIn();
    const date = new Date(1_790_000_000_000 + apartMs).toUTCString();
    const { exitCode, json } = await machine.run('doctor --json', {
      network: async () => ({
        status: 200,
        headers: { 'content-type': 'application/json', date },
        body: welcome(),
      }),
    });
    expect({ exitCode, bad: bad(json) }).toEqual({ exitCode: exit, bad: expected });
  });
});

async function* welcome(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('{"status":"success","title":"Kestrel"}');
}
