import { createUsageError } from '../../../errors.ts';
import { findNetwork } from './flags/flags.ts';

/** Spaces of web pages, chats and word processors, at which no shell splits, and characters without a width. */
const ODD_SPACE = /[\u00A0\u00AD\u1680\u2000-\u200F\u2028-\u202F\u205F\u2060\u3000\uFEFF]/;
/** Dashes that replace `-` and `--` in texts. */
const ODD_DASH = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/;
const createOddDash = () =>
  /^[-\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]*[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]+(?=[\p{L}\d])/u;
const OPENING_QUOTE = /^[“”„‟‘’‚‛«»'`]/;
const CLOSING_QUOTE = /[“”„‟‘’‚‛«»'`]$/;

/**
 * Explains a command line that a shell split or passed on in another way than it was meant: quotes of a word processor
 * or of another shell, dashes and spaces of a web page, a continued line, lost double quotes, a list of PowerShell.
 *
 * @param args the words that are wrong: arguments, or one flag or value
 * @param words all of the command, where a value of a flag may be the cause
 * @returns the cure, to be followed by other advice; empty if nothing of that kind is found
 * @see docs/guides/windows.md
 */
export function suggestShellCure(args: readonly string[], words: readonly string[] = args): string {
  const cure =
    find(args, createOddDash(), explainDash) ??
    find(args, ODD_SPACE, explainOddSpace) ??
    find(args, CONTINUED, () => CONTINUATION) ??
    find(words, createLostQuotesStart(), () => QUOTES_ADVICE) ??
    explainQuotes(words) ??
    explainNetworkList(words);
  return cure === null ? '' : `${cure}; `;
}

function find(words: readonly string[], pattern: RegExp, explain: (word: string) => string): string | null {
  const found = words.find((word) => pattern.test(word));
  return found === undefined ? null : explain(found);
}

function explainDash(word: string): string {
  const dashes = word.match(createOddDash())?.[0] ?? '';
  const [name = ''] = word.slice(dashes.length).split('=', 1);
  return `a chat or a word processor has made ${formatCodePoint(dashes.at(-1) ?? '')} of a dash: type ${name.length === 1 ? '-' : '--'}${name}`;
}

function explainOddSpace(word: string): string {
  const found = ODD_SPACE.exec(word)?.[0] ?? '';
  return `a web page or a chat has put ${formatCodePoint(found)} in place of a space: type the spaces again`;
}

function formatCodePoint(character: string): string {
  return `the character U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

const CONTINUED = /^[\\^`]$/;
const CONTINUATION =
  'a line is continued with \\ in bash and zsh, with a backtick in PowerShell and with ^ in cmd.exe: write it in one line';

/** JSON whose names have no quotes, as its own text or after `path=`. */
const createLostQuotes = () => /^(?:[\w.[\]-]+=)?(?:\{\s*[\p{L}_][\w.-]*\s*:|\[\s*\{?\s*[\p{L}_])[^"]*$/u;
/** The same, where only the beginning is in one word, since the rest was split at its spaces. */
const createLostQuotesStart = () => /^(?:[\w.[\]-]+=[{[]|\{)\s*\{?\s*[\p{L}_][\w.-]*\s*[:,\]][^"]*$/u;

/** What to do about JSON without its double quotes. */
export const QUOTES_ADVICE =
  'Windows PowerShell 5.1 and cmd.exe remove the double quotes within an argument: write each as \\" there, or use a file';

/** Whether a text was JSON before its double quotes were removed: `{default:New in}` or `[a,b]`. */
export function hasLostQuotes(text: string): boolean {
  return createLostQuotes().test(text) && /^\{.*\}$|^\[.*\]$/s.test(text.trim());
}

/** A quoted text that was split at its spaces. */
function explainQuotes(words: readonly string[]): string | null {
  const first = words.findIndex((word) => OPENING_QUOTE.test(word.replace(/^--[\w-]+=/, '')));
  if (first === -1 || !words.slice(first).some((word) => CLOSING_QUOTE.test(word))) return null;
  return /'/.test(words[first] ?? '')
    ? 'cmd.exe takes only "…" for quotes, and not \'…\''
    : 'a chat or a word processor has made typographic quotes: shells take only "…" and \'…\'';
}

/** PowerShell makes a list of `a,b`, which older versions of npm's script pass on with a space. */
function explainNetworkList(words: readonly string[]): string | null {
  const at = words.findIndex((word) => word === '--platform' || word === '--only');
  const values = at === -1 ? words.flatMap((word) => word.split(' ')) : words.slice(at + 1, at + 3);
  const networks = values.map(findNetwork);
  return values.length > 1 && networks.every((name) => name !== null)
    ? `PowerShell has made a list of names with commas: quote them, as in --platform '${networks.join(',')}'`
    : null;
}

/**
 * Refuses arguments that were flags before a chat or a word processor changed their dashes: without a forgotten
 * `--dry-run`, a command changes something.
 *
 * @param names of the command's flags
 * @throws CrierError of kind usage
 */
export function refusePastedFlags(args: readonly string[], names: readonly string[]): void {
  const found = args.find((word) => {
    if (!ODD_DASH.test(word)) return false;
    const [, name = ''] = /^([\p{L}\d][\w-]*)/u.exec(word.replace(createOddDash(), '')) ?? [];
    return createOddDash().test(word) && (names.includes(`--${name}`) || name.length === 1);
  });
  if (found === undefined) return;
  throw createUsageError(`"${found}" does not begin with the dash of a flag`, explainDash(found));
}
