import type { Clock } from '../clock.ts';
import { CrierError } from '../errors.ts';
import { SECOND_MS } from '../service/durations.ts';

interface StoreWait {
  clock: Clock;
  /** Ends the wait. */
  signal: AbortSignal;
  onFault(error: unknown): void;
}

/**
 * Repeats work each second as long as the store does not answer: a receiver that takes deliveries does not end because
 * of it.
 */
export async function waitForStore<Result>(
  work: () => Promise<Result>,
  { clock, signal, onFault }: StoreWait,
): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CrierError) || error.kind !== 'unavailable') throw error;
      onFault(error);
      await clock.sleep(SECOND_MS, signal);
    }
  }
}
