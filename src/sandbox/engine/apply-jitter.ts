import { ASSUMED } from '../../service/assumed.ts';

/**
 * Adds jitter to a wait, so that deliveries that failed together are not retried together.
 *
 * @param share position within the jitter range: from 0, the shortest wait, up to 1, the longest
 * @returns whole milliseconds
 * @see docs/service/readings.md#U-03
 */
export function applyJitter(waitMs: number, share: number): number {
  const { webhookJitter } = ASSUMED;
  return Math.round(waitMs * (1 - webhookJitter + 2 * webhookJitter * share));
}
