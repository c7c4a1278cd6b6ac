import { SECOND_MS } from '../../../service/durations.ts';
import { LIMITS } from '../../../service/limits.ts';

/** Ours: minimum poll interval, whatever the service answers. */
export const MIN_WAIT_MS = 5 * SECOND_MS;
/** Ours: first wait after a transient failure; it doubles up to the refresh interval. */
export const FIRST_RETRY_MS = 30 * SECOND_MS;

/**
 * Computes the wait before the next poll: until the comments are refreshed. Without a time, or with one in the past,
 * it is the default interval.
 *
 * @param nextUpdate milliseconds since 1970-01-01T00:00:00Z; null if the answer does not include it
 * @param now the service's time when it answered
 * @returns whole milliseconds, at least `MIN_WAIT_MS`
 * @see docs/service/comments.md#COM-13, #COM-14
 */
export function computeUpdateWait({ nextUpdate, now }: { nextUpdate: number | null; now: number }): number {
  if (nextUpdate === null || !(nextUpdate > now)) return LIMITS.commentRefreshMs;
  return Math.max(MIN_WAIT_MS, Math.ceil(nextUpdate - now));
}

/**
 * Computes the wait after a transient failure: exponential backoff up to the refresh interval, or longer if the
 * service asks for it.
 *
 * @param failures number of consecutive failures, including this one
 * @param askedForMs the wait that the service asks for, or null
 * @returns whole milliseconds
 */
export function computeFailureWait(failures: number, askedForMs: number | null): number {
  const growing = Math.min(LIMITS.commentRefreshMs, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 30));
  return Math.max(growing, Math.ceil(askedForMs ?? 0));
}
