import { createUsageError } from '../../../errors.ts';
import type { CommandPath } from '../command/command.ts';
import { refusePastedFlags, suggestShellCure } from '../input/explain-pasted-words.ts';
import type { FlagFacts } from '../input/flags/describe-schema.ts';
import { refuseSecrets } from '../output/text/likely-secrets.ts';
import { crier, toValueWords } from '../output/text/shell-command.ts';
import { type CommandFacts, listFlags } from './describe-command.ts';

/**
 * Refuses words that commander would take for something else: keys on the command line, a flag in the place of a value,
 * flags with the dashes of a word processor.
 *
 * @throws CrierError of kind usage
 */
export function refuseOddWords(words: readonly string[], facts: CommandFacts, path: CommandPath): void {
  const flags = listFlags(facts);
  const names = flags.map(({ name }) => name);
  refuseSecrets(words, names);
  refuseFlagsAsValues(words, flags, adviseHelp(path));
  refusePastedFlags(listArguments(facts, words), names);
}

/** The words of a command that are arguments: neither flags nor their values. */
export function listArguments(facts: CommandFacts, words: readonly string[]): readonly string[] {
  const flags = listFlags(facts).filter(({ kind }) => kind !== 'boolean');
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

export function adviseHelp(path: CommandPath): string {
  return `run "${crier`${toValueWords(path)} --help`}" for its usage`;
}

/** Windows PowerShell 5.1 drops an empty argument, and every PowerShell takes `@name` for a variable. */
export function adviseValue(flags: readonly FlagFacts[], name: string): string {
  const syntax = flags.find((flag) => flag.name === name)?.syntax;
  if (syntax?.mayBeEmpty === true) return `an empty value is written ${name}=; `;
  return syntax?.readsFile === true ? `in PowerShell, quote the name of a file: ${name} '@file'; ` : '';
}

/**
 * gh selects fields with `--json a,b`, here with `--fields a,b`: the word after `--json` is a list of fields if it has a
 * comma, or if the command takes no arguments.
 */
export function splitJsonFields(words: readonly string[], { positional }: CommandFacts): string[] {
  const end = words.indexOf('--');
  const isFields = positional.length === 0 ? /^\w[\w.*,]*$/ : /^\w[\w.*]*,[\w.*,]*$/;
  return words.flatMap((word, at) => {
    if (end !== -1 && at > end) return [word];
    const [, given] = /^--json=(.+)$/.exec(word) ?? [];
    if (given !== undefined && !/^(?:true|false)$/.test(given)) return ['--json', '--fields', given];
    return words[at - 1] === '--json' && isFields.test(word) ? ['--fields', word] : [word];
  });
}

/**
 * Refuses a word that follows a text of one word, where it would be one of several ids: of `--text thank you`, `you` is
 * more likely a part of the text that the shell split off, and the first word would be sent.
 *
 * @param taken number of arguments
 * @throws CrierError of kind usage
 */
export function refuseUnquotedText(words: readonly string[], facts: CommandFacts, taken: number): void {
  const flags = listFlags(facts);
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
export function refuseSwallowedId(words: readonly string[], facts: CommandFacts, path: CommandPath): void {
  const hasFile = words.some((word) => word === IDS_FROM || word.startsWith(`${IDS_FROM}=`));
  if (hasFile || !listFlags(facts).some(({ name }) => name === IDS_FROM)) return;
  const found = words.find((word) => /^-[a-zA-Z][\w-]{8,}$/.test(word));
  if (found === undefined) return;
  const name = facts.positional[0]?.name.replace('…', '') ?? '<id>';
  throw createUsageError(
    `${name} is missing`,
    `"${found}" was read as ${found.slice(0, 2)} and its value: put a value that starts with - after --; ${adviseHelp(path)}`,
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
