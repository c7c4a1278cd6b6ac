import { findTypedPath, hasDrive } from '../../../domain/text/rewritten-path.ts';
import { type CrierError, createUsageError } from '../../../errors.ts';
import type { World } from '../../../world.ts';
import type { CommandPath } from '../command/command.ts';
import { refusePastedFlags, suggestShellCure } from '../input/explain-pasted-words.ts';
import type { FlagFacts } from '../input/flags/describe-schema.ts';
import { refuseSecrets } from '../output/text/known-secrets.ts';
import { crier, toValueWords } from '../output/text/shell-command.ts';
import { type CommandFacts, listFlags } from './describe-command.ts';
import type { RawValues } from './read-value.ts';

/**
 * The folder of Git Bash, as its variables name it: it rewrites paths in variables, too.
 *
 * @returns with slashes, such as `C:/Program Files/Git`
 */
function listGitBashRoots(env: World['env']): readonly string[] {
  return VARIABLES.flatMap(([name, below]) => {
    const value = (env[name] ?? '').replaceAll('\\', '/');
    const root = value.replace(below, '').replace(/\/+$/, '');
    return hasDrive(`${root}/`) && root !== value.slice(0, 2) ? [root] : [];
  });
}

/** Variables of Git Bash and MSYS2, and what is below their root in them. */
const VARIABLES = [
  ['EXEPATH', /\/(?:usr\/)?(?:bin|cmd)\/?$/i],
  ['MSYSTEM_PREFIX', /\/(?:mingw32|mingw64|ucrt64|clang\w+|usr)\/?$/i],
  ['MINGW_PREFIX', /\/(?:mingw32|mingw64|ucrt64|clang\w+|usr)\/?$/i],
] as const;

/** The error for a path that Git Bash has replaced, with the ways around it; null for any other text. */
function explainRewrittenPath(text: string, name: string, env: World['env']): CrierError | null {
  if (!hasDrive(text)) return null;
  const typed = findTypedPath(text, listGitBashRoots(env));
  if (typed === null) return null;
  const of = name === '' ? '' : `${name}: `;
  const without = typed.length > 1 ? `write it without the slash: ${typed.slice(1)}; or ` : '';
  return createUsageError(
    `${of}Git Bash has replaced ${typed} by ${text}`,
    `${without}set MSYS_NO_PATHCONV=1 for this command`,
  );
}

/**
 * Refuses what Git Bash has replaced where no file can be meant, such as the path of a request, an id or a URL.
 *
 * @throws CrierError of kind usage
 */
export function refuseRewrittenPaths(facts: CommandFacts, given: RawValues, env: World['env']): void {
  for (const [flag, value] of listTexts(facts, given)) {
    if (TAKES_ANY.test(getSort(flag))) continue;
    const fault = explainRewrittenPath(value, flag.name, env);
    if (fault !== null) throw fault;
  }
}

/** Files, programs and texts, in which such a path may be right; texts are judged by their commands. */
const TAKES_ANY = /file|folder|command|program|template|text|word|query|title|name|value|what|key/i;

function getSort({ key, syntax }: FlagFacts): string {
  return `${syntax.placeholder ?? key} ${syntax.offers ?? ''}`;
}

/** Warnings of values that a shell has probably changed: fields, and texts where their commands cannot tell. */
export function listShellWarnings(
  facts: CommandFacts,
  given: RawValues,
  env: World['env'],
): readonly string[] {
  return listTexts(facts, given).flatMap(([flag, value]) => {
    if (flag.syntax.placeholder?.endsWith('=value') === true) return listFieldWarnings(value, env);
    return flag.syntax.placeholder === 'text' ? listTextWarnings(flag.name, value, env) : [];
  });
}

const REPLACED =
  'probably began with a slash, which Git Bash replaces by its own folder: set MSYS_NO_PATHCONV=1';

/** @param field such as `redirect=C:/Program Files/Git/thanks` */
function listFieldWarnings(field: string, env: World['env']): readonly string[] {
  const at = field.indexOf('=');
  const isReplaced = findTypedPath(field.slice(at + 1), listGitBashRoots(env)) !== null;
  return isReplaced ? [`warning: the value of ${field.slice(0, at)} ${REPLACED}`] : [];
}

/** Commands themselves warn of the usual folders of Git Bash. */
function listTextWarnings(name: string, text: string, env: World['env']): readonly string[] {
  const isReplaced = env.MSYSTEM !== undefined && hasDrive(text) && findTypedPath(text) === null;
  return [
    ...(isReplaced ? [`warning: ${name} ${REPLACED}`] : []),
    ...(QUOTED_WORD.test(text)
      ? [`warning: ${name} is in quotes: cmd.exe does not remove '…', and no shell removes “…”`]
      : []),
  ];
}

/** One word in quotes that a shell did not remove: one that knows no such quotes splits others at their spaces. */
const QUOTED_WORD = /^(?:'[^'\s]+'|[“”„][^“”„\s]+[“”]|[‘’‚][^‘’‚\s]+[‘’])$/;

function listTexts({ positional, sets }: CommandFacts, given: RawValues) {
  return [...positional, ...sets.flatMap(({ flags }) => flags)].flatMap((flag) =>
    [given[flag.key]]
      .flat()
      .flatMap((value): (readonly [FlagFacts, string])[] =>
        typeof value === 'string' ? [[flag, value]] : [],
      ),
  );
}

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
  refuseFlagsAsValues(words, flags, path);
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
function refuseFlagsAsValues(words: readonly string[], flags: readonly FlagFacts[], path: CommandPath): void {
  const end = words.indexOf('--');
  const names = new Set(flags.map(({ name }) => name));
  const withValue = new Set(flags.filter(({ kind }) => kind !== 'boolean').map(({ name }) => name));
  const at = words.findIndex((word, place) => withValue.has(word) && names.has(words[place + 1] ?? ''));
  const [name, next] = words.slice(at, at + 2);
  if (at === -1 || (end !== -1 && at > end)) return;
  const advice = `${adviseValue(flags, name ?? '')}if that is "${next}", write ${name}=${next}; ${adviseHelp(path)}`;
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
