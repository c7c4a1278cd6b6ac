/**
 * How many cells a terminal gives to a code point (0, 1 or 2), written down apart from the code that measures text:
 * East Asian Width by block, marks and Hangul vowels none, signs that are emoji by themselves two.
 */
export function cellWidth(point: number): 0 | 1 | 2 {
  const char = String.fromCodePoint(point);
  if (NO_CELL.test(char)) return 0;
  if (point < FIRST_ALL_WIDE && /\p{Unassigned}/u.test(char)) return 1;
  if (/\p{Emoji_Presentation}/u.test(char) && !isFlagHalf(point)) return 2;
  return WIDE_BLOCKS.some(([first, last]) => point >= first && point <= last) ? 2 : 1;
}

/** From here on Unicode counts as wide also what it has not assigned yet. */
const FIRST_ALL_WIDE = 0x20000;

const NO_CELL = /[\p{Mn}\p{Me}\u1160-\u11ff\ud7b0-\ud7ff\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;

const WIDE_BLOCKS: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f], // Hangul consonants that begin a syllable
  [0x2e80, 0x303e], // radicals, signs
  [0x3041, 0x3247], // kana and what is enclosed
  [0x3250, 0xa4cf], // to Yi, Han and hexagrams between them
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3], // Hangul
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60], // full-width forms
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18dff], // Tangut, Khitan
  [0x1aff0, 0x1b2ff],
  [0x1d300, 0x1d376],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd], // Han beyond the basic plane
];

export function isFlagHalf(point: number): boolean {
  return point >= 0x1f1e6 && point <= 0x1f1ff;
}
