import { ASSUMED } from '../facts/assumed.ts';
import { foldText, toNfc } from './fold-text.ts';
import { LINK } from './replace-links.ts';

/** Whether two texts say the same. */
export type Similarity = 'exact' | 'near' | 'no';

/** Says how much the same two texts are. */
export type TextComparer = (one: string, other: string) => Similarity;

/**
 * How much the same two texts are, in time with their length. Exact: the same signs, but for blanks and for how accents
 * are composed. Near: what is left is the same, or nearly so, once capitals, signs, emoji, links and the hashtags at the
 * end are taken away. A text of which nothing is left is near to none, and one that is empty is the same as none.
 *
 * @see docs/service/posts.md#duplicates, #POST-06
 */
export function compareContent(one: string, other: string): Similarity {
  return createTextComparer()(one, other);
}

/** The same for many texts, each of which is compared with many: what was found out of one is kept for a while. */
export function createTextComparer(): TextComparer {
  const read = cacheTexts();
  return (one, other) => {
    const [first, second] = [read(one), read(other)];
    if (first.exact !== '' && first.exact === second.exact) return 'exact';
    if (first.core === '' || second.core === '') return 'no';
    return first.core === second.core || areNear(first, second) ? 'near' : 'no';
  };
}

/** What a text is compared by. */
interface ComparedText {
  readonly exact: string;
  readonly core: string;
  /** Made when they are first needed: most texts differ by their length. */
  trigrams: ReadonlyMap<string, number> | null;
}

/** In UTF-16 units: the texts of some thousand posts. */
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

/** In UTF-16 units: more than the longest text of most networks. One sign can become eighteen. */
const MAX_COMPARED_UNITS = 64 * 1024;

/** What a text says. */
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

/** One spelling (NFKC) of signs that only look different, such as wide letters and those of mathematics. */
function toCompatibleForm(text: string): string {
  // these two become marks, which are put in order in the square of the time unless `composed` parts them
  const marked = text.replaceAll('\uFF9E', '\u3099').replaceAll('\uFF9F', '\u309A');
  return toNfc(marked).normalize('NFKC');
}

const LETTERS = 3;

/** Every three letters that stand together, with how often they do; words begin and end with a blank. */
function countTrigrams(core: string): ReadonlyMap<string, number> {
  const text = ` ${core} `;
  const counts = new Map<string, number>();
  for (let at = 0; at + LETTERS <= text.length; at += 1) {
    const trigram = text.slice(at, at + LETTERS);
    counts.set(trigram, (counts.get(trigram) ?? 0) + 1);
  }
  return counts;
}

/** By Dice's measure: twice what they share, of all that they have. A text has as many of them as letters. */
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
