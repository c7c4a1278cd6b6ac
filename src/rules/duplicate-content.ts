import { ASSUMED } from '../facts/assumed.ts';
import { composed, foldText } from './fold-text.ts';
import { LINK } from './links-in.ts';

/** Whether two texts say the same. */
export type Sameness = 'exact' | 'near' | 'no';

/**
 * How much the same two texts are, in time with their length. Exact: the same signs, but for blanks and for how accents
 * are composed. Near: what is left is the same, or nearly so, once capitals, signs, emoji, links and the hashtags at the
 * end are taken away. A text of which nothing is left is near to none, and one that is empty is the same as none.
 *
 * @see service.md, duplicate-content rule; rule POST-06
 */
export function sameContent(one: string, other: string): Sameness {
  return comparedWith(one)(other);
}

/** The same for one text that is compared with many. */
export function comparedWith(one: string): (other: string) => Sameness {
  const exact = withSingleBlanks(composed(one));
  const core = coreOf(one);
  const trigrams = trigramsOf(core);
  return (other) => {
    if (exact !== '' && withSingleBlanks(composed(other)) === exact) return 'exact';
    const otherCore = coreOf(other);
    if (core === '' || otherCore === '') return 'no';
    return otherCore === core || areNear(trigrams, trigramsOf(otherCore)) ? 'near' : 'no';
  };
}

function withSingleBlanks(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

const SIGNS = /[\p{P}\p{S}\p{Cf}]+/gu;

/** In UTF-16 units: more than the longest text of most networks. One sign can become eighteen. */
const MOST_COMPARED = 64 * 1024;

/** What a text says. */
function coreOf(text: string): string {
  const words = foldText(compatible(text).slice(0, MOST_COMPARED)).replaceAll(LINK, ' ').split(/\s+/);
  const last = words.findLastIndex((word) => word !== '' && !word.startsWith('#'));
  return withSingleBlanks(
    words
      .slice(0, last + 1)
      .join(' ')
      .replaceAll(SIGNS, ' '),
  );
}

/** One spelling (NFKC) of signs that only look different, such as wide letters and those of mathematics. */
function compatible(text: string): string {
  // these two become marks, which are put in order in the square of the time unless `composed` parts them
  const marked = text.replaceAll('\uFF9E', '\u3099').replaceAll('\uFF9F', '\u309A');
  return composed(marked).normalize('NFKC');
}

/** Every three letters that stand together, with how often they do; words begin and end with a blank. */
interface Trigrams {
  readonly counts: ReadonlyMap<string, number>;
  readonly total: number;
}

const LETTERS = 3;

function trigramsOf(core: string): Trigrams {
  const text = ` ${core} `;
  const counts = new Map<string, number>();
  const total = text.length - LETTERS + 1;
  for (let at = 0; at < total; at += 1) {
    const trigram = text.slice(at, at + LETTERS);
    counts.set(trigram, (counts.get(trigram) ?? 0) + 1);
  }
  return { counts, total };
}

/** By Dice's measure: twice what they share, of all that they have. */
function areNear(one: Trigrams, other: Trigrams): boolean {
  const enough = (ASSUMED.nearlySame * (one.total + other.total)) / 2;
  if (Math.min(one.total, other.total) < enough) return false;
  let shared = 0;
  for (const [trigram, count] of one.counts) shared += Math.min(count, other.counts.get(trigram) ?? 0);
  return shared >= enough;
}
