import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

const LOOK_EVERY_MS = 200;
/** It favors speed again below this part of the limit, so that it does not switch all the time. */
const RELAXED_SHARE = 0.9;
const STOP_GROWTH = '--semi-space-growth-factor=1';
const ALLOW_GROWTH = '--semi-space-growth-factor=2';

/**
 * Keeps the memory of this process small. Under load, V8's young generation grows to 64 MB of garbage that it is in no
 * hurry to collect: it stays as large as it is now, or grows to `youngBytes`. Above a limit, V8 favors small memory over
 * speed. The heap reads both flags whenever it decides on its size, so that they can be changed at any time.
 *
 * @param youngBytes what is in progress should fit in: otherwise it is moved to the old generation, and collected there
 * at a high price
 * @returns a function that ends it
 * @see docs/decisions/0029-memory-of-the-receiver.md
 */
export function limitMemory(bytes: number, youngBytes = 0): () => void {
  let isSmall = false;
  const look = () => {
    const used = process.memoryUsage.rss();
    const shouldBeSmall = used > bytes * (isSmall ? RELAXED_SHARE : 1);
    if (shouldBeSmall !== isSmall) setSmall(shouldBeSmall);
  };
  const setSmall = (value: boolean) => {
    isSmall = value;
    setFlagsFromString(value ? '--optimize-for-size' : '--no-optimize-for-size');
  };
  const endGrowth = stopGrowthAt(youngBytes);
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    endGrowth();
    if (isSmall) setSmall(false);
  };
}

/**
 * Stops the growth of the young generation at a size. It looks after each collection, since these make it grow, and also
 * shrink while small memory is favored. Until then it may grow, also where a stream of records has stopped that for
 * itself.
 *
 * @returns a function that ends it
 */
function stopGrowthAt(bytes: number): () => void {
  const decide = () => {
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    const isLarge = young === undefined || young.space_size >= bytes;
    setFlagsFromString(isLarge ? STOP_GROWTH : ALLOW_GROWTH);
  };
  const observer = new PerformanceObserver(decide);
  if (bytes > 0) observer.observe({ entryTypes: ['gc'] });
  decide();
  return () => {
    observer.disconnect();
    setFlagsFromString(ALLOW_GROWTH);
  };
}
