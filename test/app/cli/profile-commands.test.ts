import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { forgetDeletedProfile } from '../../../src/cli/features/profiles/saved-profiles.ts';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { type Around, crier, openTestSandbox } from '../../support/crier.ts';
import { fakeContext } from '../../support/fake-context.ts';
import { machines, type TestMachine } from '../../support/machine.ts';
import { networkError, scripted } from '../../support/network/client.ts';

const newMachine = machines();
const folder = mkdtempSync(join(tmpdir(), 'crier-profiles-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const API_KEY = 'PLANTED-API-KEY-000001';
const NEW_KEY = 'NEW-PROFILE-KEY-7c1d0a';
const REF_ID = 'ab'.repeat(20);
const MADE = {
  status: 'success',
  title: 'Shop North',
  refId: REF_ID,
  profileKey: NEW_KEY,
  messagingActive: false,
};
const CONTEXT = { baseUrl: 'https://work.example/api', apiKey: API_KEY };

function atWork(profiles: Readonly<Record<string, object>> = {}, more: object = {}): TestMachine {
  const machine = newMachine();
  machine.save({ context: 'work', contexts: { work: { ...CONTEXT, profiles, ...more } } });
  return machine;
}
const bodyOf = ({ body }: { readonly body?: unknown }) => JSON.parse(String(body));
const plain = (text: string) => text.replaceAll(/\s+/g, ' ');

describe('profiles create', () => {
  test('prints the key this once, and saves it in the context in use', async () => {
    const machine = atWork();
    const ran = await machine.send(
      ['profiles', 'create', 'Shop North', '--json'],
      {},
      { http: 200, body: MADE },
    );
    expect(ran.exitCode).toBe(0);
    expect(ran.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST https://work.example/api/profiles',
    ]);
    expect(bodyOf(ran.requests[0] ?? {})).toEqual({ title: 'Shop North' });
    expect(ran.json).toEqual({ ...MADE, context: 'work', alias: 'shop-north' });
    expect(ran.stdout.split(NEW_KEY)).toHaveLength(2);
    expect(ran.stderr).not.toContain(NEW_KEY);
    expect(plain(ran.stderr)).toContain('the profile key is shown only once');
    expect(plain(ran.stderr)).toContain('use the profile with --profile shop-north');
    expect(machine.saved()).toMatchObject({
      contexts: { work: { profiles: { 'shop-north': { profileKey: NEW_KEY, refId: REF_ID } } } },
    });
    expect(statSync(machine.file).mode & 0o777).toBe(0o600);
    const after = await machine.send('user --json -p shop-north');
    expect(after.requests[0]?.headers['profile-key']).toBe(NEW_KEY);
    expect((await machine.run('context show work')).stdout).not.toContain(NEW_KEY);
  });

  test.each([
    ['--verbose', ['--verbose']],
    ['a trace file', ['--trace-file', join(folder, 'trace')]],
    ['both', ['-v', '--trace-file', join(folder, 'both')]],
  ])('the new key is masked in what %s writes', { tags: ['T16', 'C8'] }, async (_what, flags) => {
    const line = ['profiles', 'create', 'Shop North', ...flags];
    const ran = await atWork().send(line, {}, { http: 200, body: MADE });
    expect(ran.stdout).toContain(NEW_KEY);
    expect(ran.stderr).not.toContain(NEW_KEY);
    const file = flags.at(-1) ?? '';
    const written = file.startsWith(folder) ? readFileSync(file, 'utf8') : ran.stderr;
    expect(written).not.toContain(NEW_KEY);
    expect(written).toContain('****');
  });

  test('an alias can be chosen, and a taken one made from the title gets a number', async () => {
    const machine = atWork({ 'shop-north': { profileKey: 'OTHER-PROFILE-KEY-01' } });
    const answer = { http: 200, body: MADE };
    const second = await machine.send(['profiles', 'create', 'Shop North', '--json'], {}, answer);
    expect(second.json).toMatchObject({ alias: 'shop-north-2' });
    const third = await machine.send(
      ['profiles', 'create', 'Shop North', '--alias', 'Nord', '--json'],
      {},
      answer,
    );
    expect(third.json).toMatchObject({ alias: 'Nord', context: 'work' });
    expect(machine.saved()).toMatchObject({
      contexts: { work: { profiles: { 'shop-north': { profileKey: 'OTHER-PROFILE-KEY-01' } } } },
    });
  });

  test.each([
    ['an alias that is taken', '--alias acme', 'already has a profile "acme"'],
    ['the name of the Primary Profile', '--alias none', 'Primary Profile'],
    ['a name that cannot be one', '--alias a/b', 'letters'],
    ['both', '--alias b --no-save', 'cannot be used together'],
    ['a key that would not be visible', '--no-save --fields title', 'is not saved and printed only once'],
    ['one that a jq program may leave out', '--no-save --jq .title', '--jq could drop it'],
    ['an alias in the sandbox', '--alias b --sandbox', 'cannot be chosen'],
  ])('%s: nothing is sent, exit 2', async (_what, flags, words) => {
    const machine = atWork({ acme: { profileKey: 'OTHER-PROFILE-KEY-01' } });
    const { exitCode, stderr, requests } = await machine.send(`profiles create Shop ${flags}`);
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
    expect(plain(stderr)).toContain(words);
  });

  test('--no-save prints the key and saves nothing', async () => {
    const machine = atWork();
    const before = machine.saved();
    const ran = await machine.send('profiles create Shop --no-save --json', {}, { http: 200, body: MADE });
    expect(ran.json).toMatchObject({ profileKey: NEW_KEY, alias: null, context: null });
    expect(plain(ran.stderr)).toContain('it was not saved');
    expect(machine.saved()).toEqual(before);
  });

  test('an address that was given has no context to save it in: the key is printed, and that is reported', async () => {
    const env = { CRIER_BASE_URL: 'https://api.example', CRIER_API_KEY: API_KEY };
    const ran = await newMachine().send('profiles create Shop --json', { env }, { http: 200, body: MADE });
    expect([ran.exitCode, ran.json]).toEqual([0, { ...MADE, alias: null, context: null }]);
    expect(plain(ran.stderr)).toContain('it was not saved');
    for (const flags of ['--alias b', '--fields title', '--jq .title']) {
      const refused = await newMachine().send(`profiles create Shop ${flags}`, { env });
      expect([flags, refused.exitCode, refused.requests]).toEqual([flags, 2, []]);
    }
  });

  test.each(['--json', '--json --fields title', '--jq .title'])(
    'a context that is gone when the answer comes: the key is printed all the same, exit 3: %s',
    async (flags) => {
      const machine = atWork();
      const network = scripted({ body: MADE });
      const taking = async (request: Parameters<typeof network>[0]) => {
        machine.save({ contexts: {} });
        return network(request);
      };
      const ran = await machine.run(`profiles create Shop ${flags}`, { network: taking });
      expect([ran.exitCode, JSON.parse(ran.stdout)]).toEqual([3, { ...MADE, alias: null, context: null }]);
      expect(plain(ran.stderr)).toContain('save it later: "crier profiles save');
      expect(ran.stderr).not.toContain(NEW_KEY);
    },
  );

  test('an answer without a key is a partial success', async () => {
    const { profileKey: _none, ...body } = MADE;
    const ran = await atWork().send('profiles create Shop --json', {}, { http: 200, body });
    expect([ran.exitCode, ran.json]).toEqual([3, { ...body, alias: null, context: null }]);
  });

  test.each([
    ['a title that is taken', 400, 146, 9],
    ['a plan without User Profiles', 403, 1403, 6],
  ])('%s: exit by its code, and stdout is empty', async (_what, http, code, exit) => {
    const body = { status: 'error', action: 'profiles', code, message: 'No.' };
    const { exitCode, stdout } = await atWork().send('profiles create Shop', {}, { http, body });
    expect([exitCode, stdout]).toEqual([exit, '']);
  });

  test('an answer that was lost is not asked for again', async () => {
    const network = scripted(networkError('ECONNRESET'));
    const { exitCode } = await atWork().run('profiles create Shop', { network });
    expect([exitCode, network.asked.length]).toEqual([10, 1]);
  });
});

describe('profiles update', () => {
  const known = { north: { profileKey: NEW_KEY, refId: REF_ID } };
  const answer = { http: 200, body: { status: 'success', refId: REF_ID } };

  test.each([
    ['--title North', { title: 'North' }],
    ['--messaging off --show-title off', { messagingActive: false, hideTitle: true }],
    [
      '--disable facebook,tiktok --tag a --tag b',
      { disableSocial: ['facebook', 'tiktok'], tags: ['a', 'b'] },
    ],
    ['--enable-all --header=', { disableSocial: [], topHeader: '' }],
  ])('%s changes that, and nothing else', async (flags, changes) => {
    const { exitCode, requests } = await atWork(known).send(`profiles update north ${flags}`, {}, answer);
    expect(exitCode).toBe(0);
    expect(requests.map((each) => [each.method, bodyOf(each)])).toEqual([
      ['PATCH', { profileKey: NEW_KEY, ...changes }],
    ]);
  });

  test.each([
    ['north', 2, 'nothing to change'],
    ['none --title a', 2, 'the Primary Profile, which cannot be changed'],
    ['noth --title a', 5, 'did you mean "north"?'],
    ['north --disable nix', 2, '--disable cannot be'],
  ])('%s is refused before anything is sent', async (words, exitCode, message) => {
    const ran = await atWork(known).send(`profiles update ${words}`, {}, answer);
    expect([ran.exitCode, ran.requests]).toEqual([exitCode, []]);
    expect(plain(ran.stderr)).toContain(message);
  });
});

test('profiles list on a narrow terminal has every alias whole', async () => {
  const alias = 'shop-north-by-the-harbour';
  const machine = atWork({ [alias]: { profileKey: NEW_KEY, refId: REF_ID } });
  const entry = {
    title: 'Shop North by the Harbour',
    refId: REF_ID,
    created: '2026-09-20T10:00:00Z',
    activeSocialAccounts: ['instagram', 'facebook', 'linkedin'],
  };
  const ran = await machine.send(
    'profiles list --color never',
    { isTerminal: true, columns: 40 },
    { http: 200, body: { profiles: [entry] } },
  );
  expect(ran.stdout).toContain(alias);
  for (const line of ran.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(40);
});

describe('profiles delete', () => {
  const ACME = { profileKey: 'ACME-PROFILE-KEY-0001', refId: REF_ID };
  const GONE = { http: 200, body: { status: 'success', refId: REF_ID } };

  test.each(['acme', REF_ID, REF_ID.toUpperCase()])(
    '%s: its key goes in the body, and its alias is forgotten',
    async (which) => {
      const machine = atWork(
        { acme: ACME, other: { profileKey: 'OTHER-PROFILE-KEY-01' } },
        { profile: 'acme' },
      );
      const ran = await machine.send(`profiles delete ${which} --yes --json`, {}, GONE);
      expect(ran.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
        'DELETE https://work.example/api/profiles',
      ]);
      expect(bodyOf(ran.requests[0] ?? {})).toEqual({ profileKey: ACME.profileKey });
      expect(ran.json).toEqual({
        status: 'success',
        refId: REF_ID,
        context: 'work',
        alias: 'acme',
        title: null,
      });
      expect(ran.screen).not.toContain(ACME.profileKey);
      expect(plain(ran.stderr)).toContain('commands now use the Primary Profile');
      const { contexts } = machine.saved() as { contexts: { work: object } };
      expect(contexts.work).toEqual({
        ...CONTEXT,
        profiles: { other: { profileKey: 'OTHER-PROFILE-KEY-01' } },
      });
    },
  );

  test.each([REF_ID, REF_ID.toUpperCase()])(
    'one whose key is not saved is looked up by its refId, and named by its title: %s',
    async (which) => {
      const network = scripted(
        { body: { profiles: [{ title: 'Acme Ltd', refId: REF_ID }] } },
        { body: GONE.body },
      );
      const ran = await atWork().run(`profiles delete ${which} --yes --json`, { network });
      expect(network.asked.map(({ method, url }) => `${method} ${url.pathname}${url.search}`)).toEqual([
        `GET /api/profiles?refId=${REF_ID}`,
        'DELETE /api/profiles',
      ]);
      expect(bodyOf(network.asked[1] ?? {})).toEqual({ title: 'Acme Ltd' });
      expect(ran.json).toMatchObject({ alias: null, title: 'Acme Ltd', context: null });
    },
  );

  test('asks first, by alias, title and networks; no changes nothing', async () => {
    const listed = { profiles: [{ title: 'Acme Ltd', refId: REF_ID, activeSocialAccounts: ['instagram'] }] };
    const machine = atWork({ acme: ACME });
    const around = { isTerminal: true, network: scripted({ body: listed }, { body: GONE.body }) };
    const no = await machine.run('profiles delete acme', { ...around, typed: ['n'] });
    expect([no.exitCode, around.network.asked.length]).toEqual([2, 1]);
    expect(plain(no.screen)).toContain('acme Acme Ltd (linked: instagram)');
    expect(no.screen).toContain('Permanently delete this profile? [y/N]');
    const yes = await machine.run('profiles delete acme', {
      ...around,
      network: scripted({ body: listed }, { body: GONE.body }),
      typed: ['y'],
    });
    expect(yes.exitCode).toBe(0);
    expect(yes.stdout).toContain('acme\n');
  });

  test('without a terminal and without --yes nothing is sent: exit 2', async () => {
    const { exitCode, stderr, requests } = await atWork({ acme: ACME }).send(
      'profiles delete acme',
      {},
      GONE,
    );
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
    expect(stderr).toContain('--yes');
  });

  test('what is no alias and no refId is sent to no service: it may be a key', { tags: ['C4'] }, async () => {
    const machine = atWork({ acme: ACME });
    for (const word of [
      'Acme Ltd',
      ACME.profileKey,
      'SOMEBODYS-PROFILE-KEY-99',
      '__proto__',
      'constructor',
    ]) {
      const { exitCode, requests, screen } = await machine.send(
        ['profiles', 'delete', word, '--yes'],
        {},
        GONE,
      );
      expect({ word, exitCode, requests }).toEqual({ word, exitCode: 5, requests: [] });
      if (word.includes('KEY')) expect(screen).not.toContain(word);
    }
    expect((await machine.send('profiles delete acm --yes', {}, GONE)).stderr).toContain(
      'did you mean "acme"?',
    );
    expect((await machine.send('profiles delete none --yes', {}, GONE)).exitCode).toBe(2);
  });

  test('settings that cannot be written do not undo it: what remains of it is reported', async () => {
    const change = () => Promise.reject(new Error('EPERM: operation not permitted, rename'));
    const { failure } = await forgetDeletedProfile(fakeContext({ settings: { change } }).settings, {
      name: 'work',
      alias: 'acme',
    });
    expect(failure).toMatchObject({
      kind: 'partial',
      message:
        'the profile was deleted, but its alias could not be removed: EPERM: operation not permitted, rename',
      facts: { advice: '"crier profiles forget acme --context work" removes it' },
    });
  });

  test('settings that are damaged when the answer comes: exit 3, and no alias is called forgotten', async () => {
    const machine = atWork({ acme: ACME });
    const network = scripted({ body: GONE.body });
    const damaging = async (request: Parameters<typeof network>[0]) => {
      writeFileSync(machine.file, '{');
      return network(request);
    };
    const ran = await machine.run('profiles delete acme --yes --json', { network: damaging });
    expect([ran.exitCode, ran.json]).toMatchObject([3, { alias: 'acme', context: null }]);
  });

  test('one that is gone already keeps its alias, and the message names how to forget it', async () => {
    const machine = atWork({ acme: ACME });
    const body = {
      status: 'error',
      code: 1404,
      action: 'profiles',
      message: 'There is no such User Profile.',
    };
    const { exitCode, stderr } = await machine.send('profiles delete acme --yes', {}, { http: 404, body });
    expect(exitCode).toBe(5);
    expect(plain(stderr)).toContain('crier profiles forget acme');
    expect(machine.saved()).toMatchObject({ contexts: { work: { profiles: { acme: ACME } } } });
  });

  test('--dry-run shows the request, its key masked', async () => {
    const { json, requests, screen } = await atWork({ acme: ACME }).send(
      'profiles delete acme --dry-run --json',
    );
    expect(requests).toEqual([]);
    expect(json).toMatchObject({ request: { method: 'DELETE', body: { profileKey: '****0001' } } });
    expect(screen).not.toContain(ACME.profileKey);
  });
});

describe('in the sandbox', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await openTestSandbox();
    return () => sandbox.close();
  });
  const here = (machine: TestMachine, line: string | readonly string[], around: Around = {}) =>
    machine.run(line, { sandbox: { ...sandbox, close: () => {} }, ...around });

  test('profiles list in parts', async () => {
    const machine = newMachine();
    const first = await here(machine, 'profiles list --sandbox -n 1 --json');
    const { next } = (first.json as { meta: { pagination: { next: string } } }).meta.pagination; // held against its schema
    expect(first.json).toMatchObject({
      meta: { pagination: { next: expect.any(String), hasMore: true, limit: 1 } },
    });
    expect(first.json).not.toHaveProperty('pagination');
    expect(plain(first.stderr)).toContain(`showing the first 1: continue with --cursor ${next}`);
    const second = await here(machine, ['profiles', 'list', '--sandbox', '--json', '--cursor', next]);
    expect(second.json).toMatchObject({ meta: { pagination: { next: null, hasMore: false } } });
    const whole = await here(machine, 'profiles list --sandbox --json');
    const namesOf = ({ json }: { json: unknown }) =>
      (json as { profiles: { title: string }[] }).profiles.map(({ title }) => title); // as above
    expect([...namesOf(first), ...namesOf(second)]).toEqual(namesOf(whole));
  });

  test.each([false, true])('made, used and deleted; served by another process: %s', async (isServed) => {
    const machine = newMachine();
    const around = { others: { isServed } };
    const made = await here(machine, ['profiles', 'create', 'Shop North', '--sandbox', '--json'], around);
    expect(made.json).toMatchObject({ title: 'Shop North', alias: 'shop-north', context: 'sandbox' });
    const { profileKey } = made.json as { profileKey: string };
    expect(made.stderr).not.toContain(profileKey);
    const user = await here(machine, 'user --sandbox -p shop-north --json', around);
    expect(user.json).toMatchObject({ title: 'Shop North' });
    expect((await here(machine, 'profiles use shop-north --sandbox', around)).exitCode).toBe(0);
    const list = await here(machine, 'profiles list --sandbox --json', around);
    expect(list.stdout).not.toContain(profileKey);
    expect(list.json).toMatchObject({
      profiles: expect.arrayContaining([expect.objectContaining({ alias: 'shop-north', isUsed: true })]),
    });
    const gone = await here(machine, 'profiles delete shop-north --sandbox --yes --json', around);
    expect(gone.json).toMatchObject({ alias: 'shop-north', context: 'sandbox' });
    expect((await here(machine, 'user --sandbox --json', around)).json).toMatchObject({
      title: 'Primary Profile',
    });
    expect((await here(machine, 'user --sandbox -p shop-north', around)).exitCode).toBe(2);
  });

  test('it is not written without a prompt', async () => {
    for (const line of ['profiles create Shop', 'profiles delete harbour --yes']) {
      expect(await here(newMachine(), line)).toMatchObject({ exitCode: 4, stdout: '' });
    }
  });

  test('the plan Premium has none: exit 6', { tags: ['AUTH-12'] }, async () => {
    const machine = newMachine();
    await here(machine, 'sandbox plan premium');
    expect((await here(machine, 'profiles create Shop --sandbox')).exitCode).toBe(6);
  });

  test.each([80, 40])('at %i columns every line fits, and the key is complete', async (columns) => {
    const around = { isTerminal: true, columns };
    const { stdout } = await here(
      newMachine(),
      ['profiles', 'create', 'Shop', '--sandbox', '--color', 'never'],
      around,
    );
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
    expect(stdout.replaceAll(/\s+/g, '')).toMatch(/profilekeySBX-PROFILE-[0-9A-F]{40}/);
  });
});

test('a key is no argument and no flag: what looks like one is refused', async () => {
  for (const line of [
    'profiles create Shop --profile-key SECRET-KEY-0123456789',
    'profiles delete --key SECRET-KEY-0123456789',
  ]) {
    const { exitCode, screen } = await crier(line);
    expect(exitCode).toBe(2);
    expect(screen).not.toContain('SECRET-KEY-0123456789');
  }
});
