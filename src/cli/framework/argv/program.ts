import { Argument, Command as Commander, CommanderError, Option } from 'commander';
import { type CrierError, createUsageError } from '../../../errors.ts';
import {
  type Command,
  type CommandEntry,
  type CommandPath,
  isSamePath,
  listCommandsUnder,
} from '../command/command.ts';
import type { FlagFacts } from '../input/flags/describe-schema.ts';
import { findChoice } from '../input/flags/flags.ts';
import { type CommandFacts, describeCommand } from './describe-command.ts';
import type { CommandLine } from './order-words.ts';
import { explainStrayWord, explainWrongWords } from './parse-errors.ts';
import { type RawValues, readRepeated } from './read-value.ts';
import {
  listArguments,
  refuseOddWords,
  refuseSwallowedId,
  refuseUnquotedText,
  splitJsonFields,
} from './typed-words.ts';

const NAMES = ['--platform', '--network'];
const KEYS = ['platform', 'network', 'networks'];

/**
 * Turns `--platform instagram` into the argument of a command whose first argument is a network, so that a network is
 * named in the same way everywhere.
 *
 * @throws CrierError of kind usage for a flag without a value, and for a network beside it as an argument
 */
function moveNetworkFlag(facts: CommandFacts, words: readonly string[]): readonly string[] {
  const [argument] = facts.positional;
  const flags = facts.sets.flatMap((set) => set.flags);
  if (argument === undefined || !KEYS.includes(argument.key)) return words;
  if (flags.some(({ name }) => NAMES.includes(name))) return words;
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const networks: string[] = [];
  const others: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const [name = '', ...value] = (words[at] ?? '').split('=');
    if (at >= end || !NAMES.includes(name)) {
      others.push(words[at] ?? '');
      continue;
    }
    if (value.length === 0) at += 1;
    const network = value.length > 0 ? value.join('=') : words[at];
    if (network === undefined || network.startsWith('-'))
      throw createUsageError(`${name} needs a value`, 'name a network, such as instagram');
    networks.push(network);
  }
  const [first] = networks.length === 0 ? [] : listArguments(facts, others);
  const isNamed = first !== undefined && findChoice(first, argument.choices ?? []) !== null;
  if (!argument.isList && (networks.length > 1 || isNamed))
    throw createUsageError('the network is named twice', 'name it once, as an argument or with --platform');
  return [...networks, ...others];
}

/**
 * `crier` without its commands: nouns are its subcommands, and verbs those of nouns. Only what the words name is
 * registered, since building every command takes as long as the rest of a start.
 */
export function createProgram(): Commander {
  return new Commander('crier')
    .usage('<command> [flags]')
    .helpOption(false)
    .helpCommand(false)
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
    .showSuggestionAfterError(false);
}

/** Registers the command at a path below another one, with the nouns on the way, and returns it. */
export function registerPath(parent: Commander, path: CommandPath): Commander {
  return path.reduce(
    (noun, name) => noun.commands.find((each) => each.name() === name) ?? noun.command(name),
    parent,
  );
}

/**
 * Registers the arguments and flags of a verb; help hides the flags that it shares with others.
 *
 * @param words the command line: of the flags, only those that a word may name are registered, since to make forty takes
 *   2 ms (default: all)
 */
export function registerFlags(
  verb: Commander,
  { positional, sets }: CommandFacts,
  words?: readonly string[],
): void {
  for (const argument of positional) verb.addArgument(toArgument(argument));
  for (const { title, isOwn, flags } of sets) {
    for (const flag of flags) {
      if (words !== undefined && !words.some((word) => mayName(word, flag))) continue;
      verb.addOption(toOption(flag).helpGroup(title).hideHelp(!isOwn));
      const { synonym } = flag.syntax;
      if (synonym !== undefined) verb.addOption(toOption({ ...flag, name: synonym, syntax: {} }).hideHelp());
    }
  }
}

/** Whether a word can be a flag, by itself, with its value (`--name=value`, `-nvalue`), or among other letters. */
function mayName(word: string, { name, syntax: { short, synonym } }: FlagFacts): boolean {
  return (
    word.startsWith(name) ||
    (synonym !== undefined && word.startsWith(synonym)) ||
    (short !== undefined && /^-[^-]/.test(word) && word.includes(short))
  );
}

/** Its value is stored under the field's key; commander's own key for both `--input` and `--no-input` is `input`. */
function toOption(flag: FlagFacts): Option {
  const { short, conflicts = [] } = flag.syntax;
  const letter = short === undefined ? '' : `-${short}, `;
  const option = new Option(`${letter}${flag.name}${flag.kind === 'boolean' ? '' : ' <value>'}`);
  if (flag.kind !== 'boolean') option.argParser((text, before) => readRepeated(flag, text, before));
  return Object.assign(option.conflicts([...conflicts]), { negate: false, attributeName: () => flag.key });
}

function toArgument(argument: FlagFacts): Argument {
  const name = `${argument.key}${argument.isList ? '...' : ''}`;
  return new Argument(argument.isRequired ? `<${name}>` : `[${name}]`, argument.description).argParser(
    (text, before) => readRepeated(argument, text, before),
  );
}

/** A command line as commander has parsed it; the values are not yet validated by the schema of the command. */
interface ParsedLine {
  readonly command: Command;
  readonly facts: CommandFacts;
  readonly given: RawValues;
}

/**
 * Loads the command that a line names, and parses its words into the fields of its input.
 *
 * @throws CrierError of kind usage: an unknown command or flag, an invalid value, conflicting flags, too few or too
 *   many arguments
 */
export async function parseLine(line: CommandLine, commands: readonly CommandEntry[]): Promise<ParsedLine> {
  const { path } = line;
  const program = createProgram();
  const called = registerPath(program, path);
  const entry = commands.find((each) => isSamePath(each.path, path));
  if (entry === undefined) return refuseStrayWord(program, line, commands);
  const command = await entry.load();
  const facts = describeCommand(command);
  const moved = moveNetworkFlag(facts, line.words);
  const words = command.completeWords?.(moved, listArguments(facts, moved)) ?? moved;
  refuseOddWords(words, facts, path);
  const split = splitJsonFields(words, facts);
  registerFlags(called, facts, split);
  parse(program, [...path, ...split], (error) => explainWrongWords(error, path, facts, words));
  const { args, processedArgs } = called;
  refuseUnquotedText(words, facts, args.length);
  if (args.length === 0) refuseSwallowedId(words, facts, path);
  const taken = facts.positional.slice(0, args.length).map(({ key }, at) => [key, processedArgs[at]]);
  return { command, facts, given: { ...called.opts(), ...Object.fromEntries(taken) } };
}

/** Registers all commands of a group, so that commander finds the word that is none of them. */
function refuseStrayWord(
  program: Commander,
  { path, words }: CommandLine,
  commands: readonly CommandEntry[],
): never {
  for (const each of listCommandsUnder(path, commands)) registerPath(program, each.path);
  // commander reads a separator as a word only behind another one
  const escaped = words[0] === '--' ? ['--', ...words] : words;
  parse(program, [...path, ...escaped], () => explainStrayWord(path, words, commands));
  throw new Error(`"${path.join(' ')}" is a command`);
}

/** @param explain makes our error of one of commander */
function parse(
  program: Commander,
  words: readonly string[],
  explain: (error: CommanderError) => CrierError,
): void {
  try {
    program.parse(words, { from: 'user' });
  } catch (error) {
    throw error instanceof CommanderError ? explain(error) : error;
  }
}
