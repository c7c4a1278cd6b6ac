import { buildCallbackRequest, type CallbackRequest } from '../../domain/callbacks/build-callback-request.ts';
import { CALLBACK_REASONS } from '../../domain/callbacks/judge-callback.ts';
import type { SigningSecret } from '../../domain/webhooks/signature.ts';
import { CrierError } from '../../errors.ts';
import { findSigningSecret } from '../find-webhook.ts';
import type { BreakerKey, CallbackClaim, WaitingCallback } from '../store/callbacks.ts';
import { checkBreaker } from './breaker.ts';
import { buildFiredTrigger } from './build-fired-trigger.ts';
import { type DispatchContext, loadDispatchContext } from './dispatch-context.ts';
import { endCallbackUnanswered } from './end-callback.ts';
import type { Engine } from './engine.ts';
import type { QueueCapacity } from './in-flight-jobs.ts';
import type { OutboundJob } from './outbound-queue.ts';
import { getStopReason } from './preflight.ts';

/** A callback claimed by this process. */
export interface ClaimedCallback extends OutboundJob {
  readonly claim: CallbackClaim;
  readonly url: string;
  readonly timeoutMs: number;
  readonly request: CallbackRequest;
  readonly breaker: BreakerKey;
  /** Whether this request probes a half-open circuit breaker. */
  readonly isProbe: boolean;
}

/** Reads only, without the write lock. */
export function canClaimCallback({ store, real }: Engine, { perAddress, remaining }: QueueCapacity): boolean {
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
export function claimCallbacks(engine: Engine, capacity: QueueCapacity): readonly ClaimedCallback[] {
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
