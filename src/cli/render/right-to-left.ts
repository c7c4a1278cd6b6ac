/** Letters that run from right to left, and the digits that go with them. */
export const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFE\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Stands in the gap after a right-to-left cell. It is a Braille cell without dots (U+2800): as wide and as empty as
 * a space, but of the class of letters that run from left to right, so a terminal that reorders text ends its
 * reordering there, and the columns after it stay where they belong. The invisible controls made for this are what
 * strangers must not be able to send, and what we therefore never print.
 */
export const TURN = '\u2800';
