import { ASSUMED } from '../facts/assumed.ts';

/**
 * A wait that is a little longer or shorter, so that what failed together is not tried again together.
 *
 * @param share of the span: from 0, the shortest, up to 1, the longest
 * @returns whole milliseconds
 * @see docs/service/readings.md#U-03
 */
export function applyJitter(waitMs: number, share: number): number {
  const { webhookJitter } = ASSUMED;
  return Math.round(waitMs * (1 - webhookJitter + 2 * webhookJitter * share));
}
