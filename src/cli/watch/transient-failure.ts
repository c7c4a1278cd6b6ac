import type { CrierError, FailureKind } from '../../errors.ts';
import { LIMITS } from '../../facts/limits.ts';
import { classifyError } from '../../rules/classify-error.ts';
import { readNetworkErrors } from '../../rules/read-network-errors.ts';
import { isOwnLimit } from './report-network-failures.ts';

const TRANSIENT: readonly FailureKind[] = ['unavailable', 'limited', 'not-ready'];

/** Whether a later look can go better with nothing done about the failure; of several networks, one is enough. */
export function isTransient({ kind, facts }: CrierError): boolean {
  const legs = readNetworkErrors(facts.errors);
  if (legs.length === 0) return TRANSIENT.includes(kind) && !isOwnLimit(facts.code ?? null);
  return legs.some(
    ({ code }) => TRANSIENT.includes(classifyError({ code, http: facts.http ?? null })) && !isOwnLimit(code),
  );
}

/** Ours: whatever a service asks for, it is looked at again within a day. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1_000;

/**
 * How long a failure asks to be waited for, in milliseconds; null when it does not. It can say so itself, in its
 * `Retry-After` or its details. Networks that all failed are not asked again before their comments would be refreshed,
 * nor a service that wants fewer requests before its window is over.
 */
export function getRequestedWait({ kind, facts }: CrierError): number | null {
  const { errors = [], retryAfterMs } = facts;
  const said = retryAfterMs === undefined ? null : Math.min(retryAfterMs, LONGEST_WAIT_MS);
  if (errors.length > 0) return Math.max(said ?? 0, LIMITS.commentRefreshMs);
  return said ?? (kind === 'limited' ? LIMITS.requestRate.windowMs : null);
}
