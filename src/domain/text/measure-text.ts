import { PLATFORMS, type Platform } from '../../service/platforms.ts';
import { X_COUNT } from '../../service/post-limits.ts';
import type { TextUnit } from '../../service/text-limits.ts';
import { findLinks, replaceLinks } from './links.ts';
import { toNfc } from './unicode.ts';

/**
 * Counts a text as X does: after composition (NFC), a fixed number for a link, two for an emoji and for every code point
 * outside of some alphabets, otherwise one.
 *
 * @param enough counting stops beyond this value
 * @see https://docs.x.com/fundamentals/counting-characters
 */
function measureWeight(text: string, enough: number): number {
  const composed = toNfc(text);
  let weight = 0;
  let at = 0;
  for (const { start, end } of findLinks(composed, 'x')) {
    weight += measurePart(composed.slice(at, start), enough - weight) + X_COUNT.linkCharacters;
    if (weight > enough) return weight;
    at = end;
  }
  return weight + measurePart(composed.slice(at), enough - weight);
}

/**
 * What may be an emoji of several code points: flags, a keycap, or pictographs with their modifiers, joined. A list of
 * all emoji would be a pattern that takes a tenth of a second to compile.
 */
const ELEMENT = String.raw`\p{Extended_Pictographic}(?:\uFE0F?\p{Emoji_Modifier}|\uFE0F|[\u{E0020}-\u{E007E}]+\u{E007F})?`;
const SEQUENCE = new RegExp(
  String.raw`\p{Regional_Indicator}{2,}|[0-9#*]\uFE0F?\u20E3|${ELEMENT}(?:\u200D${ELEMENT})*`,
  'gu',
);

/** Of a text without links. */
function measurePart(text: string, enough: number): number {
  let weight = 0;
  let at = 0;
  for (const { 0: sequence, index } of text.matchAll(SEQUENCE)) {
    weight += measureCodePoints(text.slice(at, index)) + measureSequence(sequence);
    if (weight > enough) return weight;
    at = index + sequence.length;
  }
  return weight + measureCodePoints(text.slice(at));
}

function measureCodePoints(text: string): number {
  let weight = 0;
  for (const point of text) {
    const code = point.codePointAt(0) ?? 0;
    const isNarrow = X_COUNT.narrow.some(([first, last]) => code >= first && code <= last);
    weight += isNarrow ? 1 : X_COUNT.wideCharacters;
  }
  return weight;
}

function measureSequence(sequence: string): number {
  if (/^\p{Regional_Indicator}/u.test(sequence)) return measureFlags(Array.from(sequence));
  if (sequence.endsWith('\u20E3')) return X_COUNT.wideCharacters;
  return sequence.includes('\u200D') ? measureJoined(sequence.split('\u200D')) : measureElement(sequence);
}

function measureFlags(letters: readonly string[]): number {
  let flags = 0;
  for (let at = 0; at < letters.length; at += 1) {
    if (/^\p{RGI_Emoji_Flag_Sequence}$/v.test(letters.slice(at, at + 2).join(''))) at += 1;
    flags += 1;
  }
  return flags * X_COUNT.wideCharacters;
}

/** A pictograph, perhaps with a variation selector, a skin tone, or the tags of a flag. */
function measureElement(element: string): number {
  const plain = element.replace('\uFE0F', '');
  if (/^(?:\p{RGI_Emoji_Modifier_Sequence}|\p{RGI_Emoji_Tag_Sequence})$/v.test(plain))
    return X_COUNT.wideCharacters;
  if (plain === element || !/^\p{Emoji}/u.test(plain)) return measureCodePoints(element);
  // a skin tone that does not belong to it is an emoji of its own
  const [, ...tone] = plain;
  return X_COUNT.wideCharacters + measureCodePoints(tone.join(''));
}

/** No emoji has more. */
const MAX_JOINED = 8;

/** Weighs joined pictographs: those that are one emoji, the longest one, count as one. */
function measureJoined(elements: readonly string[]): number {
  let weight = 0;
  for (let at = 0; at < elements.length; ) {
    let end = Math.min(at + MAX_JOINED, elements.length);
    while (end > at + 1 && !isJoinedEmoji(elements.slice(at, end).join('\u200D'))) end -= 1;
    // a joined emoji counts what its first pictograph does
    weight += measureElement(elements[at] ?? '');
    if (end < elements.length) weight += measureCodePoints('\u200D');
    at = end;
  }
  return weight;
}

/** With or without the variation selectors that devices often leave out. */
function isJoinedEmoji(sequence: string): boolean {
  const whole = sequence
    .replaceAll('\uFE0F', '')
    .replaceAll(/(?=\p{Emoji})\P{Emoji_Presentation}(?!\p{Emoji_Modifier})/gu, '$&\uFE0F');
  return /^\p{RGI_Emoji_ZWJ_Sequence}$/v.test(whole);
}

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
