import { PLATFORMS, type Platform } from '../../service/platforms.ts';
import { X_COUNT } from '../../service/post-limits.ts';
import type { TextUnit } from '../../service/text-limits.ts';
import { findLinks, replaceLinks } from './links.ts';
import { measureWeight } from './measure-weight.ts';

/** How the length of a text is counted. */
export interface CountingRule {
  readonly unit: TextUnit;
  /** The length of a link with a scheme that will be shortened; null if links stay as they are. */
  readonly linkCharacters: number | null;
}

/**
 * Returns the counting rule of a network.
 *
 * @param shortenLinks whether links will be shortened; their length is not documented, and assumed to be that on X
 */
export function getCountingRule(
  platform: Platform,
  { shortenLinks }: { shortenLinks: boolean },
): CountingRule {
  return {
    unit: PLATFORMS[platform].post.text.unit,
    linkCharacters: shortenLinks ? X_COUNT.linkCharacters : null,
  };
}

/** A link that X counts as one, for links that will be shortened. */
const SHORT_LINK = 'https://s.example/a';

/** Measures the length of a text. @param enough counting stops beyond this value */
export function measureTextLength(text: string, count: CountingRule, enough: number): number {
  const { unit, linkCharacters } = count;
  if (unit === 'weighted') {
    return measureWeight(linkCharacters === null ? text : replaceLinks(text, () => SHORT_LINK), enough);
  }
  let length = 0;
  let at = 0;
  for (const { start, end, kind } of linkCharacters === null ? [] : findLinks(text)) {
    if (kind !== 'url') continue;
    length += MEASURES[unit](text.slice(at, start), enough - length) + (linkCharacters ?? 0);
    if (length > enough) return length;
    at = end;
  }
  return length + MEASURES[unit](text.slice(at), enough - length);
}

/** Lengths of a text, which may stop beyond what is enough. */
const MEASURES: Readonly<Record<Exclude<TextUnit, 'weighted'>, (text: string, enough: number) => number>> = {
  graphemes: (text, enough) => sumGraphemes(text, enough, () => 1),
  codePoints: (text) => Array.from(text).length,
  codeUnits: (text) => text.length,
  bytes: countBytes,
  emojiBytes: (text, enough) =>
    sumGraphemes(text, enough, (grapheme) => (DRAWN_EMOJI.test(grapheme) ? countBytes(grapheme) : 1)),
};

const ENCODER = new TextEncoder();

function countBytes(text: string): number {
  return ENCODER.encode(text).length;
}

/** What is drawn as an emoji: a digit or a sign such as © only is when U+FE0F follows. */
const DRAWN_EMOJI = /\p{Emoji_Presentation}|\p{Emoji}\uFE0F/u;

function sumGraphemes(text: string, enough: number, measure: (grapheme: string) => number): number {
  const graphemes = new Intl.Segmenter(); // the first one of a process takes long: not at the start
  let sum = 0;
  for (const { segment } of graphemes.segment(text)) {
    sum += measure(segment);
    if (sum > enough) break;
  }
  return sum;
}
