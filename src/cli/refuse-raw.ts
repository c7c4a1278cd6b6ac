import { type CrierError, createUsageError } from '../errors.ts';
import type { CommandContext } from './context.ts';

/** Said of `-o raw` where several answers come. */
export function createSeveralBodiesError(): CrierError {
  return createUsageError('-o raw is the body of one answer, and here are several', 'use -o json');
}

/**
 * Refuses `-o raw` for several requests before the first of them is sent: what it changed could not be shown.
 *
 * @throws CrierError of kind usage
 */
export function refuseRawOfSeveral(count: number, { format }: CommandContext['printing']): void {
  if (format === 'raw' && count > 1) throw createSeveralBodiesError();
}
