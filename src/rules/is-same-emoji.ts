import { toNfc } from './fold-text.ts';

/**
 * Whether two emoji are the same one, however they are drawn. Skin tones tell them apart.
 *
 * @see docs/service/readings.md#U-33
 * @see docs/service/engine.md#ENG-03
 */
export function isSameEmoji(one: string, other: string): boolean {
  return normalizeEmoji(one) === normalizeEmoji(other);
}

/** Composed, and without the selector that only says how it is drawn. */
export function normalizeEmoji(emoji: string): string {
  return toNfc(emoji).replaceAll('\uFE0F', '');
}
