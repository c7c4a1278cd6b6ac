import { type CrierError, createUsageError } from '../../../errors.ts';
import type { CommandContext } from '../../context/context.ts';

/** The error for `-o raw` with several responses. */
export function createSeveralBodiesError(): CrierError {
  return createUsageError('-o raw prints the body of one response, and this run has several', 'use -o json');
}

/**
 * Refuses `-o raw` for several requests before the first one is sent, because their results could not be
 * shown.
 *
 * @throws CrierError of kind usage
 */
export function refuseRawOfSeveral(count: number, { format }: CommandContext['printing']): void {
  if (format === 'raw' && count > 1) throw createSeveralBodiesError();
}
