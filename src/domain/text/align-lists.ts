/** Above this, aligning would take long: then all of one list is before all of the other. */
const MOST_PAIRS = 1_000_000;

/**
 * Pairs the items of two lists in their order, so that the sum of the weights is highest; an item without a partner is
 * paired with null.
 *
 * @param weigh 0 for items that are no pair
 */
export function alignLists<Item>(
  before: readonly Item[],
  after: readonly Item[],
  weigh: (one: Item, other: Item) => number,
): readonly (readonly [number | null, number | null])[] {
  const width = after.length + 1;
  if (before.length * after.length > MOST_PAIRS)
    return [...before.map((_, at) => [at, null] as const), ...after.map((_, at) => [null, at] as const)];
  // best sums for the ends of both lists, row by row
  const best = new Uint32Array((before.length + 1) * width);
  const weights = new Uint8Array(best.length);
  for (let one = before.length - 1; one >= 0; one -= 1) {
    for (let other = after.length - 1; other >= 0; other -= 1) {
      const at = one * width + other;
      const weight = weigh(before[one] as Item, after[other] as Item); // both are inside of their lists
      weights[at] = weight;
      const paired = weight > 0 ? weight + (best[at + width + 1] ?? 0) : 0;
      best[at] = Math.max(paired, best[at + width] ?? 0, best[at + 1] ?? 0);
    }
  }
  const pairs: [number | null, number | null][] = [];
  let [one, other] = [0, 0];
  while (one < before.length || other < after.length) {
    const at = one * width + other;
    const isInside = one < before.length && other < after.length;
    if (isInside && weights[at] && best[at] === weights[at] + (best[at + width + 1] ?? 0))
      pairs.push([one++, other++]);
    else if (one < before.length && (other === after.length || best[at] === best[at + width]))
      pairs.push([one++, null]);
    else pairs.push([null, other++]);
  }
  return pairs;
}
