/** What a failed request says of those that would follow it. */
export interface FailedRequest {
  /** The service's numbered code. */
  readonly code: number | null;
  /** Null when no answer came. */
  readonly http: number | null;
}

/** Codes of the key, the plan, the account and the request limit: about who asks, not about what is asked for. */
const CALLER_CODES: readonly number[] = [102, 468, 471, 472, 1403, 1429];

/** So many in a row without an answer, and nobody is there: no more than these have to be remembered. */
export const MAX_UNANSWERED = 3;

/**
 * Whether every further request of a row would fail as these did, so that asking on only does harm: refused requests
 * past the limit suspend a profile.
 *
 * @param failures those at the end of the row so far, with no success among them
 * @see docs/service/access.md#access-errors, #request-limit
 */
export function shouldAbortBatch(failures: readonly FailedRequest[]): boolean {
  const last = failures.at(-1);
  if (last === undefined) return false;
  if (last.code !== null) return CALLER_CODES.includes(last.code);
  if (last.http === 401 || last.http === 403 || last.http === 429) return true;
  return (
    failures.length >= MAX_UNANSWERED && failures.slice(-MAX_UNANSWERED).every(({ http }) => http === null)
  );
}
