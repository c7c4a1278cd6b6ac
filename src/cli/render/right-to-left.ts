/** Right-to-left letters, and their digits. */
export const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFE\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Fills the gap after a right-to-left cell. It is a blank Braille pattern (U+2800): as wide and as empty as a
 * space, but of a left-to-right class, so that a terminal which reorders bidirectional text stops there, and
 * the columns after it stay in place. The invisible bidirectional controls are never printed, because
 * untrusted text must not be able to contain them.
 */
export const TURN = '\u2800';
