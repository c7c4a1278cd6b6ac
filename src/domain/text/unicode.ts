import { removeInvisible } from './invisible.ts';

/**
 * Case folding for comparing posts: NFC, lower case, `ß` as `ss`, the final sigma like any other, and emoji without
 * variation selectors. Keywords are folded further: `foldKeywordText`.
 *
 * @see docs/service/posts.md#duplicates
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
const createLongRunOfMarks = () => /\p{M}{30}(?=\p{M})/gu;
const NO_MARK_PASSES = '\u034F';

/** Normalizes a text to NFC in linear time. */
export function toNfc(text: string): string {
  return text.toWellFormed().replace(createLongRunOfMarks(), `$&${NO_MARK_PASSES}`).normalize('NFC');
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

/** Normalizes to NFC without variation selectors and other characters that are not seen. */
export function normalizeEmoji(emoji: string): string {
  return toNfc(removeInvisible(emoji));
}

/** Whether a text is exactly one emoji: a pictograph with modifiers and joined parts, a flag, or a keycap. */
export function isOneEmoji(text: string): boolean {
  return createOneEmoji().test(text);
}

/** A pattern instead of a list, because newer devices know more emoji. */
const CHANGES = String.raw`(?:[\u{1F3FB}-\u{1F3FF}]|[\uFE0E\uFE0F]|[\u{E0020}-\u{E007F}])*`;
const PICTURE = String.raw`\p{Extended_Pictographic}${CHANGES}`;
const createOneEmoji = () =>
  new RegExp(
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
