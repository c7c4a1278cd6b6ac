import { SECOND_MS } from '../facts/durations.ts';
/** The beginning of a moment's second: the service's timestamps know nothing finer. @param ms since 1970-01-01T00:00:00Z */
export function floorToSecond(ms: number): number {
  return Math.floor(ms / SECOND_MS) * SECOND_MS;
}
