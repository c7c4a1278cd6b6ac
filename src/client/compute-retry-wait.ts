/** Result of one attempt of a request, as far as it decides about a retry. */
export interface RequestOutcome {
  /** HTTP status; null without an answer. */
  readonly http: number | null;
  /** No answer or an incomplete one: the connection was lost or timed out. */
  readonly lost: boolean;
  /** The answer's code, and those of its failed networks. */
  readonly codes: readonly number[];
  readonly retryAvailable: boolean;
  /** The wait that the answer asks for; null if none. */
  readonly retryAfterMs: number | null;
}

/** Limits on retries. */
export interface RetryPolicy {
  readonly retries: number;
  /** Longest single wait. */
  readonly maxWaitMs: number;
}

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 8_000;

/** Only the owner of the X account can fix these: a retry costs credits and changes nothing. */
const NEVER_RETRIED: readonly number[] = [272, 416, 417, 419, 423];

/**
 * Decides whether to retry a request, and after what wait.
 *
 * @param attempt zero-based, the one that has just ended
 * @param chance random number from 0 up to 1: the share of the longest wait (full jitter)
 * @returns milliseconds, or null for no retry
 * @see docs/command-line.md#requests
 * @see docs/service/general.md#HTTP-06
 * @see docs/service/access.md#request-limit
 */
export function computeRetryWait(
  { method, attempt, chance }: { readonly method: string; readonly attempt: number; readonly chance: number },
  ending: RequestOutcome,
  { retries, maxWaitMs }: RetryPolicy,
): number | null {
  if (method !== 'GET' || attempt >= retries || !isRetryable(ending)) return null;
  if (ending.retryAfterMs !== null) return ending.retryAfterMs <= maxWaitMs ? ending.retryAfterMs : null;
  const longest = Math.min(FIRST_WAIT_MS * 2 ** attempt, MAX_WAIT_MS, maxWaitMs);
  return Math.floor(chance * longest);
}

function isRetryable({ http, lost, codes, retryAvailable, retryAfterMs }: RequestOutcome): boolean {
  if (codes.some((code) => NEVER_RETRIED.includes(code))) return false;
  if (http === 429) return retryAfterMs !== null;
  return lost || retryAvailable || http === 408 || http === 425 || (http !== null && http >= 500);
}
