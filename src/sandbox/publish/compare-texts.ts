import { replaceLinks } from '../../domain/text/links.ts';
import { foldText, toNfc } from '../../domain/text/unicode.ts';
import { ASSUMED } from '../../service/assumed.ts';

/** What of a text is compared with others. */
export interface ComparedText {
  /** Without differences of whitespace and Unicode composition. */
  readonly exact: string;
  /** Its words without case, punctuation, links and trailing hashtags; empty when nothing is left. */
  readonly core: string;
}

/**
 * Reads a text for comparisons, in linear time. Two are exactly the same when their `exact` is, and nearly the same
 * when their `core` is or `areNear` says so. A text with nothing left is near to no other, and an empty text is similar
 * to none.
 *
 * @see docs/service/posts.md#duplicates, #POST-06
 */
export function readComparedText(text: string): ComparedText {
  return { exact: collapseBlanks(toNfc(text)), core: extractCore(text) };
}

function collapseBlanks(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

const SIGNS = /[\p{P}\p{S}\p{Cf}]+/gu;

/** In UTF-16 code units: longer than the maximum text of most networks. One character can expand to eighteen. */
const MAX_COMPARED_UNITS = 64 * 1024;

function extractCore(text: string): string {
  const compared = foldText(toCompatibleForm(text).slice(0, MAX_COMPARED_UNITS));
  const words = replaceLinks(compared, () => ' ').split(/\s+/);
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

/** Hashes every three consecutive letters of a core, with a space at both ends: as many as it has letters. */
export function hashTrigrams(core: string, visit: (hash: number) => void): void {
  let [first, second] = [BLANK, core.charCodeAt(0)];
  for (let at = 1; at <= core.length; at += 1) {
    const third = at === core.length ? BLANK : core.charCodeAt(at);
    visit((first * 0x1_0000 + second) * 0x1_0000 + third);
    [first, second] = [second, third];
  }
}

const BLANK = 0x20;

/**
 * Creates a test of whether texts are near to one: twice the shared trigrams divided by all (the Dice coefficient of
 * the multisets) is at least `ASSUMED.minSimilarity`.
 *
 * @param core not empty, as those that are tested
 */
export function createNearTest(core: string): (other: string) => boolean {
  const counts = new Map<number, number>();
  hashTrigrams(core, (trigram) => counts.set(trigram, (counts.get(trigram) ?? 0) + 1));
  return (other) => {
    if (other === core) return true;
    const { length } = other;
    const enough = countEnough(core.length, length);
    if (Math.min(core.length, length) < enough) return false;
    const left = new Map<number, number>();
    let shared = 0;
    hashTrigrams(other, (trigram) => {
      const count = left.get(trigram) ?? counts.get(trigram) ?? 0;
      if (count === 0) return;
      left.set(trigram, count - 1);
      shared += 1;
    });
    return shared >= enough;
  };
}

/** The number of shared trigrams from which two cores of these lengths are near. */
function countEnough(one: number, other: number): number {
  return (ASSUMED.minSimilarity * (one + other)) / 2;
}

/** The most trigrams in which two cores of these lengths may differ, those of both counted, to be near. */
export function countMaxDifferences(one: number, other: number): number {
  const enough = countEnough(one, other);
  // the margin is for what a product loses by rounding
  return Math.min(one, other) < enough ? -1 : one + other - 2 * enough + 0.001;
}
