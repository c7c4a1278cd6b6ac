import { judgeCallback } from '../../domain/callbacks/judge-callback.ts';
import type { Outbound, OutboundAnswer } from '../../outbound/outbound.ts';
import { LIMITS } from '../../service/limits.ts';
import { classifyCallbackOutcome, updateBreaker } from './breaker.ts';
import { type ClaimedCallback, canClaimCallback, claimCallbacks } from './claim-callbacks.ts';
import { commit } from './commit.ts';
import { endCallback } from './end-callback.ts';
import type { Engine } from './engine.ts';
import type { QueueCapacity } from './in-flight-jobs.ts';
import type { FinishedJob, OutboundJobKind } from './outbound-queue.ts';
import { USER_AGENT } from './user-agent.ts';

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
