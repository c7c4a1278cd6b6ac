/** @param most runs, which bounds the memory when the numbers are not neighbors */
export function createNumberRuns(most: number) {
  const runs: { first: number; last: number }[] = [];
  let size = 0;

  /** The place of the first run that ends at this number or after it; most numbers come last. */
  function findPlace(number: number): number {
    let low = 0;
    let high = runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((runs[middle]?.last ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    get size() {
      return size;
    },
    /** @returns false when there are too many runs: the number is not added */
    add(number: number): boolean {
      const place = findPlace(number);
      const [before, after] = [runs[place - 1], runs[place]];
      if (after !== undefined && after.first <= number) return true; // it is in there
      const follows = before?.last === number - 1;
      const precedes = after?.first === number + 1;
      if (!follows && !precedes && runs.length >= most) return false;
      size += 1;
      if (before !== undefined && after !== undefined && follows && precedes) {
        before.last = after.last;
        runs.splice(place, 1);
      } else if (before !== undefined && follows) before.last = number;
      else if (after !== undefined && precedes) after.first = number;
      else runs.splice(place, 0, { first: number, last: number });
      return true;
    },
    takeLowest(count: number): readonly number[] {
      const taken: number[] = [];
      let ended = 0;
      for (const run of runs) {
        for (; run.first <= run.last && taken.length < count; run.first += 1) taken.push(run.first);
        if (run.first <= run.last) break;
        ended += 1;
      }
      runs.splice(0, ended); // all at once: it moves those that are left
      size -= taken.length;
      return taken;
    },
  };
}
