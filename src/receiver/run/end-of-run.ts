import type { Clock } from '../../clock.ts';

/** How long the end of a run may still take after it was cut short, in milliseconds. */
const LAST_MS = 250;

/**
 * Waits for the end of a run. When it is cut short, it is waited for only a moment longer: a store that does not answer
 * must not hold up a second Ctrl-C.
 *
 * @see docs/safety.md#T19
 */
export async function finishUnlessCutShort(
  finishing: Promise<void>,
  cuttingShort: AbortSignal,
  { sleep }: Clock,
): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const waitBriefly = () => void sleep(LAST_MS).then(resolve, resolve);
  if (cuttingShort.aborted) waitBriefly();
  else cuttingShort.addEventListener('abort', waitBriefly, { once: true });
  await Promise.race([finishing, over]);
  cuttingShort.removeEventListener('abort', waitBriefly);
}

/**
 * How a run of forwarders ends: `stop` finishes what is in progress, and `abort` ends it, so that `stop` returns.
 *
 * @param finish what `stop` does
 * @param forwarders whose attempts `abort` ends
 */
export function createEnding(finish: () => Promise<void>, forwarders: { abort(): void }, clock: Clock) {
  const aborting = new AbortController();
  return {
    stop: () => finishUnlessCutShort(finish(), aborting.signal, clock),
    abort(): void {
      forwarders.abort();
      aborting.abort('aborted');
    },
  };
}
