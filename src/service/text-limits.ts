/**
 * What a network counts: `weighted` as on X, `emojiBytes` characters with each emoji as its bytes of UTF-8, as on
 * Threads. A code unit is one of UTF-16, a byte one of UTF-8.
 */
export type TextUnit = 'weighted' | 'graphemes' | 'codePoints' | 'codeUnits' | 'bytes' | 'emojiBytes';

export interface TextLimit {
  readonly unit: TextUnit;
  readonly max: number;
  /** The network documents characters, and not which: it may count more than graphemes. */
  readonly isUnitUnknown?: true;
  /** Known from its app or from other tools, not documented for its interface: only a warning. */
  readonly isSuspected?: true;
}

/** A limit of a network that only says "characters". */
export function limitCharacters(max: number): TextLimit {
  return { unit: 'graphemes', max, isUnitUnknown: true };
}

export function markSuspected(limit: TextLimit): TextLimit {
  return { ...limit, isSuspected: true };
}
