import { foldText } from '../text/unicode.ts';

/**
 * Normalizes a text for keyword matching: case folding, single spaces, and a separator after every flag, so that the
 * halves of two adjacent flags never match a third flag.
 *
 * @see docs/service/readings.md#U-10
 */
export function normalizeKeywordText(text: string): string {
  return foldText(text).replace(BLANKS, ' ').replace(FLAG, `$&${FLAG_END}`);
}

/** Normalizes a keyword; whitespace at either end is removed. */
export function normalizeKeyword(keyword: string): string {
  return normalizeKeywordText(keyword).trim();
}

const BLANKS = /\s+/g;
const FLAG = /\p{Regional_Indicator}{2}/gu;
/** Word joiner: it does not occur where a keyword could match. */
const FLAG_END = '\u2060';
