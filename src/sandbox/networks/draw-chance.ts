const TWO_TO_32 = 2 ** 32;

/** A pseudorandom number, and the next state of the generator. */
export interface ChanceDraw {
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly chance: number;
  readonly next: number;
}

/**
 * Draws a pseudorandom number (splitmix32: a Weyl sequence with a multiplicative mixer), always the same for the same
 * state.
 *
 * @param place state of the generator, a 32-bit integer
 */
export function drawChance(place: number): ChanceDraw {
  const next = (place + 0x9e3779b9) >>> 0;
  let bits = next;
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return { chance: ((bits ^ (bits >>> 15)) >>> 0) / TWO_TO_32, next };
}
