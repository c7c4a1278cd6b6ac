/**
 * Characters without a glyph that phones, chats and web pages put into texts: soft hyphens, zero-width spaces and
 * joiners, marks of the writing direction, byte order marks, variation selectors (Unicode: default ignorable code
 * points, without the fillers of Hangul, which are as wide as a letter).
 */
const createInvisible = () =>
  /[\uFFF9-\uFFFB[\p{Default_Ignorable_Code_Point}--[\u115F\u1160\u3164\uFFA0\u200D\u{E0020}-\u{E007F}]]]/gv;

/** Joins two emoji to one; anywhere else it only selects a shape. */
const createStrayJoiner = () =>
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}])\u200D|\u200D(?!\p{Extended_Pictographic})/gu;

/** Tags name the region of a flag, after a black flag only. */
const TAGS = /(\u{1F3F4}?)[\u{E0020}-\u{E007F}]+/gu;

/** Removes characters that are not seen and carry no meaning. Joined emoji and flags of regions stay. */
export function removeInvisible(text: string): string {
  return text
    .replace(createInvisible(), '')
    .replace(createStrayJoiner(), '')
    .replace(TAGS, (tags, flag: string) => (flag === '' ? '' : tags));
}

/** Names a character as the Unicode standard does: `U+200B`. */
export function formatCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
