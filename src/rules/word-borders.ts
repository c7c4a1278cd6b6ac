/**
 * Whether what stands in a text from one place to another stands there whole: it is not a part of a longer word, of a
 * letter with its marks, or of an emoji of several signs.
 *
 * A side of it that is a letter, mark, digit or `_` needs a neighbour that is none of them, or no neighbour. Between
 * two letters of a script that puts no blanks between words there need be no border.
 *
 * @param text as `keywordText` gives it
 * @param from the first code unit of it, and `to` the first one after it; neither splits a code point
 * @see docs/service/readings.md#U-10
 * @see docs/service/engine.md#ENG-01, #M-01 to #M-03
 */
export function isWholeWord(text: string, from: number, to: number): boolean {
  return (
    mayBegin(getCodePointBefore(text, from), getCodePointAt(text, from)) &&
    mayEnd(getCodePointBefore(text, to), getCodePointAt(text, to))
  );
}

/**
 * Every longest run of what words are made of. A word that begins and ends with such a sign stands whole in a text when
 * it is one of its runs, and nowhere else; but at a letter of a script without blanks.
 */
export function splitWords(text: string): Iterable<string> {
  return text.matchAll(/[\p{L}\p{M}\p{N}_\u200D]+/gu).map(([word]) => word);
}

/** Whether all there is to say of a word's borders is what `splitWords` says. */
export function isPlainWord(word: string): boolean {
  const last = getCodePointBefore(word, word.length);
  return /^[\p{L}\p{M}\p{N}_]+$/u.test(word) && !SPACELESS.test(word) && !SPACELESS.test(last);
}

const WORD_SIGN = /^[\p{L}\p{M}\p{N}_]/u;
const MARK = /^\p{M}/u;
/** Letters of scripts without blanks, with their marks and the zero of Han; their digits are digits. */
const SPACELESS =
  /^(?=[\p{L}\p{M}\p{Nl}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

const JOINER = '\u200D';
/** A skin tone, or the name of a region behind its flag: parts of the emoji before them. */
const CHANGES_EMOJI = /^[\u{1F3FB}-\u{1F3FF}\u{E0020}-\u{E007F}]/u;
const HALF_FLAG = /^\p{Regional_Indicator}/u;

function mayBegin(before: string, first: string): boolean {
  return before !== JOINER && mayMeet(before, first);
}

/** A mark after it belongs to its last letter; before it, to somebody else's. */
function mayEnd(last: string, after: string): boolean {
  if (after === JOINER || MARK.test(after)) return false;
  return WORD_SIGN.test(last) || !CHANGES_EMOJI.test(after) ? mayMeet(last, after) : false;
}

function mayMeet(one: string, other: string): boolean {
  if (HALF_FLAG.test(one) && HALF_FLAG.test(other)) return false;
  if (!WORD_SIGN.test(one) || !WORD_SIGN.test(other)) return true;
  return SPACELESS.test(one) && SPACELESS.test(other);
}

/** Empty at the end of the text. */
function getCodePointAt(text: string, at: number): string {
  const point = text.codePointAt(at);
  return point === undefined ? '' : String.fromCodePoint(point);
}

/** Empty at the beginning of the text. */
function getCodePointBefore(text: string, at: number): string {
  const two = getCodePointAt(text, at - 2);
  return two.length === 2 ? two : text.slice(Math.max(0, at - 1), at);
}
