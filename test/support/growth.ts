/** Ten for ten times the work, with room for a busy machine; what grows with the square is at a hundred. */
export const WIDE_MARGIN = 30;
const ROUNDS = 10;
/** What takes less cannot be timed. */
const SHORTEST_MS = 0.5;

/**
 * How many times longer the large work takes than the small, which is done ten times over so that both are long
 * enough to be disturbed alike. The least of some rounds: a busy machine only ever adds.
 *
 * @param enough what ends the search for a lesser one
 */
export function growth(small: () => void, large: () => void, enough = WIDE_MARGIN): number {
  small();
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && least >= enough; round += 1) {
    const once = timeOf(() => Array.from({ length: 10 }, small)) / 10;
    least = Math.min(least, timeOf(large) / Math.max(once, SHORTEST_MS));
  }
  return least;
}

function timeOf(work: () => void): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}
