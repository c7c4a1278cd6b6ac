import type { Clock } from '../clock.ts';
import { CrierError } from '../errors.ts';
import { SECOND_MS } from '../service/durations.ts';

/**
 * Repeats work each second as long as the store does not answer: a receiver that takes deliveries does not end because
 * of it.
 */
export async function waitForStore<Result>(
  work: () => Promise<Result>,
  { clock, signal, onFault }: { clock: Clock; signal: AbortSignal; onFault(error: unknown): void },
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
