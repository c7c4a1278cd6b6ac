import {
  buildCallbackRequest,
  CALLBACK_REASONS,
  type CallbackAnswer,
  type CallbackRequest,
  judgeCallback,
} from '../../../domain/callbacks/message-callback.ts';
import type { SigningSecret } from '../../../domain/webhooks/delivery.ts';
import { CrierError } from '../../../errors.ts';
import type { OutboundAnswer } from '../../../outbound/outbound.ts';
import { ASSUMED } from '../../../service/assumed.ts';
import { LIMITS } from '../../../service/limits.ts';
import { requireDispatch, resumeDispatch } from '../../store/automations/dispatches.ts';
import {
  type Breaker,
  type BreakerKey,
  type CallbackClaim,
  type CallbackEnd,
  type CallbackKey,
  CLOSED_BREAKER,
  claimCallback,
  getBreaker,
  hasCallbackLease,
  listAbandonedCallbacks,
  listCallbackAddresses,
  listCallbacksInFlight,
  listWaitingCallbacks,
  recordCallbackAnswer,
  removeCallback,
  renewCallbackLeases,
  saveBreaker,
  type WaitingCallback,
} from '../../store/outbound/callbacks.ts';
import { getPrimaryProfile } from '../../store/profiles.ts';
import { findSigningSecret } from '../../webhooks.ts';
import {
  buildFiredTrigger,
  createGroupContext,
  type DispatchContext,
  loadDispatchContext,
} from '../dispatcher/context.ts';
import { getStopReason } from '../dispatcher/plan.ts';
import type { EnginePorts } from '../ports.ts';
import type { QueueCapacity } from './lanes.ts';
import type { FinishedJob, JobKind, OutboundJob } from './queue.ts';

interface ClaimedCallback extends OutboundJob {
  claim: CallbackClaim;
  url: string;
  timeoutMs: number;
  request: CallbackRequest;
  breaker: BreakerKey;
  /** Whether this request probes a half-open circuit breaker. */
  isProbe: boolean;
}

/**
 * Requests for the texts of DMs from callback URLs, at most once each: after a crash it is unknown whether the
 * request was sent.
 *
 * @see docs/service/callbacks.md#endpoint-rules, #CBK-01 to #CBK-08, #K-06
 */
export function createCallbackJobs(ports: EnginePorts): JobKind<ClaimedCallback, OutboundAnswer> {
  const { store, now, real } = ports;
  const listAddresses = ({ remaining, perAddress }: QueueCapacity) =>
    listCallbackAddresses(store).filter((address) => (remaining.get(address) ?? perAddress) > 0);
  return {
    name: 'callbacks',
    steps: { claim: 'claimCallbacks', post: 'postCallback', record: 'recordCallbacks' },
    nextDue: (capacity) =>
      listAddresses(capacity).length > 0 || listAbandonedCallbacks(store, real()).length > 0 ? now() : null,
    listInFlight: () => listCallbacksInFlight(store, real()),
    releaseExpired() {
      for (const key of listAbandonedCallbacks(store, real()))
        endUnanswered(ports, key, CALLBACK_REASONS.interrupted);
    },
    listDueAddresses: listAddresses,
    claim: (address, max) =>
      listWaitingCallbacks(store, address, max).flatMap((waiting) => tryClaim(ports, waiting) ?? []),
    prepare: ({ url, timeoutMs, request }) => ({
      url,
      ...request,
      deadlineMs: timeoutMs,
      answerBytes: LIMITS.callbackAnswerBytes,
    }),
    renewLeases(jobs) {
      const claims = jobs.map((job) => job.claim);
      renewCallbackLeases(store, claims, real());
    },
    record(finished) {
      if (hasCallbackLease(store, finished.job.claim)) recordOutcome(ports, finished);
    },
  };
}

/** Records the result of a callback and makes its dispatch due. */
function end({ store, now }: EnginePorts, key: CallbackKey, ending: CallbackEnd): void {
  recordCallbackAnswer(store, key, ending);
  resumeDispatch(store, key.dispatch, now());
}

/** Records that a callback got no answer; only one that may have been sent has a time of its request. */
function endUnanswered(ports: EnginePorts, key: CallbackKey, reason: string): void {
  end(ports, key, { message: null, reason, status: null, ms: null, byAllowance: false, keepsTime: true });
}

/**
 * After an internal error the callback ends without an answer. If the dispatch itself is at fault, it meets the error
 * again when it runs.
 */
function tryClaim(ports: EnginePorts, waiting: WaitingCallback): ClaimedCallback | null {
  try {
    return claim(ports, waiting);
  } catch (fault) {
    if (fault instanceof CrierError) throw fault;
    ports.onFault(fault);
    endUnanswered(ports, waiting, CALLBACK_REASONS.ownFault);
    return null;
  }
}

/**
 * Claims a callback, or ends one that must not be requested.
 *
 * @see docs/service/callbacks.md#CBK-05, #CBK-06, #K-04, #K-07
 */
function claim(ports: EnginePorts, waiting: WaitingCallback): ClaimedCallback | null {
  const { store, now, real } = ports;
  const { profile, url, address, timeoutMs } = waiting;
  const dispatch = requireDispatch(store, waiting.dispatch);
  const context = loadDispatchContext(createGroupContext(store, ports.random), dispatch, now());
  if (getStopReason(context) !== null) {
    removeCallback(store, waiting);
    resumeDispatch(store, waiting.dispatch, now());
    return null;
  }
  const signing = getCallbackSecret(context);
  if (signing.kind === 'unreadable') {
    endUnanswered(ports, waiting, CALLBACK_REASONS.unreadableSecret);
    return null;
  }
  const breaker = { profile, origin: new URL(url).origin };
  const passage = checkBreaker(getBreaker(store, breaker), { now: now(), real: real() });
  if (passage.kind === 'refused') {
    endUnanswered(ports, waiting, CALLBACK_REASONS.openBreaker);
    return null;
  }
  const request = buildRequest(context, waiting.position, signing);
  const isProbe = passage.kind === 'probe';
  if (isProbe) saveBreaker(store, breaker, passage.breaker);
  const claimed = claimCallback(store, waiting, { at: context.now, real: real() });
  return { address, claim: claimed, url, timeoutMs, request, breaker, isProbe };
}

function buildRequest(
  { actions, dispatch, engagement, now: at }: DispatchContext,
  position: number,
  signing: Parameters<typeof buildCallbackRequest>[1]['signing'],
): CallbackRequest {
  const action = actions.find((each) => each.position === position);
  if (action === undefined) throw new Error('a callback without its action');
  return buildCallbackRequest(buildFiredTrigger(dispatch, engagement, action.actionId), { at, signing });
}

function recordOutcome(
  ports: EnginePorts,
  { job, outcome }: FinishedJob<ClaimedCallback, OutboundAnswer>,
): void {
  const { store, now } = ports;
  const { status, ms, byAllowance, fault } = outcome;
  const keepsTime = fault !== 'address not allowed';
  const text = { message: null, reason: null, ...judgeCallback(outcome) };
  end(ports, job.claim, { ...text, status, ms, byAllowance, keepsTime });
  const before = getBreaker(store, job.breaker);
  const classified = classifyCallbackOutcome(outcome);
  const after = updateBreaker(before, { outcome: classified, isProbe: job.isProbe, now: now() });
  if (after !== before) saveBreaker(store, job.breaker, after);
}

/** U-29: the secret of the automation's profile, or else of the Primary Profile. */
function getCallbackSecret({ store, automation, now }: DispatchContext): SigningSecret {
  const own = findSigningSecret(store, automation.profile, now);
  return own.kind === 'none' ? findSigningSecret(store, getPrimaryProfile(store).id, now) : own;
}

/** Whether a request may be sent, and the breaker's new state. */
type BreakerDecision = { kind: 'ask' | 'probe'; breaker: Breaker } | { kind: 'refused' };

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
  { now, real }: { now: number; real: number },
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
  const opens = failures + 1 >= ASSUMED.breaker.failures;
  return { failures: failures + 1, openedAt: opens ? now : null, probeUntil: null };
}
