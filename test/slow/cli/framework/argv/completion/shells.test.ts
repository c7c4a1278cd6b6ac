import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BIN } from '../../../../../support/processes/installed-program.ts';
import { openTypedShell, PROMPT, type TypedShell } from '../../../../../support/terminal/typed-shell.ts';

const BASH_COMPLETION = '/usr/share/bash-completion/bash_completion';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'crier-shells-'));
  mkdirSync(join(home, 'path'));
  symlinkSync(BIN, join(home, 'path', 'crier'));
  write('settings/config.json', JSON.stringify(SETTINGS));
  write('keys/first-key', 'secret');
  write(
    '.zshrc',
    `PROMPT='${PROMPT}'\nautoload -U compinit\ncompinit -u -D\neval "$(crier completion zsh)"\n`,
  );
  write(
    'fish/config.fish',
    `function fish_prompt; echo -n '${PROMPT}'; end\nset -g fish_greeting\nset -g fish_autosuggestion_enabled 0\ncrier completion fish | source\n`,
  );
  write('.bashrc', `PS1='${PROMPT}'\neval "$(crier completion bash)"\n`);
  write('.bashrc-package', `. ${BASH_COMPLETION}\nPS1='${PROMPT}'\n. <(crier completion bash)\n`);
  write('.bashrc-old', `PS1='${PROMPT}'\n. <(crier completion bash)\ncompopt() { return 1; }\n`);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(home, file)), { recursive: true, mode: 0o700 });
  writeFileSync(join(home, file), text, { mode: 0o600 });
}

/** Names that another program put into the file: a shell that ran one would leave a trace. */
const SETTINGS = {
  contexts: {
    work: {
      baseUrl: 'https://api.example.com/api',
      profiles: { acme: { profileKey: 'K' }, '$(touch ran)': { profileKey: 'K' } },
    },
    '`touch ran`': { baseUrl: 'https://evil.example.com' },
    '\u001b]0;title\u0007': {},
    staging: { baseUrl: 'https://staging.example.com' },
  },
};

const isInstalled = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** Only those that are installed, see `.ci/install-tools`. */
const BASH = ['bash', 'bash', ['--noprofile', '--rcfile', '.bashrc', '-i']] as const;
const OTHERS = [
  ['bash, as old as 3.2 in what it lacks', 'bash', ['--noprofile', '--rcfile', '.bashrc-old', '-i']],
  ['bash with the package bash-completion', 'bash', ['--noprofile', '--rcfile', '.bashrc-package', '-i']],
  ['zsh', 'zsh', ['-i']],
  ['fish', 'fish', ['-i']],
] as const;
const SHELLS = [BASH, ...OTHERS].filter(
  ([name, program]) => isInstalled(program) && (!name.includes('package') || existsSync(BASH_COMPLETION)),
);

const WARNINGS = [
  [
    'bash, where the command is not in the path',
    'bash',
    ['--noprofile', '--norc'],
    '',
    'npm install -g crier-cli',
  ],
  [
    'zsh, where it is not',
    'zsh',
    ['-f'],
    'autoload -Uz compinit; compinit -u -D; ',
    'npm install -g crier-cli',
  ],
  ['zsh without compinit', 'zsh', ['-f'], '', 'autoload -Uz compinit; compinit'],
] as const;

test.each(WARNINGS.filter(([, program]) => isInstalled(program)))(
  'what is missing is reported once, when it is loaded: %s',
  (_what, program, flags, before, words) => {
    const script = join(home, 'script');
    const { stdout } = spawnSync(process.execPath, [BIN, 'completion', program], {
      encoding: 'utf8',
      env: { HOME: home, PATH: '' },
    });
    writeFileSync(script, stdout);
    const { stderr } = spawnSync(program, [...flags, '-c', `${before}. ${script}`], {
      encoding: 'utf8',
      env: { HOME: home, PATH: '/usr/bin:/bin' },
    });
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(words)]);
  },
);

test.skipIf(!isInstalled('zsh'))(
  'zsh with a folder in fpath that others can write starts without a question, and completes',
  async () => {
    const folder = join(home, 'installed-zsh');
    const open = join(folder, 'functions');
    mkdirSync(open, { recursive: true });
    chmodSync(open, 0o777);
    writeFileSync(join(open, '_other'), '#compdef other\n');
    writeFileSync(join(folder, '.zshenv'), `fpath=('${open}' $fpath)\nskip_global_compinit=1\n`);
    writeFileSync(join(folder, '.zshrc'), `PROMPT='${PROMPT}'\n`);
    const env = {
      PATH: `${join(home, 'path')}:${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
      HOME: folder,
      ZDOTDIR: folder,
      CRIER_STATE_DIR: join(home, 'state-zsh'),
      CRIER_CONFIG_DIR: join(home, 'settings-zsh'),
      LC_ALL: 'C.UTF-8',
      TERM: 'xterm',
    };
    const { status, stderr } = spawnSync(process.execPath, [BIN, 'completion', 'zsh', '--install'], {
      encoding: 'utf8',
      env,
    });
    expect({ status, stderr }).toMatchObject({ status: 0 });
    const shell = await openTypedShell({ program: 'zsh', words: ['-i'], env, folder });
    expect(await shell.type('crier sandb\t')).toBe('crier sandbox');
    shell.close();
  },
);

describe.each(SHELLS)('completion in %s', (name, program, words) => {
  let shell: TypedShell;
  beforeAll(async () => {
    const env = {
      PATH: `${join(home, 'path')}:${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
      HOME: home,
      ZDOTDIR: home,
      XDG_CONFIG_HOME: home,
      CRIER_CONFIG_DIR: join(home, 'settings'),
      CRIER_STATE_DIR: join(home, 'state'),
      LC_ALL: 'C.UTF-8',
      TERM: 'xterm',
    };
    shell = await openTypedShell({ program, words, env, folder: home });
  });
  afterAll(() => shell?.close());

  test.each([
    ['a command', 'crier sandb\t', 'crier sandbox'],
    ['a command of a noun', 'crier sandbox clo\tadv\t', 'crier sandbox clock advance'],
    ['a help topic', 'crier help exi\t', 'crier help exit-codes'],
    ['a flag', 'crier comments get x --pla\t', 'crier comments get x --platform'],
    ['a flag of every command', 'crier comments get x --no-i\t', 'crier comments get x --no-input'],
    ['a value', 'crier comments get x --platform inst\t', 'crier comments get x --platform instagram'],
    [
      'a value behind =',
      'crier comments get x --platform=inst\t',
      'crier comments get x --platform=instagram',
    ],
    ['a value behind short flags', 'crier -qo js\t', 'crier -qo json'],
    [
      'a value in a quote',
      "crier comments get x --platform 'inst\t",
      "crier comments get x --platform 'instagram'",
    ],
    ['a field', 'crier comments get x --fields platf\t', 'crier comments get x --fields platform'],
    ['a context', 'crier -c stag\t', 'crier -c staging'],
    ['a profile of that context', 'crier -c work -p ac\t', 'crier -c work -p acme'],
    ['a profile of the sandbox', 'crier --sandbox -p har\t', 'crier --sandbox -p harbour'],
    ['a context to use', 'crier context use wor\t', 'crier context use work'],
    ['a code', 'crier errors show 48\t5 28\t', 'crier errors show 485 288'],
    ['a network', 'crier networks show pint\t', 'crier networks show pinterest'],
    ['a value with a space', 'crier errors list --area priv\t', 'crier errors list --area private\\ replies'],
    ['a setting', 'crier config set base\t', 'crier config set base-url'],
    ['a file', 'crier login --api-key-file keys/fir\t', 'crier login --api-key-file keys/first-key'],
    ['a file behind =', 'crier login --api-key-file=keys/fir\t', 'crier login --api-key-file=keys/first-key'],
    [
      'behind an id with colons, brackets and commas',
      "crier comments replies 'urn:li:comment:(urn:li:activity:7,8)' --plat\tlinke\t",
      "crier comments replies 'urn:li:comment:(urn:li:activity:7,8)' --platform linkedin",
    ],
    [
      'behind an id with bare colons',
      'crier comments get urn:li:x --plat\t',
      'crier comments get urn:li:x --platform',
    ],
    ['nothing where any text is allowed', 'crier comments get ke\t', 'crier comments get ke'],
    ['nothing behind what it does not know', 'crier nonsense ke\t', 'crier nonsense ke'],
    [
      'what was typed is not run',
      'crier $(touch ran) comments get --plat\t',
      'crier $(touch ran) comments get --platform',
    ],
  ])('%s', async (_what, keys, line) => {
    expect(await shell.type(keys)).toBe(line);
    expect(readdirSync(home)).not.toContain('ran');
  });

  test('fields, one behind the other', async () => {
    const line = await shell.type('crier comments get x --fields platf\t,author.han\t');
    // it has no option there to omit the space
    const isOld = name.includes('3.2');
    expect(line).toBe(`crier comments get x --fields platform${isOld ? ' ,author.han' : ',author.handle'}`);
  });

  test('lists what there is with what it means, and no strange name', async () => {
    const screen = (await shell.show('crier -c \t\t', ['api.example.com', 'staging.example.com'])).join('\n');
    expect(screen).toContain('work');
    expect(screen).not.toMatch(/touch|title|evil/);
  });

  test('leaves nothing behind', () => {
    expect(existsSync(join(home, 'state'))).toBe(false);
    expect(readdirSync(join(home, 'settings'))).toEqual(['config.json']);
  });
});
