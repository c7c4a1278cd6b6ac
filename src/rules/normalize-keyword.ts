import { foldText } from './fold-text.ts';

/**
 * A text as keywords are looked for in it: folded, with one blank for several, and an end after every flag, so that
 * the second half of one flag and the first half of the next are never taken for a flag between them.
 *
 * @see docs/service/readings.md#U-10
 */
export function normalizeKeywordText(text: string): string {
  return foldText(text).replace(BLANKS, ' ').replace(FLAG, `$&${FLAG_END}`);
}

/** The same of a keyword itself, whose blanks at either end are a slip of whoever wrote it. */
export function normalizeKeyword(keyword: string): string {
  return normalizeKeywordText(keyword).trim();
}

const BLANKS = /\s+/g;
const FLAG = /\p{Regional_Indicator}{2}/gu;
/** Joins words, and so stands nowhere where it could be missed. */
const FLAG_END = '\u2060';
