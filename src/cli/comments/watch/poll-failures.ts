import { classifyError } from '../../../domain/requests/classify-error.ts';
import { readNetworkErrors } from '../../../domain/requests/read-answer.ts';
import type { CrierError, FailureKind } from '../../../errors.ts';
import { LIMITS } from '../../../service/limits.ts';
import { isOwnLimit } from './report-network-failures.ts';

const TRANSIENT: readonly FailureKind[] = ['unavailable', 'limited', 'not-ready'];

/**
 * Whether the failure is transient, so that a later poll can succeed; for several networks, whether any of
 * them is.
 */
export function isTransient({ kind, facts }: CrierError): boolean {
  const legs = readNetworkErrors(facts.errors);
  if (legs.length === 0) return TRANSIENT.includes(kind) && !isOwnLimit(facts.code ?? null);
  return legs.some(
    ({ code }) => TRANSIENT.includes(classifyError({ code, http: facts.http ?? null })) && !isOwnLimit(code),
  );
}

/** Our own limit: the next poll is within a day, whatever the service requests. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1_000;

/**
 * The requested wait after a failure, in milliseconds; null for none. It comes from `Retry-After` or the
 * details. When all networks failed, the wait is at least the refresh interval of comments; after a rate
 * limit, the rest of its window.
 */
export function getRequestedWait({ kind, facts }: CrierError): number | null {
  const { errors = [], retryAfterMs } = facts;
  const said = retryAfterMs === undefined ? null : Math.min(retryAfterMs, LONGEST_WAIT_MS);
  if (errors.length > 0) return Math.max(said ?? 0, LIMITS.commentRefreshMs);
  return said ?? (kind === 'limited' ? LIMITS.requestRate.windowMs : null);
}
