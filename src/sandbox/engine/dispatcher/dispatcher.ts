import { CrierError } from '../../../errors.ts';
import { ASSUMED } from '../../../service/assumed.ts';
import { type DmAnswer, sendDm } from '../../networks/instagram-messages.ts';
import { failOpenActions, listActions } from '../../store/automations/action-results.ts';
import {
  type Dispatch,
  deferDispatch,
  finishDispatch,
  renewDispatchLease,
} from '../../store/automations/dispatches.ts';
import { commit, type EnginePorts, isPostNext, isWorkDue } from '../ports.ts';
import { type DispatchOutcome, type DispatchStep, type PreparedDm, undoDmAttempt } from './actions.ts';
import { type ClaimedDispatch, claimNext, resumeAfterDm } from './claim.ts';
import { endDispatch, failAction, failWithUnknownOutcome, OUTCOME_UNKNOWN } from './complete.ts';
import { type DispatchContext, loadDispatchContext } from './context.ts';

interface BatchOptions {
  /** Asked before each further dispatch. */
  mayContinue(): boolean;
  /** Called for each dispatch that ended or waits. */
  onOutcome(kind: DispatchOutcome['kind']): void;
}

interface SendOutcome {
  current: DispatchStep;
  /** The next dispatch, if it was claimed in the same transaction. */
  next: ClaimedDispatch | null;
}

/**
 * Runs the dispatches that are due before the next post, one by one. Local work is done in the transaction that records
 * it; DMs are sent between transactions, and an answer is recorded together with the next claim. The simulated network
 * lives in the same file, so that a power failure affects both alike. Ended dispatches are reported after the group
 * commit.
 *
 * @see docs/decisions/0006-truth-in-rows.md
 * @see docs/decisions/0007-effects-once.md
 */
export function runDispatches(ports: EnginePorts, options: BatchOptions): void {
  const ended: string[] = [];
  try {
    ports.store.group(() => runBatch(ports, options, ended));
  } finally {
    for (const id of ended) ports.onEnded?.(id);
  }
}

function runBatch(ports: EnginePorts, { mayContinue, onOutcome }: BatchOptions, ended: string[]): void {
  let claimed = tryClaimNext(ports);
  while (claimed !== null) {
    const { dispatch, step } = claimed;
    const { current, next } =
      step.kind === 'order'
        ? sendAndRecord(ports, { dispatch, step }, mayContinue)
        : { current: step, next: null };
    if (current.kind === 'order') {
      claimed = { dispatch, step: current };
      continue;
    }
    onOutcome(current.kind);
    if (current.kind === 'ended') ended.push(dispatch.id);
    claimed = next ?? (mayContinue() ? tryClaimNext(ports) : null);
  }
}

/** Claims the next dispatch, if any; an internal error while it starts is recovered from. */
function tryClaimNext(ports: EnginePorts): ClaimedDispatch | null {
  if (!isWorkDue(ports) || isPostNext(ports)) return null;
  let claimed: Dispatch | undefined;
  try {
    return commit(ports, 'claimDispatch', () =>
      claimNext(ports, (one) => {
        claimed = one;
      }),
    );
  } catch (fault) {
    if (claimed === undefined) throw fault;
    return { dispatch: claimed, step: recover(ports, revertClaim(claimed), fault) };
  }
}

function sendAndRecord(
  ports: EnginePorts,
  claimed: ClaimedDispatch<PreparedDm>,
  mayContinue: () => boolean,
): SendOutcome {
  const { crashPoint } = ports;
  let unsentDm: PreparedDm | null = claimed.step;
  try {
    crashPoint?.('before sendDm');
    const onAccepted = () => {
      unsentDm = null;
    };
    const answer = commit(ports, 'acceptDm', () => sendIfLeased(ports, claimed), onAccepted);
    crashPoint?.('after sendDm');
    if (answer === 'lost') return { current: { kind: 'lost' }, next: null };
    return recordWithFallback(ports, claimed, answer, mayContinue());
  } catch (fault) {
    return { current: recover(ports, claimed.dispatch, fault, unsentDm), next: null };
  }
}

/** A process that slept past its lease must not send the DM. @see docs/service/engine.md#ENG-06 */
function sendIfLeased(
  { store, now, real }: EnginePorts,
  { dispatch, step }: ClaimedDispatch<PreparedDm>,
): DmAnswer | 'lost' {
  return renewDispatchLease(store, dispatch, real()) ? sendDm(store, step.request, now()) : 'lost';
}

/** The error may come from the next dispatch: then this one's answer is recorded separately. */
function recordWithFallback(
  ports: EnginePorts,
  claimed: ClaimedDispatch<PreparedDm>,
  answer: DmAnswer,
  alsoNext: boolean,
): SendOutcome {
  const record = () => ({ current: resumeAfterDm(ports, claimed, answer), next: null });
  if (!alsoNext) return commit(ports, 'recordDm', record);
  try {
    return commit(ports, 'recordDm', () => {
      const { current } = record();
      const mayClaim = current.kind !== 'order' && !isPostNext(ports);
      return { current, next: mayClaim ? claimNext(ports) : null };
    });
  } catch (fault) {
    ports.onFault(fault);
    return commit(ports, 'recordDm', record);
  }
}

const INTERNAL_ERROR = 'an internal error of the sandbox at every attempt';

/**
 * Handles an internal error while a dispatch ran: retries the dispatch a few times, keeping finished actions, then fails
 * it. If that fails too, the dispatch is deferred, so that it does not block others. If not even `unsentDm` can be
 * written back, that DM ends with an unknown outcome.
 *
 * @param unsentDm a prepared DM that was certainly not sent; it is prepared again
 * @throws CrierError when the disk takes no writes: the lease expires, and the dispatch is claimed again
 * @see docs/service/readings.md#U-21
 */
function recover(
  ports: EnginePorts,
  dispatch: Dispatch,
  fault: unknown,
  unsentDm: PreparedDm | null = null,
): DispatchOutcome {
  const resorts = [
    () => retryLater(ports, dispatch, unsentDm),
    () => forceFail(ports, dispatch),
    () => defer(ports, dispatch),
  ];
  let latest = fault;
  for (const resort of resorts) {
    if (latest instanceof CrierError) break;
    ports.onFault(latest);
    try {
      return commitIfLeased(ports, dispatch, resort);
    } catch (next) {
      latest = next;
    }
  }
  if (unsentDm !== null) releaseUnsentDm(ports, dispatch, unsentDm);
  throw latest;
}

function commitIfLeased(
  ports: EnginePorts,
  dispatch: Dispatch,
  resort: () => DispatchOutcome,
): DispatchOutcome {
  return commit(ports, 'recover', () =>
    renewDispatchLease(ports.store, dispatch, ports.real()) ? resort() : { kind: 'lost' },
  );
}

function retryLater(ports: EnginePorts, dispatch: Dispatch, unsentDm: PreparedDm | null): DispatchOutcome {
  if (unsentDm !== null) undoDmAttempt(loadDispatchContext(ports, dispatch), unsentDm);
  const wait = ASSUMED.dispatchRetryWaitsMs[dispatch.retries];
  if (wait === undefined) return fail(loadDispatchContext(ports, dispatch));
  deferDispatch(ports.store, dispatch.row, ports.now() + wait, dispatch.retries + 1);
  return { kind: 'waits' };
}

/** @see docs/service/webhooks.md#HOOK-18 */
function fail(context: DispatchContext): DispatchOutcome {
  for (const action of listActions(context.store, context.dispatch.row)) {
    if (action.status === 'attempting') failWithUnknownOutcome(context, action);
    if (action.status === 'pending')
      failAction(context, action, { errorDetails: INTERNAL_ERROR, messageSource: null });
  }
  endDispatch(context, { status: 'failed', errorDetails: INTERNAL_ERROR, reportedResults: [] });
  return { kind: 'ended' };
}

/** Writes only the dispatch's own rows, whatever else is unreadable: no counters, no events. */
function forceFail({ store, now }: EnginePorts, { row }: Dispatch): DispatchOutcome {
  const completedAt = now();
  failOpenActions(store, row, { attempting: OUTCOME_UNKNOWN, pending: INTERNAL_ERROR, completedAt });
  finishDispatch(store, row, { status: 'failed', errorDetails: INTERNAL_ERROR, completedAt });
  return { kind: 'ended' };
}

/** Lets the dispatches behind it run. */
function defer({ store, now }: EnginePorts, { row, retries }: Dispatch): DispatchOutcome {
  deferDispatch(store, row, now() + Math.max(...ASSUMED.dispatchRetryWaitsMs), retries);
  return { kind: 'waits' };
}

/** The original error is reported by the caller; an error of the release is ignored. */
function releaseUnsentDm(ports: EnginePorts, dispatch: Dispatch, unsentDm: PreparedDm): void {
  try {
    commitIfLeased(ports, dispatch, () => {
      undoDmAttempt(loadDispatchContext(ports, dispatch), unsentDm);
      deferDispatch(ports.store, dispatch.row, dispatch.dueAt, dispatch.retries);
      return { kind: 'waits' };
    });
  } catch {
    // the disk takes no writes: the lease expires
  }
}

/** Restores the fencing token of a claim that was rolled back. */
function revertClaim(dispatch: Dispatch): Dispatch {
  return { ...dispatch, fencingToken: dispatch.fencingToken - 1 };
}
