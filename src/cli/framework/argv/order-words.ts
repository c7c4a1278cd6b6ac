import { createUsageError } from '../../../errors.ts';
import {
  type CommandEntry,
  type CommandPath,
  isSamePath,
  isUnder,
  resolveSynonym,
} from '../command/command.ts';
import { TOPICS } from '../command/command-list.ts';
import type { FlagFacts } from '../input/flags/describe-schema.ts';
import { describeSet } from '../input/flags/describe-set.ts';
import { EVERY, REMOTE } from '../input/flags/flags.ts';
import { maskLikelySecret } from '../output/text/known-secrets.ts';
import { suggestNearest } from '../output/text/suggest-nearest.ts';

/** A command line in the order in which commander reads it. */
export interface CommandLine {
  /** The command; where a word names none, the group before it. */
  readonly path: CommandPath;
  /** The names of the command as typed. */
  readonly calledAs: CommandPath;
  /** The words after the names. Without a command, from the wrong one on. */
  readonly words: readonly string[];
}

type OrderedWords =
  | { readonly kind: 'version' }
  | { readonly kind: 'help'; readonly path: CommandPath }
  | (CommandLine & { readonly kind: 'command' });

/**
 * Puts the names of the command before its flags, some of which may have been typed first, and recognizes what asks
 * for help: for commander, flags before a command are those of its noun.
 *
 * @throws CrierError of kind usage for help on an unknown subject
 */
export function orderWords(words: readonly string[], commands: readonly CommandEntry[]): OrderedWords {
  const { path, calledAs, rest: found, stray, before } = splitWords(words, commands);
  const rest = TAKES_COMMAND.some((each) => isSamePath(each, path)) ? insertSeparator(found, before) : found;
  const flags = rest.slice(0, rest.includes('--') ? rest.indexOf('--') : rest.length);
  const asks = (...names: readonly string[]) => flags.some((word) => names.includes(word));
  if (path[0] === 'help') {
    const about = flags.filter((word) => !word.startsWith('-'));
    return { kind: 'help', path: findHelp(resolveSynonym([...path.slice(1), ...about]), commands) };
  }
  if (path.length === 0 && asks('--version', '-V')) return { kind: 'version' };
  if (stray === 'help') return { kind: 'help', path };
  if (commands.some((each) => isSamePath(each.path, path)))
    return asks('--help', '-h') ? { kind: 'help', path } : { kind: 'command', path, calledAs, words: rest };
  const known = listKnownFlags();
  const odd = flags
    .slice(0, before)
    .find((word) => word.startsWith('-') && !known.includes(word.split('=', 1)[0] ?? word));
  if (odd !== undefined) return { kind: 'command', path, calledAs, words: [odd] };
  if (stray !== undefined) return { kind: 'command', path, calledAs, words: found.slice(before) };
  return { kind: 'help', path };
}

/** Commands that run another program: from its first word on, no word is a flag of ours. */
export const TAKES_COMMAND: readonly CommandPath[] = [['sandbox', 'exec']];

/** Their own flags that take a value. */
export const OWN_VALUE_FLAGS: Readonly<Record<string, readonly string[]>> = {
  'sandbox exec': ['--seed', '--allow-private'],
};

/** Inserts `--` before the other program's words, unless it is there. @param before number of words before them */
function insertSeparator(words: readonly string[], before: number): readonly string[] {
  const rest = words.slice(before);
  return rest.length === 0 || rest[0] === '--' ? words : [...words.slice(0, before), '--', ...rest];
}

/**
 * Splits off the leading words that name a command or a group; keeps the others in order.
 *
 * @returns as `stray` the first word that is neither a name nor a flag, as `before` the number of those kept before it
 */
function splitWords(words: readonly string[], commands: readonly CommandEntry[]) {
  const valueFlags = listFlagNames(({ kind }) => kind !== 'boolean');
  let path: CommandPath = [];
  const calledAs: string[] = [];
  const rest: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const longer = resolveSynonym([...path, word]);
    if (!word.startsWith('-') && isNamed(longer, commands)) {
      path = longer;
      calledAs.push(word);
    } else if (word !== '--' && word.startsWith('-')) {
      rest.push(word);
      const takesValue =
        valueFlags.includes(word) || OWN_VALUE_FLAGS[path.join(' ')]?.includes(word) === true;
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

/** The names of the flags that any command has. */
export function listKnownFlags(): readonly string[] {
  return [...listFlagNames(() => true), '--help', '-h', '--version', '-V'];
}

function listFlagNames(isWanted: (flag: FlagFacts) => boolean): readonly string[] {
  return [...describeSet(EVERY), ...describeSet(REMOTE)]
    .filter(isWanted)
    .flatMap(({ name, syntax: { short } }) => (short === undefined ? [name] : [name, `-${short}`]));
}

function isNamed(path: CommandPath, commands: readonly CommandEntry[]): boolean {
  return isSamePath(path, ['help']) || commands.some((entry) => isUnder(entry, path));
}

function findHelp(path: CommandPath, commands: readonly CommandEntry[]): CommandPath {
  const topics = TOPICS.map(({ name }) => name);
  const isTopic = path.length === 1 && topics.includes(path[0] ?? '');
  if (path.length === 0 || isTopic || isNamed(path, commands)) return path;
  const near = suggestNearest(path.join(' '), [
    ...topics,
    ...new Set(commands.flatMap(({ path }) => path.map((_, at) => path.slice(0, at + 1).join(' ')))),
  ]);
  throw createUsageError(
    `there is no help on "${path.map(maskLikelySecret).join(' ')}"`,
    `${near}run "crier help" for the list`,
  );
}
