import { Command as Commander, CommanderError, Option } from 'commander';
import { usageError } from '../errors.ts';
import { PLATFORMS, Platform } from '../facts/platforms.ts';
import type { CommandPath } from './command.ts';
import type { CommandFacts } from './describe-flags.ts';
import type { FlagFacts } from './describe-schema.ts';
import { nearest, orList } from './nearest.ts';
import { refusal } from './schema-issues.ts';
import { shownWord } from './shown-word.ts';

/** What stood on the command line, by the input's field names; text is not yet checked against the schema. */
export type RawValues = Readonly<Record<string, unknown>>;

/** Flags that would carry a secret in the list of processes, and where the secret goes instead. */
const SECRET_FLAGS: Readonly<Record<string, string>> = {
  '--api-key': '--api-key-file, or CRIER_API_KEY in the environment',
  '--profile-key': '--profile-key-file, or CRIER_PROFILE_KEY in the environment',
  '--x-api-key': 'CRIER_X_API_KEY or CRIER_X_API_KEY_FILE in the environment',
  '--x-api-secret': 'CRIER_X_API_SECRET or CRIER_X_API_SECRET_FILE in the environment',
  '--webhook-secret': 'CRIER_WEBHOOK_SECRET or CRIER_WEBHOOK_SECRET_FILE in the environment',
  '--secret': '--secret-file, or CRIER_WEBHOOK_SECRET in the environment',
};

/**
 * Reads the words after a command's name into the fields of its input.
 *
 * @throws CrierError of kind usage: an unknown flag, a value that a flag cannot take, too few or too many words
 */
export function parseWords(path: CommandPath, facts: CommandFacts, words: readonly string[]): RawValues {
  refuseSecrets(words);
  const flags = facts.sets.flatMap((set) => set.flags);
  const program = buildParser(facts, flags, words);
  try {
    program.parse([...words], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) throw explain(error, path, flags);
    throw error;
  }
  const options = program.opts();
  const given = flags.filter((flag) => program.getOptionValueSource(optionKey(flag)) === 'cli');
  return {
    ...Object.fromEntries(given.map((flag) => [flag.key, readFlag(flag, options[optionKey(flag)])])),
    ...Object.fromEntries(readArguments(facts.positional, program.processedArgs)),
  };
}

/** Knows the flags that stand among the words; to tell commander of the others would be a good part of a start. */
function buildParser(facts: CommandFacts, flags: readonly FlagFacts[], words: readonly string[]): Commander {
  const program = new Commander()
    .helpOption(false)
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
    .showSuggestionAfterError(false)
    .allowExcessArguments(false);
  for (const flag of flags) if (isMentioned(flag, words)) program.addOption(asOption(flag));
  for (const argument of facts.positional) {
    const dots = argument.isList ? '...' : '';
    program.argument(argument.isRequired ? `<${argument.key}${dots}>` : `[${argument.key}${dots}]`);
  }
  return program;
}

/** Whether a flag may stand among the words: by its name, or by its letter among others behind one dash. */
function isMentioned({ name, writing: { short } }: FlagFacts, words: readonly string[]): boolean {
  return words.some(
    (word) => word.startsWith(name) || (short !== undefined && /^-[^-]/.test(word) && word.includes(short)),
  );
}

function asOption(flag: FlagFacts): Option {
  const short = flag.writing.short === undefined ? '' : `-${flag.writing.short}, `;
  const value = flag.kind === 'boolean' ? '' : ' <value>';
  const option = new Option(`${short}${flag.name}${value}`);
  return flag.isList
    ? option.argParser((text: string, before: unknown) => [...(Array.isArray(before) ? before : []), text])
    : option;
}

/** Commander files `--no-input` under `input`. */
function optionKey(flag: FlagFacts): string {
  return flag.writing.negated ? lowerFirst(flag.key.replace(/^no/, '')) : flag.key;
}

function readFlag(flag: FlagFacts, value: unknown): unknown {
  if (flag.kind === 'boolean') return flag.writing.negated ? value === false : value;
  return readValue(flag, value);
}

function* readArguments(
  positional: readonly FlagFacts[],
  values: readonly unknown[],
): Generator<[string, unknown]> {
  for (const [index, argument] of positional.entries()) {
    const value = values[index];
    if (value !== undefined && !(Array.isArray(value) && value.length === 0))
      yield [argument.key, readValue(argument, value)];
  }
}

/**
 * Checks one value's writing: an empty text is nobody's wish, a choice is one of its words, a number is a number.
 *
 * @param value a text, or a list of texts for a flag that repeats
 */
export function readValue(flag: FlagFacts, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => readValue(flag, each));
  const text = String(value);
  const { name, choices, kind, code } = flag;
  if (text === '') throw refusal(`${name} is empty`, { code, advice: 'leave it out, or give it a value' });
  if (choices !== null && !choices.includes(text)) {
    const advice = `${calledOtherwise(text, choices) ?? nearest(text, choices)}it takes ${orList(choices)}`;
    throw refusal(`${name} cannot be "${shownWord(text)}"`, { code, advice });
  }
  if (kind !== 'number') return text;
  if (!/^-?\d+(\.\d+)?$/.test(text))
    throw refusal(`${name} needs a number, not "${shownWord(text)}"`, { code, advice: null });
  return Number(text);
}

/** People call a network by its name, and tables do too; the service's word for X is `twitter`. */
function calledOtherwise(text: string, choices: readonly string[]): string | null {
  const isCalled = (platform: Platform) => PLATFORMS[platform].name.toLowerCase() === text.toLowerCase();
  const platform = Platform.options.find((each) => choices.includes(each) && isCalled(each));
  return platform === undefined ? null : `did you mean "${platform}"? `;
}

function refuseSecrets(words: readonly string[]): void {
  const end = words.indexOf('--');
  for (const word of end === -1 ? words : words.slice(0, end)) {
    const name = word.split('=', 1)[0] ?? word;
    const instead = Object.hasOwn(SECRET_FLAGS, name) ? SECRET_FLAGS[name] : undefined;
    if (instead === undefined) continue;
    throw usageError(
      `${name} is refused: every user of this machine can read a command line`,
      `use ${instead}; a secret that was typed here should be replaced`,
    );
  }
}

function explain(error: CommanderError, path: CommandPath, flags: readonly FlagFacts[]): Error {
  const help = `run "crier ${[...path, '--help'].join(' ')}" to see what it takes`;
  const quoted = /'([^']*)'/.exec(error.message)?.[1] ?? '';
  switch (error.code) {
    case 'commander.unknownOption': {
      const name = quoted.split('=', 1)[0] ?? quoted;
      const names = flags.map((flag) => flag.name);
      if (names.includes(name)) return usageError(`${name} is a switch, and takes no value`, help);
      if (/^-\d|^-[^-]{2}/.test(quoted)) {
        return usageError(
          `unknown flag ${shownWord(name)}`,
          `a value that begins with - stands behind --; ${help}`,
        );
      }
      return usageError(`unknown flag ${shownWord(name)}`, `${nearest(name, names)}${help}`);
    }
    case 'commander.optionMissingArgument':
      return usageError(
        `${quoted.split(' ').find((word) => word.startsWith('--')) ?? quoted} needs a value`,
        help,
      );
    case 'commander.missingArgument':
      return usageError(
        `${path.join(' ')} needs ${/'[^']*'/.exec(error.message)?.[0].replaceAll("'", '') ?? 'more words'}`,
        help,
      );
    case 'commander.excessArguments':
      return usageError(
        `${path.join(' ')} was given more words than it takes`,
        `${help}; a text with spaces needs quotes`,
      );
    default:
      return usageError(error.message.replace(/^error: /, ''), help);
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
