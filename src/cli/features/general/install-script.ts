import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { chmodSync, lstatSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { createUsageError } from '../../../errors.ts';
import { runFileOperation } from '../../../storage/explain-file-fault.ts';
import { makeFolders } from '../../../storage/make-folders.ts';
import { syncFolder } from '../../../storage/sync-folder.ts';
import type { World } from '../../../world.ts';
import { BASH, FISH, type FileChange, ZSH } from './completion-scripts.ts';

/** Shells that have a place for completion scripts of a user. */
export type InstallableShell = 'bash' | 'zsh' | 'fish';

/** A change with the whole text of the file after it; null removes it. */
type PlannedChange = FileChange & { text: string | null };

type HomePlace = Pick<World, 'env' | 'homeFolder'>;

/** Where each shell finds scripts of a user, and in zsh, which finds none, the lines that load it. */
const PLACES: Readonly<
  Record<
    InstallableShell,
    {
      readonly script: string;
      find(machine: HomePlace): string;
      /** The user's file that loads the script, and the lines that do so. */
      loader?(
        machine: HomePlace,
        script: string,
      ): { readonly file: string; readonly lines: readonly string[] };
    }
  >
> = {
  bash: {
    script: BASH,
    find: ({ env, homeFolder }) => {
      const folder = env.BASH_COMPLETION_USER_DIR;
      const base = getFolder(env.XDG_DATA_HOME, homeFolder, '.local', 'share');
      return join(getFolder(folder, base, 'bash-completion'), 'completions', 'crier');
    },
  },
  fish: {
    script: FISH,
    find: ({ env, homeFolder }) =>
      join(getFolder(env.XDG_CONFIG_HOME, homeFolder, '.config'), 'fish', 'completions', 'crier.fish'),
  },
  zsh: {
    script: ZSH,
    find: ({ env, homeFolder }) => join(getFolder(env.ZDOTDIR, homeFolder), '.zfunc', '_crier'),
    loader: ({ env, homeFolder }, script) => {
      const file = `'${script.replaceAll("'", String.raw`'\''`)}'`;
      return {
        file: join(getFolder(env.ZDOTDIR, homeFolder), '.zshrc'),
        lines: [
          // -i: compinit ignores folders that others can write, instead of asking about them at each start
          '(( $+functions[compdef] )) || { autoload -Uz compinit; compinit -i; }',
          `[[ -r ${file} ]] && source ${file}`,
        ],
      };
    },
  },
};

const BEGIN = '# >>> crier completion >>>';
const END = '# <<< crier completion <<<';
/** Never across a second beginning: lines of the user may follow a block that lost its end. */
const BLOCK = new RegExp(`\\n?${BEGIN}\\n(?:(?!${BEGIN})[\\s\\S])*?${END}\\n?`, 'g');

/** In every script, so that files of others are not touched. */
const MARK = 'completion for crier';

/**
 * Installs the completion script of a shell for this user, or removes it; what is as wanted already stays untouched.
 *
 * @returns every file that was looked at, with what was done to it
 * @throws CrierError of kind usage for a file that crier did not write, and for one that cannot be written
 */
export function changeInstallation(
  shell: InstallableShell,
  machine: HomePlace,
  { isWanted, isDryRun }: { readonly isWanted: boolean; readonly isDryRun: boolean },
): readonly FileChange[] {
  if (!isAbsolute(machine.homeFolder))
    throw createUsageError('the home folder must be an absolute path', 'set HOME');
  const { script, find, loader } = PLACES[shell];
  const file = find(machine);
  const loading = loader?.(machine, file);
  const changes = [
    planScript(file, script, isWanted),
    ...(loading === undefined ? [] : [planLines(loading.file, loading.lines, isWanted)]),
  ];
  if (!isDryRun) for (const each of changes) apply(each);
  return changes.map(({ text: _text, ...change }) => change);
}

function planScript(file: string, script: string, isWanted: boolean): PlannedChange {
  const before = readText(file);
  if (before !== null && !before.includes(MARK)) {
    throw createUsageError(
      `${file} is a file that crier did not write`,
      'move it away, and run the command again',
    );
  }
  const text = isWanted ? script : null;
  return {
    file,
    change: getChange(before, text),
    lines: splitLines(text ?? before ?? ''),
    isScript: true,
    text,
  };
}

function planLines(file: string, lines: readonly string[], isWanted: boolean): PlannedChange {
  const before = readText(file);
  const others = (before ?? '').replace(BLOCK, '\n').replace(/^\n$/, '');
  const block = [BEGIN, ...lines, END];
  const separator = others === '' || others.endsWith('\n') ? '' : '\n';
  const text = isWanted ? `${others}${separator}${block.join('\n')}\n` : before === null ? null : others;
  const isThere = before?.includes(BEGIN) === true;
  const unchanged = isWanted ? before?.includes(block.join('\n')) === true : !isThere;
  const change = unchanged ? 'unchanged' : getChange(before, text);
  return { file, change, lines: block, isScript: false, text };
}

function getChange(before: string | null, after: string | null): FileChange['change'] {
  if (before === after) return 'unchanged';
  if (before === null) return 'created';
  return after === null ? 'removed' : 'updated';
}

function apply({ file, change, text }: PlannedChange): void {
  if (change === 'unchanged') return;
  runFileOperation(`cannot write ${file}`, () => (text === null ? rmSync(file) : replaceText(file, text)));
}

/** Replaces a file at once, behind a symbolic link too, and keeps its mode. */
function replaceText(file: string, text: string): void {
  makeFolders(dirname(file));
  const found = lstatSync(file, { throwIfNoEntry: false });
  const target = found === undefined ? file : realpathSync(file);
  const draft = `${target}.crier-${randomUUID()}`; // a name of its own: another run may install at the same time
  try {
    writeFileSync(draft, text, { mode: 0o644, flag: 'wx', flush: true });
    if (found !== undefined) chmodSync(draft, lstatSync(target).mode & 0o777);
    renameSync(draft, target);
    syncFolder(dirname(target));
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/**
 * @returns null when there is no such file
 * @throws CrierError of kind usage also for other encodings, whose characters would be lost when it is written
 */
function readText(file: string): string | null {
  const bytes = runFileOperation(`cannot read ${file}`, () =>
    lstatSync(file, { throwIfNoEntry: false }) === undefined ? null : readFileSync(file),
  );
  if (bytes === null || isUtf8(bytes)) return bytes?.toString() ?? null;
  throw createUsageError(`${file} is not UTF-8 text`, 'convert it to UTF-8, and run the command again');
}

function splitLines(text: string): readonly string[] {
  return text.replace(/\n$/, '').split('\n');
}

/** A folder that a variable names, if it is an absolute path, or the usual one. */
function getFolder(given: string | undefined, base: string, ...usual: readonly string[]): string {
  return given !== undefined && isAbsolute(given) ? given : join(base, ...usual);
}
