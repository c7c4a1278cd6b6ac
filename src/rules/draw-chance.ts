const TWO_TO_32 = 2 ** 32;

/** One draw of a sequence of chances, and where the sequence then stands. */
export interface ChanceDraw {
  /** From 0 up to, and not including, 1. */
  readonly chance: number;
  readonly next: number;
}

/**
 * Draws a number that looks like chance and is always the same for the same place in the sequence: a Weyl
 * sequence, its bits stirred by multiplication (splitmix32).
 *
 * @param place a whole number of 32 bits
 */
export function drawChance(place: number): ChanceDraw {
  const next = (place + 0x9e3779b9) >>> 0;
  let bits = next;
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return { chance: ((bits ^ (bits >>> 15)) >>> 0) / TWO_TO_32, next };
}
