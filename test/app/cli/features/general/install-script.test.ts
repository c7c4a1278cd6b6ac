import { lstatSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BASH, FISH, ZSH } from '../../../../../src/cli/features/general/completion-scripts.ts';
import { changeInstallation } from '../../../../../src/cli/features/general/install-script.ts';
import { crier } from '../../../../support/crier.ts';
import { quickFolder } from '../../../../support/quick-folder.ts';

let home: string;
beforeEach(() => {
  home = quickFolder('home');
});
afterEach(() => rmSync(home, { recursive: true }));

const read = (...path: readonly string[]) => readFileSync(join(home, ...path), 'utf8');
const env = () => ({
  XDG_DATA_HOME: join(home, 'data'),
  XDG_CONFIG_HOME: join(home, 'config'),
  ZDOTDIR: home,
});
const run = (words: string, more: Readonly<Record<string, string>> = {}) =>
  crier(`completion ${words}`, { env: { ...env(), ...more }, isTerminal: true });

describe('--install', () => {
  test.each([
    ['bash', '/usr/bin/bash', ['data', 'bash-completion', 'completions', 'crier'], BASH],
    ['zsh', '/bin/zsh', ['.zfunc', '_crier'], ZSH],
    ['fish', '/opt/bin/fish', ['config', 'fish', 'completions', 'crier.fish'], FISH],
  ] as const)('writes the script of the shell in SHELL: %s', async (_shell, SHELL, path, script) => {
    const { exitCode, stdout } = await run('--install', { SHELL });
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`created    ${join(home, ...path)} (the script)\n`);
    expect(read(...path)).toBe(script);
  });

  test('adds lines to the settings of zsh once, and keeps the others', async () => {
    writeFileSync(join(home, '.zshrc'), 'alias a=b', { mode: 0o640 });
    const { stdout } = await run('zsh --install');
    const [first, ...added] = read('.zshrc').split('\n');
    expect(first).toBe('alias a=b');
    expect(added).toEqual([
      '# >>> crier completion >>>',
      '(( $+functions[compdef] )) || { autoload -Uz compinit; compinit -i; }',
      `[[ -r '${join(home, '.zfunc', '_crier')}' ]] && source '${join(home, '.zfunc', '_crier')}'`,
      '# <<< crier completion <<<',
      '',
    ]);
    for (const line of added) expect(stdout).toContain(line);
    expect(lstatSync(join(home, '.zshrc')).mode & 0o777).toBe(0o640);
    const before = read('.zshrc');
    expect((await run('zsh --install --json')).json).toMatchObject({
      changes: [{ change: 'unchanged' }, { change: 'unchanged' }],
    });
    expect(read('.zshrc')).toBe(before);
  });

  test('replaces an older script', async () => {
    await run('fish --install');
    const file = join(home, 'config', 'fish', 'completions', 'crier.fish');
    writeFileSync(file, '# fish completion for crier\nold');
    expect((await run('fish --install --json')).json).toMatchObject({ changes: [{ change: 'updated' }] });
    expect(read('config', 'fish', 'completions', 'crier.fish')).toBe(FISH);
  });

  test('writes through a symbolic link', async () => {
    writeFileSync(join(home, 'dotfile'), '');
    symlinkSync(join(home, 'dotfile'), join(home, '.zshrc'));
    await run('zsh --install');
    expect(lstatSync(join(home, '.zshrc')).isSymbolicLink()).toBe(true);
    expect(read('dotfile')).toContain('# >>> crier completion >>>\n');
  });

  test('leaves what another run is writing beside it', async () => {
    writeFileSync(join(home, '.zshrc'), 'alias a=b\n');
    writeFileSync(join(home, '.zshrc.crier-new'), 'half of');
    await run('zsh --install');
    expect(read('.zshrc.crier-new')).toBe('half of');
    expect(readdirSync(home).toSorted()).toEqual(['.zfunc', '.zshrc', '.zshrc.crier-new']);
    expect(readdirSync(join(home, '.zfunc'))).toEqual(['_crier']);
  });

  test('quotes a folder with a quote for zsh', () => {
    const changes = changeInstallation(
      'zsh',
      { env: {}, homeFolder: "/home/d'arc" },
      { isWanted: true, isDryRun: true },
    );
    expect(changes[1]?.lines[2]).toContain(String.raw`source '/home/d'\''arc/.zfunc/_crier'`);
  });
});

describe('--uninstall', () => {
  test.each(['bash', 'zsh', 'fish'])(
    'removes what --install wrote for %s, and can be repeated',
    async (shell) => {
      writeFileSync(join(home, '.zshrc'), 'alias a=b\n');
      await run(`${shell} --install`);
      const { json } = await run(`${shell} --uninstall --json`);
      expect(json).toMatchObject({
        changes: [{ change: 'removed' }, ...(shell === 'zsh' ? [{ change: 'updated' }] : [])],
      });
      expect(read('.zshrc')).toBe('alias a=b\n');
      const again = await run(`${shell} --uninstall`);
      expect([again.exitCode, again.stdout]).toEqual([0, expect.stringContaining('unchanged')]);
    },
  );
});

test('keeps the lines between a block that lost its end and the next block', async () => {
  writeFileSync(join(home, '.zshrc'), '# >>> crier completion >>>\nalias a=b\n');
  await run('zsh --install');
  await run('zsh --uninstall');
  expect(read('.zshrc')).toBe('# >>> crier completion >>>\nalias a=b\n');
});

describe('nothing is written', () => {
  test.each(['--install', '--uninstall'])('to settings in another encoding than UTF-8: %s', async (flag) => {
    await run('zsh --install');
    const [file, line] = [readFileSync(join(home, '.zshrc')), Buffer.from('alias gr\xfcn=b\n', 'latin1')];
    const bytes = Buffer.concat([file, line]);
    writeFileSync(join(home, '.zshrc'), bytes);
    const ran = await run(`zsh ${flag}`);
    expect([ran.exitCode, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr.replaceAll(/\s+/g, ' ')).toContain('is not UTF-8 text');
    expect(readFileSync(join(home, '.zshrc')).equals(bytes)).toBe(true);
  });

  test('with --dry-run, which prints the same', async () => {
    const dry = await run('zsh --install --dry-run');
    expect(dry.stderr).toContain('nothing was written');
    expect(dry.stdout).toBe((await run('zsh --install')).stdout);
  });

  test('over a file of someone else', async () => {
    await run('fish --install');
    writeFileSync(join(home, 'config', 'fish', 'completions', 'crier.fish'), 'mine');
    const ran = await run('fish --install');
    expect([ran.exitCode, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain('crier did not write');
    expect(read('config', 'fish', 'completions', 'crier.fish')).toBe('mine');
  });

  test.each([
    ['powershell --install', {}, 'is for bash, zsh and fish'],
    ['--install', {}, 'SHELL is not set'],
    ['--install', { SHELL: '/bin/tcsh' }, 'not known: "tcsh"'],
    ['bash --dry-run', {}, '--dry-run needs --install or --uninstall'],
    ['bash --install --uninstall', {}, 'cannot be used together'],
  ] as const)('for completion %s', async (words, more, expected) => {
    const ran = await run(words, more);
    expect([ran.exitCode, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr.replaceAll(/\s+/g, ' ')).toContain(expected);
  });
});
