import { type CallbackAnswer, judgeCallback } from '../../../domain/callbacks/message-callback.ts';
import { ASSUMED } from '../../../service/assumed.ts';
import { LIMITS } from '../../../service/limits.ts';
import { type Breaker, CLOSED_BREAKER } from '../../store/callbacks.ts';

/** Whether a request may be sent, and the breaker's new state. */
export type BreakerDecision =
  | { readonly kind: 'ask' | 'probe'; readonly breaker: Breaker }
  | { readonly kind: 'refused' };

/** Longest time a request can be in flight, unless its process died. */
const PROBE_MS = LIMITS.callbackTimeoutMs.max + ASSUMED.leaseMs;

/**
 * Decides whether a request may be sent. While the breaker is open, none may; then it is half-open and one request
 * probes.
 *
 * @param now sandbox time, in milliseconds since 1970
 * @param real machine time, in milliseconds since 1970
 * @see docs/service/readings.md#U-36
 * @see docs/service/callbacks.md#CBK-05, #K-07
 */
export function checkBreaker(
  breaker: Breaker,
  { now, real }: { readonly now: number; readonly real: number },
): BreakerDecision {
  const { openedAt, probeUntil } = breaker;
  if (openedAt === null) return { kind: 'ask', breaker };
  // Times from before a clock was set back do not count.
  const isOpen = openedAt <= now && now < openedAt + ASSUMED.breaker.openMs;
  const isTried = probeUntil !== null && real < probeUntil && probeUntil <= real + PROBE_MS;
  if (isOpen || isTried) return { kind: 'refused' };
  return { kind: 'probe', breaker: { ...breaker, probeUntil: real + PROBE_MS } };
}

/** What an answer says about the receiver; `neither` if the receiver was not involved. */
export type CallbackOutcome = 'success' | 'failure' | 'neither';

/** Faults that the receiver did not cause. */
const OWN_FAULTS: readonly (string | null)[] = ['address not allowed', 'interrupted'];

export function classifyCallbackOutcome(answer: CallbackAnswer): CallbackOutcome {
  if ('message' in judgeCallback(answer)) return 'success';
  return OWN_FAULTS.includes(answer.fault) ? 'neither' : 'failure';
}

/**
 * Computes the breaker's state after a request. While it is open, only the probe counts: a success closes it, a
 * failure reopens it. Other requests were sent before it opened.
 *
 * @param now sandbox time, in milliseconds since 1970
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
