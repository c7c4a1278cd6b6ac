import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { COMMANDS } from '../../../src/cli/framework/command/command-list.ts';
import { EXIT } from '../../../src/errors.ts';
import { shellWords } from '../terminal/shell-words.ts';
import { keepProgram } from './kept-program.ts';
import type { BuiltLine, BuiltRun } from './run-built.ts';

/** They run until they are ended. */
const SERVING: readonly string[] = ['callbacks serve', 'dashboard', 'sandbox start'];
/** The program is started for these, as for a user; the others run in one process, since starts are dear. */
const STARTED: readonly string[] = [...SERVING, 'sandbox exec', 'commands', 'comments get'];
/** What they need beyond this machine is missing, which is an expected failure. */
const EXPECTED_FAILURES: Readonly<Record<string, readonly number[]>> = {
  'callbacks check': [EXIT.differs.code], // a receiver
  'config edit': [EXIT.usage.code], // an editor
  'hooks conform': [EXIT.unavailable.code], // a receiver
  'hooks health': [EXIT.differs.code], // a receiver
  'sandbox env': [EXIT.usage.code], // a server in the background
};

export const BUILT_COMMANDS = await Promise.all(
  COMMANDS.map(async ({ path, load }) => ({ name: path.join(' '), command: await load() })),
);

export interface BuiltStart {
  /** What starts it for a user. */
  readonly command: readonly [string, ...string[]];
  /** What is `crier` on the path of what it starts. */
  readonly file: string;
  /** Starts a process that runs `run-built.ts`. */
  startRunner(): ChildProcess;
}

/**
 * Runs the first example of each command in a home of its own, after what the command needs to have been run before.
 *
 * @param base an empty folder
 * @returns what each printed, by the name of the command
 */
export async function runBuiltExamples(
  { command, file, startRunner }: BuiltStart,
  base: string,
): Promise<ReadonlyMap<string, BuiltRun>> {
  mkdirSync(join(base, 'path'));
  symlinkSync(file, join(base, 'path', 'crier'));
  mkdirSync(join(base, 'first'));
  const describeLine = (words: readonly string[], home: string): BuiltLine => ({
    words,
    folder: join(base, home),
    env: {
      PATH: [join(base, 'path'), process.env['PATH'] ?? ''].join(':'),
      HOME: join(base, home),
      XDG_CACHE_HOME: join(base, 'cache'),
      CRIER_CONTEXT: 'sandbox',
    },
    stdin: 'A-KEY-FROM-STANDARD-INPUT\n',
  });
  // creates the sandbox that the others begin with
  await startProgram(command, describeLine(['posts', 'list', '--sandbox'], 'first'));
  const runner = keepProgram(startRunner());
  const runs = new Map<string, BuiltRun>();
  for (const { name, command: described } of BUILT_COMMANDS) {
    const home = name.replaceAll(' ', '-');
    cpSync(join(base, 'first'), join(base, home), { recursive: true });
    for (const each of Object.hasOwn(EXPECTED_FAILURES, name) ? [] : (described.before ?? [])) {
      const [words = '', output] = each.split(' > ');
      const { stdout } = await runner.run(describeLine(shellWords(words), home));
      if (output !== undefined) writeFileSync(join(base, home, output), stdout);
    }
    const line = describeLine(shellWords(described.examples[0] ?? ''), home);
    const isStarted = STARTED.includes(name);
    runs.set(
      name,
      await (isStarted ? startProgram(command, line, SERVING.includes(name)) : runner.run(line)),
    );
    rmSync(join(base, home), { recursive: true, force: true });
  }
  runner.end();
  return runs;
}

/** @param isServing ends it at its first output */
function startProgram(
  [file, ...first]: BuiltStart['command'],
  { words, folder, env, stdin }: BuiltLine,
  isServing = false,
): Promise<BuiltRun> {
  const child = spawn(file, [...first, ...words], { cwd: folder, env });
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

/** It printed something and succeeded, but for what needs more than this machine has. */
export function expectGoodRun(name: string, run: BuiltRun | undefined): void {
  const { code, signal, stdout, stderr } = run ?? {};
  const errors = code === 0 ? '' : stderr;
  if (SERVING.includes(name))
    expect({ signal, stdout: stdout !== '' || stderr !== '' }).toEqual({ signal: 'SIGTERM', stdout: true });
  else if (Object.hasOwn(EXPECTED_FAILURES, name)) expect(EXPECTED_FAILURES[name]).toContain(code);
  else expect({ code, errors, isSilent: stdout === '' }).toEqual({ code: 0, errors: '', isSilent: false });
}
