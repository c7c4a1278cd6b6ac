import { replaceLinks } from '../../domain/text/links.ts';
import { foldText, toNfc } from '../../domain/text/unicode.ts';
import { ASSUMED } from '../../service/assumed.ts';
import { LIMITS } from '../../service/limits.ts';
import { PLATFORMS, type Platform } from '../../service/platforms.ts';

/** A published or scheduled post on one network. */
export interface ComparedPost {
  readonly platform: Platform;
  /** The profile, by any key that is unique within the account. */
  readonly profile: string | number;
  /** When it is published, in milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
}

/**
 * Computes the period in which posts are compared with one published at a time.
 *
 * @returns times in milliseconds since 1970, both inclusive
 * @see docs/service/limits.md#duplicate-window
 */
export function computeDuplicateWindow(at: number): { from: number; to: number } {
  const half = LIMITS.duplicateWindowMs / 2;
  return { from: at - half, to: at + half };
}

/**
 * Finds the post that a new post duplicates (137): one on the same network and of the same profile within the window
 * around it; on X also one with exactly the same text, of any profile of the account.
 *
 * @param others posts of all profiles of the account
 * @param compare pass one for several posts, because it caches texts
 * @returns the first duplicate, or null
 * @see docs/service/posts.md#duplicates, #POST-06
 */
export function findDuplicate<Other extends ComparedPost>(
  post: ComparedPost,
  others: readonly Other[],
  compare: TextComparer = createTextComparer(),
): Other | null {
  if (PLATFORMS[post.platform].checksDuplicates === 'never') return null;
  const found = others.find(
    (other) =>
      isInWindow(post, other) &&
      isDuplicate(compare(post.text, other.text), { isOwn: other.profile === post.profile }),
  );
  return found ?? null;
}

function isDuplicate(same: Similarity, { isOwn }: { isOwn: boolean }): boolean {
  return same === 'exact' || (same === 'near' && isOwn);
}

function isInWindow(post: ComparedPost, other: ComparedPost): boolean {
  const { from, to } = computeDuplicateWindow(post.at);
  const mayCount =
    other.profile === post.profile || PLATFORMS[post.platform].checksDuplicates === 'all-profiles';
  return mayCount && other.platform === post.platform && other.at >= from && other.at <= to;
}

/** How similar two texts are. */
type Similarity = 'exact' | 'near' | 'no';

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

interface ComparedText {
  exact: string;
  core: string;
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
