import type { Platform } from '../../service/platforms.ts';
import { X_COUNT } from '../../service/post-limits.ts';

/** How the length of a text is counted. */
export interface CountingRule {
  /** Weighted as on X; otherwise each grapheme counts as one. */
  readonly isWeighted: boolean;
  /** The fixed length of a link; null if links count like other text. */
  readonly linkCharacters: number | null;
}

/** An indivisible part of a text, with its length. */
export interface TextPiece {
  readonly text: string;
  readonly length: number;
}

/**
 * Returns the counting rule of a network.
 *
 * @param shortenLinks whether links will be shortened; their length is not documented, and assumed to be that on X
 */
export function getCountingRule(
  platform: Platform,
  { shortenLinks }: { readonly shortenLinks: boolean },
): CountingRule {
  const isX = platform === 'twitter';
  return { isWeighted: isX, linkCharacters: isX || shortenLinks ? X_COUNT.linkCharacters : null };
}

/** Measures the length of a text. @param enough counting stops beyond this value */
export function measureTextLength(text: string, count: CountingRule, enough: number): number {
  let length = 0;
  for (const piece of splitPieces(text, count)) {
    length += piece.length;
    if (length > enough) break;
  }
  return length;
}

/** Splits a text into pieces, lazily. */
export function* splitPieces(
  text: string,
  { isWeighted, linkCharacters }: CountingRule,
): Generator<TextPiece> {
  const characters = new Intl.Segmenter(); // the first one of a process takes long: not at the start
  let at = 0;
  for (const { 0: link, index } of linkCharacters === null ? [] : text.matchAll(LINK)) {
    yield* splitCharacters(text.slice(at, index), isWeighted, characters);
    yield { text: link, length: linkCharacters ?? 0 };
    at = index + link.length;
  }
  yield* splitCharacters(text.slice(at), isWeighted, characters);
}

function* splitCharacters(
  text: string,
  isWeighted: boolean,
  characters: Intl.Segmenter,
): Generator<TextPiece> {
  for (const { segment } of characters.segment(text)) {
    yield { text: segment, length: isWeighted ? measureCharacter(segment) : 1 };
  }
}

const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u;

function measureCharacter(character: string): number {
  if (character.length === 1) return measureCodePoint(character);
  if (EMOJI.test(character)) return X_COUNT.wideCharacters;
  return Array.from(character).reduce((sum, point) => sum + measureCodePoint(point), 0);
}

function measureCodePoint(point: string): number {
  const code = point.codePointAt(0) ?? 0;
  return X_COUNT.narrow.some(([first, last]) => code >= first && code <= last) ? 1 : X_COUNT.wideCharacters;
}

/** Excludes trailing punctuation and closing brackets. */
export const LINK = /https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}]/gi;

/** Replaces each link of a text. */
export function replaceLinks(text: string, replacement: (link: string) => string): string {
  return text.replaceAll(LINK, (link) => replacement(link));
}
