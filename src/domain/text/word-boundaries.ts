/**
 * Whether a range of a text is a whole word: not a part of a longer word, of a letter with its marks, or of an emoji
 * sequence.
 *
 * A boundary is required next to a letter, mark, digit or `_`. Beside a letter of a script without spaces there is
 * always one (UAX #29), except before marks.
 *
 * @param text as returned by `foldKeywordText`
 * @param from first code unit of the range; `to` is exclusive; neither splits a code point
 * @see docs/service/readings.md#U-10
 * @see docs/service/engine.md#ENG-01, #M-01 to #M-03
 */
export function isWholeWord(text: string, from: number, to: number): boolean {
  return (
    mayBegin(getBaseBefore(text, from), getCodePointAt(text, from)) &&
    mayEnd(getBaseBefore(text, to), getCodePointAt(text, to))
  );
}

/** Letters of scripts without spaces, and the zero of Han; their digits are ordinary digits. */
const SPACELESS_CLASS = String.raw`[[\p{L}\p{Nl}]&&[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]]`;
const BASE_CLASS = String.raw`[[\p{L}\p{N}_]--${SPACELESS_CLASS}]`;

const PLAIN_RUN = String.raw`${BASE_CLASS}[${BASE_CLASS}\p{M}]*`;

/** Built when a text is first searched: the classes of all scripts take milliseconds, and most runs search nothing. */
const patterns: { runs?: RegExp; spaceless?: RegExp } = {};

/**
 * Returns every maximal run of word characters, without letters of scripts without spaces, which end a run. A plain
 * word occurs as a whole word only if it is one of the runs.
 */
export function findPlainWords(text: string): Iterable<RegExpExecArray> {
  patterns.runs ??= new RegExp(PLAIN_RUN, 'gv');
  return text.matchAll(patterns.runs);
}

/** Whether only `findPlainWords` decides where a word matches. */
export function isPlainWord(word: string): boolean {
  const [run] = findPlainWords(word);
  return run?.[0] === word;
}

const isWordSign = (character: string) => /^[\p{L}\p{M}\p{N}_]/u.test(character);
const isMark = (character: string) => /^\p{M}/u.test(character);

const JOINER = '\u200D';
/** A skin tone or a tag sequence of a flag: parts of the preceding emoji. */
const CHANGES_EMOJI = /^[\u{1F3FB}-\u{1F3FF}\u{E0020}-\u{E007F}]/u;
const isHalfFlag = (character: string) => /^\p{Regional_Indicator}/u.test(character);

/** A mark belongs to the letter before it. */
function mayBegin(before: string, first: string): boolean {
  if (before === JOINER || (isMark(first) && isWordSign(before))) return false;
  return mayMeet(before, first);
}

/** A mark after the range belongs to its last letter; a mark before it does not. */
function mayEnd(last: string, after: string): boolean {
  if (after === JOINER || isMark(after)) return false;
  return isWordSign(last) || !CHANGES_EMOJI.test(after) ? mayMeet(last, after) : false;
}

function mayMeet(one: string, other: string): boolean {
  if (isHalfFlag(one) && isHalfFlag(other)) return false;
  if (!isWordSign(one) || !isWordSign(other)) return true;
  patterns.spaceless ??= new RegExp(`^${SPACELESS_CLASS}`, 'v');
  return patterns.spaceless.test(one) || patterns.spaceless.test(other);
}

/** Empty at the end of the text. */
function getCodePointAt(text: string, at: number): string {
  const point = text.codePointAt(at);
  return point === undefined ? '' : String.fromCodePoint(point);
}

/** Longer runs of marks belong to no word of any language. */
const MOST_MARKS = 32;

/** Returns the character before a place, without its marks; empty at the beginning of the text. */
function getBaseBefore(text: string, at: number): string {
  let end = at;
  let before = getCodePointBefore(text, end);
  for (let marks = 0; marks < MOST_MARKS && isMark(before); marks += 1) {
    end -= before.length;
    before = getCodePointBefore(text, end);
  }
  return before;
}

function getCodePointBefore(text: string, at: number): string {
  const two = getCodePointAt(text, at - 2);
  return two.length === 2 ? two : text.slice(Math.max(0, at - 1), at);
}
