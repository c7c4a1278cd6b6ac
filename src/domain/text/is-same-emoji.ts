import { toNfc } from './unicode.ts';

/**
 * Whether two emoji are the same regardless of presentation. Skin tones are significant.
 *
 * @see docs/service/readings.md#U-33
 * @see docs/service/engine.md#ENG-03
 */
export function isSameEmoji(one: string, other: string): boolean {
  return normalizeEmoji(one) === normalizeEmoji(other);
}

/** Normalizes to NFC and removes the variation selector. */
export function normalizeEmoji(emoji: string): string {
  return toNfc(emoji).replaceAll('\uFE0F', '');
}
