import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Around } from '../../../../support/crier.ts';
import { machines } from '../../../../support/machine.ts';

const newMachine = machines();

const WORK = {
  baseUrl: 'https://work.example/api',
  apiKey: 'WORK-API-KEY-000000001',
  xApiKey: 'WORK-X-KEY-00000000002',
  xApiSecret: 'WORK-X-SECRET-000000003',
  profiles: {
    acme: { profileKey: 'ACME-PROFILE-KEY-00004' },
    bolt: { profileKey: 'BOLT-PROFILE-KEY-00005' },
  },
};
const HOME = { baseUrl: 'https://home.example', apiKey: 'HOME-API-KEY-000000006' };
const GIVEN = { CRIER_BASE_URL: 'https://given.example', CRIER_API_KEY: 'GIVEN-API-KEY-00000007' };
const SECRETS = [WORK.apiKey, WORK.xApiKey, WORK.xApiSecret, HOME.apiKey, 'ACME-PROFILE-KEY-00004'];

const READ = 'comments get Sp7kQm2XvLr9TzBd4HnW --json';

interface Case {
  readonly saved?: object;
  readonly flags?: string;
  readonly env?: Around['env'];
  readonly project?: object;
}

/** A machine with two contexts, of which `work` is in use, and perhaps a project. */
async function read({ saved = { context: 'work' }, flags = '', env = {}, project }: Case, line = READ) {
  const machine = newMachine();
  machine.save({ contexts: { work: WORK, home: HOME }, ...saved });
  const folder = join(machine.folder, '..', 'repository', 'inner');
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(folder, '..', '.git'));
  if (project !== undefined) writeFileSync(join(folder, '..', '.crier.json'), JSON.stringify(project));
  return machine.send(`${line} ${flags}`, { env, folder });
}

describe('which service answers', () => {
  test.each<[string, Case, string, string]>([
    ['the saved context', {}, 'work.example', WORK.apiKey],
    ['a context named by flag beats it', { flags: '-c home' }, 'home.example', HOME.apiKey],
    [
      'a context named by the environment beats it',
      { env: { CRIER_CONTEXT: 'home' } },
      'home.example',
      HOME.apiKey,
    ],
    [
      'a flag beats the environment',
      { flags: '-c work', env: { CRIER_CONTEXT: 'home' } },
      'work.example',
      WORK.apiKey,
    ],
    ['the project beats the saved context', { project: { context: 'home' } }, 'home.example', HOME.apiKey],
    [
      'the environment beats the project',
      { env: { CRIER_CONTEXT: 'work' }, project: { context: 'home' } },
      'work.example',
      WORK.apiKey,
    ],
    ['an address and a key beat the saved context', { env: GIVEN }, 'given.example', GIVEN.CRIER_API_KEY],
    [
      'and the project',
      { env: GIVEN, project: { context: 'home', profile: 'acme' } },
      'given.example',
      GIVEN.CRIER_API_KEY,
    ],
    ['but no context that a flag names', { env: GIVEN, flags: '-c work' }, 'work.example', WORK.apiKey],
    [
      'a context beats an address where the environment gives both',
      { env: { ...GIVEN, CRIER_CONTEXT: 'home' } },
      'home.example',
      HOME.apiKey,
    ],
    [
      'a context without a key takes that of the environment',
      {
        saved: { context: 'bare', contexts: { bare: { baseUrl: 'https://bare.example' } } },
        env: { CRIER_API_KEY: 'GIVEN-API-KEY-00000007' },
      },
      'bare.example',
      GIVEN.CRIER_API_KEY,
    ],
  ])('%s', async (_what, given, host, key) => {
    const { requests, exitCode } = await read(given);
    expect(exitCode).toBe(0);
    expect(requests.map(({ url }) => url.host)).toEqual([host]);
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
  });

  test('a project cannot send the X pair of the environment to a context of its choice', {
    tags: ['C3'],
  }, async () => {
    const env = {
      CRIER_X_API_KEY: 'GIVEN-X-KEY-00000000001',
      CRIER_X_API_SECRET: 'GIVEN-X-SECRET-000000001',
    };
    const { requests } = await read({ env, project: { context: 'home' } });
    expect(requests.map(({ url }) => url.host)).toEqual(['home.example']);
    expect(JSON.stringify(requests[0]?.headers)).not.toContain('GIVEN-X');
  });

  test('a key that was set as the address is not printed', { tags: ['C8'] }, async () => {
    const { exitCode, stderr } = await read({
      env: { CRIER_BASE_URL: 'PLANTED-API-KEY-000001', CRIER_API_KEY: 'x' },
    });
    expect(exitCode).toBe(2);
    expect(stderr).not.toContain('PLANTED');
  });

  test.each<[string, Case, number, readonly string[]]>([
    [
      'an address of the environment gets no saved key',
      { env: { CRIER_BASE_URL: 'https://elsewhere.example' } },
      4,
      ['CRIER_API_KEY', 'only sent to its own address'],
    ],
    [
      'an address of a flag gets no saved key',
      { flags: '--base-url https://elsewhere.example' },
      4,
      ['CRIER_API_KEY'],
    ],
    [
      'an address beside a context named by flag cannot be used togethers it',
      { flags: '-c work --base-url https://elsewhere.example' },
      2,
      ['cannot be used together'],
    ],
    [
      'a project cannot say where to go',
      { project: { context: 'work', baseUrl: 'https://evil.example' } },
      2,
      ['.crier.json', 'may only contain'],
    ],
    [
      'a project cannot send the key of the environment to an address of its choice',
      {
        saved: { context: 'work', contexts: { work: WORK, bare: { baseUrl: 'https://bare.example' } } },
        project: { context: 'bare' },
        env: { CRIER_API_KEY: 'GIVEN-API-KEY-00000007' },
      },
      4,
      ['bare', 'no API key'],
    ],
    [
      'only a key of the environment, beside a saved one',
      { env: { CRIER_API_KEY: 'x' } },
      4,
      ['CRIER_API_KEY', 'CRIER_BASE_URL'],
    ],
    [
      'a profile key without its API key, beside saved ones',
      { env: { CRIER_PROFILE_KEY: 'x' } },
      4,
      ['CRIER_PROFILE_KEY', 'CRIER_BASE_URL'],
    ],
    [
      'half of a saved X pair',
      { saved: { context: 'half', contexts: { half: { ...HOME, xApiKey: 'x' } } } },
      4,
      ['419', 'x-api-secret'],
    ],
    [
      'a context that the project names and that is not saved',
      { project: { context: 'wrok' } },
      2,
      ['wrok', '.crier.json'],
    ],
    ['a context near a saved one', { flags: '-c wok' }, 2, ['did you mean "work"']],
    ['an alias that is not saved', { flags: '-p acne' }, 2, ['did you mean "acme"']],
    [
      'only a key of a flag, beside a saved one',
      { flags: '--api-key-file /dev/null' },
      4,
      ['--api-key-file', '--base-url', 'CRIER_BASE_URL', '--context work'],
    ],
    [
      'only a key of a flag, beside the one of a project',
      { project: { context: 'home' }, flags: '--api-key-file /dev/null' },
      4,
      ['--api-key-file', '--context home'],
    ],
    [
      'a saved alias whose key is gone',
      { saved: { context: 'work', contexts: { work: { ...WORK, profile: 'gone' } } } },
      2,
      ['"gone"', 'crier profiles use none'],
    ],
    ['a context without an address', { saved: { context: 'odd', contexts: { odd: {} } } }, 4, ['no address']],
  ])(
    '%s is refused, and nothing leaves',
    { tags: ['C3', 'AUTH-03', 'AUTH-07'] },
    async (_what, given, exit, words) => {
      const { requests, exitCode, stdout, stderr } = await read(given);
      expect({ requests, exitCode, stdout }).toEqual({ requests: [], exitCode: exit, stdout: '' });
      for (const word of words) expect(stderr.replaceAll(/\s+/g, ' ')).toContain(word);
      for (const secret of SECRETS) expect(stderr).not.toContain(secret);
    },
  );

  test('a key of a flag goes to a context that the command line names', async () => {
    const machine = newMachine();
    machine.save({ context: 'work', contexts: { work: WORK } });
    const { requests } = await machine.send(`${READ} -c work --api-key-file -`, {
      stdin: 'OTHER-KEY-0000001',
    });
    expect(requests[0]?.headers.authorization).toBe('Bearer OTHER-KEY-0000001');
  });

  test('a saved key never reaches the sandbox, nor the sandbox a saved address', async () => {
    const { requests, exitCode, stdout } = await read({ flags: '--sandbox' });
    expect({ requests, exitCode }).toEqual({ requests: [], exitCode: 0 });
    expect(stdout).toContain('comments');
  });
});

describe('which profile is acted for', () => {
  test.each<[string, Case, string | undefined]>([
    ['none is chosen, none is sent', {}, undefined],
    ['an alias of the flag', { flags: '-p acme' }, 'ACME-PROFILE-KEY-00004'],
    ['an alias of the environment', { env: { CRIER_PROFILE: 'bolt' } }, 'BOLT-PROFILE-KEY-00005'],
    [
      'a flag beats the environment',
      { flags: '-p acme', env: { CRIER_PROFILE: 'bolt' } },
      'ACME-PROFILE-KEY-00004',
    ],
    ['the one of the project', { project: { profile: 'bolt' } }, 'BOLT-PROFILE-KEY-00005'],
    ['none is a choice, too', { flags: '-p none', project: { profile: 'bolt' } }, undefined],
    [
      'the saved one',
      { saved: { context: 'work', contexts: { work: { ...WORK, profile: 'acme' } } } },
      'ACME-PROFILE-KEY-00004',
    ],
    [
      'the project beats the saved one',
      {
        saved: { context: 'work', contexts: { work: { ...WORK, profile: 'acme' } } },
        project: { profile: 'bolt' },
      },
      'BOLT-PROFILE-KEY-00005',
    ],
    [
      "a project's profile belongs to its context",
      { flags: '-c home', project: { context: 'work', profile: 'acme' } },
      undefined,
    ],
  ])('%s', { tags: ['AUTH-02'] }, async (_what, given, key) => {
    const { requests, exitCode } = await read(given);
    expect(exitCode).toBe(0);
    expect(requests[0]?.headers['profile-key']).toBe(key);
  });

  test('the X pair is the same, whatever the profile', { tags: ['AUTH-06'] }, async () => {
    for (const flags of ['', '-p acme', '-p bolt']) {
      const { requests } = await read({ flags });
      expect(requests[0]?.headers).toMatchObject({
        'x-twitter-oauth1-api-key': WORK.xApiKey,
        'x-twitter-oauth1-api-secret': WORK.xApiSecret,
      });
    }
  });
});

describe('what is printed', () => {
  test('stderr says when the project chose, and nothing when it did not', async () => {
    const { stderr } = await read({ project: { context: 'home' } });
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(/\.crier\.json chooses the context "home"/);
    expect((await read({ project: { context: 'home' }, flags: '-c home' })).stderr).toBe('');
    expect((await read({ project: { context: 'home' }, flags: '--quiet' })).stderr).toBe('');
    expect((await read({})).stderr).toBe('');
  });

  test.each([
    ['a profile', 'user --profile acme'],
    ['all profiles', 'user --all-profiles'],
  ])(
    '%s of a saved context, beside an address, is refused with how the context is chosen',
    async (_which, line) => {
      const refused = await read({ env: GIVEN }, line);
      expect(refused).toMatchObject({ exitCode: 2, requests: [] });
      expect(refused.stderr.replaceAll(/\s+/g, ' ')).toContain(
        '--context or CRIER_CONTEXT chooses a saved context in place of that address (work and home)',
      );
    },
  );

  const WRITE = 'api POST /comments/x -f comment=hi --json';

  test('before a write, a context other than the default one is named', async () => {
    expect((await read({ flags: '-c home' }, WRITE)).stderr).toContain('this writes to the context "home"');
    expect((await read({ flags: '-p none' }, WRITE)).stderr).toBe('');
    expect((await read({ flags: '-c home --dry-run' }, WRITE)).stderr).toBe('');
    expect((await read({ flags: '-c home' })).stderr).toBe('');
  });

  test('outside of a repository, only the folder itself is looked at', async () => {
    const machine = newMachine();
    machine.save({ contexts: { work: WORK, home: HOME }, context: 'work' });
    const folder = join(machine.folder, '..', 'plain', 'inner');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, '..', '.crier.json'), '{"context":"home"}');
    expect((await machine.send(READ, { folder })).requests[0]?.url.host).toBe('work.example');
    const { requests } = await machine.send(READ, { folder: join(folder, '..') });
    expect(requests[0]?.url.host).toBe('home.example');
  });
});
