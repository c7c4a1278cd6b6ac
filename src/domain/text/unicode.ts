/**
 * Case folding for comparison: NFC, lower case, `ß` as `ss`, the final sigma like any other, and emoji without
 * variation selectors.
 *
 * @see docs/service/readings.md#U-10, #U-33
 */
export function foldText(text: string): string {
  return toNfc(text)
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ')
    .replaceAll('\uFE0F', '')
    .normalize('NFC');
}

/**
 * Composition takes quadratic time for a run of combining marks, so longer runs are split, as UAX #15 specifies for
 * streams.
 */
const LONG_RUN_OF_MARKS = /\p{M}{30}(?=\p{M})/gu;
const NO_MARK_PASSES = '\u034F';

/** Normalizes a text to NFC in linear time. */
export function toNfc(text: string): string {
  return text.toWellFormed().replace(LONG_RUN_OF_MARKS, `$&${NO_MARK_PASSES}`).normalize('NFC');
}

/**
 * Whether two emoji are the same regardless of presentation. Skin tones are significant.
 *
 * @see docs/service/readings.md#U-33
 * @see docs/service/engine.md#ENG-03
 */
export function isSameEmoji(one: string, other: string): boolean {
  return normalizeEmoji(one) === normalizeEmoji(other);
}

/** Normalizes to NFC and removes the variation selector. */
export function normalizeEmoji(emoji: string): string {
  return toNfc(emoji).replaceAll('\uFE0F', '');
}

/** Whether a text is exactly one emoji: a pictograph with modifiers and joined parts, a flag, or a keycap. */
export function isOneEmoji(text: string): boolean {
  return ONE_EMOJI.test(text);
}

/** A pattern instead of a list, because newer devices know more emoji. */
const CHANGES = String.raw`(?:[\u{1F3FB}-\u{1F3FF}]|\uFE0F|[\u{E0020}-\u{E007F}])*`;
const PICTURE = String.raw`\p{Extended_Pictographic}${CHANGES}`;
const ONE_EMOJI = new RegExp(
  String.raw`^(?:${PICTURE}(?:\u200D${PICTURE})*|\p{Regional_Indicator}{2}|[\d#*]\uFE0F?\u20E3)$`,
  'u',
);

/**
 * Truncates a text to a number of code points, so that no surrogate pair is split.
 *
 * @see docs/service/readings.md#U-09
 */
export function truncateToCodePoints(text: string, count: number): string {
  if (text.length <= count) return text;
  let end = 0;
  for (let taken = 0; taken < count && end < text.length; taken++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

/**
 * Whether a range of a text is a whole word: not a part of a longer word, of a letter with its marks, or of an emoji
 * sequence.
 *
 * A boundary is required next to a letter, mark, digit or `_`. Between two letters of a script without spaces none is
 * required.
 *
 * @param text as returned by `normalizeKeywordText`
 * @param from first code unit of the range; `to` is exclusive; neither splits a code point
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
 * Returns every maximal run of word characters. A word that begins and ends with word characters occurs as a whole
 * word only if it is one of the runs, except at letters of scripts without spaces.
 */
export function splitWords(text: string): Iterable<string> {
  return text.matchAll(/[\p{L}\p{M}\p{N}_\u200D]+/gu).map(([word]) => word);
}

/** Whether only `splitWords` decides where a word matches. */
export function isPlainWord(word: string): boolean {
  const last = getCodePointBefore(word, word.length);
  return /^[\p{L}\p{M}\p{N}_]+$/u.test(word) && !SPACELESS.test(word) && !SPACELESS.test(last);
}

const WORD_SIGN = /^[\p{L}\p{M}\p{N}_]/u;
const MARK = /^\p{M}/u;
/** Letters of scripts without spaces, with their marks and the zero of Han; their digits are ordinary digits. */
const SPACELESS =
  /^(?=[\p{L}\p{M}\p{Nl}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

const JOINER = '\u200D';
/** A skin tone or a tag sequence of a flag: parts of the preceding emoji. */
const CHANGES_EMOJI = /^[\u{1F3FB}-\u{1F3FF}\u{E0020}-\u{E007F}]/u;
const HALF_FLAG = /^\p{Regional_Indicator}/u;

function mayBegin(before: string, first: string): boolean {
  return before !== JOINER && mayMeet(before, first);
}

/** A mark after the range belongs to its last letter; a mark before it does not. */
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
