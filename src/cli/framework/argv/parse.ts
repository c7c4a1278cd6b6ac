import { Argument, Command as Commander, CommanderError, Option } from 'commander';
import { joinWithOr } from '../../../domain/text/lists-and-counts.ts';
import { type CrierError, createUsageError } from '../../../errors.ts';
import { MINUTE_MS } from '../../../service/durations.ts';
import type { CommandPath } from '../command/command.ts';
import { refusePastedFlags, suggestShellCure } from '../input/explain-pasted-words.ts';
import { findChoice } from '../input/flags/choices.ts';
import type { FlagFacts } from '../input/flags/describe-schema.ts';
import { UNITS_IN_MS } from '../input/flags/flags.ts';
import { createRefusal } from '../input/flags/schema-issues.ts';
import { maskLikelySecret, refuseSecrets } from '../output/text/likely-secrets.ts';
import { crier, toValueWords } from '../output/text/shell-command.ts';
import { suggestNearest } from '../output/text/suggest-nearest.ts';
import type { CommandFacts } from './describe-command.ts';
import { suggestFlag, suggestName } from './synonyms.ts';

/** Values of the command line by field name, not yet validated by the schema. */
export type RawValues = Readonly<Record<string, unknown>>;

/**
 * Parses the words after a command's name into the fields of its input.
 *
 * @throws CrierError of kind usage: an unknown flag, an invalid value, conflicting flags, too few or too many
 *   arguments
 */
export function parseWords(path: CommandPath, facts: CommandFacts, words: readonly string[]): RawValues {
  const flags = facts.sets.flatMap((set) => set.flags);
  refuseSecrets(
    words,
    flags.map(({ name }) => name),
  );
  refuseFlagsAsValues(words, flags, toHelpAdvice(path));
  refusePastedFlags(
    listArguments(facts, words),
    flags.map(({ name }) => name),
  );
  const program = new Commander()
    .helpOption(false)
    .exitOverride()
    .configureOutput({ writeOut: () => {}, writeErr: () => {} })
    .showSuggestionAfterError(false)
    .allowExcessArguments(false);
  for (const flag of flags) {
    program.addOption(toOption(flag));
    const { synonym } = flag.syntax;
    if (synonym !== undefined) program.addOption(toOption({ ...flag, name: synonym, syntax: {} }));
  }
  for (const argument of facts.positional) program.addArgument(toArgument(argument));
  try {
    program.parse(splitJsonFields(words, facts), { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) throw explainParserError(error, path, facts, words);
    throw error;
  }
  refuseUnquotedText(words, facts, program.args.length);
  if (program.args.length === 0) refuseSwallowedId(words, facts, toHelpAdvice(path));
  const taken = facts.positional.slice(0, program.args.length);
  return {
    ...program.opts(),
    ...Object.fromEntries(taken.map(({ key }, at) => [key, program.processedArgs[at]])),
  };
}

/** The words of a command that are arguments: neither flags nor their values. */
export function listArguments(facts: CommandFacts, words: readonly string[]): readonly string[] {
  const flags = facts.sets.flatMap((set) => set.flags).filter(({ kind }) => kind !== 'boolean');
  const names = new Set(
    flags.flatMap(({ name, syntax }) => [name, syntax.synonym, `-${syntax.short ?? ' '}`]),
  );
  const found: string[] = [];
  const split = splitJsonFields(words, facts);
  for (let at = 0; at < split.length; at += 1) {
    const word = split[at] ?? '';
    if (word === '--') return [...found, ...split.slice(at + 1)];
    if (names.has(word)) at += 1;
    else if (!word.startsWith('-') || word === '-') found.push(word);
  }
  return found;
}

function toHelpAdvice(path: CommandPath): string {
  return `run "${crier`${toValueWords(path)} --help`}" for its usage`;
}

/** A forgotten value must not take the next flag in its place: without its `--dry-run`, a command changes something. */
function refuseFlagsAsValues(words: readonly string[], flags: readonly FlagFacts[], help: string): void {
  const end = words.indexOf('--');
  const names = new Set(flags.map(({ name }) => name));
  const withValue = new Set(flags.filter(({ kind }) => kind !== 'boolean').map(({ name }) => name));
  const at = words.findIndex((word, place) => withValue.has(word) && names.has(words[place + 1] ?? ''));
  const [name, next] = words.slice(at, at + 2);
  if (at === -1 || (end !== -1 && at > end)) return;
  const advice = `${adviseValue(flags, name ?? '')}if that is "${next}", write ${name}=${next}; ${help}`;
  throw createUsageError(`${name} needs a value`, advice);
}

/**
 * gh selects fields with `--json a,b`, here with `--fields a,b`: the word after `--json` is a list of fields if it has a
 * comma, or if the command takes no arguments.
 */
function splitJsonFields(words: readonly string[], { positional }: CommandFacts): string[] {
  const end = words.indexOf('--');
  const isFields = positional.length === 0 ? /^\w[\w.*,]*$/ : /^\w[\w.*]*,[\w.*,]*$/;
  return words.flatMap((word, at) => {
    if (end !== -1 && at > end) return [word];
    const [, given] = /^--json=(.+)$/.exec(word) ?? [];
    if (given !== undefined && !/^(?:true|false)$/.test(given)) return ['--json', '--fields', given];
    return words[at - 1] === '--json' && isFields.test(word) ? ['--fields', word] : [word];
  });
}

/** Its value is stored under the field's key; commander's own key for both `--input` and `--no-input` is `input`. */
function toOption(flag: FlagFacts): Option {
  const { short, conflicts = [] } = flag.syntax;
  const letter = short === undefined ? '' : `-${short}, `;
  const option = new Option(`${letter}${flag.name}${flag.kind === 'boolean' ? '' : ' <value>'}`);
  if (flag.kind !== 'boolean') option.argParser(createReader(flag));
  return Object.assign(option.conflicts([...conflicts]), { negate: false, attributeName: () => flag.key });
}

function toArgument(argument: FlagFacts): Argument {
  const name = `${argument.key}${argument.isList ? '...' : ''}`;
  return new Argument(argument.isRequired ? `<${name}>` : `[${name}]`).argParser(createReader(argument));
}

/** Reads one value of a flag or argument, given the value or the list before it. */
function createReader(flag: FlagFacts) {
  return (text: string, before: unknown) => {
    if (flag.isList) {
      const taken: readonly unknown[] = Array.isArray(before) ? before : [];
      if (flag.choices === null) return [...taken, readValue(flag, text)];
      // a list of choices may be repeated, and separated by commas; other texts may hold commas
      const parts = text.split(',').map((part) => readValue(flag, part.trim()));
      return [...new Set([...taken, ...parts])];
    }
    const value = readValue(flag, text);
    if (flag.isOnce && before !== undefined && before !== value)
      throw createUsageError(`${flag.name} is given twice with different values`, 'use only one of them');
    return value;
  };
}

/** Checks the syntax of one value: not empty, one of the choices, or a number. */
export function readValue({ name, choices, kind, code, syntax }: FlagFacts, value: string): unknown {
  const text = choices === null ? value : (findChoice(value, choices) ?? value);
  if (text === '' && syntax.mayBeEmpty) return text;
  if (text === '') throw createRefusal(`${name} is empty`, { code, advice: 'remove it, or give it a value' });
  if (choices !== null && !choices.includes(text)) {
    const advice = `${suggestShellCure([text]) || suggestName(text, choices, name) || suggestNearest(text, choices)}it takes ${joinWithOr(choices)}`;
    throw createRefusal(`${name} cannot be "${maskLikelySecret(text)}"`, { code, advice });
  }
  if (kind !== 'number') return text;
  if (!/^-?\d+(\.\d+)?$/.test(text))
    throw createRefusal(`${name} must be a number, not "${maskLikelySecret(text)}"`, {
      code,
      advice: suggestUnit(name, text) || adviseDigits(name, text),
    });
  return Number(text);
}

function adviseDigits(name: string, text: string): string {
  const value = Number(text);
  return `write it in digits${Number.isSafeInteger(value) ? `: ${name} ${value}` : ''}`;
}

function explainParserError(
  error: CommanderError,
  path: CommandPath,
  { positional, sets }: CommandFacts,
  words: readonly string[],
): Error {
  const help = toHelpAdvice(path);
  const flags = sets.flatMap((set) => set.flags);
  const names = flags.map((flag) => flag.name);
  const quoted = /'([^']*)'/.exec(error.message)?.[1] ?? '';
  const [one = quoted, other] = error.message.match(/--[\w-]+/g) ?? [];
  switch (error.code) {
    case 'commander.unknownOption': {
      const name = quoted.split('=', 1)[0] ?? quoted;
      const synonym = suggestFlag(name.startsWith('--') ? name : name.slice(0, 2), names, path);
      if (synonym === '' && names.includes(name)) return createUsageError(`${name} takes no value`, help);
      // no name of a flag has a digit, a capital or an underscore
      const isLikelyValue = /^-\d|^-[^-]{2}|^--.*[\dA-Z_]/.test(quoted);
      const near = isLikelyValue ? 'put a value that starts with - after --; ' : suggestNearest(name, names);
      const cure = suggestShellCure([quoted]);
      return createUsageError(`unknown flag ${maskLikelySecret(name)}`, `${cure || synonym || near}${help}`);
    }
    case 'commander.optionMissingArgument':
      return createUsageError(`${one} needs a value`, `${adviseValue(flags, one)}${help}`);
    case 'commander.conflictingOption': {
      const { conflictAdvice } = flags.find(({ name }) => name === one)?.syntax ?? {};
      return createUsageError(
        `${one} and ${other} cannot be used together`,
        conflictAdvice ?? 'use only one of them',
      );
    }
    case 'commander.missingArgument':
      return createTooFewWordsError(path, { positional, missing: quoted, help });
    case 'commander.excessArguments':
      return createTooManyWordsError(
        path,
        positional,
        `${suggestShellCure(listArguments({ positional, sets }, words), words)}${help}`,
      );
    default:
      return createUsageError(error.message.replace(/^error: /, ''), help);
  }
}

/** Windows PowerShell 5.1 drops an empty argument, and every PowerShell takes `@name` for a variable. */
function adviseValue(flags: readonly FlagFacts[], name: string): string {
  const syntax = flags.find((flag) => flag.name === name)?.syntax;
  if (syntax?.mayBeEmpty === true) return `an empty value is written ${name}=; `;
  return syntax?.readsFile === true ? `in PowerShell, quote the name of a file: ${name} '@file'; ` : '';
}

/** Units of numeric flags, by the suffix of their names. */
const COUNTED = [
  { end: '-minutes', unit: 'minutes', ms: MINUTE_MS },
  { end: '-ms', unit: 'milliseconds', ms: 1 },
] as const;

/** Converts a duration to the unit of a numeric flag: `7d is 10080 minutes`; empty for any other text. */
function suggestUnit(name: string, text: string): string {
  const counted = COUNTED.find(({ end }) => name.endsWith(end));
  const { amount, unit = '' } = /^(?<amount>\d{1,9})(?<unit>ms|[smhdw])$/.exec(text)?.groups ?? {};
  const value = (Number(amount) * (UNITS_IN_MS[unit] ?? 0)) / (counted?.ms ?? 1);
  return counted !== undefined && Number.isSafeInteger(value)
    ? `it is in ${counted.unit}: ${text} is ${name} ${value}`
    : '';
}

/** Advice for arguments that are often missing or in the wrong order. */
const ADVICE_IF_TOO_FEW: Readonly<Record<string, string>> = {
  'hooks register':
    'give the action first, then the URL: hooks register automations https://hooks.example.com/crier',
};

/** The error for missing arguments. @param missing the key of the first of them @param help the command for more help */
function createTooFewWordsError(
  path: CommandPath,
  {
    positional,
    missing,
    help,
  }: { readonly positional: readonly FlagFacts[]; readonly missing: string; readonly help: string },
): CrierError {
  const name = path.join(' ');
  const instead = Object.hasOwn(ADVICE_IF_TOO_FEW, name) ? `${ADVICE_IF_TOO_FEW[name]}; ` : '';
  const word = positional.find(({ key }) => key === missing)?.name ?? `<${missing}>`;
  return createUsageError(`${word.replace('…', '')} is missing`, `${instead}${help}`);
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

/**
 * The error for too many arguments; none of them is printed, since it may be a key. @param help the command
 * for more help
 */
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

/**
 * Refuses a word that follows a text of one word, where it would be one of several ids: of `--text thank you`, `you` is
 * more likely a part of the text that the shell split off, and the first word would be sent.
 *
 * @param taken number of arguments
 * @throws CrierError of kind usage
 */
function refuseUnquotedText(words: readonly string[], { sets }: CommandFacts, taken: number): void {
  const flags = sets.flatMap((set) => set.flags);
  const isIdsFrom = words.some((word) => word === IDS_FROM || word.startsWith(`${IDS_FROM}=`));
  if (!flags.some(({ name }) => name === IDS_FROM) || taken + (isIdsFrom ? 1 : 0) < 2) return;
  const names = flags.filter(isSeveralWordsFlag).map(({ name }) => name);
  const name = names.find((each) => words.some((_, at) => isFollowedByWord(words, at, each)));
  if (name === undefined) return;
  throw createUsageError(
    `the word after the value of ${name} may be a part of it`,
    `${suggestShellCure([], words)}quote a text with spaces, or give the ids before the flags`,
  );
}

/**
 * Refuses a word such as `-p1b2C3d4E5`, which is read as `-p` and its value, where the id is missing that it may be.
 *
 * @throws CrierError of kind usage
 */
function refuseSwallowedId(words: readonly string[], { positional, sets }: CommandFacts, help: string): void {
  const flags = sets.flatMap((set) => set.flags);
  const hasFile = words.some((word) => word === IDS_FROM || word.startsWith(`${IDS_FROM}=`));
  if (hasFile || !flags.some(({ name }) => name === IDS_FROM)) return;
  const found = words.find((word) => /^-[a-zA-Z][\w-]{8,}$/.test(word));
  if (found === undefined) return;
  const name = positional[0]?.name.replace('…', '') ?? '<id>';
  throw createUsageError(
    `${name} is missing`,
    `"${found}" was read as ${found.slice(0, 2)} and its value: put a value that starts with - after --; ${help}`,
  );
}

const IDS_FROM = '--ids-from';

function isSeveralWordsFlag({ key, syntax }: FlagFacts): boolean {
  return syntax.placeholder === 'text' || key === 'schedule';
}

/** Whether the value of a flag is one word, and an argument comes right after it. */
function isFollowedByWord(words: readonly string[], at: number, name: string): boolean {
  const word = words[at] ?? '';
  const isJoined = word.startsWith(`${name}=`);
  if (word !== name && !isJoined) return false;
  const value = isJoined ? word.slice(name.length + 1) : (words[at + 1] ?? '');
  const next = words[at + (isJoined ? 1 : 2)];
  return /^\S+$/.test(value) && next !== undefined && !next.startsWith('-');
}
