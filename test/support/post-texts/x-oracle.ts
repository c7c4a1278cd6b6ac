import endings from 'tlds' with { type: 'json' };
import twitter from 'twitter-text';
import { buildPostPart } from '../../../src/domain/posts/post-part.ts';
import { findTextFaults } from '../../../src/domain/posts/text-faults.ts';
import { getCountingRule, measureTextLength } from '../../../src/domain/text/measure-text.ts';

/** How X counts a text, by its public library. */
export function countByLibrary(text: string): number {
  return twitter.parseTweet(text).weightedLength;
}

/** How crier counts a text for X. */
export function countForX(text: string): number {
  const rule = getCountingRule('twitter', { shortenLinks: false });
  return measureTextLength(text, rule, Number.POSITIVE_INFINITY);
}

const hasLink = (text: string): boolean => twitter.extractUrls(text).length > 0;
const listEndings = ({ source }: RegExp): readonly string[] =>
  source.replaceAll(/\(\?=.*$|[(?:)]/g, '').split('|');

/** Whether X takes a text as a post, by its library and by crier. */
export function compareValidity(text: string): { readonly library: boolean; readonly crier: boolean } {
  const part = buildPostPart({ post: text, platforms: ['twitter'] }, 'twitter');
  const isAccepted = findTextFaults(part).every(({ effect }) => effect === 'warning');
  return { library: twitter.parseTweet(text).valid, crier: isAccepted };
}

/** Endings that IANA lists and the library does not know, and the other way round. */
const NEWER_ENDINGS = endings.filter((ending) => !hasLink(`https://kestrel.${ending}`));
const RETIRED_ENDINGS = [
  ...listEndings(twitter.regexen.validCCTLD),
  ...listEndings(twitter.regexen.validGTLD),
].filter((ending) => !endings.includes(ending.toLowerCase()));

const toEnding = (names: readonly string[]): RegExp =>
  new RegExp(`(?<=\\.)(?:${names.toSorted((a, b) => b.length - a.length).join('|')})(?![0-9a-z@+-])`, 'giu');
const NEWER = toEnding(NEWER_ENDINGS);
const RETIRED = toEnding(RETIRED_ENDINGS);

const PART = String.raw`\p{Extended_Pictographic}(?:\uFE0F?\p{Emoji_Modifier}|\uFE0F)?`;
const EMOJI_OF_SEVERAL = new RegExp(
  String.raw`${PART}(?:\u200D${PART})+|\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]+`,
  'gu',
);

/** Why crier counts otherwise than the library, on purpose. */
export const REASONS = {
  emoji:
    'X documents two for every emoji; the library knows those of Unicode 11, with exactly their selectors',
  newer: 'IANA has listed the ending since the library was published',
  retired: 'IANA does not list the ending any more',
  example: 'an address below .example, reserved for documentation, counts as the real one in its place',
  marks: 'a run of more than 30 marks is split, so that composition takes linear time',
  stretched:
    'of "kestrel.comпр.com/a" the library finds "kestrel.com/a", over all of the text; crier ends the link before other letters',
} as const;

/** Removes from a text what a reason is about: of what remains, both count the same. */
const REMOVE: Readonly<Record<keyof typeof REASONS, (text: string) => string>> = {
  emoji: (text) => text.replaceAll(EMOJI_OF_SEVERAL, '✂'),
  newer: (text) => text.replaceAll(NEWER, 'com'),
  retired: (text) => text.replaceAll(RETIRED, 'com'),
  example: (text) => text.replaceAll(/(?<=\.)example(?![0-9a-z@+-])/gi, 'com'),
  marks: (text) => text.replaceAll(/\p{M}{30,}/gu, ''),
  stretched: (text) =>
    twitter
      .extractUrlsWithIndices(text)
      .filter(({ url, indices: [start, end] }) => url !== text.slice(start, end))
      .reduceRight(
        (left, { url, indices: [start, end] }) => left.slice(0, start) + url + left.slice(end),
        text,
      ),
};

/** Compares the counts of a text. @returns null if they are equal, else the reasons that explain the difference */
export function explainDifference(text: string): readonly (keyof typeof REASONS)[] | null {
  if (countForX(text) === countByLibrary(text)) return null;
  const reasons = findReasons(text);
  // the library composes characters first: of "kestrel.ane\u0301", the ending is "an"
  return reasons.length > 0 ? reasons : findReasons(text.normalize('NFC'));
}

function findReasons(text: string): readonly (keyof typeof REASONS)[] {
  const names = Object.keys(REASONS) as readonly (keyof typeof REASONS)[]; // of a literal
  const applied = names.filter((name) => REMOVE[name](text) !== text);
  const rest = applied.reduce((left, name) => REMOVE[name](left), text);
  return countForX(rest) === countByLibrary(rest) ? applied : [];
}
