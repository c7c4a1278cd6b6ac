import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** How each shell runs a command line as it was printed, without anybody's settings. */
const SHELLS = {
  bash: ['--norc', '--noprofile', '-c'],
  dash: ['-c'],
  zsh: ['-f', '-c'],
  fish: ['--no-config', '-c'],
} as const;
export type ShellName = keyof typeof SHELLS;

export const SHELL_NAMES = Object.keys(SHELLS) as ShellName[]; // the keys of the table above

/** What a program called `crier` was given: the words of each time that it ran. */
export interface PrintedRun {
  readonly calls: readonly (readonly string[])[];
  /** What stands in the folder beside what was there: a side effect. */
  readonly left: readonly string[];
}

/** The shells of a table that are installed on this machine. */
export function installedShells(names: readonly ShellName[]): readonly ShellName[] {
  return names.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0);
}

/** Runs printed command lines in shells, with a `crier` that only notes its words. */
export interface PrintedRunner {
  run(shell: ShellName, line: string): Promise<PrintedRun>;
  close(): void;
}

/** Notes its words with their number, each ended by a zero byte. */
const STUB = `#!/bin/sh
{ printf '%s\\0' "$#"; [ $# -eq 0 ] || printf '%s\\0' "$@"; } >>"$CRIER_CALLS"
`;

export function printedRunner(): PrintedRunner {
  const home = mkdtempSync(join(tmpdir(), 'crier-printed-'));
  const programs = join(home, 'programs');
  mkdirSync(programs);
  writeFileSync(join(programs, 'crier'), STUB);
  chmodSync(join(programs, 'crier'), 0o755);
  let runs = 0;
  return {
    async run(shell, line) {
      runs += 1;
      const folder = join(home, `run-${runs}`);
      const calls = join(home, `calls-${runs}`);
      mkdirSync(folder);
      const env = {
        PATH: [programs, process.env['PATH']].join(delimiter),
        HOME: folder,
        LANG: 'C.UTF-8',
        CRIER_CALLS: calls,
        // fish keeps its history and variables there
        XDG_DATA_HOME: join(home, 'data'),
        XDG_CONFIG_HOME: join(home, 'config'),
      };
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const child = spawn(shell, [...SHELLS[shell], line], { cwd: folder, env, stdio: 'ignore' });
      child.on('error', reject).on('close', () => resolve());
      await promise;
      return {
        calls: callsIn(calls),
        left: spawnSync('ls', ['-A', folder], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean),
      };
    },
    close: () => rmSync(home, { recursive: true, force: true }),
  };
}

function callsIn(file: string): readonly (readonly string[])[] {
  const parts = existsSync(file) ? readFileSync(file, 'utf8').split('\0').slice(0, -1) : [];
  const calls: (readonly string[])[] = [];
  for (let at = 0; at < parts.length; ) {
    const count = Number(parts[at]);
    calls.push(parts.slice(at + 1, at + 1 + count));
    at += 1 + count;
  }
  return calls;
}
