import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUILT_COMMANDS, expectGoodRun, runBuiltExamples } from '../support/processes/built-examples.ts';
import type { BuiltRun } from '../support/processes/run-built.ts';
import { report } from '../support/report.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const BUILD = join(ROOT, 'scripts', 'binary', 'build.mjs');
const RUNNER = join(ROOT, 'test', 'support', 'processes', 'run-built.ts');

let base: string;
let binary: string;
let runs: ReadonlyMap<string, BuiltRun>;
beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'crier-binary-'));
  binary = join(base, 'bin', 'crier');
  const built = spawnSync(process.execPath, [BUILD, '--file', binary], { encoding: 'utf8' });
  expect(built.status, built.stderr).toBe(0);
  runs = await runBuiltExamples(
    {
      command: [binary],
      file: binary,
      startRunner: () =>
        spawn(binary, ['__exit', '0'], {
          stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
          env: { NODE_OPTIONS: `--require=${RUNNER}` },
        }),
    },
    base,
  );
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe('the single executable runs the first example of', () => {
  test.each(BUILT_COMMANDS)('$name', ({ name }) => expectGoodRun(name, runs.get(name)));
});

describe('the single executable, where there is no Node.js', () => {
  let home: string;
  beforeAll(() => {
    home = join(base, 'home');
    mkdirSync(home);
  });

  /** Nothing is on the path, and no folder can be written but this one. */
  const crier = (...words: readonly string[]): SpawnSyncReturns<string> =>
    spawnSync(binary, words, { encoding: 'utf8', cwd: home, env: { PATH: '/nonexistent', HOME: home } });

  test('runs jq in a thread', () => {
    const { stdout, stderr } = crier('errors', 'show', '288', '--json', '--jq', '.errors[0].code + 1');
    expect([stdout, stderr]).toEqual(['289\n', '']);
  });

  test('starts the sandbox in the background, and reads from it', () => {
    expect(crier('sandbox', 'start', '--detach').status).toBe(0);
    const isRunning = () => JSON.parse(crier('sandbox', 'status', '--json').stdout).running;
    expect(isRunning()).toBe(true);
    expect(JSON.parse(crier('posts', 'list', '-n', '1', '--sandbox', '--json').stdout).posts).toHaveLength(1);
    crier('sandbox', 'stop');
    expect(isRunning()).toBe(false);
  });

  test('asks the keyring in a process of its own, with the library that is inside, and leaves no file', () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('crier-keyring-'));
    const { status, stderr } = crier('config', 'set', 'credentials', 'keyring');
    expect([status, stderr.replaceAll(/\s+/g, ' ')]).toEqual([
      10,
      expect.stringContaining('the keyring cannot be used'),
    ]);
    expect(stderr).not.toContain('is not installed');
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('crier-keyring-'))).toEqual(before);
  });

  test('completes words, and prints its version', () => {
    expect(crier('__complete', 'bash', 'crier comments ge').stdout).toContain('get');
    expect(crier('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test('needs no compiled code on the disk', () => {
    expect(existsSync(join(home, '.cache'))).toBe(false);
    report(`the single executable has ${(statSync(binary).size / 1e6).toFixed(0)} MB`);
  });
});
