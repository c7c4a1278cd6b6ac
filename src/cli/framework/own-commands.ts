import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { createUsageError } from '../../errors.ts';
import type { World } from '../../world.ts';
import type { CommandLine } from './argv/order-words.ts';
import { type CommandEntry, isSamePath, listCommandsUnder, resolveSynonym } from './command/command.ts';
import { crier } from './output/text/shell-command.ts';
import { fillAlias, findAlias, OWN_NAME, splitAlias } from './settings/aliases.ts';
import { getSettingsPaths } from './settings/paths.ts';
import { readSettings } from './settings/read-settings.ts';

/** A line whose first word is no command of crier, as it is run instead. */
interface OwnLine {
  readonly words: readonly string[];
  readonly commands: readonly CommandEntry[];
}

/**
 * Finds what a word that is no command of crier runs: an alias of the user, else a program `crier-<word>` on the
 * path. Null for neither. Called for such words only, so that other starts read nothing for it.
 *
 * @see docs/command-line.md#alias
 */
export function findOwnCommand(
  line: CommandLine,
  world: World,
  commands: readonly CommandEntry[],
): OwnLine | null {
  const [word = '', ...after] = line.words;
  if (!OWN_NAME.test(word)) return null;
  const before = world.words.slice(0, world.words.length - line.words.length);
  const text = findAlias(readSettings(getSettingsPaths(world)).settings, word);
  if (text !== null) {
    requireKnownCommand(word, text, commands);
    return { words: [...before, ...fillAlias(word, text, after)], commands };
  }
  const file = findProgram(`crier-${word}`, world);
  if (file === null) return null;
  const load = async () => {
    const { createProgramCommand } = await import('./run-program.ts');
    return createProgramCommand(file);
  };
  return { words: [...before, word, '--', ...after], commands: [...commands, { path: [word], load }] };
}

/**
 * An alias begins with a command of crier, never with another alias: a line is expanded once.
 *
 * @throws CrierError of kind usage
 */
export function requireKnownCommand(name: string, text: string, commands: readonly CommandEntry[]): void {
  const [first = ''] = splitAlias(text);
  if (isCommandName(first, commands)) return;
  throw createUsageError(
    `the alias "${name}" runs "${text}", and "${first}" is not a command of crier`,
    `begin with a command: ${crier`alias set ${name} ${'comments inbox'}`}`,
  );
}

/** Whether a first word is a command or a group, also by a former name. */
export function isCommandName(word: string, commands: readonly CommandEntry[]): boolean {
  const path = resolveSynonym([word]);
  return isSamePath(path, ['help']) || listCommandsUnder(path, commands).length > 0;
}

/** A program in a folder of PATH; folders that depend on where crier is started are no place for one. */
function findProgram(name: string, { env, platform }: World): string | null {
  const file = platform === 'win32' ? `${name}.exe` : name;
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, file)).find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
