import { SECOND_MS } from '../service/durations.ts';

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
interface RetryPolicy {
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

/**
 * Parses a `Retry-After` header: seconds or a date.
 *
 * @param now milliseconds since 1970-01-01T00:00:00Z
 * @returns milliseconds from now, 0 for a date in the past, null if absent or invalid
 */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * SECOND_MS, Number.MAX_SAFE_INTEGER);
  if (!/^[A-Za-z]{3},? /.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/**
 * Finds the wait in seconds in `details` of code 435 and similar: a number, text, or a field such as `retryAfter`.
 *
 * @see docs/service/errors.md#catalogue, #code-435, #ERR-04
 */
export function findRetryAfterSeconds(details: unknown): number | null {
  if (typeof details === 'number') return Number.isFinite(details) && details >= 0 ? details : null;
  if (typeof details === 'string') return parseRetryAfterText(details);
  if (typeof details !== 'object' || details === null) return null;
  const named = Object.entries(details).find(([name]) => /^retry[-_ ]?after/i.test(name));
  return named === undefined ? null : findRetryAfterSeconds(named[1]);
}

function parseRetryAfterText(text: string): number | null {
  const found = /^\s*(\d{1,9})\s*$/.exec(text) ?? /retry[-_ ]?after\D{0,20}(\d{1,9})/i.exec(text);
  return found === null ? null : Number(found[1]);
}
