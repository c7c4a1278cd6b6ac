import { SECOND_MS } from '../service/durations.ts';

/**
 * Rounds a time down to a whole second, the resolution of the service's timestamps.
 *
 * @param ms milliseconds since 1970-01-01T00:00:00Z
 */
export function floorToSecond(ms: number): number {
  return Math.floor(ms / SECOND_MS) * SECOND_MS;
}
