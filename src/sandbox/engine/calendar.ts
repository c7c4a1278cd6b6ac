import { DAY_MS } from '../../service/durations.ts';

const MONTHS_A_YEAR = 12;
const EPOCH_YEAR = 1970;

/** Days since 1970, UTC. @see docs/service/readings.md#U-17 */
export function toDayNumber(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** Months since 1970, UTC. @see docs/service/readings.md#U-42 */
export function toMonthNumber(ms: number): number {
  const date = new Date(ms);
  return (date.getUTCFullYear() - EPOCH_YEAR) * MONTHS_A_YEAR + date.getUTCMonth();
}
