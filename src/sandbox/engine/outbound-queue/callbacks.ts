import {
  buildCallbackRequest,
  type CallbackRequest,
} from '../../../domain/callbacks/build-callback-request.ts';
import { CALLBACK_REASONS, judgeCallback } from '../../../domain/callbacks/judge-callback.ts';
import type { SigningSecret } from '../../../domain/webhooks/signature.ts';
import { CrierError } from '../../../errors.ts';
import type { Outbound, OutboundAnswer } from '../../../outbound/outbound.ts';
import { LIMITS } from '../../../service/limits.ts';
import { findSigningSecret } from '../../find-webhook.ts';
import type {
  BreakerKey,
  CallbackClaim,
  CallbackEnd,
  CallbackKey,
  WaitingCallback,
} from '../../store/callbacks.ts';
import { checkBreaker, classifyCallbackOutcome, updateBreaker } from '../breaker.ts';
import { commit } from '../crash-points.ts';
import { buildFiredTrigger, type DispatchContext, loadDispatchContext } from '../dispatcher/context.ts';
import { getStopReason } from '../dispatcher/plan.ts';
import type { Engine } from '../engine.ts';
import {
  type FinishedJob,
  type OutboundJob,
  type OutboundJobKind,
  type QueueCapacity,
  USER_AGENT,
} from './queue.ts';

/**
 * Requests the texts of DMs from callback URLs, at most once each: after a crash it is unknown whether the request
 * was sent.
 *
 * @see docs/service/callbacks.md#endpoint-rules, #CBK-01 to #CBK-08, #K-06
 */
export function createCallbackJobs(
  engine: Engine,
  outbound: Outbound,
): OutboundJobKind<ClaimedCallback, OutboundAnswer> {
  const { store, now, real } = engine;
  const isAny = (capacity: QueueCapacity) => canClaimCallback(engine, capacity);
  return {
    name: 'callbacks',
    nextDue: (capacity) => (isAny(capacity) ? now() : null),
    listInFlight: () => store.callbacks.listInFlight(real()),
    claim: (capacity) =>
      isAny(capacity) ? commit(engine, 'claimCallbacks', () => claimCallbacks(engine, capacity)) : [],
    async run({ url, timeoutMs, request }, signal) {
      engine.crashPoint?.('before postCallback');
      const answer = await outbound.post({
        url,
        body: request.body,
        headers: { ...request.headers, 'User-Agent': USER_AGENT },
        deadlineMs: timeoutMs,
        answerBytes: LIMITS.callbackAnswerBytes,
        signal,
      });
      engine.crashPoint?.('after postCallback');
      return answer;
    },
    renewLeases: (taken) =>
      store.callbacks.renewLeases(
        taken.map(({ claim }) => claim),
        real(),
      ),
    record: (done) =>
      commit(engine, 'recordCallbacks', () => {
        for (const each of done) recordCallback(engine, each);
      }),
  };
}

/** Ignores the answer when the lease was lost meanwhile (stale fencing token). */
function recordCallback(
  engine: Engine,
  { job: { claim, breaker: key, isProbe }, outcome: answer }: FinishedJob<ClaimedCallback, OutboundAnswer>,
): void {
  const { store, now } = engine;
  if (!store.callbacks.hasLease(claim)) return;
  const { status, ms, byAllowance, fault } = answer;
  endCallback(engine, claim, {
    message: null,
    reason: null,
    ...judgeCallback(answer),
    status,
    ms,
    byAllowance,
    hasLeft: fault !== 'address not allowed',
  });
  const before = store.breakers.get(key);
  const after = updateBreaker(before, { outcome: classifyCallbackOutcome(answer), isProbe, now: now() });
  if (after !== before) store.breakers.save(key, after);
}

/** A callback claimed by this process. */
interface ClaimedCallback extends OutboundJob {
  readonly claim: CallbackClaim;
  readonly url: string;
  readonly timeoutMs: number;
  readonly request: CallbackRequest;
  readonly breaker: BreakerKey;
  /** Whether this request probes a half-open circuit breaker. */
  readonly isProbe: boolean;
}

/** Reads only, without the write lock. */
function canClaimCallback({ store, real }: Engine, { perAddress, remaining }: QueueCapacity): boolean {
  const { callbacks } = store;
  return (
    callbacks.listWaitingAddresses().some((address) => (remaining.get(address) ?? perAddress) > 0) ||
    callbacks.listAbandoned(real()).length > 0
  );
}

/**
 * Claims waiting callbacks within the queue's capacity, and ends those that must not be requested. The caller holds
 * the transaction.
 */
function claimCallbacks(engine: Engine, capacity: QueueCapacity): readonly ClaimedCallback[] {
  const { store, real } = engine;
  for (const key of store.callbacks.listAbandoned(real())) {
    endCallbackUnanswered(engine, key, { reason: CALLBACK_REASONS.interrupted, hasLeft: true });
  }
  return orderFairly(engine, capacity).flatMap((waiting) => {
    const taken = tryClaimCallback(engine, waiting);
    return taken === null ? [] : [taken];
  });
}

/** Addresses with the fewest requests in flight come first, so that a slow address does not delay others. */
function orderFairly(
  { store }: Engine,
  { max, perAddress, remaining, spare }: QueueCapacity,
): readonly WaitingCallback[] {
  const turns = store.callbacks.listWaitingAddresses().flatMap((address) => {
    const free = remaining.get(address) ?? perAddress;
    const waiting = free <= 0 ? [] : store.callbacks.listWaiting(address, Math.min(free, max));
    return waiting.map((callback, place) => ({ callback, turn: perAddress - free + place }));
  });
  return turns
    .toSorted((one, other) => one.turn - other.turn || one.callback.dispatch - other.callback.dispatch)
    .filter(({ turn }, place) => turn === 0 || place < spare)
    .slice(0, max)
    .map(({ callback }) => callback);
}

/**
 * After an internal error the callback ends without an answer. If the dispatch itself is at fault, it meets the error
 * again when it runs.
 */
function tryClaimCallback(engine: Engine, waiting: WaitingCallback): ClaimedCallback | null {
  try {
    return claimCallback(engine, waiting);
  } catch (fault) {
    if (fault instanceof CrierError) throw fault;
    engine.onFault(fault);
    endCallbackUnanswered(engine, waiting, { reason: CALLBACK_REASONS.ownFault });
    return null;
  }
}

/** @see docs/service/callbacks.md#CBK-05, #CBK-06, #K-04, #K-07 */
function claimCallback(engine: Engine, waiting: WaitingCallback): ClaimedCallback | null {
  const { store, now, real } = engine;
  const { profile, url, address, timeoutMs } = waiting;
  const work = loadDispatchContext(engine, store.dispatches.get(waiting.dispatch));
  if (getStopReason(work) !== null) {
    store.callbacks.remove(waiting);
    store.dispatches.resume(waiting.dispatch, now());
    return null;
  }
  const signing = getCallbackSecret(work);
  if (signing.kind === 'unreadable') {
    endCallbackUnanswered(engine, waiting, { reason: CALLBACK_REASONS.unreadableSecret });
    return null;
  }
  const breaker = { profile, origin: new URL(url).origin };
  const passage = checkBreaker(store.breakers.get(breaker), { now: now(), real: real() });
  if (passage.kind === 'refused') {
    endCallbackUnanswered(engine, waiting, { reason: CALLBACK_REASONS.openBreaker });
    return null;
  }
  const request = buildRequest(work, waiting, signing);
  const isProbe = passage.kind === 'probe';
  if (isProbe) store.breakers.save(breaker, passage.breaker);
  const asked = store.callbacks.claim(waiting, { at: work.now, real: real() });
  return { address, claim: asked, url, timeoutMs, request, breaker, isProbe };
}

function buildRequest(
  { engine, dispatch, engagement, now }: DispatchContext,
  { position }: WaitingCallback,
  signing: Parameters<typeof buildCallbackRequest>[1]['signing'],
): CallbackRequest {
  const action = engine.store.actionResults.list(dispatch.row).find((each) => each.position === position);
  if (action === undefined) throw new Error('a callback without its action');
  return buildCallbackRequest(buildFiredTrigger(dispatch, engagement, action.actionId), { at: now, signing });
}

/** U-29: the secret of the automation's profile, or else of the Primary Profile. */
function getCallbackSecret({ engine, automation, now }: DispatchContext): SigningSecret {
  const { store } = engine;
  const own = findSigningSecret(store, automation.profile, now);
  return own.kind === 'none' ? findSigningSecret(store, store.profiles.primary().id, now) : own;
}

/** Records the result of a callback and makes its dispatch due. The caller holds the transaction. */
function endCallback({ store, now }: Engine, key: CallbackKey, end: CallbackEnd): void {
  store.callbacks.recordAnswer(key, end);
  store.dispatches.resume(key.dispatch, now());
}

/** Records that a callback got no answer. @param hasLeft whether a request may have been sent */
function endCallbackUnanswered(
  engine: Engine,
  key: CallbackKey,
  { reason, hasLeft = false }: { readonly reason: string; readonly hasLeft?: boolean },
): void {
  endCallback(engine, key, { message: null, reason, status: null, ms: null, byAllowance: false, hasLeft });
}
