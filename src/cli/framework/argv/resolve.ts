import { joinWithOr } from '../../../domain/text/lists-and-counts.ts';
import { type CrierError, createUsageError } from '../../../errors.ts';
import { type CommandEntry, type CommandPath, isSamePath, resolveSynonym } from '../command/command.ts';
import { suggestShellCure } from '../input/explain-pasted-words.ts';
import { findSecretFlagError, maskLikelySecret } from '../output/text/likely-secrets.ts';
import { suggestNearest } from '../output/text/suggest-nearest.ts';
import { suggestCommand, suggestFlag } from './synonyms.ts';

/** What a command line requests. */
type ResolvedWords =
  | { readonly kind: 'version' }
  | { readonly kind: 'help'; readonly path: CommandPath }
  | {
      readonly kind: 'command';
      readonly entry: CommandEntry;
      readonly words: readonly string[];
      readonly calledAs: CommandPath;
    };

/** Known commands and topics, and the flags that may come before a command. */
export interface KnownNames {
  readonly commands: readonly CommandEntry[];
  readonly topics: readonly string[];
  readonly valueFlags: ReadonlySet<string>;
  /** Every flag that may come before a command. */
  readonly flags: ReadonlySet<string>;
}

/**
 * Finds the command in the words, wherever flags are among them.
 *
 * @throws CrierError of kind usage for an unknown command
 */
export function resolveWords(words: readonly string[], names: KnownNames): ResolvedWords {
  const { path, calledAs, rest: found, stray, before } = splitWords(words, names);
  const rest = TAKES_COMMAND.some((each) => isSamePath(each, path)) ? insertSeparator(found, before) : found;
  const flags = rest.slice(0, rest.includes('--') ? rest.indexOf('--') : rest.length);
  const asks = (...names: readonly string[]) => flags.some((word) => names.includes(word));
  if (path[0] === 'help') {
    const about = flags.filter((word) => !word.startsWith('-'));
    return { kind: 'help', path: findHelp(resolveSynonym([...path.slice(1), ...about]), names) };
  }
  if (path.length === 0 && asks('--version', '-V')) return { kind: 'version' };
  const entry = names.commands.find((each) => isSamePath(each.path, path));
  const wantsHelp = asks('--help', '-h');
  if (stray === 'help') return { kind: 'help', path };
  const odd = flags
    .slice(0, before)
    .find((word) => word.startsWith('-') && !names.flags.has(word.split('=', 1)[0] ?? word));
  if (entry === undefined && odd !== undefined) throw createUnknownFlagError(odd, names);
  if (entry === undefined && stray !== undefined) {
    throw createUnknownCommandError(path, stray, names.commands, found.slice(before + 1));
  }
  if (entry === undefined || wantsHelp) return { kind: 'help', path };
  return { kind: 'command', entry, words: rest, calledAs };
}

/** Commands that run another program: from its first word on, no word is a flag of ours. */
export const TAKES_COMMAND: readonly CommandPath[] = [['sandbox', 'exec']];

/** Their own flags that take a value. */
export const OWN_VALUE_FLAGS: Readonly<Record<string, readonly string[]>> = {
  'sandbox exec': ['--seed', '--allow-private'],
};

/**
 * Inserts `--` before the other program's words, unless it is there. @param before number of words before
 * them
 */
function insertSeparator(words: readonly string[], before: number): readonly string[] {
  const rest = words.slice(before);
  return rest.length === 0 || rest[0] === '--' ? words : [...words.slice(0, before), '--', ...rest];
}

interface SplitWords {
  readonly path: CommandPath;
  /** The names as typed. */
  readonly calledAs: CommandPath;
  readonly rest: readonly string[];
  /** The first word that is neither a name nor a flag. */
  readonly stray: string | undefined;
  /** Number of remaining words before that one. */
  readonly before: number;
}

/** Splits off the leading words that name a command or a group; keeps the others in order. */
function splitWords(words: readonly string[], names: KnownNames): SplitWords {
  let path: CommandPath = [];
  const calledAs: string[] = [];
  const rest: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const longer = resolveSynonym([...path, word]);
    const isName = !word.startsWith('-') && isNamed(longer, names);
    if (isName) {
      path = longer;
      calledAs.push(word);
    } else if (word !== '--' && word.startsWith('-')) {
      rest.push(word);
      const takesValue =
        names.valueFlags.has(word) || OWN_VALUE_FLAGS[path.join(' ')]?.includes(word) === true;
      const value = takesValue ? words[index + 1] : undefined;
      if (value === undefined) continue;
      rest.push(value);
      index += 1;
    } else {
      return { path, calledAs, rest: [...rest, ...words.slice(index)], stray: word, before: rest.length };
    }
  }
  return { path, calledAs, rest, stray: undefined, before: rest.length };
}

function isNamed(path: CommandPath, names: KnownNames): boolean {
  if (path.length === 1 && path[0] === 'help') return true;
  return listCommandsUnder(path, names.commands).length > 0;
}

function findHelp(path: CommandPath, names: KnownNames): CommandPath {
  const isTopic = path.length === 1 && names.topics.includes(path[0] ?? '');
  if (path.length === 0 || isTopic || isNamed(path, names)) return path;
  const near = suggestNearest(path.join(' '), [
    ...names.topics,
    ...new Set(names.commands.flatMap(({ path }) => path.map((_, at) => path.slice(0, at + 1).join(' ')))),
  ]);
  throw createUsageError(
    `there is no help on "${path.map(maskLikelySecret).join(' ')}"`,
    `${near}run "crier help" for the list`,
  );
}

function createUnknownFlagError(word: string, names: KnownNames): Error {
  const name = getFlagName(word);
  const near = suggestFlag(name, [...names.flags]) || suggestNearest(name, [...names.flags]);
  const where = 'put flags of a command after the command; "crier help flags" lists the shared ones';
  return (
    findSecretFlagError(name) ?? createUsageError(`unknown flag ${maskLikelySecret(name)}`, `${near}${where}`)
  );
}

/** The flag's name in a word, without a joined value. */
function getFlagName(word: string): string {
  return word.startsWith('--') ? (word.split('=', 1)[0] ?? word) : word.slice(0, 2);
}

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
function createUnknownCommandError(
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
    `${suggestShellCure([word]) || hint}run "${where} --help" for the list`,
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
