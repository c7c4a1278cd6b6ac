import type { CommanderError } from 'commander';
import { joinWithOr } from '../../../domain/text/lists-and-counts.ts';
import { type CrierError, createUsageError, markDiscovery } from '../../../errors.ts';
import { type CommandEntry, type CommandPath, listCommandsUnder } from '../command/command.ts';
import { suggestShellCure } from '../input/explain-pasted-words.ts';
import type { FlagFacts } from '../input/flags/describe-schema.ts';
import { findSecretFlagError, maskLikelySecret } from '../output/text/known-secrets.ts';
import { suggestNearest } from '../output/text/suggest-nearest.ts';
import { type CommandFacts, listFlags } from './describe-command.ts';
import { listKnownFlags } from './order-words.ts';
import { suggestCommand, suggestFlag } from './synonyms.ts';
import { adviseHelp, adviseValue, listArguments } from './typed-words.ts';

/** Explains a command line that commander refuses. */
export function explainWrongWords(
  error: CommanderError,
  path: CommandPath,
  facts: CommandFacts,
  words: readonly string[],
): CrierError {
  const help = adviseHelp(path);
  const flags = listFlags(facts);
  const quoted = /'([^']*)'/.exec(error.message)?.[1] ?? '';
  const [one = quoted, other] = error.message.match(/--[\w-]+/g) ?? [];
  switch (error.code) {
    case 'commander.unknownOption':
      return explainUnknownFlag(quoted, flags, path);
    case 'commander.optionMissingArgument':
      return createUsageError(`${one} needs a value`, `${adviseValue(flags, one)}${help}`);
    case 'commander.conflictingOption':
      return createUsageError(
        `${one} and ${other} cannot be used together`,
        flags.find(({ name }) => name === one)?.syntax.conflictAdvice ?? 'use only one of them',
      );
    case 'commander.missingArgument':
      return createTooFewWordsError(path, facts.positional, quoted);
    case 'commander.excessArguments': {
      const cure = suggestShellCure(listArguments(facts, words), words);
      return createTooManyWordsError(path, facts.positional, `${cure}${help}`);
    }
    default:
      return createUsageError(error.message.replace(/^error: /, ''), help);
  }
}

function explainUnknownFlag(word: string, flags: readonly FlagFacts[], path: CommandPath): CrierError {
  const help = adviseHelp(path);
  const names = flags.map((flag) => flag.name);
  const name = word.split('=', 1)[0] ?? word;
  const synonym = suggestFlag(name.startsWith('--') ? name : name.slice(0, 2), names, path);
  if (synonym === '' && names.includes(name)) return createUsageError(`${name} takes no value`, help);
  // no name of a flag has a digit, a capital or an underscore
  const isLikelyValue = /^-\d|^-[^-]{2}|^--.*[\dA-Z_]/.test(word);
  const near = isLikelyValue ? 'put a value that starts with - after --; ' : suggestNearest(name, names);
  const cure = suggestShellCure([word]);
  return createUsageError(`unknown flag ${maskLikelySecret(name)}`, `${cure || synonym || near}${help}`);
}

/** Advice for arguments that are often missing or in the wrong order. */
const ADVICE_IF_TOO_FEW: Readonly<Record<string, string>> = {
  'hooks register':
    'give the action first, then the URL: hooks register automations https://hooks.example.com/crier',
};

/** @param missing the key of the first argument that is missing */
function createTooFewWordsError(
  path: CommandPath,
  positional: readonly FlagFacts[],
  missing: string,
): CrierError {
  const name = path.join(' ');
  const instead = Object.hasOwn(ADVICE_IF_TOO_FEW, name) ? `${ADVICE_IF_TOO_FEW[name]}; ` : '';
  const word = positional.find(({ key }) => key === missing)?.name ?? `<${missing}>`;
  return createUsageError(`${word.replace('…', '')} is missing`, `${instead}${adviseHelp(path)}`);
}

const CONTEXT = 'use --context <name> to choose a context';

/** Advice for arguments that are often added to these commands. */
const ADVICE_IF_TOO_MANY: Readonly<Record<string, string>> = {
  login:
    'the key is prompted for, or read from --api-key-file; use --context to choose a context; replace a key that was typed here',
  logout: CONTEXT,
  status: CONTEXT,
  doctor: CONTEXT,
  user: CONTEXT,
  'automations create': 'use -f <file> to read a file',
  'posts create': 'use --text "…" for the text, or -f <file> for a file',
  'posts list': 'use --platform <network> for the posts of one network',
  'profiles list': CONTEXT,
  'sandbox fault add': 'use --code <n> for the error code',
};

/** None of the arguments is printed, since it may be a key. */
function createTooManyWordsError(
  path: CommandPath,
  positional: readonly FlagFacts[],
  help: string,
): CrierError {
  const name = path.join(' ');
  if (positional.length === 0) {
    const instead = Object.hasOwn(ADVICE_IF_TOO_MANY, name) ? `${ADVICE_IF_TOO_MANY[name]}; ` : '';
    return createUsageError(`${name} takes only flags, no arguments`, `${instead}${help}`);
  }
  const wanted = positional.map((word) => `one ${word.name}`).join(' and ');
  const isText = positional.at(-1)?.key === 'query';
  const file = name === 'automations update' ? '; use -f <file> to read a file' : '';
  return createUsageError(
    `${name} was given too many arguments`,
    `it takes ${wanted}${isText ? '; quote a text with spaces' : ''}${file}; ${help}`,
  );
}

/** Explains a word that commander finds neither a command nor a flag of a group. */
export function explainStrayWord(
  path: CommandPath,
  words: readonly string[],
  commands: readonly CommandEntry[],
): CrierError {
  const [word = '', ...after] = words;
  if (word === '--' || !word.startsWith('-')) return createUnknownCommandError(path, word, commands, after);
  const name = getFlagName(word);
  const known = listKnownFlags();
  const near = suggestFlag(name, known) || suggestNearest(name, known);
  const where = 'put flags of a command after the command; "crier help flags" lists the shared ones';
  return (
    findSecretFlagError(name) ?? createUsageError(`unknown flag ${maskLikelySecret(name)}`, `${near}${where}`)
  );
}

/** The flag's name in a word, without a joined value. */
function getFlagName(word: string): string {
  return word.startsWith('--') ? (word.split('=', 1)[0] ?? word) : word.slice(0, 2);
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

/** @param after the words after the unknown one */
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
  const advice = `${suggestShellCure([word]) || hint}run "${where} --help" for the list`;
  return markDiscovery(createUsageError(`"${maskLikelySecret(word)}" is not a command of ${where}`, advice));
}

const MOST_NAMED = 3;

/** Suggests commands with this verb under another noun: `crier outbox`. */
function suggestOtherGroup(word: string, commands: readonly CommandEntry[]): string {
  const found = commands.filter(({ path }) => path.at(-1) === word).map(({ path }) => path.join(' '));
  return found.length === 0 || found.length > MOST_NAMED
    ? ''
    : `did you mean ${joinWithOr(found.map((name) => `"${name}"`))}? `;
}
