import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/framework/command/command-list.ts';
import { EXIT } from '../../src/errors.ts';
import type { BuiltLine, BuiltRun } from '../support/processes/run-built.ts';
import { shellWords } from '../support/terminal/shell-words.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** They run until they are ended. */
const SERVING: readonly string[] = ['callbacks serve', 'dashboard', 'sandbox start'];
/** The program is started for these, as for a user; the others run in one process, since starts are dear. */
const STARTED: readonly string[] = [...SERVING, 'sandbox exec', 'commands', 'comments get'];
/** What they need beyond this machine is missing, which is an expected failure. */
const EXPECTED_FAILURES: Readonly<Record<string, readonly number[]>> = {
  'callbacks check': [EXIT.differs.code], // a receiver
  'config edit': [EXIT.usage.code], // an editor
  'hooks conform': [EXIT.unavailable.code], // a receiver
  'sandbox env': [EXIT.usage.code], // a server in the background
};

const commands = await Promise.all(
  COMMANDS.map(async ({ path, load }) => ({ name: path.join(' '), command: await load() })),
);

let base: string;
let inProcess: ChildProcess;
let runs: ReadonlyMap<string, BuiltRun>;
beforeAll(async () => {
  expect(spawnSync(process.execPath, [join(ROOT, 'scripts', 'prepare.cjs')]).status).toBe(0);
  base = mkdtempSync(join(tmpdir(), 'crier-built-'));
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join(ROOT, part), join(base, 'crier', part), { recursive: true });
  mkdirSync(join(base, 'path'));
  symlinkSync(join(base, 'crier', 'bin', 'crier.js'), join(base, 'path', 'crier'));
  mkdirSync(join(base, 'first'));
  await startProgram(describeLine(['posts', 'list', '--sandbox'], 'first')); // creates the sandbox that the others begin with
  inProcess = fork(join(ROOT, 'test', 'support', 'processes', 'run-built.ts'), [
    join(base, 'crier', 'dist', 'main.cjs'),
  ]);
  runs = await runAll();
  inProcess.kill();
}, 120_000);
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** Runs the first example of each command. */
async function runAll(): Promise<ReadonlyMap<string, BuiltRun>> {
  const found = new Map<string, BuiltRun>();
  for (const each of commands) found.set(each.name, await runExample(each));
  return found;
}

/** Runs a command's first example in a home of its own, after what the command needs to have been run before. */
async function runExample({ name, command }: (typeof commands)[number]): Promise<BuiltRun> {
  const home = name.replaceAll(' ', '-');
  cpSync(join(base, 'first'), join(base, home), { recursive: true });
  for (const each of Object.hasOwn(EXPECTED_FAILURES, name) ? [] : (command.before ?? [])) {
    const [words = '', file] = each.split(' > ');
    const { stdout } = await runInProcess(describeLine(shellWords(words), home));
    if (file !== undefined) writeFileSync(join(base, home, file), stdout);
  }
  const line = describeLine(shellWords(command.examples[0] ?? ''), home);
  const run = await (STARTED.includes(name)
    ? startProgram(line, SERVING.includes(name))
    : runInProcess(line));
  rmSync(join(base, home), { recursive: true, force: true });
  return run;
}

function describeLine(words: readonly string[], home: string): BuiltLine {
  const folder = join(base, home);
  const env = {
    PATH: [join(base, 'path'), process.env['PATH'] ?? ''].join(':'),
    HOME: folder,
    XDG_CACHE_HOME: join(base, 'cache'),
    CRIER_CONTEXT: 'sandbox',
  };
  return { words, folder, env, stdin: 'A-KEY-FROM-STANDARD-INPUT\n' };
}

async function runInProcess(line: BuiltLine): Promise<BuiltRun> {
  inProcess.send(line);
  const [run] = (await once(inProcess, 'message')) as [BuiltRun]; // what run-built.ts sends
  return run;
}

/** @param isServing ends it at its first output */
function startProgram({ words, folder, env, stdin }: BuiltLine, isServing = false): Promise<BuiltRun> {
  const child = spawn(process.execPath, [join(base, 'path', 'crier'), ...words], { cwd: folder, env });
  child.stdin.on('error', () => {}).end(stdin);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  if (isServing) for (const each of [child.stdout, child.stderr]) each.once('data', () => child.kill());
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

describe('the built program runs the first example of', () => {
  test.each(commands)('$name', ({ name }) => {
    const { code, signal, stdout, stderr } = runs.get(name) ?? {};
    const errors = code === 0 ? '' : stderr;
    if (SERVING.includes(name))
      expect({ signal, stdout: stdout !== '' || stderr !== '' }).toEqual({ signal: 'SIGTERM', stdout: true });
    else if (Object.hasOwn(EXPECTED_FAILURES, name)) expect(EXPECTED_FAILURES[name]).toContain(code);
    else expect({ code, errors, isSilent: stdout === '' }).toEqual({ code: 0, errors: '', isSilent: false });
  });
});
