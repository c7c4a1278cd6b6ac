import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Around, crier } from '../../../../support/crier.ts';
import { inFolder } from '../../../../support/in-folder.ts';

const SETTINGS = {
  contexts: {
    work: {
      baseUrl: 'https://api.example.com/api',
      apiKey: 'KEY-OF-WORK',
      profiles: { acme: { profileKey: 'KEY-OF-ACME' } },
    },
  },
  context: 'work',
};

type Variables = Readonly<Record<string, string | undefined>>;

/** Runs lines on one machine; what programs would be started with is kept. */
async function onMachine<Result>(
  work: (machine: {
    run(line: string | readonly string[], around?: Around): ReturnType<typeof crier>;
    started: { words: readonly string[]; env: Variables }[];
    readSettings(): string;
  }) => Promise<Result>,
  settings: object = { contexts: {} },
): Promise<Result> {
  const files = {
    'config/config.json': JSON.stringify(settings),
    'bin/crier-foo': '#!/bin/sh\n',
    'bin/crier-off': '',
  };
  return inFolder(files, (folder) => {
    chmodSync(join(folder, 'config'), 0o700);
    chmodSync(join(folder, 'bin/crier-foo'), 0o700);
    const env = { CRIER_CONFIG_DIR: join(folder, 'config'), PATH: `.:bin:${join(folder, 'bin')}` };
    const started: { words: readonly string[]; env: Variables }[] = [];
    return work({
      started,
      readSettings: () => readFileSync(join(folder, 'config/config.json'), 'utf8'),
      run: (line, around = {}) =>
        crier(line, {
          folder,
          others: {
            run: async (words, variables) => {
              started.push({ words: words.map((word) => word.replace(folder, '')), env: variables });
              return 7;
            },
          },
          ...around,
          env: { ...env, ...around.env },
        }),
    });
  });
}

test('an alias is its command with the words behind it, and flags before it still count', async () => {
  await onMachine(async ({ run }) => {
    await run(['alias', 'set', 'newest', 'posts list -n 1 --sandbox']);
    const direct = await run('posts list -n 1 --sandbox --json');
    expect((await run('newest --json')).json).toEqual(direct.json);
    expect((await run('--json newest')).json).toEqual(direct.json);
    expect((await run('newest --help')).stdout).toContain('crier posts list [flags]');
    expect((await run('newest --no-such-flag')).stderr).toContain('--no-such-flag');
  });
});

test('$1 is an argument, quotes group words, and an argument that is missing is an error', async () => {
  await onMachine(async ({ run }) => {
    await run([
      'alias',
      'set',
      'say',
      "posts create --platform $1 --text '$2, everyone' --dry-run --sandbox",
    ]);
    const { json } = await run(['say', 'bluesky', 'Good morning', '--json']);
    expect(json).toMatchObject({
      request: { body: { platforms: ['bluesky'], post: 'Good morning, everyone' } },
    });
    expect(await run('say bluesky')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('the alias "say" needs 2 arguments'),
    });
  });
});

test.each([
  ['posts', 'comments inbox', '"posts" is a command of crier'],
  ['Tri/age', 'comments inbox', 'cannot be the name of an alias'],
  ['__proto__', 'comments inbox', 'cannot be the name of an alias'],
  ['x', 'psots list', '"psots" is not a command'],
  ['x', ' ', '"" is not a command'],
])('alias set %s "%s" is refused, and changes nothing', async (name, command, words) => {
  await onMachine(async ({ run, readSettings }) => {
    const before = readSettings();
    expect(await run(['alias', 'set', name, command])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(words),
    });
    expect(readSettings()).toBe(before);
  });
});

test('an alias of the settings that stands for another one, or itself, ends with an error', async () => {
  await onMachine(
    async ({ run }) => {
      expect(await run('one')).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining('"two" is not a command'),
      });
      expect(await run('loop')).toMatchObject({ exitCode: 2 });
      expect(await run('constructor')).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining('is not a command of crier'),
      });
    },
    { contexts: {}, aliases: { one: 'two', two: 'posts list', loop: 'loop' } },
  );
});

test('a command of crier is never replaced, and alias list says so', async () => {
  await onMachine(
    async ({ run }) => {
      expect((await run('version')).stdout).toContain('0.0.0-test');
      expect((await run('alias list')).stderr).toContain('"version" is a command of crier in this version');
    },
    { contexts: {}, aliases: { version: 'posts list' } },
  );
});

test('alias set says what it stood for before, and alias remove removes it', async () => {
  await onMachine(async ({ run }) => {
    await run(['alias', 'set', 'mine', 'posts list']);
    expect((await run(['alias', 'set', 'mine', 'crier feeds list', '--json'])).json).toEqual({
      name: 'mine',
      command: 'feeds list',
      before: 'posts list',
    });
    expect((await run('alias remove mine --json')).json).toMatchObject({
      removed: [{ command: 'feeds list' }],
    });
    expect(await run('mine')).toMatchObject({ exitCode: 2 });
    expect(await run('alias remove mine')).toMatchObject({ exitCode: 5 });
  });
});

test('crier-foo on the path is crier foo, with its words untouched and its exit code', async () => {
  await onMachine(async ({ run, started }) => {
    const { exitCode } = await run('foo a --json -- --help', {
      env: { CRIER_ADMIN_TOKEN: 'a-token-of-16-chars' },
    });
    expect(exitCode).toBe(7);
    expect(started).toEqual([
      {
        words: ['/bin/crier-foo', 'a', '--json', '--', '--help'],
        env: expect.objectContaining({
          CRIER_CONTEXT: 'work',
          CRIER_PROFILE: 'none',
          CRIER_ADMIN_TOKEN: undefined,
        }),
      },
    ]);
  }, SETTINGS);
});

test('a file that may not be run, and a name with a slash, are no program', async () => {
  await onMachine(async ({ run, started }) => {
    for (const word of ['off', '../bin/foo', 'FOO']) expect((await run(word)).exitCode).toBe(2);
    expect(started).toEqual([]);
  });
});

test('a program gets address, context and profile, and keys only after the user has agreed, once', async () => {
  await onMachine(async ({ run, started, readSettings }) => {
    const quiet = await run('-p acme foo');
    expect(quiet.stderr).toContain('crier-foo was not given any keys');
    await run('foo', { isTerminal: true, typed: ['yes'] });
    await run('-p acme foo');
    expect(
      started.map(({ env }) => [
        env['CRIER_BASE_URL'],
        env['CRIER_PROFILE'],
        env['CRIER_API_KEY'],
        env['CRIER_PROFILE_KEY'],
      ]),
    ).toEqual([
      ['https://api.example.com/api', 'acme', undefined, undefined],
      ['https://api.example.com/api', 'none', 'KEY-OF-WORK', undefined],
      ['https://api.example.com/api', 'acme', 'KEY-OF-WORK', 'KEY-OF-ACME'],
    ]);
    expect(readSettings()).toContain('"keys": true');
    expect((await run('alias remove foo --json')).json).toMatchObject({
      removed: [{ kind: 'program', keys: true }],
    });
    await run('foo', { isTerminal: true, typed: ['no'] });
    await run('foo', { isTerminal: true });
    expect(started.slice(-2).map(({ env }) => env['CRIER_API_KEY'])).toEqual([undefined, undefined]);
  }, SETTINGS);
});

test('a program in the sandbox gets its context, and a context that is not there is an error', async () => {
  await onMachine(async ({ run, started }) => {
    await run('--sandbox -p harbour foo');
    expect(started[0]?.env).toMatchObject({ CRIER_CONTEXT: 'sandbox', CRIER_PROFILE: 'harbour' });
    expect((await run('-c nope foo')).exitCode).toBe(2);
    expect(started).toHaveLength(1);
  }, SETTINGS);
});
