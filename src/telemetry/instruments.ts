import type { Metric, MetricLabels, MetricSample } from './metric-text.ts';

/** @param known labels that are there from the beginning, with zero, so that rates can be computed */
export function createCounter(facts: { name: string; help: string }, known: readonly MetricLabels[] = []) {
  const counts = new Map<string, { labels: MetricLabels; value: number }>();
  const add = (labels: MetricLabels, count = 1): void => {
    const key = JSON.stringify(labels);
    const found = counts.get(key);
    if (found === undefined) counts.set(key, { labels, value: count });
    else found.value += count;
  };
  for (const labels of known) add(labels, 0);
  return { add, read: (): Metric => ({ ...facts, type: 'counter', samples: [...counts.values()] }) };
}

interface Distribution {
  labels: MetricLabels;
  /** How many values are at most each bound, but more than the one before; the last is for all others. */
  counts: number[];
  sum: number;
}

/** @param bounds upper bounds, ascending, in the unit of the values; without infinity */
export function createHistogram(facts: { name: string; help: string }, bounds: readonly number[]) {
  const all = new Map<string, Distribution>();
  return {
    observe(labels: MetricLabels, value: number) {
      const key = JSON.stringify(labels);
      const found = all.get(key) ?? { labels, counts: Array(bounds.length + 1).fill(0), sum: 0 };
      all.set(key, found);
      const place = bounds.findIndex((bound) => value <= bound);
      const at = place === -1 ? bounds.length : place;
      found.counts[at] = (found.counts[at] ?? 0) + 1;
      found.sum += value;
    },
    read: (): Metric => ({
      ...facts,
      type: 'histogram',
      samples: [...all.values()].flatMap((each) => listSamples(each, bounds)),
    }),
  };
}

function listSamples(
  { labels, counts, sum }: Distribution,
  bounds: readonly number[],
): readonly MetricSample[] {
  let count = 0;
  const buckets = counts.map((each, place): MetricSample => {
    count += each;
    const le = bounds[place] === undefined ? '+Inf' : String(bounds[place]);
    return { suffix: '_bucket', labels: { ...labels, le }, value: count };
  });
  return [...buckets, { suffix: '_sum', labels, value: sum }, { suffix: '_count', labels, value: count }];
}
