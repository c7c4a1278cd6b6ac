import { describe, expect, test } from 'vitest';
import { parseLine } from '../../../../../src/cli/framework/argv/program.ts';
import { COMMANDS } from '../../../../../src/cli/framework/command/command-list.ts';
import { crier } from '../../../../support/crier.ts';

describe('finding the command', () => {
  test.each([
    ['nothing', [], 'Usage'],
    ['a bare noun', ['comments'], 'crier comments <command> --help'],
    ['help', ['help'], 'Usage'],
    ['help on a command', ['help', 'comments', 'get'], 'crier comments get [<id…>] [flags]'],
    ['--help behind a command', ['comments', 'get', '--help'], 'crier comments get [<id…>] [flags]'],
    ['-h among its words', ['comments', 'get', 'abc', '-h'], 'crier comments get [<id…>] [flags]'],
    ['--help before it', ['--help', 'errors', 'show'], 'crier errors show <code…> [flags]'],
    [
      'a flag with a value before it',
      ['-o', 'json', 'comments', '--help'],
      'crier comments <command> --help',
    ],
    ['a topic', ['help', 'exit-codes'], '130'],
    ['help behind a noun', ['comments', 'help'], 'crier comments <command> --help'],
  ])('%s', async (_what, words, expected) => {
    const { exitCode, stdout, stderr } = await crier(words);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain(expected);
  });

  test.each([['--version'], ['-V']])('%s prints only the version', async (flag) => {
    expect(await crier([flag])).toMatchObject({ exitCode: 0, stdout: '0.0.0-test\n', stderr: '' });
  });

  test.each([
    [['coments'], 'did you mean "comments"'],
    [['comments', 'gett', 'x'], 'did you mean "get"'],
    [['comments', 'foo', '--help'], '"crier comments --help"'],
    [['--jsn', 'comments'], 'did you mean "--json"'],
    [['comments', '--bad'], 'unknown flag --bad'],
    [['comments', 'get', 'x', '--json=true'], 'takes no value'],
    [['comments', 'get', '-1x'], 'after --'],
    [['help', 'exitcodes'], 'did you mean "exit-codes"'],
    [['comments', 'get', 'x', '--plattform', 'tiktok'], 'did you mean "--platform"'],
    [['comments', 'get', 'x', '--platform', 'instagramm'], 'did you mean "instagram"'],
    [['comments', 'get', 'x', '-o', 'jsn'], 'did you mean "json"'],
    [['comments', 'get', 'x', '-c', 'sandbx'], 'did you mean "sandbox"'],
    [['comments', 'get', 'x', '--sandbox', '-p', 'harbor'], 'did you mean "harbour"'],
  ])('%j is a usage error that knows better', async (words, advice) => {
    const { exitCode, stdout, stderr } = await crier(words);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(advice);
  });
});

test('only the command that the words name is loaded', async () => {
  const loaded: string[] = [];
  const commands = COMMANDS.map((entry) => ({
    ...entry,
    load() {
      loaded.push(entry.path.join(' '));
      return entry.load();
    },
  }));
  const { given } = await parseLine(
    { path: ['comments', 'get'], calledAs: ['comments', 'get'], words: ['x', '--limit', '3'] },
    commands,
  );
  expect({ given, loaded }).toEqual({ given: { ids: ['x'], limit: 3 }, loaded: ['comments get'] });
});

describe('words that a command cannot take', () => {
  test.each([
    [['comments', 'get'], '<id> is missing'],
    [['automations', 'explain', '--sandbox'], '<id> is missing'],
    [['posts', 'open'], '<id> is missing'],
    [['errors', 'show'], '<code> is missing'],
    [['hooks', 'register', 'automations'], '<url> is missing'],
    [['automations', 'activity', 'a', 'b'], 'too many arguments'],
    [['comments', 'get', ''], '<id…> is empty'],
    [['comments', 'get', 'x', '--timeout', '30'], 'number with a unit'],
    [['comments', 'get', 'x', '--timeout'], '--timeout needs a value'],
    [['comments', 'create', 'x', '--text', '--dry-run'], '--text needs a value'],
    [['posts', 'create', '--auto-schedule', '--yes', '--text', 'x'], '--auto-schedule needs a value'],
    [['comments', 'get', 'x', '--retries', '1e2'], '--retries must be a number'],
    [['comments', 'get', 'x', '--retries', '99'], '--retries'],
    [['comments', 'get', 'x', '--fields', 'platform,,text'], 'empty name'],
    [['errors', 'show', '4x5'], 'must be a number'],
    [['errors', 'list', '-o', 'raw'], 'calls no service'],
    [['comments', 'get', 'x', '-o', 'raw', '--fields', 'text'], 'cannot be used together'],
    [['comments', 'get', 'x', '--include-replies'], 'unknown flag --include-replies'],
    [['audio', 'search', ' '], 'must not be blank'],
    [['comments', 'get', 'x', '--json', '-o', 'csv'], 'cannot be used together'],
    [['comments', 'get', 'x', '--api-key-file', '-', '--profile-key-file', '-'], 'standard input'],
  ])('%j', async (words, message) => {
    const { exitCode, stdout, stderr } = await crier(words);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(message);
  });

  test('a value may look like a flag with =, or after another word', async () => {
    const written = ['comments', 'create', 'x', '--text=--dry-run', '--dry-run', '--sandbox', '--json'];
    expect((await crier(written)).json).toMatchObject({ request: { body: { comment: '--dry-run' } } });
    expect(
      (await crier(['audio', 'search', '--sandbox', '--json', '--', '--limit', '--json'])).stderr,
    ).toContain('too many arguments');
  });

  test.each(['constructor', 'toString', '__proto__'])('%s is a word like any other', async (word) => {
    expect((await crier(['audio', 'search', word, '--sandbox', '--json'])).exitCode).toBe(0);
  });

  test.each([
    ['audio', 'search', ' '],
    ['audio', 'search', 'x', '--audio-type', 'pop'],
    ['audio', 'search', 'x', '-n', '0'],
    ['audio', 'search', 'x', '-n', '101'],
    ['audio', 'search', 'x', '-n', '1.5'],
  ])(
    '%s is refused with the code that the service would give',
    { tags: ['AUD-01', 'AUD-02', 'AUD-03'] },
    async (...words) => {
      const { exitCode, error } = await crier([...words, '--sandbox', '--json']);
      expect({ exitCode, code: error?.code, http: error?.http }).toEqual({
        exitCode: 2,
        code: 101,
        http: null,
      });
    },
  );

  test.each([
    [['-qo', 'json', '--bad'], {}, true],
    [['-o', 'table', '--bad'], { CRIER_OUTPUT: 'json' }, false],
    [['--bad'], { CRIER_OUTPUT: 'ndjson' }, true],
  ] as const)(
    '%j before the flags could be read: JSON where it was requested',
    async (words, env, isJson) => {
      expect((await crier(words, { env })).error !== null).toBe(isJson);
    },
  );

  test('a usage error under --json is one JSON object on the last line of stderr', async () => {
    const { stdout, error } = await crier('comments gett x --json');
    expect(stdout).toBe('');
    expect(error).toMatchObject({ kind: 'usage', exitCode: 2, code: null, http: null, relink: null });
  });
});

describe('secrets in a command line', () => {
  test.each(['--api-key', '--profile-key', '--x-api-secret', '--webhook-secret'])(
    '%s is refused, with the reason, and its value is not repeated',
    async (flag) => {
      for (const words of [[flag, 'PLANTED-SECRET-1234'], [`${flag}=PLANTED-SECRET-1234`]]) {
        const { exitCode, stdout, stderr } = await crier(['comments', 'get', 'x', ...words]);
        expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
        expect(stderr).toContain('other users of this machine');
        expect(stderr).not.toContain('PLANTED');
      }
    },
  );
});
