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
