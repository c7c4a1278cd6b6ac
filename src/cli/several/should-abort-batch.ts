/** The parts of a failed request that predict the next ones. */
export interface FailedRequest {
  /** The service's numbered code. */
  readonly code: number | null;
  /** Null without an answer. */
  readonly http: number | null;
}

/** Codes that concern the caller (key, plan, account, request limit), not the request. */
const CALLER_CODES: readonly number[] = [102, 468, 471, 472, 1403, 1429];

/** Consecutive requests without an answer after which the server counts as unreachable. */
export const MAX_UNANSWERED = 3;

/**
 * Whether all further requests of a batch would fail in the same way. Continuing would do harm: too many rejected
 * requests suspend a profile.
 *
 * @param failures the most recent ones, since the last success
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
