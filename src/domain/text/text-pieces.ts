import { findLinks } from './links.ts';

/**
 * Hashtags and mentions, with the ASCII word directly before them: cut off it, `#` or `@` would begin one that the text
 * does not have. Longer ones than networks take are ordinary text.
 */
const TAG_CHARACTER = String.raw`[\p{L}\p{M}\p{N}_\u200C\u200D\u05BE\u05F3\u05F4\u0F0B\u0F0C\u3003\u301C\u309B\u309C\u30A0\u30FB\uA67E\uFF5E\xB7]`;
const ENDS = String.raw`(?![\p{M}\u200C\u200D])`;
const TAG = new RegExp(
  String.raw`\w{0,64}[#＃](?!\uFE0F|\u20E3)${TAG_CHARACTER}{1,100}${ENDS}|[\w.+-]{0,64}[@＠]\w(?:[\w.-]{0,62}\w)?${ENDS}`,
  'gu',
);

/** Splits a text into pieces that are never cut: links, hashtags, mentions and graphemes. In linear time. */
export function splitPieces(text: string): readonly string[] {
  return [...generatePieces(text)];
}

/** Splits off one piece after the other, so that a long text need not be read to its end. */
export function* generatePieces(text: string): Generator<string, void> {
  const graphemes = new Intl.Segmenter(); // the first one of a process takes long: not at the start
  let at = 0;
  for (const { start, end } of findLinks(text)) {
    yield* generateTextPieces(text.slice(at, start), graphemes);
    yield text.slice(start, end);
    at = end;
  }
  yield* generateTextPieces(text.slice(at), graphemes);
}

function* generateTextPieces(text: string, graphemes: Intl.Segmenter): Generator<string, void> {
  let at = 0;
  for (const { 0: tag, index } of text.matchAll(TAG)) {
    for (const { segment } of graphemes.segment(text.slice(at, index))) yield segment;
    yield tag;
    at = index + tag.length;
  }
  for (const { segment } of graphemes.segment(text.slice(at))) yield segment;
}

/**
 * Returns how many pieces, from one on, fit together. Measures a logarithmic number of texts, of at most twice the
 * fitting length.
 *
 * @param fits must not become true again for a longer text
 */
export function countFittingPieces(
  pieces: readonly string[],
  from: number,
  fits: (text: string) => boolean,
): number {
  const isFitting = (count: number) => fits(pieces.slice(from, from + count).join(''));
  const most = pieces.length - from;
  let step = 1;
  while (step < most && isFitting(step)) step *= 2;
  let [low, high] = [Math.floor(step / 2), Math.min(step, most)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isFitting(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
