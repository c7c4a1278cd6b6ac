import { getNetworkPost } from '../../../src/domain/posts/post-part.ts';
import { replaceLinks } from '../../../src/domain/text/links.ts';
import { foldText, toNfc } from '../../../src/domain/text/unicode.ts';
import type { ComparedPost } from '../../../src/sandbox/publish/post-texts.ts';
import { getPostBody } from '../../../src/sandbox/publish/publish-target.ts';
import { listPlannedPosts } from '../../../src/sandbox/store/posts.ts';
import { listAllProfiles } from '../../../src/sandbox/store/profiles.ts';
import { listPostsMadeBetween } from '../../../src/sandbox/store/social-posts.ts';
import { ASSUMED } from '../../../src/service/assumed.ts';
import { HOUR_MS } from '../../../src/service/durations.ts';
import { PLATFORMS } from '../../../src/service/platforms.ts';
import type { Database } from '../../../src/storage/open-database.ts';

/**
 * Whether a post is a duplicate, by the definition: reads all posts of the time around it, and compares it with each.
 *
 * @see docs/service/posts.md#duplicates
 */
export function isDuplicateByDefinition(store: Database, post: ComparedPost): boolean {
  const { platform, profile: own } = post;
  const { checksDuplicates } = PLATFORMS[platform];
  if (checksDuplicates === 'never') return false;
  const profiles = checksDuplicates === 'all-profiles' ? listAllProfiles(store).map(({ id }) => id) : [own];
  return profiles.some((profile) =>
    listTexts(store, post, profile).some((text) => {
      const similarity = compareContent(post.text, text);
      return similarity === 'exact' || (similarity === 'near' && profile === own);
    }),
  );
}

function listTexts(store: Database, { platform, postId, at }: ComparedPost, profile: number): string[] {
  const [from, to] = [at - 24 * HOUR_MS, at + 24 * HOUR_MS];
  return [
    ...listPostsMadeBetween(store, { profile, platform, from, to }).map(
      ({ text, about }) => about.written ?? text ?? '',
    ),
    ...listPlannedPosts(store, { from, to })
      .filter((post) => post.profile === profile && post.id !== postId)
      .filter(({ about }) => about.platforms.includes(platform))
      .map((post) => getNetworkPost(getPostBody(post), platform).text),
  ];
}

/** Compares two texts, each time from the start. */
function compareContent(one: string, other: string): 'exact' | 'near' | 'no' {
  const [first, second] = [readText(one), readText(other)];
  if (first.exact !== '' && first.exact === second.exact) return 'exact';
  if (first.core === '' || second.core === '') return 'no';
  return first.core === second.core || areNear(first.core, second.core) ? 'near' : 'no';
}

function readText(text: string): { exact: string; core: string } {
  return { exact: collapseBlanks(toNfc(text)), core: extractCore(text) };
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

/** The Dice coefficient: twice the shared trigrams divided by all. A text has as many trigrams as letters. */
function areNear(one: string, other: string): boolean {
  const [first, second] = [countTrigrams(one), countTrigrams(other)];
  let shared = 0;
  for (const [trigram, count] of first) shared += Math.min(count, second.get(trigram) ?? 0);
  return shared >= (ASSUMED.minSimilarity * (one.length + other.length)) / 2;
}
