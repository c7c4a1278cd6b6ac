import { sanitizeText } from '../../output/text/sanitize-text.ts';
import {
  type CompletionLine,
  type CompletionOffer,
  complete,
  readSavedNames,
  type SavedNamesSource,
} from './complete.ts';
import type { CompletionChoice, CompletionTree } from './completion-tree.ts';
import { loadCompletionTree } from './load-completion-tree.ts';

/**
 * Completes the word at the cursor for a shell. The first line is a directive (`:space`, `:more`, `:files`),
 * each other line is a choice, a tab, and a description. Bash gets the text to insert instead, or the text to
 * display in a listing.
 *
 * @param words the shell's name, and the arguments of its script
 * @returns empty text on any error, since a key press must not print errors
 */
export async function answerShell(
  words: readonly string[],
  look: SavedNamesSource,
  readTree: () => Promise<CompletionTree> = loadCompletionTree,
): Promise<string> {
  try {
    const [shell = '', ...rest] = words;
    const answer = Object.hasOwn(ANSWERS, shell) ? ANSWERS[shell] : undefined;
    return answer === undefined ? '' : answer(rest, await readTree(), look);
  } catch {
    return '';
  }
}

type CompletionAnswer = (words: readonly string[], tree: CompletionTree, look: SavedNamesSource) => string;

const ANSWERS: Readonly<Record<string, CompletionAnswer>> = {
  bash: answerBash,
  zsh: answerWords,
  fish: answerFish,
  powershell: answerPowerShell,
};

function offerFor(line: CompletionLine, tree: CompletionTree, look: SavedNamesSource): CompletionOffer {
  return complete(line, tree, (context) => readSavedNames(look, context));
}

/** Completes separate words, the unfinished one last. */
function answerWords(words: readonly string[], tree: CompletionTree, look: SavedNamesSource): string {
  return formatOffer(offerFor({ before: words.slice(0, -1), current: words.at(-1) ?? '' }, tree, look));
}

/**
 * The last word of fish is as typed, including an open quote. Fish adds a space after a single choice, so one
 * that may continue is offered twice, once with a comma.
 */
function answerFish(words: readonly string[], tree: CompletionTree, look: SavedNamesSource): string {
  const { current } = parseShellLine(words.at(-1) ?? '', '');
  const offered = offerFor({ before: words.slice(0, -1), current }, tree, look);
  const [only, ...others] = filterByPrefix(current, offered.choices);
  if (offered.ending !== 'more' || only === undefined || others.length > 0) return formatOffer(offered);
  return formatOffer({ ...offered, choices: [only, [`${only[0]},`, 'and another']] });
}

/**
 * PowerShell passes all words as one base64 word, which no version alters: one per line, the unfinished one
 * last.
 */
function answerPowerShell(
  [packed = '']: readonly string[],
  tree: CompletionTree,
  look: SavedNamesSource,
): string {
  const words = Buffer.from(packed, 'base64').toString('utf8').split('\n');
  const current = words.at(-1) ?? '';
  const offered = offerFor({ before: words.slice(0, -1), current }, tree, look);
  return formatOffer({ ...offered, choices: filterByPrefix(current, offered.choices) });
}

/** `COMP_TYPE` values of a listing that inserts nothing. */
const LISTS = ['63', '33', '64'];

/**
 * Bash replaces the part of the word after its last break, and inserts exactly what it displays: so choices
 * start there, and only have descriptions in a listing.
 */
function answerBash(
  [line = '', breaks = '', type = '', columns = '']: readonly string[],
  tree: CompletionTree,
  look: SavedNamesSource,
): string {
  const { before, current, kept, quote, isRedirection } = parseShellLine(line, breaks);
  if (isRedirection) return ':files\n';
  const { choices, ending } = offerFor({ before, current }, tree, look);
  const fitting = filterByPrefix(current, choices).map(
    ([value, about]) => [value.slice(kept), about] as const,
  );
  const isList = LISTS.includes(type) && fitting.length > 1;
  const lines = isList
    ? formatColumns(fitting, Number(columns))
    : fitting.map(([value]) => (quote === null ? value.replaceAll(' ', '\\ ') : value));
  return [`:${ending}`, ...lines, ''].join('\n');
}

/** Formats choices with descriptions, each wide enough to take a line of its own. */
function formatColumns(choices: readonly CompletionChoice[], columns: number): readonly string[] {
  const widest = Math.max(...choices.map(([value]) => value.length));
  const space = Math.max(0, columns - widest - 5);
  const isWorthIt = space >= 16 && choices.some(([, about]) => about !== '');
  if (!isWorthIt) return choices.map(getValue);
  return choices.map(([value, about]) => {
    const words = about.length > space ? `${about.slice(0, space - 1)}…` : about;
    const shown = words === '' ? value : `${value.padEnd(widest)}  (${words})`;
    return shown.padEnd(Math.ceil(columns / 2));
  });
}

function filterByPrefix(typed: string, choices: readonly CompletionChoice[]): readonly CompletionChoice[] {
  return choices.filter(([value]) => value.startsWith(typed)).filter(isPlain);
}

function formatOffer({ choices, ending }: CompletionOffer): string {
  const lines = choices.filter(isPlain).map(([value, about]) => `${value}\t${sanitizeText(about)}`);
  return [`:${ending}`, ...lines, ''].join('\n');
}

/**
 * Whether a choice only has letters, digits, spaces and characters that no shell treats specially; others are
 * never offered.
 */
function isPlain([value]: CompletionChoice): boolean {
  return /^[\w.,:=/@%+-][\w.,:=/@%+ -]*$/.test(value);
}

function getValue([value]: CompletionChoice): string {
  return value;
}

/** A line of bash, split into words. */
export interface ShellLine extends CompletionLine {
  /** Number of characters of the current word before the part that bash replaces. */
  readonly kept: number;
  /** The quote that is open at the cursor. */
  readonly quote: "'" | '"' | null;
  /** Whether the current word is the target of a redirection. */
  readonly isRedirection: boolean;
}

/**
 * Splits a line into words as a POSIX shell does, and removes quotes; the last word may be unfinished.
 * Nothing is expanded: `$(…)` is text.
 *
 * @param line up to the cursor, the program's name first
 * @param breaks characters at which bash splits words, from `COMP_WORDBREAKS`
 */
export function parseShellLine(line: string, breaks: string): ShellLine {
  const words: string[] = [];
  let word: string | null = null;
  let kept = 0;
  let quote: ShellLine['quote'] = null;
  let isRedirection = false;
  const finish = () => {
    if (word !== null && !isRedirection) words.push(word);
    if (word !== null) isRedirection = false;
    word = null;
    kept = 0;
  };
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at] ?? '';
    if (quote !== null) {
      if (char === quote) quote = null;
      else if (char === '\\' && quote === '"' && /["\\$`]/.test(line[at + 1] ?? '')) word += line[++at] ?? '';
      else word += char;
    } else if (char === '\\') word = (word ?? '') + (line[++at] ?? '');
    else if (char === "'" || char === '"') {
      quote = char;
      word ??= '';
      kept = word.length;
    } else if (/\s/.test(char)) finish();
    else if (char === '<' || char === '>') {
      if (word !== null && /^(\d+|&)$/.test(word)) word = null;
      finish();
      isRedirection = true;
    } else {
      word = (word ?? '') + char;
      if (breaks.includes(char)) kept = word.length;
    }
  }
  return { before: words.slice(1), current: word ?? '', kept, quote, isRedirection };
}
