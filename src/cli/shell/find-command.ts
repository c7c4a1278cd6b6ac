import { type CrierError, createUsageError } from '../../errors.ts';
import type { CommandEntry, CommandPath } from './command.ts';
import { isSamePath } from './command-path.ts';
import { maskLikelySecret } from './mask-likely-secret.ts';
import { joinWithOr, suggestNearest } from './suggest-nearest.ts';
import { suggestCommand } from './synonyms.ts';

/** The command at a path, or all commands of the group at that path; empty for an unknown path. */
export function listCommandsUnder(
  path: CommandPath,
  commands: readonly CommandEntry[],
): readonly CommandEntry[] {
  return commands.filter((entry) => isSamePath(entry.path.slice(0, path.length), path));
}

/**
 * The commands that the words name; all commands for no words.
 *
 * @throws CrierError of kind usage for the first unknown word
 */
export function requireCommands(
  words: readonly string[],
  commands: readonly CommandEntry[],
): readonly CommandEntry[] {
  const wrong = words.findIndex(
    (_, index) => listCommandsUnder(words.slice(0, index + 1), commands).length === 0,
  );
  if (wrong !== -1) throw createUnknownCommandError(words.slice(0, wrong), words[wrong] ?? '', commands);
  return listCommandsUnder(words, commands);
}

/** The error for an unknown word after a path. @param after the words after it */
export function createUnknownCommandError(
  path: CommandPath,
  word: string,
  commands: readonly CommandEntry[],
  after: readonly string[] = [],
): CrierError {
  const siblings = listCommandsUnder(path, commands);
  const verbs = [...new Set(siblings.map((entry) => entry.path[path.length] ?? ''))];
  const near = suggestCommand(word, { noun: path.join(' '), verbs, after }) || suggestNearest(word, verbs);
  const where = ['crier', ...path].join(' ');
  const hint = near === '' ? suggestOtherGroup(word, siblings) : near;
  return createUsageError(
    `"${maskLikelySecret(word)}" is not a command of ${where}`,
    `${hint}run "${where} --help" for the list`,
  );
}

const MOST_NAMED = 3;

/** Suggests commands with this verb under another noun: `crier replies`. */
function suggestOtherGroup(word: string, commands: readonly CommandEntry[]): string {
  const found = commands.filter(({ path }) => path.at(-1) === word).map(({ path }) => path.join(' '));
  return found.length === 0 || found.length > MOST_NAMED
    ? ''
    : `did you mean ${joinWithOr(found.map(quoteName))}? `;
}

function quoteName(name: string): string {
  return `"${name}"`;
}
