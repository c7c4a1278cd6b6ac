import { describe, expect, test } from 'vitest';
import type { WireRequest } from '../../../src/client/transport.ts';
import { type Around, crier } from '../../support/crier.ts';
import { inFolder } from '../../support/in-folder.ts';
import { recordingNetwork } from '../../support/network/recording-network.ts';

const ADDRESS = 'https://api.example.com/api';
const OP = 'op read "op://team/crier key"';
const KEY = 'KEY-OF-THE-VAULT';

/** Runs a line on a machine whose programs print a key. @param printed by op; null when it fails */
async function onMachine(
  line: string | readonly string[],
  {
    settings = { contexts: {} },
    printed = `${KEY}\n`,
    around = {},
  }: {
    settings?: object;
    printed?: string | null;
    around?: Around;
  },
) {
  const { transport, requests } = recordingNetwork({ title: `Shop of ${KEY}`, refId: 'ref' });
  const started: (readonly string[])[] = [];
  const ran = await inFolder({ 'config.json': JSON.stringify(settings) }, (folder) =>
    crier(line, {
      network: transport,
      others: {
        readOutput: async (words) => {
          started.push(words);
          return printed;
        },
      },
      ...around,
      env: { CRIER_CONFIG_DIR: folder, ...around.env },
    }),
  );
  return { ...ran, started, keys: requests.map(readKey) };
}

const readKey = ({ headers }: WireRequest) =>
  new Headers(headers).get('authorization')?.replace('Bearer ', '');

const work = (members: object) => ({ contexts: { work: { baseUrl: ADDRESS, ...members } }, context: 'work' });

describe('the API key is what a command prints', () => {
  test.each([
    ['of the context in use', 'user', { settings: work({ keyCommand: OP }) }],
    ['of a flag', ['user', '--base-url', ADDRESS, '--key-command', OP], {}],
    ['of a variable', 'user', { around: { env: { CRIER_BASE_URL: ADDRESS, CRIER_KEY_COMMAND: OP } } }],
    [
      'of a variable, for a context without a key',
      'user',
      { settings: work({}), around: { env: { CRIER_KEY_COMMAND: OP } } },
    ],
  ] as const)('%s; it runs once, without a shell, and is not shown', async (_which, line, given) => {
    const { started, keys, exitCode, stdout } = await onMachine(line, given);
    expect({ started, keys, exitCode }).toEqual({
      started: [['op', 'read', 'op://team/crier key']],
      keys: [KEY],
      exitCode: 0,
    });
    expect(stdout).not.toContain(KEY);
  });

  test('all profiles share one run', async () => {
    const settings = work({ keyCommand: OP, profiles: { a: { profileKey: 'A' }, b: { profileKey: 'B' } } });
    const { started, keys } = await onMachine('user --all-profiles', { settings });
    expect({ started: started.length, keys }).toEqual({ started: 1, keys: [KEY, KEY, KEY] });
  });

  test('the sandbox, and commands that call no service, run none', async () => {
    const settings = work({ keyCommand: OP });
    for (const line of ['posts list --sandbox', 'context list', 'config get key-command'])
      expect((await onMachine(line, { settings })).started).toEqual([]);
  });
});

describe('a key that is not clear is an error, and nothing is sent', () => {
  test.each([
    ['the program fails', { printed: null }, 4, 'the program op of key-command of the context "work" failed'],
    ['it prints nothing', { printed: '\n' }, 4, 'printed nothing'],
    ['it prints two lines', { printed: 'one\ntwo\n' }, 4, 'printed more than a key'],
    [
      'a variable has a key, too',
      { around: { env: { CRIER_API_KEY: 'x' } } },
      4,
      'is set without an address',
    ],
  ] as const)('%s', async (_why, given, exitCode, words) => {
    const ran = await onMachine('user', { settings: work({ keyCommand: OP }), ...given });
    expect(ran).toMatchObject({
      exitCode,
      keys: [],
      stderr: expect.stringContaining(words.split(' ')[0] ?? ''),
    });
    expect(ran.stderr.replaceAll(/\s+/g, ' ')).toContain(words);
  });

  test.each([
    [['user', '--sandbox', '--key-command', OP], {}, 'cannot be used with the sandbox'],
    [['user', '--base-url', ADDRESS, '--key-command', ' '], {}, '--key-command is blank'],
    [['user', '--base-url', ADDRESS, '--key-command', OP, '--api-key-file', 'k'], {}, '--api-key-file'],
    [
      ['user', '--base-url', ADDRESS],
      { CRIER_API_KEY: 'k', CRIER_KEY_COMMAND: OP },
      'both CRIER_API_KEY and CRIER_KEY_COMMAND',
    ],
    [
      ['user', '--base-url', ADDRESS, '--key-command', 'aB3dE6gH9kLmN0pQrStUvWxYz012345678'],
      {},
      'and not the key',
    ],
  ])('%j', async (line, env, words) => {
    const { exitCode, stderr, started } = await onMachine(line, { around: { env } });
    expect({ exitCode, started }).toEqual({ exitCode: 2, started: [] });
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(words);
  });
});

describe('the setting key-command', () => {
  test('a saved key and a command exclude each other', async () => {
    const set = ['config', 'set', 'key-command', OP];
    expect(await onMachine(set, { settings: work({ apiKey: 'k' }) })).toMatchObject({ exitCode: 2 });
    expect(await onMachine(set, { settings: work({}) })).toMatchObject({ exitCode: 0 });
    const other = { settings: work({ keyCommand: OP }), around: { stdin: 'k' } };
    expect(await onMachine('config set api-key --file -', other)).toMatchObject({ exitCode: 2 });
  });

  test('it belongs to its address, and logout removes it', async () => {
    const settings = work({ keyCommand: OP });
    expect(await onMachine('config set base-url https://other.example.com', { settings })).toMatchObject({
      exitCode: 2,
    });
    expect((await onMachine('logout --json', { settings })).json).toMatchObject({ removed: ['key-command'] });
  });
});

describe('doctor finds keys in files that git tracks', () => {
  const KEY_OF_WORK = 'KEY-OF-WORK-1';

  /** @param answers of git to each search: its exit code, and the lines that it prints */
  const examine = async (...answers: readonly (readonly [number, ...string[]])[]) => {
    const searches: string[] = [];
    const { json, stderr } = await inFolder(
      { '.git/HEAD': '', 'config.json': JSON.stringify(work({ apiKey: KEY_OF_WORK })) },
      (folder) =>
        crier('doctor --sandbox --json', {
          folder,
          env: { CRIER_CONFIG_DIR: folder },
          others: {
            runWithInput: async (words, { input, onLine }) => {
              expect(words.join(' ')).not.toContain(KEY_OF_WORK); // others can read a command line
              const [exitCode, ...lines] = answers[searches.length] ?? [1];
              searches.push(new TextDecoder().decode(input));
              for (const line of lines) await onLine?.(line);
              return exitCode;
            },
          },
        }),
    );
    const { findings } = json as { findings: { check: string; status: string; found: string }[] };
    return { found: findings.filter(({ check }) => check === 'keys in git'), searches, stderr };
  };

  test('a saved key fails, and an assignment of a variable is a warning', async () => {
    const { found, searches } = await examine([0, 'deploy/.env'], [0, 'deploy/.env', 'ci.yaml']);
    expect(searches[0]).toBe(`${KEY_OF_WORK}\n`);
    expect(found).toMatchObject([
      { status: 'fail', found: 'a key of this machine is in deploy/.env, which git tracks' },
      { status: 'warn', found: 'what looks like a key is in ci.yaml, which git tracks' },
    ]);
  });

  test('nothing is found, or git cannot search', async () => {
    expect((await examine([1], [1])).found).toMatchObject([{ status: 'ok' }]);
    expect((await examine([128, 'fatal: detected dubious ownership'])).found).toEqual([]);
  });
});
