import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Around, crier } from '../../../../support/crier.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';

const SERVICE = { CRIER_BASE_URL: 'https://api.example/base', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' };
const USER = 'user --json';
const READ = 'comments get Sp7kQm2XvLr9TzBd4HnW --json';

async function send(env: Around['env'], line = READ) {
  const network = recordingNetwork({ status: 'success', id: 'x' });
  const ran = await crier(line, { env: env ?? {}, network: network.transport });
  return { ...ran, requests: network.requests };
}

describe('which service a command talks to', () => {
  test.each(['', ' -q'])(
    'with nothing configured on a terminal, the built-in sandbox, and one line reports it%s',
    async (flag) => {
      const { exitCode, stderr } = await crier(`${USER}${flag}`, { isTerminal: true });
      expect(exitCode).toBe(0);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(stderr).toContain('built-in sandbox');
    },
  );

  test('that line is printed once, also by a command that opens the service twice', async () => {
    const { stderr } = await crier('posts list --wide -n 1', { isTerminal: true, columns: 120 });
    expect(stderr.match(/using the built-in sandbox/g)).toHaveLength(1);
  });

  test.each([
    ['whose output goes to a pipe or file', ['stdout']],
    ['who hides the messages', ['stdout', 'stderr']],
    ['who also pipes input', ['stdin', 'stdout']],
  ] as const)('a person at a terminal %s reads the sandbox, and doctor agrees', async (_who, piped) => {
    const around = { isTerminal: true, piped } as const;
    const read = await crier(USER, around);
    expect([read.exitCode, read.isMarkedAsSandbox]).toEqual([0, true]);
    expect(read.stderr).toContain('using the built-in sandbox');
    const doctor = await crier('doctor', around);
    expect(doctor.exitCode).toBe(0);
    expect(doctor.stdout).toContain('ok\tservice\tthe built-in sandbox, the default\t');
  });

  test('without a terminal, doctor fails for the missing service only, and names no sandbox', async () => {
    const { exitCode, stdout } = await crier('doctor');
    const lines = stdout.split('\n').filter((line) => /^\w+\t(service|key|address)\t/.test(line));
    expect(lines).toEqual([
      expect.stringMatching(/^fail\tservice\tno service is configured\tset CRIER_BASE_URL/),
    ]);
    expect(exitCode).toBe(11);
  });

  test.each<[string, string, Around]>([
    ['without a terminal', READ, {}],
    ['with only stdout on a terminal', READ, { isTerminal: true, piped: ['stdin', 'stderr'] }],
    ['in CI', READ, { isTerminal: true, env: { CI: '1' } }],
    ['in CI, in a pipe', READ, { isTerminal: true, piped: ['stdout'], env: { CI: 'true' } }],
    ['with --no-input', `${READ} --no-input`, { isTerminal: true }],
    ['with CRIER_NO_INPUT', READ, { isTerminal: true, env: { CRIER_NO_INPUT: '1' } }],
  ])(
    'with nothing configured %s, exit 4 names the settings, and no demo data is read',
    async (_why, line, around) => {
      const { exitCode, stdout, stderr } = await crier(`${line} --json -q`, around);
      expect([exitCode, stdout]).toEqual([4, '']);
      for (const name of ['CRIER_BASE_URL', 'CRIER_API_KEY', '--sandbox']) expect(stderr).toContain(name);
    },
  );

  test.each(['', '0', 'false'])('CI=%s is no CI job', async (CI) => {
    expect((await crier(USER, { isTerminal: true, env: { CI } })).exitCode).toBe(0);
  });

  test.each(['--sandbox', '-c sandbox', '--context sandbox'])('with %s there is no warning', async (flag) => {
    expect(await crier(`${USER} ${flag}`)).toMatchObject({ exitCode: 0, stderr: '' });
  });

  test('an address and a key choose that service, and nothing of the sandbox goes there', async () => {
    const { requests, exitCode } = await send(SERVICE);
    expect(exitCode).toBe(0);
    expect(requests.map(({ url }) => url.href)).toEqual([
      'https://api.example/base/comments/Sp7kQm2XvLr9TzBd4HnW',
    ]);
    expect(requests[0]?.headers.authorization).toBe('Bearer KEY-OF-THE-PRIMARY-0001');
  });

  test('a context beats the environment, and a key of the environment never reaches the sandbox', async () => {
    const { requests, exitCode } = await send(SERVICE, `${READ} --sandbox`);
    expect({ requests, exitCode }).toEqual({ requests: [], exitCode: 0 });
  });

  test('--sandbox beats a context of the environment', async () => {
    expect(await crier(`${USER} --sandbox`, { env: { CRIER_CONTEXT: 'work' } })).toMatchObject({
      exitCode: 0,
    });
  });

  test('a flag is a flag, also when a variable says the same', { tags: ['C3'] }, async () => {
    const env = { ...SERVICE, CRIER_CONTEXT: 'sandbox' };
    const typed = await send(env, `${READ} --base-url ${SERVICE.CRIER_BASE_URL}`);
    expect(typed.requests.map(({ url }) => url.host)).toEqual(['api.example']);
    expect((await send(env)).requests).toEqual([]);
  });

  test('a flag beats the environment', async () => {
    const { requests } = await send(SERVICE, `${READ} --base-url https://other.example`);
    expect(requests[0]?.url.host).toBe('other.example');
  });

  test.each<[string, Around['env'], number, readonly string[]]>([
    ['a key without an address', { CRIER_API_KEY: 'k' }, 4, ['CRIER_BASE_URL', 'CRIER_API_KEY']],
    [
      'an address without a key',
      { CRIER_BASE_URL: 'https://a.example' },
      4,
      ['CRIER_BASE_URL', 'CRIER_API_KEY'],
    ],
    [
      'a profile key without an API key',
      { CRIER_PROFILE_KEY: 'p' },
      4,
      ['CRIER_API_KEY', 'CRIER_PROFILE_KEY'],
    ],
    ['only one X key', { ...SERVICE, CRIER_X_API_KEY: 'x' }, 4, ['CRIER_X_API_SECRET', '419']],
    ['only the other X key', { ...SERVICE, CRIER_X_API_SECRET: 'x' }, 4, ['CRIER_X_API_KEY', '419']],
    ['an empty setting', { ...SERVICE, CRIER_API_KEY: '' }, 2, ['CRIER_API_KEY']],
    ['an empty switch', { CRIER_NO_INPUT: '' }, 2, ['CRIER_NO_INPUT']],
    ['a switch that is no switch', { CRIER_NO_INPUT: 'perhaps' }, 2, ['CRIER_NO_INPUT']],
    ['a key twice', { ...SERVICE, CRIER_API_KEY_FILE: '/tmp/none' }, 2, ['CRIER_API_KEY_FILE']],
    ['a key with a line break in it', { ...SERVICE, CRIER_API_KEY: 'a\nb' }, 4, ['API key']],
    ['http to another machine', { ...SERVICE, CRIER_BASE_URL: 'http://api.example' }, 2, ['http']],
    ['an address that is none', { ...SERVICE, CRIER_BASE_URL: 'api.example' }, 2, ['api.example']],
    [
      'an address with a password',
      { ...SERVICE, CRIER_BASE_URL: 'https://me:pw@api.example' },
      2,
      ['user name or a password'],
    ],
    ['a context that is not saved', { CRIER_CONTEXT: 'work' }, 2, ['work']],
    ['a profile that is not saved', { ...SERVICE, CRIER_PROFILE: 'acme' }, 2, ['acme']],
    ['a format that is none', { CRIER_OUTPUT: 'xml' }, 2, ['CRIER_OUTPUT', 'json']],
  ])(
    '%s is refused before any request',
    { tags: ['AUTH-03', 'AUTH-07'] },
    async (_what, env, exit, names) => {
      const { exitCode, stdout, stderr, requests } = await send(env);
      expect({ exitCode, stdout, requests }).toEqual({ exitCode: exit, stdout: '', requests: [] });
      for (const name of names) expect(stderr).toContain(name);
    },
  );

  test.each<[string, string, Around['env'], string, string]>([
    ['--base-url', 'user --base-url https://a.example', {}, 'remove --base-url', 'unset CRIER_BASE_URL'],
    ['CRIER_BASE_URL', 'user', { CRIER_BASE_URL: 'https://a.example' }, 'unset CRIER_BASE_URL', 'leave out'],
    ['--api-key-file', 'user --api-key-file -', {}, 'remove --api-key-file', 'unset CRIER_API_KEY'],
    ['CRIER_API_KEY', 'user', { CRIER_API_KEY: 'k' }, 'unset CRIER_API_KEY', 'leave out'],
    ['--profile-key-file', 'user --profile-key-file -', {}, 'remove --profile-key-file', 'unset CRIER_PRO'],
    ['CRIER_PROFILE_KEY', 'user', { CRIER_PROFILE_KEY: 'p' }, 'unset CRIER_PROFILE_KEY', 'leave out'],
  ])(
    'half of a choice: what to take away is the setting that was used, %s',
    async (...[, line, env, named, other]) => {
      const { exitCode, stderr } = await crier(line, { env: env ?? {}, stdin: 'k' });
      expect(exitCode).toBe(4);
      expect(stderr.replaceAll(/\s+/g, ' ')).toContain(named);
      expect(stderr.replaceAll(/\s+/g, ' ')).not.toContain(other);
    },
  );

  test('keys come from files too, their last line break dropped', async () => {
    const file = join(tmpdir(), `crier-key-${process.pid}`);
    writeFileSync(file, 'KEY-FROM-A-FILE-0002\n', { mode: 0o600 });
    const { requests } = await send(
      { CRIER_BASE_URL: 'https://api.example' },
      `${READ} --api-key-file ${file}`,
    );
    expect(requests[0]?.headers.authorization).toBe('Bearer KEY-FROM-A-FILE-0002');
  });

  test('a key comes from standard input with -', async () => {
    const network = recordingNetwork({ status: 'success' });
    const words = `${READ} --api-key-file - --base-url https://api.example`;
    await crier(words, { stdin: 'KEY-FROM-STDIN-00003\n', network: network.transport });
    expect(network.requests[0]?.headers.authorization).toBe('Bearer KEY-FROM-STDIN-00003');
  });

  test('a key given together with the sandbox is refused', async () => {
    expect(await crier(`${READ} --sandbox --api-key-file -`, { stdin: 'k' })).toMatchObject({
      exitCode: 2,
      stdout: '',
    });
  });

  test('the profile key goes along when one is chosen, and not for none', { tags: ['AUTH-02'] }, async () => {
    const env = { ...SERVICE, CRIER_PROFILE_KEY: 'PROFILE-KEY-000000001' };
    expect((await send(env)).requests[0]?.headers['profile-key']).toBe('PROFILE-KEY-000000001');
    expect((await send(env, `${READ} --profile none`)).requests[0]?.headers).not.toHaveProperty(
      'profile-key',
    );
    expect((await send(SERVICE)).requests[0]?.headers).not.toHaveProperty('profile-key');
  });

  test('the X pair goes where X may be reached, and nowhere else', { tags: ['AUTH-05'] }, async () => {
    const env = {
      ...SERVICE,
      CRIER_X_API_KEY: 'X-KEY-0000000000001',
      CRIER_X_API_SECRET: 'X-SECRET-0000000000001',
    };
    const pair = {
      'x-twitter-oauth1-api-key': env.CRIER_X_API_KEY,
      'x-twitter-oauth1-api-secret': env.CRIER_X_API_SECRET,
    };
    expect((await send(env)).requests[0]?.headers).toMatchObject(pair);
    expect(
      (await send(env, 'comments get id:1 --platform twitter --json')).requests[0]?.headers,
    ).toMatchObject(pair);
    const elsewhere = await send(env, 'comments get id:1 --platform instagram --json');
    expect(elsewhere.requests[0]?.headers).not.toHaveProperty('x-twitter-oauth1-api-key');
    expect(elsewhere.requests[0]?.headers).not.toHaveProperty('x-twitter-oauth1-api-secret');
  });
});

describe('writing', () => {
  const WRITE = ['api', 'POST', '/comments/Sp7kQm2XvLr9TzBd4HnW', '-f', 'comment=hi'];

  test.each<[string, Around]>([
    ['without a terminal', {}],
    ['when a program takes the answer', { isTerminal: true, piped: ['stdout'] }],
    ['in a hook of git, which has no input', { isTerminal: true, piped: ['stdin'] }],
  ])('goes to the sandbox unasked only when a person can see it: not %s', async (_when, around) => {
    expect(await crier(WRITE, around)).toMatchObject({
      exitCode: 4,
      stdout: '',
      stderr: expect.stringContaining('--sandbox'),
    });
    const seen = await crier(WRITE, { isTerminal: true });
    expect(seen.stderr).toContain('built-in sandbox');
    expect(seen.exitCode).not.toBe(2);
  });

  test('can be tried dry, keys masked, and sends nothing', async () => {
    const network = recordingNetwork({ status: 'success' });
    const { json, stdout } = await crier([...WRITE, '--dry-run', '--json'], {
      env: SERVICE,
      network: network.transport,
    });
    expect(network.requests).toEqual([]);
    expect(json).toMatchObject({
      request: {
        method: 'POST',
        url: 'https://api.example/base/comments/Sp7kQm2XvLr9TzBd4HnW',
        headers: { authorization: 'Bearer ****0001' },
        body: { comment: 'hi' },
      },
    });
    expect(stdout).not.toContain(SERVICE.CRIER_API_KEY);
  });
});
