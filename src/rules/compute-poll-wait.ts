import { SECOND_MS } from '../facts/durations.ts';
import { LIMITS } from '../facts/limits.ts';

/** Ours: whatever a service answers, it is not asked more often for the same comments. */
export const MIN_WAIT_MS = 5 * SECOND_MS;
/** Ours: after a failure that passes, the first wait; it doubles up to the refresh interval. */
export const FIRST_RETRY_MS = 30 * SECOND_MS;

/**
 * How long to wait before comments are asked for again: until they are refreshed, and no shorter. A moment that is
 * missing, or is over, stands for the usual interval.
 *
 * @param nextUpdate milliseconds since 1970-01-01T00:00:00Z; null when the answer does not tell it
 * @param now what time it was for the service when it answered
 * @returns whole milliseconds, `LEAST_WAIT_MS` at least
 * @see docs/service/comments.md#COM-13, #COM-14
 */
export function computeUpdateWait({ nextUpdate, now }: { nextUpdate: number | null; now: number }): number {
  if (nextUpdate === null || !(nextUpdate > now)) return LIMITS.commentRefreshMs;
  return Math.max(MIN_WAIT_MS, Math.ceil(nextUpdate - now));
}

/**
 * How long to wait after a failure that passes: longer each time, up to the refresh interval, and as long as the
 * service asks for.
 *
 * @param failures how many there were in a row, this one included
 * @param askedForMs what the service asks for; null when it asks for nothing
 * @returns whole milliseconds
 */
export function computeFailureWait(failures: number, askedForMs: number | null): number {
  const growing = Math.min(LIMITS.commentRefreshMs, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 30));
  return Math.max(growing, Math.ceil(askedForMs ?? 0));
}
