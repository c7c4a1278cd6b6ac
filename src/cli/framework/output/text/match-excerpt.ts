import { getWidestWidth, takeWidth } from './width.ts';

const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });
const CHARACTERS = new Intl.Segmenter();
/** The share of the width up to the end of the word, so that some of what follows is shown. */
const BEFORE = 0.7;
/** A longer text is not searched for a place to begin: it would cost more than its cell is worth. */
const LONGEST = 10_000;

/**
 * Prepares a function that shows a text in a narrow cell: from its start, or, where one of the words would be cut off, from
 * before that word. The cell cuts what follows.
 *
 * @param searches whether a text has a word, each
 */
export function createMatchExcerpt(
  searches: readonly ((text: string) => boolean)[],
): (text: string, width: number) => string {
  return (text, width) => {
    if (text.length > LONGEST) return text;
    const ends = [...WORDS.segment(text)].map(({ index, segment }) => index + segment.length);
    const visible = takeWidth(text, width - 1).length;
    const shown = text.slice(0, ends.findLast((end) => end <= visible) ?? 0);
    const hidden = searches.find((search) => !search(shown));
    if (hidden === undefined) return text;
    const end = findEnd(ends, (at) => hidden(text.slice(0, at)));
    if (end === null) return text;
    const start = findStart(text.slice(0, end), width * BEFORE);
    // the end of the text may leave room for more before the word
    const fill = text.length - end <= width ? findStart(text, width - 1) : start;
    return `…${text.slice(Math.min(start, fill))}`;
  };
}

/** The first end of a word up to which the text matches, by binary search; null for none. */
function findEnd(ends: readonly number[], isMatch: (at: number) => boolean): number | null {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isMatch(ends[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  const end = ends[low];
  return end !== undefined && isMatch(end) ? end : null;
}

/** Where the end of a text begins that fits into a width, at a word if one begins in its first half. */
function findStart(text: string, width: number): number {
  const characters = [...CHARACTERS.segment(text)];
  let used = 0;
  let start = text.length;
  for (const { segment, index } of characters.toReversed()) {
    used += getWidestWidth(segment);
    if (used > width) break;
    start = index;
  }
  const word = [...WORDS.segment(text)].find(
    ({ index, isWordLike }) => index >= start && isWordLike === true,
  );
  return word !== undefined && word.index < (start + text.length) / 2 ? word.index : start;
}
