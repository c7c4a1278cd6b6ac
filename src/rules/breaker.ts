import { ASSUMED } from '../facts/assumed.ts';
import { LIMITS } from '../facts/limits.ts';
import { type CallbackAnswer, judgeCallback } from './judge-callback.ts';

/**
 * What stands before the callbacks of a profile to one origin. The failures are the last ones in a row. It is open from
 * `openedAt` on, by the sandbox's time; `probeUntil` is how long one request may try whether it closes, by the
 * machine's, as of a lease.
 */
export interface Breaker {
  readonly failures: number;
  readonly openedAt: number | null;
  readonly probeUntil: number | null;
}

export const CLOSED_BREAKER: Breaker = { failures: 0, openedAt: null, probeUntil: null };

/** Whether a request may leave; `breaker` is how it stands from then on. */
export type BreakerDecision =
  | { readonly kind: 'ask' | 'probe'; readonly breaker: Breaker }
  | { readonly kind: 'refused' };

/** No request is underway for longer, but where its process died. */
const PROBE_MS = LIMITS.callbackTimeoutMs.max + ASSUMED.leaseMs;

/**
 * Decides before a request whether it may leave. While the breaker is open none may; then one, which tries it.
 *
 * @param now the sandbox's time
 * @param real the machine's
 * @see docs/service/readings.md#U-36
 * @see docs/service/callbacks.md#CBK-05, #K-07
 */
export function checkBreaker(
  breaker: Breaker,
  { now, real }: { readonly now: number; readonly real: number },
): BreakerDecision {
  const { openedAt, probeUntil } = breaker;
  if (openedAt === null) return { kind: 'ask', breaker };
  // What a clock said before it was set back counts no more.
  const isOpen = openedAt <= now && now < openedAt + ASSUMED.breaker.openMs;
  const isTried = probeUntil !== null && real < probeUntil && probeUntil <= real + PROBE_MS;
  if (isOpen || isTried) return { kind: 'refused' };
  return { kind: 'probe', breaker: { ...breaker, probeUntil: real + PROBE_MS } };
}

/** What an answer says of whoever stands behind the address: nothing, where it was not theirs to give. */
export type CallbackOutcome = 'success' | 'failure' | 'neither';

/** Faults that are not theirs. */
const OWN_FAULTS: readonly (string | null)[] = ['address not allowed', 'interrupted'];

export function classifyCallbackOutcome(answer: CallbackAnswer): CallbackOutcome {
  if ('message' in judgeCallback(answer)) return 'success';
  return OWN_FAULTS.includes(answer.fault) ? 'neither' : 'failure';
}

/**
 * How a breaker stands after a request. While it is open, the one that tries it alone counts: a success closes it, a
 * failure opens it anew. Others were asked before it opened.
 *
 * @param now the sandbox's time
 * @see docs/service/readings.md#U-36
 */
export function updateBreaker(
  breaker: Breaker,
  { outcome, isProbe, now }: { outcome: CallbackOutcome; isProbe: boolean; now: number },
): Breaker {
  const { failures, openedAt } = breaker;
  if (openedAt !== null && !isProbe) return breaker;
  if (outcome === 'neither') return { ...breaker, probeUntil: null };
  if (outcome === 'success') return CLOSED_BREAKER;
  const opens = openedAt !== null || failures + 1 >= ASSUMED.breaker.failures;
  return { failures: failures + 1, openedAt: opens ? now : null, probeUntil: null };
}
