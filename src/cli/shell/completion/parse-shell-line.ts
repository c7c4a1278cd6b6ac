import type { CompletionLine } from './complete.ts';

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
