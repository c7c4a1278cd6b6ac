import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { listCatalogue } from '../../../../../../src/cli/features/errors/catalogue.ts';
import { answerShell } from '../../../../../../src/cli/framework/argv/completion/answer.ts';
import { buildCompletionTree } from '../../../../../../src/cli/framework/argv/completion/build-completion-tree.ts';
import { COMMANDS, TOPICS } from '../../../../../../src/cli/framework/command/command-list.ts';
import { GROUPS } from '../../../../../../src/cli/framework/command/groups.ts';
import { CONFIG_KEYS } from '../../../../../../src/cli/framework/settings/config-keys.ts';
import { MACHINE_KEYS } from '../../../../../../src/cli/framework/settings/machine-keys.ts';
import { SEED_PROFILES } from '../../../../../../src/sandbox/demo/company.ts';
import { CommentPlatform, Platform } from '../../../../../../src/service/platforms.ts';
import { WEBHOOK_EVENT_NAMES } from '../../../../../../src/service/webhook-events.ts';

const base = mkdtempSync(join(tmpdir(), 'crier-completion-'));
const folder = join(base, 'settings');
const file = join(folder, 'config.json');
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  save(SAVED);
});
afterAll(() => rmSync(base, { recursive: true }));

const SAVED = {
  contexts: {
    work: {
      baseUrl: 'https://api.example.com/api',
      apiKey: 'PLANTED',
      profiles: { acme: { profileKey: 'PLANTED' } },
    },
    staging: {
      baseUrl: 'https://user:PLANTED@staging.example.com',
      profiles: { beta: { profileKey: 'PLANTED' } },
    },
  },
};

function save(settings: unknown): void {
  writeFileSync(file, typeof settings === 'string' ? settings : JSON.stringify(settings));
}

const look = (env: Readonly<Record<string, string>> = {}) => ({
  env: { CRIER_CONFIG_DIR: folder, ...env },
  folder: base,
  homeFolder: '/nonexistent',
  platform: 'linux',
});

/** To build it takes longer than any answer. */
const tree = buildCompletionTree();
const readTree = () => tree;

/** What zsh gets: the ending, and the choices with what they mean. */
async function asked(words: readonly string[], env?: Readonly<Record<string, string>>) {
  const answer = await answerShell(['zsh', ...words], look(env), readTree);
  const [ending, ...lines] = answer.split('\n').slice(0, -1);
  return { ending, choices: lines.map((line) => line.split('\t')) };
}

const values = async (...words: readonly string[]) => (await asked(words)).choices.map(([value]) => value);

describe('what is offered', () => {
  test.each([
    ['commands and nouns', [''], ['help', ...new Set(COMMANDS.map(({ path }) => path[0]))]],
    [
      'behind flags',
      ['-o', 'json', '-qc', 'work', '--fields=a', ''],
      ['help', ...new Set(COMMANDS.map(({ path }) => path[0]))],
    ],
    [
      'topics and commands behind help',
      ['help', ''],
      [...new Set([...TOPICS.map(({ name }) => name), ...COMMANDS.map(({ path }) => path[0])])],
    ],
    [
      'kinds of deliveries',
      ['hooks', 'send', 'https://hooks.example.com', '--type', ''],
      WEBHOOK_EVENT_NAMES,
    ],
    ['commands of a noun behind help', ['help', 'audio', ''], ['get', 'search']],
    ['commands of a noun', ['networks', ''], ['list', 'show']],
    ['commands of a noun with flags before it', ['-v', 'networks', '--json', ''], ['list', 'show']],
    ['words of commands, for commands about commands', ['schema', 'networks', ''], ['list', 'show']],
    ['platforms of comments', ['comments', 'get', 'x', '--platform', ''], CommentPlatform.options],
    [
      'platforms behind =',
      ['comments', 'get', 'x', '--platform='],
      CommentPlatform.options.map((each) => `--platform=${each}`),
    ],
    ['platforms of all networks', ['networks', 'show', ''], Platform.options],
    ['formats', ['errors', 'list', '-o', ''], ['table', 'tsv', 'json', 'ndjson', 'csv', 'md', 'html', 'raw']],
    ['codes', ['errors', 'show', ''], listCatalogue().map(({ code }) => String(code))],
    [
      'codes except those already given',
      ['errors', 'show', '101', ''],
      listCatalogue()
        .slice(1)
        .map(({ code }) => String(code)),
    ],
    ['areas', ['errors', 'list', '--area', ''], [...new Set(listCatalogue().map(({ area }) => area))].sort()],
    ['settings', ['config', 'get', ''], Object.keys({ ...CONFIG_KEYS, ...MACHINE_KEYS })],
    ['values of a setting of the machine', ['config', 'set', 'update-notice', ''], ['on', 'off']],
    ['values of a setting', ['config', 'set', 'plan', ''], ['premium', 'launch', 'business', 'enterprise']],
    ['aliases for the setting', ['config', 'set', 'profile', '-c', 'work', ''], ['acme', 'none']],
    ['nothing for a setting of any value', ['config', 'set', 'base-url', ''], []],
    ['contexts', ['-c', ''], ['sandbox', 'work', 'staging']],
    ['contexts to use', ['context', 'use', ''], ['sandbox', 'work', 'staging']],
    ['contexts to remove', ['context', 'remove', ''], ['work', 'staging']],
    ['contexts to rename, and no new name', ['context', 'rename', ''], ['work', 'staging']],
    ['no new name', ['context', 'rename', 'work', ''], []],
    ['aliases of a context', ['-c', 'work', '-p', ''], ['acme', 'none']],
    [
      'aliases of a context named later',
      ['comments', 'get', '--context=staging', '-p', ''],
      ['beta', 'none'],
    ],
    ['aliases of the sandbox', ['--sandbox', '-p', ''], [...SEED_PROFILES.map(({ alias }) => alias), 'none']],
    [
      'profiles of the sandbox, whatever context is named',
      ['sandbox', 'account', 'set', '-c', 'work', 'reddit', '-p', ''],
      [...SEED_PROFILES.map(({ alias }) => alias), 'primary'],
    ],
    ['aliases to forget', ['profiles', 'forget', '-c', 'work', ''], ['acme']],
    ['nothing for aliases with no context in use', ['-p', ''], ['none']],
    ['shells', ['completion', ''], ['bash', 'zsh', 'fish', 'powershell']],
    ['nothing for free text', ['comments', 'get', ''], []],
    ['nothing for a flag of free text', ['comments', 'get', '--timeout', ''], []],
    ['nothing behind all words', ['networks', 'show', 'reddit', ''], []],
    ['nothing behind an unknown word', ['nonsense', ''], []],
    ['nothing for flags behind --', ['comments', 'get', '--', '-'], []],
    ['nothing behind = of a switch', ['comments', 'get', '--json='], []],
    ['nothing behind = of an unknown flag', ['comments', 'get', '--nonsense='], []],
    ['names that objects have', ['constructor', ''], []],
  ] as const)('%s', async (_what, words, expected) => {
    expect((await values(...words)).toSorted()).toEqual([...expected].sort());
  });

  test('flags of the command at hand, its own first, and none that was given', async () => {
    const flags = await values('comments', 'replies', 'x', '--platform', 'linkedin', '--js');
    expect(flags).not.toContain('--platform');
    expect(flags[0]).toBe('--flat');
    expect(flags).toEqual(
      expect.arrayContaining(['--profile', '-p', '--context', '-c', '--no-input', '--help', '-h']),
    );
    expect(flags).not.toContain('--version');
    expect(await values('api', 'GET', '/x', '-f', 'a=b', '-')).toContain('--raw-field');
  });

  test('flags before a command: the shared ones', async () => {
    expect(await values('-')).toEqual(expect.arrayContaining(['--output', '--profile', '--version']));
    expect(await values('-')).not.toContain('--flat');
  });

  test.each([
    [['login', '--api-key-file', '']],
    [['login', '--api-key-file=']],
    [['--trace-file', '']],
    [['sandbox', 'exec', '--', 'cat', '']],
    [['sandbox', 'exec', 'cat', '--sh']],
  ])('%j is for the shell itself: files', async (words) => {
    expect(await asked(words)).toEqual({ ending: ':files', choices: [] });
  });

  test('networks of a post are in one word, too, each once', async () => {
    const { ending, choices } = await asked(['posts', 'create', '--platform', 'tiktok,t']);
    const words = choices.map(([word]) => word);
    expect(ending).toBe(':more');
    expect(words).toContain('tiktok,twitter');
    expect(words).not.toContain('tiktok,tiktok');
  });

  test('fields are in one word, without a space behind', async () => {
    const { ending, choices } = await asked(['comments', 'get', 'x', '--fields', 'platform,au']);
    expect(ending).toBe(':more');
    const names = choices.map(([value]) => value);
    expect(names).toContain('platform,author.name');
    expect(names).not.toContain('platform,platform');
  });

  test('every choice says what it is, where there is something to say', async () => {
    for (const words of [
      [''],
      ['help', ''],
      ['comments', ''],
      ['sandbox', ''],
      ['errors', 'show', ''],
      ['comments', 'get', '-'],
    ]) {
      const { choices } = await asked(words);
      expect(choices.filter(([, about]) => about === '')).toEqual([]);
    }
    expect((await asked(['-c', ''])).choices).toEqual([
      ['sandbox', 'built in'],
      ['work', 'api.example.com'],
      ['staging', 'staging.example.com'],
    ]);
    expect((await asked(['networks', 'show', ''])).choices).toContainEqual(['twitter', 'X']);
  });

  test('every command, noun and topic is reached', async () => {
    for (const { path } of COMMANDS) expect(await values(...path.slice(0, -1), '')).toContain(path.at(-1));
    for (const { path } of GROUPS) expect(await values(...path.slice(0, -1), '')).toContain(path.at(-1));
    for (const { name } of TOPICS) expect(await values('help', '')).toContain(name);
  });
});

describe('which context the aliases are of', () => {
  test.each([
    ['the variable', {}, { CRIER_CONTEXT: 'staging' }, ['beta', 'none']],
    ['the one in use', { context: 'work' }, {}, ['acme', 'none']],
    [
      'the variable before the one in use',
      { context: 'work' },
      { CRIER_CONTEXT: 'staging' },
      ['beta', 'none'],
    ],
  ] as const)('%s', async (_what, more, env, expected) => {
    save({ ...SAVED, ...more });
    expect((await asked(['-p', ''], env)).choices.map(([value]) => value)).toEqual(expected);
  });

  test("the project's", async () => {
    const project = join(base, '.crier.json');
    writeFileSync(project, '{"context":"staging"}');
    expect(await values('-p', '')).toEqual(['beta', 'none']);
    rmSync(project);
  });

  test('with nothing saved, the sandbox has its own', async () => {
    rmSync(file);
    expect(await values('-p', '')).toEqual(['harbour', 'wholesale', 'none']);
  });
});

describe('what is saved is looked at, and no more', () => {
  test('no key and no part of one leaves', async () => {
    for (const words of [
      ['-c', ''],
      ['-c', 'work', '-p', ''],
      ['-c', 'staging', '-p', ''],
    ])
      expect(JSON.stringify(await asked(words))).not.toContain('PLANTED');
  });

  test.each([
    ['a line break', 'a\nb'],
    ['a tab', 'a\tb'],
    ['an escape', 'a\u001b[31m'],
    ['a substitution', '$(touch x)'],
    ['backquotes', '`touch x`'],
    ['a quote', "a'b"],
    ['a semicolon', 'a;b'],
    ['a space', 'a b'],
    ['a flag', '--yes'],
    ['an override', 'a\u202eb'],
  ])('a name with %s is no name', async (_what, name) => {
    save({
      contexts: {
        [name]: { baseUrl: 'https://a.example.com' },
        work: { profiles: { [name]: {}, acme: {} } },
      },
    });
    expect(await values('-c', '')).toEqual(['sandbox', 'work']);
    expect(await values('-c', 'work', '-p', '')).toEqual(['acme', 'none']);
  });

  test.each([
    ['no JSON', '{"contexts":'],
    ['a list', '[]'],
    ['contexts that are a text', '{"contexts":"work"}'],
    ['a context that is null', '{"contexts":{"work":null}}'],
    ['an address that is none', '{"contexts":{"work":{"baseUrl":"\\u001b]0;x\\u0007"}}}'],
  ])('%s: nothing is printed, nothing is written, no mode is changed', async (_what, text) => {
    save(text);
    const { choices } = await asked(['-c', '']);
    expect(choices[0]).toEqual(['sandbox', 'built in']);
    expect(JSON.stringify(choices)).not.toContain('u001b');
    expect(readdirSync(folder)).toEqual(['config.json']);
  });

  test('a link is not followed', async () => {
    rmSync(file);
    writeFileSync(join(base, 'elsewhere.json'), JSON.stringify(SAVED));
    symlinkSync(join(base, 'elsewhere.json'), file);
    expect(await values('-c', '')).toEqual(['sandbox']);
  });

  test.each([[[]], [['tcsh', '']], [['constructor', '']], [['powershell']], [['powershell', '%%%']]])(
    '%j is answered, or not at all, and never with an error',
    async (words) => {
      await expect(answerShell(words, look(), readTree)).resolves.toMatch(/^(:space\n|$)/);
    },
  );

  test('settings in an impossible place: nothing', async () => {
    expect(await answerShell(['zsh', '-c', ''], look({ CRIER_CONFIG_DIR: 'relative' }))).toBe('');
  });
});

test('no shell gets a value that it could take for more than a word, nor words that are more than text', async () => {
  const hostile = [
    '$(x)',
    '`x`',
    "a'b",
    'a"b',
    'a;b',
    'a\tb',
    'a\nb',
    ' a',
    'a*',
    '~',
    'a\\b',
    '\u001b[31m',
    '#',
  ];
  const sandboxAliases = [
    ...hostile.map((value) => [value, ''] as const),
    ['good', 'a\nb\u001b]0;x\u0007'] as const,
  ];
  const readHostile = async () => ({ ...(await tree), sandboxAliases });
  const words = ['--sandbox', '-p', ''];
  for (const [shell, ...rest] of [
    ['zsh', ...words],
    ['fish', ...words],
    ['bash', `crier ${words.join(' ')}`, '', '9', '80'],
    ['powershell', Buffer.from(words.join('\n')).toString('base64')],
  ]) {
    const answer = await answerShell([shell ?? '', ...rest], look(), readHostile);
    const [, ...lines] = answer.split('\n').slice(0, -1);
    expect(lines.map((line) => line.split('\t')[0])).toEqual(['good', 'none']);
    expect(answer.replaceAll(/[\n\t]/g, '')).toMatch(/^[ -~]*$/);
  }
});

describe('what bash gets', () => {
  const BREAKS = ' \t\n"\'><=;|&(:';
  const bash = (line: string, type = '9', columns = '80') =>
    answerShell(['bash', line, BREAKS, type, columns], look(), readTree);

  test.each([
    ['whole words', 'crier netw', ':space\nnetworks\n'],
    ['what is behind the last break', 'crier comments get x --platform=in', ':space\ninstagram\n'],
    ['no space where more may come', 'crier networks list --fields plat', ':more\nplatform\n'],
    ['a value with a space', 'crier errors list --area priv', ':space\nprivate\\ replies\n'],
    ['the same in a quote', 'crier errors list --area "priv', ':space\nprivate replies\n'],
    ['what follows a second name', 'crier comments post x --vid --on', ':space\n--only\n'],
    ['files', 'crier login --api-key-file=k', ':files\n'],
    ['nothing that does not begin so', 'crier networks show zz', ':space\n'],
  ])('%s', async (_what, line, expected) => {
    expect(await bash(line)).toBe(expected);
  });

  test('descriptions where it only lists, and fit for its width', async () => {
    const lines = (await bash('crier comments ', '63', '60')).split('\n').slice(1, -1);
    expect(lines[0]).toMatch(/^archive {2,}\(.*\)\s*$/);
    expect(lines.filter((line) => line.trimEnd().length > 60)).toEqual([]);
    expect(await bash('crier networks ', '63', '20')).toBe(':space\nlist\nshow\n');
    expect(await bash('crier networks sh', '63', '80')).toBe(':space\nshow\n');
  });
});

describe('what PowerShell gets', () => {
  const ask = (...words: readonly string[]) =>
    answerShell(['powershell', Buffer.from(words.join('\n')).toString('base64')], look(), readTree);

  test('choices that begin as the word does, with what they mean', async () => {
    expect(await ask('networks', 's')).toBe(':space\nshow\tShow what a network supports\n');
    expect(await ask('comments', 'get', 'urn:li:x "y"', '--platform=tw')).toBe(
      ':space\n--platform=twitter\tX\n',
    );
    expect(await ask('comments', 'get', '')).toBe(':space\n');
  });
});

test('what building writes down is what is gathered', async () => {
  const gathered = await tree;
  expect(JSON.parse(JSON.stringify(gathered))).toEqual(gathered);
  expect(JSON.stringify(gathered).length).toBeLessThan(COMMANDS.length * 1_400);
});
