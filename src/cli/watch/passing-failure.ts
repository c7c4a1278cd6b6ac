import type { CrierError, FailureKind } from '../../errors.ts';
import { LIMITS } from '../../facts/limits.ts';
import { classifyError } from '../../rules/error-class.ts';
import { readLegErrors } from '../../rules/read-leg-errors.ts';
import { retryAfterSecondsIn } from '../../rules/retry-after.ts';
import { isOwnLimit } from './leg-talk.ts';

const PASSING: readonly FailureKind[] = ['unavailable', 'limited', 'not-ready'];

/** Whether a later look can go better with nothing done about the failure; of several networks, one is enough. */
export function isPassing({ kind, facts }: CrierError): boolean {
  const legs = readLegErrors(facts.errors);
  if (legs.length === 0) return PASSING.includes(kind) && !isOwnLimit(facts.code ?? null);
  return legs.some(
    ({ code }) => PASSING.includes(classifyError({ code, http: facts.http ?? null })) && !isOwnLimit(code),
  );
}

const SECOND_MS = 1_000;
/** Ours: whatever a service asks for, it is looked at again within a day. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * SECOND_MS;

/**
 * How long a failure asks to be waited for, in milliseconds; null when it does not. Networks that all failed
 * are asked again when their comments would be refreshed, and a service that wants fewer requests when its window is over.
 */
export function askedWait({ kind, facts }: CrierError): number | null {
  if ((facts.errors ?? []).length > 0) return LIMITS.commentRefreshMs;
  if (kind !== 'limited') return null;
  const seconds = retryAfterSecondsIn(facts.details);
  return seconds === null ? LIMITS.requestRate.windowMs : Math.min(seconds * SECOND_MS, LONGEST_WAIT_MS);
}
