import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Around } from '../../../../support/crier.ts';
import { fakeKeyring } from '../../../../support/fake-keyring.ts';
import { machines } from '../../../../support/machine.ts';

const newMachine = machines();

const KEY = 'PLANTED-API-KEY-000001';
const OTHER = 'PLANTED-OTHER-KEY-0002';
const ADDRESS = 'https://work.example/api';
const LOCKED = 'it did not answer within 2 s; it may be locked';

/** A machine with a keyring; its settings are in use before the first key is saved. */
function withKeyring(settings: object = { credentials: 'keyring' }) {
  const machine = newMachine();
  const keyring = fakeKeyring();
  machine.save({ contexts: {}, ...settings });
  const around = (more: Around = {}): Around => ({ keyring: keyring.ask, ...more });
  return {
    ...machine,
    keyring,
    run: (line: string, more?: Around) => machine.run(line, around(more)),
    send: (line: string, more?: Around) => machine.send(line, around(more)),
    login: (more = '', key = KEY) =>
      machine.send(
        `login --base-url ${ADDRESS} --api-key-file - --no-verify ${more}`,
        around({ stdin: key }),
      ),
    text: () => JSON.stringify(machine.saved()),
  };
}

/** One line, as wide as it is. */
const flat = (text: string) => text.replaceAll(/\s+/g, ' ');

const sentKey = (requests: readonly { headers: Readonly<Record<string, string | undefined>> }[]) =>
  requests[0]?.headers['authorization'];

describe('with the setting credentials keyring', { tags: ['C7'] }, () => {
  test('a login saves the key encrypted, says so, and later runs use it', async () => {
    const { login, send, run, text, keyring } = withKeyring();
    const { stderr } = await login();
    expect(flat(stderr)).toMatch(
      /saved in .*config\.json, encrypted with a key in the keyring of this system/,
    );
    expect(text()).not.toContain(KEY);
    expect(keyring.entries.size).toBe(1);
    expect([...keyring.entries.values()].join()).not.toContain(KEY);
    const { requests, json } = await send('status --json');
    expect(sentKey(requests)).toBe(`Bearer ${KEY}`);
    expect(json).toMatchObject({ apiKey: '****0001', keysFrom: 'keyring' });
    expect((await run('context show --json')).json).toMatchObject({ apiKey: 'in the keyring' });
    expect((await run('config get api-key --json')).json).toMatchObject({ value: 'in the keyring' });
  });

  test('the keys of profiles, of X and of webhooks are encrypted, too, for one entry', async () => {
    const { login, run, send, text, keyring } = withKeyring();
    await login();
    await run('profiles save acme --profile-key-file - --no-verify', { stdin: OTHER });
    for (const name of ['x-api-key', 'x-api-secret', 'webhook-secret'])
      await run(`config set ${name} --file -`, { stdin: `PLANTED-${name}-0003` });
    expect(text()).not.toContain('PLANTED');
    expect(keyring.entries.size).toBe(1);
    const { requests } = await send('comments get x --profile acme --json');
    expect(requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'profile-key': OTHER,
    });
    const signed = await run('hooks sign - --json', { stdin: '{}' });
    expect(signed.exitCode).toBe(0);
  });

  test('the keyring is asked once in a run that needs a key, and never in another', async () => {
    const { login, send, run, keyring } = withKeyring();
    await login();
    await run('profiles save acme --profile-key-file - --no-verify', { stdin: OTHER });
    keyring.takeAsked();
    await send('comments get x --profile acme --json');
    expect(keyring.takeAsked()).toEqual(['get']);
    for (const line of [
      'context list',
      'config list',
      'config set plan launch',
      'context use default',
      'alias list',
    ])
      await run(line);
    expect(keyring.takeAsked()).toEqual([]);
  });

  test.each([
    ['a logout', 'logout'],
    ['a removed context', 'context remove default --yes'],
    ['a reset', 'config reset --yes'],
    ['a reset of everything', 'config reset --all --yes'],
  ])('%s removes the entry of the keyring', async (_what, line) => {
    const { login, run, keyring } = withKeyring();
    await login();
    expect((await run(line)).exitCode).toBe(0);
    expect([...keyring.entries]).toEqual([]);
  });

  test('an edit that takes the last encrypted key out removes the entry, and half of one is refused', async () => {
    const { login, run, keyring } = withKeyring();
    await login();
    const edit = (text: string) =>
      run('config edit', {
        env: { EDITOR: 'ed' },
        others: {
          async run(command) {
            writeFileSync(command.at(-1) ?? '', text);
            return 0;
          },
        },
      });
    const half = { contexts: { default: { baseUrl: ADDRESS, apiKey: { keyring: 'a' } } } };
    expect((await edit(JSON.stringify(half))).exitCode).toBe(2);
    expect(keyring.entries.size).toBe(1);
    expect((await edit(JSON.stringify({ contexts: {} }))).exitCode).toBe(0);
    expect([...keyring.entries]).toEqual([]);
  });

  test('an entry stays while another context needs it', async () => {
    const { login, run, send, keyring } = withKeyring();
    await login('--context work');
    await login('--context home', OTHER);
    await run('context remove work --yes');
    expect(keyring.entries.size).toBe(1);
    expect(sentKey((await send('status --context home')).requests)).toBe(`Bearer ${OTHER}`);
  });

  test('keys that runs save at the same time are all there, for one entry', async () => {
    const { login, send, keyring } = withKeyring();
    const names = Array.from({ length: 5 }, (_, index) => `work${index}`);
    await Promise.all(names.map((name) => login(`--context ${name}`, `PLANTED-KEY-OF-${name}`)));
    expect(keyring.entries.size).toBe(1);
    for (const name of names)
      expect(sentKey((await send(`status --context ${name}`)).requests)).toBe(
        `Bearer PLANTED-KEY-OF-${name}`,
      );
  });

  test('a key that is saved while the last other one is removed stays readable', async () => {
    const { login, run, send, keyring } = withKeyring();
    await login('--context work');
    await Promise.all([login('--context home', OTHER), run('context remove work --yes')]);
    expect(sentKey((await send('status --context home')).requests)).toBe(`Bearer ${OTHER}`);
    expect(keyring.entries.size).toBe(1);
  });
});

describe('a keyring that cannot be used', { tags: ['C7'] }, () => {
  test('a key is saved in the file instead, and a note says so; the next one that is saved encrypts both', async () => {
    const { login, text, keyring } = withKeyring();
    keyring.fail(LOCKED);
    const { stderr, exitCode } = await login();
    expect(exitCode).toBe(0);
    expect(flat(stderr)).toMatch(/the keyring cannot be used: it did not answer .* saved in .* instead/);
    expect(flat(stderr)).toMatch(/\(0600\), not encrypted/);
    expect(text()).toContain(KEY);
    keyring.fail(null);
    await login('--context home', OTHER);
    expect(text()).not.toContain('PLANTED');
  });

  test('one that keeps nothing is not used', async () => {
    const { run, text } = withKeyring();
    const around: Around = { stdin: KEY, keyring: async () => ({ secret: null }) };
    const { stderr } = await run(`context add work --base-url ${ADDRESS} --api-key-file -`, around);
    expect(flat(stderr)).toContain('the keyring cannot be used: it did not keep the key that was stored');
    expect(text()).toContain(KEY);
  });

  test.each([
    [
      'a request ends before it is sent',
      'status',
      4,
      /api-key of the context "default" is encrypted.*locked/,
    ],
    [
      'moving to the file changes nothing',
      'config set credentials file',
      10,
      /cannot be used: it did not answer/,
    ],
    ['and neither does moving to it', 'config set credentials keyring', 10, /nothing was changed/],
    ['the doctor says so', 'doctor', 11, /fail keyring cannot be used: it did not answer/],
    [
      'a logout removes the key, and says what stays',
      'logout',
      0,
      /the keyring keeps the entry [0-9a-f]{16} of crier/,
    ],
  ])('%s', async (_what, line, exitCode, said) => {
    const { login, send, text, keyring } = withKeyring();
    await login();
    const before = text();
    keyring.fail(LOCKED);
    const ran = await send(line, { columns: 200 });
    expect({ exitCode: ran.exitCode, requests: ran.requests }).toEqual({ exitCode, requests: [] });
    expect(flat(`${ran.stdout} ${ran.stderr}`)).toMatch(said);
    if (line !== 'logout') expect(text()).toBe(before);
  });

  test('a key from a file is used in place of one that cannot be read', async () => {
    const { login, send, keyring } = withKeyring();
    await login();
    keyring.fail(LOCKED);
    const { requests } = await send('status --context default --api-key-file -', { stdin: OTHER });
    expect(sentKey(requests)).toBe(`Bearer ${OTHER}`);
  });

  test.each([
    ['lost its entry', () => null, /the keyring no longer has the key to it/],
    ['has another key there', () => Buffer.alloc(32, 1).toString('base64'), /cannot be decrypted/],
    ['has something else there', () => 'x', /the keyring no longer has the key to it/],
  ])(
    'one that %s is an error with the way out, and a new login works again',
    async (_what, replace, said) => {
      const { login, send, run, keyring } = withKeyring();
      await login();
      for (const id of keyring.entries.keys()) {
        const entry = replace();
        if (entry === null) keyring.entries.delete(id);
        else keyring.entries.set(id, entry);
      }
      const ran = await send('status');
      expect({ exitCode: ran.exitCode, requests: ran.requests }).toEqual({ exitCode: 4, requests: [] });
      expect(flat(ran.stderr)).toMatch(said);
      expect(flat(ran.stderr)).toContain('"crier login" saves an API key');
      await login('--context default', OTHER);
      expect(sentKey((await send('status')).requests)).toBe(`Bearer ${OTHER}`);
      expect((await run('config set credentials file')).exitCode).toBe(0);
    },
  );
});

describe('moving keys', { tags: ['C7'] }, () => {
  const saved = {
    context: 'work',
    contexts: {
      work: {
        baseUrl: ADDRESS,
        apiKey: KEY,
        webhookSecret: OTHER,
        profiles: { acme: { profileKey: 'PLANTED-PK-4' } },
      },
      'Büro 😀': { baseUrl: ADDRESS, apiKey: 'PLANTED-ключ-5' },
    },
  };

  test('config set credentials moves all keys into the keyring and back, and says how many', async () => {
    const { run, text, keyring, saved: read } = withKeyring(saved);
    const there = await run('config set credentials keyring');
    expect(there.stderr).toContain('keys encrypted with a key in the keyring of this system: 4');
    expect(text()).not.toContain('PLANTED');
    expect(flat((await run('doctor --sandbox')).stdout)).toContain(
      'keyring can be used; encrypted in the settings: 4 keys',
    );
    const back = await run('config set credentials file');
    expect(flat(back.stderr)).toContain('keys decrypted: 4');
    expect(read()).toEqual({ ...saved, credentials: 'file' });
    expect([...keyring.entries]).toEqual([]);
  });

  test('config unset credentials moves them back, too', async () => {
    const { run, keyring, saved: read } = withKeyring(saved);
    await run('config set credentials keyring');
    await run('config unset credentials');
    expect(read()).toEqual(saved);
    expect([...keyring.entries]).toEqual([]);
  });

  test.each([
    ['the variable decides about new keys', 'keyring', { credentials: 'file' }, false],
    ['also for the file', 'file', { credentials: 'keyring' }, true],
  ])('%s', async (_what, variable, settings, isPlain) => {
    const { run, text } = withKeyring(settings);
    const env = { CRIER_CREDENTIALS: variable };
    await run(`context add work --base-url ${ADDRESS} --api-key-file -`, { stdin: KEY, env });
    expect(text().includes(KEY)).toBe(isPlain);
  });

  test.each([
    ['a misspelled variable saves nothing', 'Keyring', 2],
    ['nor does an empty one', '', 2],
  ])('%s', async (_what, variable, exitCode) => {
    const { run, text } = withKeyring();
    const env = { CRIER_CREDENTIALS: variable };
    const ran = await run(`context add work --base-url ${ADDRESS} --api-key-file -`, { stdin: KEY, env });
    expect(ran.exitCode).toBe(exitCode);
    expect(text()).not.toContain('work');
  });

  test.each([
    ['keys in the file', {}, 'ok keys not encrypted in the settings: 4 keys'],
    [
      'keys that should be encrypted',
      { CRIER_CREDENTIALS: 'keyring' },
      'warn keys not encrypted in the settings: 4',
    ],
    ['a misspelled variable', { CRIER_CREDENTIALS: 'keyrings' }, 'fail keys CRIER_CREDENTIALS is "keyrings"'],
  ])('the doctor reports %s', async (_what, env, said) => {
    const { run } = withKeyring(saved);
    expect(flat((await run('doctor --sandbox', { env })).stdout)).toContain(said);
  });

  test('with the default, no key is encrypted and no keyring is asked', async () => {
    const { login, send, keyring, text } = withKeyring({});
    await login();
    await send('status');
    await send('doctor');
    expect(text()).toContain(KEY);
    expect(keyring.takeAsked()).toEqual([]);
  });
});
