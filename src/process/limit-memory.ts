import { setFlagsFromString } from 'node:v8';

const LOOK_EVERY_MS = 200;
/** It favors speed again below this part of the limit, so that it does not switch all the time. */
const RELAXED_SHARE = 0.9;

/**
 * Keeps the memory of this process small. Under load, V8's young generation grows to 64 MB of garbage that it is in no
 * hurry to collect: it stays as large as it is now. Above a limit, V8 favors small memory over speed. The heap reads both
 * flags whenever it decides on its size, so that they can be changed at any time.
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
  setFlagsFromString('--semi-space-growth-factor=1');
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    setFlagsFromString('--semi-space-growth-factor=2');
    if (isSmall) setSmall(false);
  };
}
