/**
 * One spelling for texts that are to count as equal whatever their case: composed (NFC), in small letters, `ß` as
 * `ss` and the sigma that ends a word like every other; emoji without the selector that only says how they are drawn.
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

/** Composing takes the square of the time for marks in one run: longer ones are parted, as UAX #15 does for streams. */
const LONG_RUN_OF_MARKS = /\p{M}{30}(?=\p{M})/gu;
const NO_MARK_PASSES = '\u034F';

/** A text in NFC, in time with its length. */
export function toNfc(text: string): string {
  return text.toWellFormed().replace(LONG_RUN_OF_MARKS, `$&${NO_MARK_PASSES}`).normalize('NFC');
}
