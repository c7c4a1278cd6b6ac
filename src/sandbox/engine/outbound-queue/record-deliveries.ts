import { isAllowed, isRefusedByUrl } from '../../../domain/addresses/public-url.ts';
import { getEventKind } from '../../../domain/webhooks/build-delivery-request.ts';
import {
  decideAfterAttempt,
  describeAttemptError,
  type UNSENT_REASONS,
} from '../../../domain/webhooks/decide-after-attempt.ts';
import type { Outbound, OutboundAnswer } from '../../../outbound/outbound.ts';
import { describeRequirement } from '../../delivery-progress.ts';
import { INTERRUPTED } from '../../store/attempts.ts';
import type { ClaimedDelivery, DeliveryTransition } from '../../store/delivery-queue.ts';
import { applyJitter } from '../apply-jitter.ts';
import { commit } from '../crash-points.ts';
import type { Engine } from '../engine.ts';
import type { AttemptReport } from '../ports.ts';
import type { FinishedJob } from './queue.ts';

/** The result of an attempt: a response, or why no request was sent. */
export interface DeliveryAnswer extends Pick<OutboundAnswer, 'status' | 'byAllowance' | 'ms'> {
  readonly fault: OutboundAnswer['fault'] | (typeof UNSENT_REASONS)[keyof typeof UNSENT_REASONS];
}

type FinishedAttempt = FinishedJob<ClaimedDelivery, DeliveryAnswer>;

/** Records the results of attempts. Skips deliveries whose lease was lost meanwhile (stale fencing token). */
export function recordDeliveries(engine: Engine, outbound: Outbound, done: readonly FinishedAttempt[]): void {
  const { deliveryQueue: queue } = engine.store;
  const recorded = commit(engine, 'recordDeliveries', () =>
    done
      .filter(({ job }) => queue.hasLease(job))
      .map((attempt) =>
        recordAttempt(engine, outbound, { attempt, transition: decideTransition(engine, outbound, attempt) }),
      ),
  );
  if (engine.onAttempted === undefined) return;
  for (const attempted of recorded) engine.onAttempted(attempted);
}

interface AttemptTransition {
  readonly attempt: FinishedAttempt;
  readonly transition: DeliveryTransition;
}

function recordAttempt(
  { store }: Engine,
  { allowed }: Outbound,
  { attempt: { job, outcome }, transition }: AttemptTransition,
): AttemptReport {
  const { status, ms, byAllowance } = outcome;
  const error = describeAttemptError(outcome);
  const stored = store.deliveryQueue.recordAttempt(job, { ms, status, error, byAllowance }, transition);
  const { hookId, action, event, attempt, at, address } = job;
  const { state, dueAt: nextAt, isBlocked } = stored;
  const requirement = describeRequirement({ isBlocked, address }, allowed);
  return {
    hookId,
    action,
    type: getEventKind(event),
    attempt,
    at,
    status,
    error,
    state,
    nextAt,
    requirement,
  };
}

function decideTransition(
  engine: Engine,
  outbound: Outbound,
  { job, outcome }: FinishedAttempt,
): DeliveryTransition {
  const { attemptsCompleted } = job;
  const dueAt = Math.min(job.dueAt ?? Infinity, engine.now()); // the clock may have been set back
  // outcome unknown: does not count as an attempt of the schedule
  if (outcome.fault === INTERRUPTED) return { state: 'waiting', dueAt, attemptsCompleted, isBlocked: false };
  const isRefused = wasRefused(outcome) && isRefusedByUrl(job.url, outbound.allowed);
  if (wasRefused(outcome) && mayBeAllowed(engine, outbound, job)) {
    return { state: 'waiting', dueAt, attemptsCompleted, isBlocked: true };
  }
  const verdict = decideAfterAttempt(attemptsCompleted, { ...outcome, isRefused });
  const over = { attemptsCompleted: attemptsCompleted + 1, isBlocked: false };
  return verdict.kind === 'again'
    ? { ...over, state: 'waiting', dueAt: engine.now() + computeRetryWait(engine, verdict.afterMs) }
    : { ...over, state: verdict.kind, dueAt: null };
}

function wasRefused({ fault }: DeliveryAnswer): boolean {
  return fault === 'address not allowed';
}

/**
 * Another run may reach the address: an earlier one did, or allowed it to be registered.
 *
 * @see docs/service/readings.md#U-07
 * @see docs/safety.md#S9
 */
function mayBeAllowed({ store }: Engine, { allowed }: Outbound, taken: ClaimedDelivery): boolean {
  return !isAllowed(taken.url, allowed) && store.deliveryQueue.wasAllowed(taken);
}

const BYTES = 4;
const TWO_TO_32 = 2 ** 32;

/** With a set clock every wait is exact, without jitter. @see docs/service/readings.md#U-03 */
function computeRetryWait({ store, random }: Engine, waitMs: number): number {
  if (store.settings.read().setClock !== null) return waitMs;
  const bytes = random(BYTES);
  return applyJitter(waitMs, new DataView(bytes.buffer, bytes.byteOffset, BYTES).getUint32(0) / TWO_TO_32);
}
