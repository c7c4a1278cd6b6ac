import type { Platform } from '../../service/platforms.ts';
import { X_COUNT } from '../../service/post-limits.ts';
import { findLinks } from './links.ts';

/** A unit in which networks count. `weighted`: code points with the weights of X, an emoji of several as one. */
type TextUnit = 'weighted' | 'graphemes' | 'codePoints' | 'codeUnits' | 'bytes';

/** How the length of a text is counted. */
export interface CountingRule {
  readonly unit: TextUnit;
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
  return {
    unit: isX ? 'weighted' : 'graphemes',
    linkCharacters: isX || shortenLinks ? X_COUNT.linkCharacters : null,
  };
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

/** Splits a text into links and graphemes, lazily. */
export function* splitPieces(
  text: string,
  { unit, linkCharacters }: CountingRule,
): Generator<TextPiece, void> {
  let at = 0;
  for (const { start, end } of linkCharacters === null ? [] : findLinks(text)) {
    yield* splitGraphemes(text.slice(at, start), unit);
    yield { text: text.slice(start, end), length: linkCharacters ?? 0 };
    at = end;
  }
  yield* splitGraphemes(text.slice(at), unit);
}

function* splitGraphemes(text: string, unit: TextUnit): Generator<TextPiece, void> {
  const graphemes = new Intl.Segmenter(); // the first one of a process takes long: not at the start
  for (const { segment } of graphemes.segment(text)) {
    yield { text: segment, length: MEASURES[unit](segment) };
  }
}

/** Lengths of a grapheme. */
const MEASURES: Readonly<Record<TextUnit, (grapheme: string) => number>> = {
  weighted: measureCharacter,
  graphemes: () => 1,
  codePoints: (grapheme) => Array.from(grapheme).length,
  codeUnits: (grapheme) => grapheme.length,
  bytes: measureBytes,
};

const ENCODER = new TextEncoder();

function measureBytes(grapheme: string): number {
  return ENCODER.encode(grapheme).length;
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
