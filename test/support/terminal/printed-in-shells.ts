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

/**
 * A model of how PowerShell reads the words behind a program's name, by its documented rules (about_Parsing,
 * about_Quoting_Rules, about_Special_Characters), and of how Windows PowerShell 5.1 and 7 hand them to a program.
 *
 * @returns the words as the program gets them
 * @throws Error where the line would mean more than words
 */
export function powershellWords(line: string): readonly string[] {
  const reader = { line, at: 0 };
  const words: string[] = [];
  for (;;) {
    while (line[reader.at] === ' ') reader.at += 1;
    if (reader.at >= line.length) break;
    if (line[reader.at] === '#') break;
    words.push(readWord(reader));
  }
  return words.map(handedOver);
}

interface Reader {
  readonly line: string;
  at: number;
}

const SINGLE = "'‘’‚‛";
const DOUBLE = '"“”„';
/** Ends a word, and means something by itself. */
const ENDS = ' \t\r\n;|&(){},';
/** Means something at the beginning of a word. */
const BEGINS = '@#<>$`';

function readWord(reader: Reader): string {
  const first = reader.line[reader.at] ?? '';
  if (BEGINS.includes(first) || ENDS.includes(first)) throw new Error(`a word begins with ${first}`);
  // a word that begins with a quoted text ends behind it: what follows is another word
  if (SINGLE.includes(first)) return readSingle(reader);
  if (DOUBLE.includes(first)) return readDouble(reader);
  let word = '';
  while (reader.at < reader.line.length) {
    const character = reader.line[reader.at] ?? '';
    if (character === ' ') break;
    if (ENDS.includes(character) || '<>$`'.includes(character)) throw new Error(`${character} in a word`);
    if (SINGLE.includes(character)) word += readSingle(reader);
    else if (DOUBLE.includes(character)) word += readDouble(reader);
    else {
      word += character;
      reader.at += 1;
    }
  }
  // a script that stands for a program, as npm makes one, never gets this word
  if (word === '--' && reader.line[reader.at - 1] === '-') throw new Error('-- is removed');
  if (word === '--%') throw new Error('--% ends all parsing');
  return word;
}

function readSingle(reader: Reader): string {
  let text = '';
  for (reader.at += 1; reader.at < reader.line.length; reader.at += 1) {
    const character = reader.line[reader.at] ?? '';
    if (!SINGLE.includes(character)) text += character;
    else if (SINGLE.includes(reader.line[reader.at + 1] ?? ' ')) {
      text += character;
      reader.at += 1;
    } else {
      reader.at += 1;
      return text;
    }
  }
  throw new Error('a quoted text does not end');
}

function readDouble(reader: Reader): string {
  let text = '';
  for (reader.at += 1; reader.at < reader.line.length; reader.at += 1) {
    const character = reader.line[reader.at] ?? '';
    if ('$`'.includes(character)) throw new Error(`${character} between double quotes`);
    if (DOUBLE.includes(character)) {
      reader.at += 1;
      return text;
    }
    text += character;
  }
  throw new Error('a quoted text does not end');
}

/** Windows PowerShell 5.1 drops empty words, and neither escapes `"` nor a backslash at the end. */
function handedOver(word: string): string {
  if (word === '') throw new Error('an empty word is dropped');
  if (word.includes('"')) throw new Error('" is lost');
  if (word.endsWith('\\') && word.includes(' ')) throw new Error('a backslash escapes the quote behind it');
  return word;
}
