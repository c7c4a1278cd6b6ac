import { LINK } from '../../domain/posts/replace-links.ts';
import { foldText, toNfc } from '../../domain/text/unicode.ts';
import { ASSUMED } from '../../service/assumed.ts';

/** How similar two texts are. */
export type Similarity = 'exact' | 'near' | 'no';

/** Compares two texts. */
export type TextComparer = (one: string, other: string) => Similarity;

/**
 * Compares two texts, in linear time. Exact: the same characters, except for whitespace and Unicode composition.
 * Near: the same or nearly the same after case, punctuation, symbols, emoji, links and trailing hashtags are removed.
 * A text with nothing left is near to no other, and an empty text is similar to none.
 *
 * @see docs/service/posts.md#duplicates, #POST-06
 */
export function compareContent(one: string, other: string): Similarity {
  return createTextComparer()(one, other);
}

/** Creates a comparer for many texts, which caches what it computes of each. */
export function createTextComparer(): TextComparer {
  const read = cacheTexts();
  return (one, other) => {
    const [first, second] = [read(one), read(other)];
    if (first.exact !== '' && first.exact === second.exact) return 'exact';
    if (first.core === '' || second.core === '') return 'no';
    return first.core === second.core || areNear(first, second) ? 'near' : 'no';
  };
}

/** What texts are compared by. */
interface ComparedText {
  readonly exact: string;
  readonly core: string;
  /** Computed lazily: most texts differ in length. */
  trigrams: ReadonlyMap<string, number> | null;
}

/** In UTF-16 code units: the texts of some thousand posts. */
const MAX_CACHED_UNITS = 1024 * 1024;

function cacheTexts(): (text: string) => ComparedText {
  const kept = new Map<string, ComparedText>();
  let size = 0;
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const read = { exact: collapseBlanks(toNfc(text)), core: extractCore(text), trigrams: null };
    size += text.length;
    if (size > MAX_CACHED_UNITS) {
      kept.clear();
      size = text.length;
    }
    kept.set(text, read);
    return read;
  };
}

function collapseBlanks(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

const SIGNS = /[\p{P}\p{S}\p{Cf}]+/gu;

/** In UTF-16 code units: longer than the maximum text of most networks. One character can expand to eighteen. */
const MAX_COMPARED_UNITS = 64 * 1024;

/** Returns the words of a text without case, punctuation, links and trailing hashtags. */
function extractCore(text: string): string {
  const words = foldText(toCompatibleForm(text).slice(0, MAX_COMPARED_UNITS))
    .replaceAll(LINK, ' ')
    .split(/\s+/);
  const last = words.findLastIndex((word) => word !== '' && !word.startsWith('#'));
  return collapseBlanks(
    words
      .slice(0, last + 1)
      .join(' ')
      .replaceAll(SIGNS, ' '),
  );
}

/** Normalizes (NFKC) characters that only look different, such as full-width and mathematical letters. */
function toCompatibleForm(text: string): string {
  // these two become combining marks, whose reordering takes quadratic time unless `toNfc` splits long runs
  const marked = text.replaceAll('\uFF9E', '\u3099').replaceAll('\uFF9F', '\u309A');
  return toNfc(marked).normalize('NFKC');
}

const LETTERS = 3;

/** Counts every three consecutive letters, with a space at both ends of each word. */
function countTrigrams(core: string): ReadonlyMap<string, number> {
  const text = ` ${core} `;
  const counts = new Map<string, number>();
  for (let at = 0; at + LETTERS <= text.length; at += 1) {
    const trigram = text.slice(at, at + LETTERS);
    counts.set(trigram, (counts.get(trigram) ?? 0) + 1);
  }
  return counts;
}

/**
 * Compares by the Dice coefficient: twice the shared trigrams divided by all. A text has as many trigrams as letters.
 */
function areNear(one: ComparedText, other: ComparedText): boolean {
  const enough = (ASSUMED.minSimilarity * (one.core.length + other.core.length)) / 2;
  if (Math.min(one.core.length, other.core.length) < enough) return false;
  one.trigrams ??= countTrigrams(one.core);
  other.trigrams ??= countTrigrams(other.core);
  let mayShare = one.core.length;
  for (const [trigram, count] of one.trigrams) {
    mayShare -= Math.max(0, count - (other.trigrams.get(trigram) ?? 0));
    if (mayShare < enough) return false;
  }
  return true;
}
