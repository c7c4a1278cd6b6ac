import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCompletionTree } from '../../../../../../src/cli/framework/argv/completion/build-completion-tree.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..', '..', '..');

let folder: string;
let home: string;
beforeAll(() => {
  spawnSync(process.execPath, [join(ROOT, 'scripts', 'prepare.cjs')]);
  folder = mkdtempSync(join(tmpdir(), 'crier-installed-'));
  home = mkdtempSync(join(tmpdir(), 'crier-home-'));
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(home, { recursive: true });
});

function ask(...words: readonly string[]) {
  return spawnSync(process.execPath, [join(folder, 'bin', 'crier.js'), '__complete', ...words], {
    encoding: 'utf8',
    cwd: home,
    env: { PATH: process.env.PATH ?? '', HOME: home },
  });
}

test('the program as installed completes as its sources do, and leaves nothing behind', async () => {
  const { commands } = await buildCompletionTree();
  const { status, stdout, stderr } = ask('zsh', '');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  for (const { path } of commands) expect(stdout).toContain(`\n${path[0]}\t`);
  expect(readdirSync(home)).toEqual([]);
});

test('a keystroke loads two small files, and none of the commands', () => {
  for (const file of readdirSync(join(folder, 'dist'))) {
    if (file.endsWith('.cjs') && !['main.cjs', 'completion.cjs'].includes(file))
      rmSync(join(folder, 'dist', file));
  }
  expect(ask('zsh', '-c', '').stdout).toBe(':space\nsandbox\tbuilt in\n');
});

test('the cached file is damaged or gone: nothing is printed', () => {
  writeFileSync(join(folder, 'dist', 'completion.json'), '{');
  expect(ask('bash', 'crier comm', '', '9', '80')).toMatchObject({ status: 0, stdout: '', stderr: '' });
  rmSync(join(folder, 'dist', 'completion.json'));
  expect(ask('fish', 'comm')).toMatchObject({ status: 0, stdout: '', stderr: '' });
});
