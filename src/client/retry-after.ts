import { SECOND_MS } from '../service/durations.ts';

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
