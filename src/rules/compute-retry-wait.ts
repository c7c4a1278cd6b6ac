/** How one try of a request ended, as far as it decides about another. */
export interface RequestOutcome {
  /** HTTP status of the answer; null when none came. */
  readonly http: number | null;
  /** No answer, or not all of it: the connection was lost, or the time was up. */
  readonly lost: boolean;
  /** The answer's code, and those of its failed networks. */
  readonly codes: readonly number[];
  readonly retryAvailable: boolean;
  /** What the answer asks to wait; null when it does not say. */
  readonly retryAfterMs: number | null;
}

/** How far the client may go in trying again. */
export interface RetryPolicy {
  readonly retries: number;
  /** Longest single wait. */
  readonly maxWaitMs: number;
}

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 8_000;

/** X refuses for a reason that only the owner of the account can mend: asking again costs, and changes nothing. */
const NEVER_RETRIED: readonly number[] = [272, 416, 417, 419, 423];

/**
 * Decides whether a request is sent again, and after what wait.
 *
 * @param attempt zero-based, the one that has just ended
 * @param chance from 0 up to 1: the wait is that share of its longest (full jitter)
 * @returns milliseconds, or null for never
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
