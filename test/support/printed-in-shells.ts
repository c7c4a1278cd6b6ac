import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A function that notes its words with their number, each ended by a zero byte: no process for each command. */
const POSIX_CRIER = `crier() { printf '%s\\0' "$#" "$@" >>"$CRIER_CALLS"; }\n`;
const FISH_CRIER = `function crier; printf '%s\\0' (count $argv) $argv >>"$CRIER_CALLS"; end\n`;

const posixStep = (folder: string, file: string, calls: string) =>
  `cd '${folder}'; HOME='${folder}'; CRIER_CALLS='${calls}'; . '${file}'\n`;
const fishStep = (folder: string, file: string, calls: string) =>
  `cd '${folder}'; set -gx HOME '${folder}'; set -gx CRIER_CALLS '${calls}'; source '${file}'\n`;

/** How each shell runs a script, without the settings of a user. */
const SHELLS = {
  bash: { flags: ['--norc', '--noprofile'], crier: POSIX_CRIER, step: posixStep },
  dash: { flags: [], crier: POSIX_CRIER, step: posixStep },
  zsh: { flags: ['-f'], crier: POSIX_CRIER, step: posixStep },
  fish: { flags: ['--no-config'], crier: FISH_CRIER, step: fishStep },
} as const;
export type ShellName = keyof typeof SHELLS;

export const SHELL_NAMES = Object.keys(SHELLS) as ShellName[]; // the keys of the table above

/** What a program called `crier` was given: the words of each time that it ran. */
export interface PrintedRun {
  readonly calls: readonly (readonly string[])[];
  /** The files that the command created: a side effect. */
  readonly left: readonly string[];
}

/** The shells of a table that are installed on this machine. */
export function installedShells(names: readonly ShellName[]): readonly ShellName[] {
  return names.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0);
}

/** Runs printed command lines in shells, with a `crier` that only notes its words. */
export interface PrintedRunner {
  /** Runs each text in a folder of its own, all of them in one process of the shell; a result for each. */
  run(shell: ShellName, texts: readonly string[]): Promise<readonly PrintedRun[]>;
  close(): void;
}

export function printedRunner(): PrintedRunner {
  const home = mkdtempSync(join(tmpdir(), 'crier-printed-'));
  let batches = 0;
  return {
    async run(shell, texts) {
      batches += 1;
      const batch = join(home, `batch-${batches}`);
      mkdirSync(batch);
      const runs = texts.map((text, at) => {
        const run = {
          folder: join(batch, `run-${at}`),
          file: join(batch, `line-${at}`),
          calls: join(batch, `calls-${at}`),
        };
        mkdirSync(run.folder);
        writeFileSync(run.file, `${text}\n`);
        return run;
      });
      const { flags, crier, step } = SHELLS[shell];
      const script = join(batch, 'script');
      writeFileSync(
        script,
        crier + runs.map(({ folder, file, calls }) => step(folder, file, calls)).join(''),
      );
      const env = {
        PATH: process.env['PATH'],
        HOME: batch,
        LANG: 'C.UTF-8',
        // fish keeps its history and variables there
        XDG_DATA_HOME: join(home, 'data'),
        XDG_CONFIG_HOME: join(home, 'config'),
      };
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const child = spawn(shell, [...flags, script], { cwd: batch, env, stdio: 'ignore' });
      child.on('error', reject).on('close', () => resolve());
      await promise;
      return runs.map(({ folder, calls }) => ({ calls: callsIn(calls), left: readdirSync(folder) }));
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
