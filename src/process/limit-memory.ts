import { setFlagsFromString } from 'node:v8';

const LOOK_EVERY_MS = 200;
/** It favors speed again below this part of the limit, so that it does not switch all the time. */
const RELAXED_SHARE = 0.9;

/**
 * Makes V8 favor small memory over speed while this process uses more than a limit. Under load, its young generation
 * grows to 64 MB of garbage that it is in no hurry to collect; the flag makes it collect and shrink it. The heap reads
 * this flag whenever it decides on its size, so that it can be changed at any time.
 *
 * @returns a function that ends it
 * @see docs/decisions/0029-memory-of-the-receiver.md
 */
export function limitMemory(bytes: number): () => void {
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
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    if (isSmall) setSmall(false);
  };
}
