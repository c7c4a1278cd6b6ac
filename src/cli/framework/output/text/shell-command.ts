import { sanitizeText } from './sanitize-text.ts';

/** A command to copy. Only this file creates one, so that no value reaches a shell unquoted. */
export type CommandText = string & { readonly [IS_COMMAND]: true };
declare const IS_COMMAND: unique symbol;

/** A word of a command: a literal of the source code, or a value. */
interface ShellWord {
  text: string;
  isValue: boolean;
}

/** Words of a command after the program's name, or some of them. */
export type ShellWords = readonly ShellWord[];

/** A part of a command template: a value, which becomes one word, or words. */
export type CommandPart = string | number | ShellWords;

/** A command line to copy, and what it does. */
export interface ShownCommand {
  readonly lead: string;
  readonly line: CommandText;
}

/** A template tag: the text is literal, each part is quoted. */
export type CommandTag = (texts: TemplateStringsArray, ...parts: readonly CommandPart[]) => CommandText;

/**
 * A command of this program that bash, dash, zsh, fish and PowerShell parse the same way, whatever its values are. Values come before flags, or after the flag that they belong to.
 *
 * @example crier`automations pause ${id} --profile ${alias}`
 * @see docs/safety.md#T18
 */
export const crier: CommandTag = (texts, ...parts) => formatCommand('crier', buildWords(texts, ...parts));

export function buildWords(texts: TemplateStringsArray, ...parts: readonly CommandPart[]): ShellWords {
  return texts.flatMap((text, at) => {
    const part = parts[at];
    return [...splitOwnWords(text), ...(part === undefined ? [] : toWords(part))];
  });
}

export function toFlagWords(flags: readonly (readonly [flag: string, value?: string])[]): ShellWords {
  return flags.flatMap(([flag, value]) => [
    ...splitOwnWords(flag),
    ...(value === undefined ? [] : toWords(value)),
  ]);
}

/** Builds one word for each value, such as ids. */
export function toValueWords(values: readonly (string | number)[]): ShellWords {
  return values.flatMap(toWords);
}

/** Builds words for a whole literal line. */
export function toLineWords(line: readonly string[]): ShellWords {
  return line.map((text) => ({ text, isValue: !text.startsWith('-') && !PLAIN.test(text) }));
}

/** Formats a part of a command, such as a flag to add: `--cursor abc`. */
export function formatFlags(texts: TemplateStringsArray, ...parts: readonly CommandPart[]): string {
  return formatWords(buildWords(texts, ...parts));
}

function splitOwnWords(text: string): ShellWords {
  const found = text.match(/"[^"]*"|\S+/g) ?? [];
  return found.map((each) => ({ text: OWN_LIST.test(each) ? `'${each}'` : each, isValue: false }));
}

/** PowerShell parses `a,b` as a list. */
const OWN_LIST = /^[^"']*,/;

/** A placeholder to fill in. It is quoted next to values, since `<` redirects input. */
const TO_FILL_IN = /^<[\w-]+>$/;

function toWords(part: CommandPart): ShellWords {
  return typeof part === 'object' ? part : [{ text: String(part), isValue: true }];
}

/** @param program name as the user calls it */
export function formatCommand(program: string, given: ShellWords): CommandText {
  return `${program} ${formatWords(markIds(given))}` as CommandText; // the one place that makes one
}

/** Marks ids that would be taken for short references, which these commands accept: `id:42`. */
function markIds(given: ShellWords): ShellWords {
  if (!TAKING_REFERENCES.has(given[0]?.text ?? '')) return given;
  return given.map((word, at) => {
    const isArgument = word.isValue && !/^--?\w/.test(given[at - 1]?.text ?? '');
    return isArgument && /^\d{1,4}$/.test(word.text) ? { ...word, text: `id:${word.text}` } : word;
  });
}

const TAKING_REFERENCES: ReadonlySet<string> = new Set(['comments', 'posts', 'reviews']);

function formatWords(given: ShellWords): string {
  const hasValues = given.some(({ isValue }) => isValue);
  const apart: string[] = [];
  const said = orderWords(given).map(({ flag = '', text, isValue }) => {
    if (!isValue) return hasValues && TO_FILL_IN.test(text) ? `'${text}'` : text;
    const quoted = quoteWord(text, flag !== '');
    if (quoted !== null) return flag + quoted;
    if (!apart.includes(text)) apart.push(text);
    return `${flag}${PLACEHOLDER}${apart.indexOf(text) || ''}`;
  });
  const notes = apart.map((text, at) => `${PLACEHOLDER}${at || ''} is ${escapeForReading(text)}`);
  const comment = notes.length === 0 ? [] : ['#', notes.join(', ')];
  return [...said, ...comment].join(' ');
}

/**
 * Whether all shells parse these words the same way: else the command has placeholders, and a file is
 * clearer.
 */
export function isPortable(given: ShellWords): boolean {
  return orderWords(given).every(
    ({ flag, text, isValue }) => !isValue || quoteWord(text, flag !== undefined) !== null,
  );
}

/** Replaces a value that shells parse differently; a comment after the command contains the value. */
const PLACEHOLDER = 'VALUE';

interface OrderedWord extends ShellWord {
  /** The flag it is joined to: `--name=`. */
  flag?: string;
}

/**
 * Moves positional values that start with a dash to the end, after `--`, and joins such values of flags, and
 * empty ones, to their flag. PowerShell removes `--` from the arguments of a script, but not `'--'`.
 */
function orderWords(given: ShellWords): readonly OrderedWord[] {
  const placed: OrderedWord[] = [];
  const behind: ShellWord[] = [];
  for (const word of given) {
    const last = placed.at(-1);
    const isOdd = word.isValue && /^(?:-|$)/.test(word.text);
    if (isOdd && last?.isValue === false && /^--\w/.test(last.text)) {
      placed[placed.length - 1] = { ...word, flag: `${last.text}=` };
    } else if (isOdd && word.text !== '') behind.push(word);
    else placed.push(word);
  }
  return behind.length === 0 ? placed : [...placed, { text: "'--'", isValue: false }, ...behind];
}

/** Plain in every shell: no globs, lists, variables, `=ls`, `~`, `%self` or `@names`. */
const PLAIN = /^[\w./][\w./:@+-]*$/;

/** PowerShell treats typographic quotes as `'` and `"`. */
const SINGLE_QUOTES = /['‘’‚‛]/;
/** Special characters within double quotes in any shell; `!` is history expansion. */
const SPECIAL_IN_DOUBLE_QUOTES = /[$`"!\\“”„]/;
/** fish interprets a backslash between single quotes; Windows PowerShell drops `"` when it calls a program. */
const NOWHERE = /["\\]/;

/** @returns null when no quoting works in all shells */
function quoteWord(text: string, isJoined: boolean): string | null {
  if (PLAIN.test(text)) return text;
  if (text === '') return isJoined ? '' : null;
  if (NOWHERE.test(text) || sanitizeText(text) !== text || /[\r\n\t]/.test(text)) return null;
  if (!SINGLE_QUOTES.test(text)) return `'${text}'`;
  if (!SPECIAL_IN_DOUBLE_QUOTES.test(text)) return `"${text}"`;
  return isJoined || /^[a-z\d]/i.test(text) ? quoteMixed(text, isJoined) : null;
}

/** PowerShell ends a word at its closing quote, unless the word started unquoted. */
function quoteMixed(text: string, isJoined: boolean): string {
  const bare = isJoined ? '' : text.slice(0, 1);
  const pieces = text.slice(bare.length).match(/['‘’‚‛]+|[^'‘’‚‛]+/g) ?? [];
  return bare + pieces.map((each) => (SINGLE_QUOTES.test(each) ? `"${each}"` : `'${each}'`)).join('');
}

/** Escapes everything special to a shell in a value that is only to be read. */
function escapeForReading(text: string): string {
  return text === '' ? 'empty' : text.replaceAll(/[^\p{L}\p{N} .,:/_-]/gu, escapeUnits);
}

function escapeUnits(character: string): string {
  return Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');
}

/**
 * Splits a command line at spaces. Quotes hold spaces together, also within a word; no shell reads it.
 *
 * @returns `['./handle', '--name=a b']` for `./handle --name="a b"`
 */
export function splitCommandLine(line: string): readonly string[] {
  return [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"']|["'])+/g)].map(([word]) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_whole, one?: string, two?: string) => one ?? two ?? ''),
  );
}
