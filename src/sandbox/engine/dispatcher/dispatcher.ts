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
import { type Commit, createDueTimes, type EnginePorts } from '../ports.ts';
import {
  createActionRunner,
  createDmSender,
  type DispatchOutcome,
  type DispatchStep,
  type DmSender,
  type PreparedDm,
} from './actions.ts';
import { type ClaimedDispatch, createClaims } from './claim.ts';
import { type Completion, createCompletion, OUTCOME_UNKNOWN } from './complete.ts';
import { loadDispatchContext } from './context.ts';
import { createDmLedger } from './dm-quotas.ts';

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

interface DispatcherParts extends EnginePorts {
  commit: Commit;
}

/**
 * Creates the function that runs the dispatches that are due before the next post, one by one. Local work is done in
 * the transaction that records it; DMs are sent between transactions, and an answer is recorded together with the next
 * claim. The simulated network lives in the same file, so that a power failure affects both alike. Ended dispatches
 * are reported after the group commit.
 *
 * @see docs/decisions/0006-truth-in-rows.md
 * @see docs/decisions/0007-effects-once.md
 */
export function createDispatcher(parts: DispatcherParts): (options: BatchOptions) => void {
  const { store, now, real, onFault, onEnded, crashPoint, commit } = parts;
  const due = createDueTimes(parts);
  const ledger = createDmLedger(store);
  const completion = createCompletion({ ...parts, ledger });
  const sender = createDmSender({ ...parts, ledger, completion });
  const runActions = createActionRunner({ ...parts, sender, completion });
  const claims = createClaims({ ...parts, ledger, runActions, sender, completion });
  const recover = createRecovery({ ...parts, sender, completion });

  function runBatch({ mayContinue, onOutcome }: BatchOptions, ended: string[]): void {
    let claimed = tryClaimNext();
    while (claimed !== null) {
      const { dispatch, step } = claimed;
      const { current, next } =
        step.kind === 'order'
          ? sendAndRecord({ dispatch, step }, mayContinue)
          : { current: step, next: null };
      if (current.kind === 'order') {
        claimed = { dispatch, step: current };
        continue;
      }
      onOutcome(current.kind);
      if (current.kind === 'ended') ended.push(dispatch.id);
      claimed = next ?? (mayContinue() ? tryClaimNext() : null);
    }
  }

  /** Claims the next dispatch, if any; an internal error while it starts is recovered from. */
  function tryClaimNext(): ClaimedDispatch | null {
    if (!due.isWorkDue() || due.isPostNext()) return null;
    let claimed: Dispatch | undefined;
    try {
      return commit('claimDispatch', () =>
        claims.claimNext((one) => {
          claimed = one;
        }),
      );
    } catch (fault) {
      if (claimed === undefined) throw fault;
      return { dispatch: claimed, step: recover(revertClaim(claimed), { fault }) };
    }
  }

  function sendAndRecord(claimed: ClaimedDispatch<PreparedDm>, mayContinue: () => boolean): SendOutcome {
    let unsentDm: PreparedDm | null = claimed.step;
    try {
      crashPoint?.('before sendDm');
      const answer = commit(
        'acceptDm',
        () => sendIfLeased(claimed),
        () => {
          unsentDm = null;
        },
      );
      crashPoint?.('after sendDm');
      if (answer === 'lost') return { current: { kind: 'lost' }, next: null };
      return recordWithFallback(claimed, answer, mayContinue());
    } catch (fault) {
      return { current: recover(claimed.dispatch, { fault, unsentDm }), next: null };
    }
  }

  /** A process that slept past its lease must not send the DM. @see docs/service/engine.md#ENG-06 */
  function sendIfLeased({ dispatch, step }: ClaimedDispatch<PreparedDm>): DmAnswer | 'lost' {
    return renewDispatchLease(store, dispatch, real()) ? sendDm(store, step.request, now()) : 'lost';
  }

  /** The error may come from the next dispatch: then this one's answer is recorded separately. */
  function recordWithFallback(
    claimed: ClaimedDispatch<PreparedDm>,
    answer: DmAnswer,
    alsoNext: boolean,
  ): SendOutcome {
    if (alsoNext) {
      try {
        return record(claimed, answer, true);
      } catch (fault) {
        onFault(fault);
      }
    }
    return record(claimed, answer, false);
  }

  function record(claimed: ClaimedDispatch<PreparedDm>, answer: DmAnswer, alsoNext: boolean): SendOutcome {
    return commit('recordDm', () => {
      const current = claims.resumeAfterDm(claimed, answer);
      const mayClaim = alsoNext && current.kind !== 'order' && !due.isPostNext();
      return { current, next: mayClaim ? claims.claimNext() : null };
    });
  }

  return (options) => {
    const ended: string[] = [];
    try {
      store.group(() => runBatch(options, ended));
    } finally {
      for (const id of ended) onEnded?.(id);
    }
  };
}

/** An internal error, and the DM that was being prepared. */
interface DispatchFault {
  fault: unknown;
  /** A prepared DM that was certainly not sent; it is prepared again. */
  unsentDm?: PreparedDm | null;
}

interface RecoveryParts extends DispatcherParts {
  sender: DmSender;
  completion: Completion;
}

const INTERNAL_ERROR = 'an internal error of the sandbox at every attempt';

/**
 * Creates the function that handles an internal error while a dispatch ran: it retries the dispatch a few times,
 * keeping finished actions, then fails it. If that fails too, the dispatch is deferred, so that it does not block
 * others. The function throws a CrierError when the disk takes no writes: the lease expires, and the dispatch is
 * claimed again. If not even `unsentDm` can be written back, that DM ends with an unknown outcome.
 *
 * @see docs/service/readings.md#U-21
 */
function createRecovery(
  parts: RecoveryParts,
): (dispatch: Dispatch, failure: DispatchFault) => DispatchOutcome {
  const { store, now, real, onFault, commit, sender, completion } = parts;
  const loadContext = (dispatch: Dispatch) => loadDispatchContext(parts, dispatch);

  function commitIfLeased(dispatch: Dispatch, resort: () => DispatchOutcome): DispatchOutcome {
    return commit('recover', () =>
      renewDispatchLease(store, dispatch, real()) ? resort() : { kind: 'lost' },
    );
  }

  function retryLater(dispatch: Dispatch, unsentDm: PreparedDm | null): DispatchOutcome {
    if (unsentDm !== null) sender.undoAttempt(loadContext(dispatch), unsentDm);
    const wait = ASSUMED.dispatchRetryWaitsMs[dispatch.retries];
    if (wait === undefined) return fail(dispatch);
    deferDispatch(store, dispatch.row, now() + wait, dispatch.retries + 1);
    return { kind: 'waits' };
  }

  /** @see docs/service/webhooks.md#HOOK-18 */
  function fail(dispatch: Dispatch): DispatchOutcome {
    const context = loadContext(dispatch);
    for (const action of listActions(store, dispatch.row)) {
      if (action.status === 'attempting') completion.failWithUnknownOutcome(context, action);
      if (action.status === 'pending')
        completion.failAction(context, action, { errorDetails: INTERNAL_ERROR, messageSource: null });
    }
    completion.finish(context, { status: 'failed', errorDetails: INTERNAL_ERROR, reportedResults: [] });
    return { kind: 'ended' };
  }

  /** Writes only the dispatch's own rows, whatever else is unreadable: no counters, no events. */
  function forceFail({ row }: Dispatch): DispatchOutcome {
    const completedAt = now();
    failOpenActions(store, row, { attempting: OUTCOME_UNKNOWN, pending: INTERNAL_ERROR, completedAt });
    finishDispatch(store, row, { status: 'failed', errorDetails: INTERNAL_ERROR, completedAt });
    return { kind: 'ended' };
  }

  /** Lets the dispatches behind it run. */
  function defer({ row, retries }: Dispatch): DispatchOutcome {
    deferDispatch(store, row, now() + Math.max(...ASSUMED.dispatchRetryWaitsMs), retries);
    return { kind: 'waits' };
  }

  /** The original error is reported by the caller; an error of the release is ignored. */
  function releaseUnsentDm(dispatch: Dispatch, unsentDm: PreparedDm): void {
    try {
      commitIfLeased(dispatch, () => {
        sender.undoAttempt(loadContext(dispatch), unsentDm);
        deferDispatch(store, dispatch.row, dispatch.dueAt, dispatch.retries);
        return { kind: 'waits' };
      });
    } catch {
      // the disk takes no writes: the lease expires
    }
  }

  return (dispatch, { fault, unsentDm = null }) => {
    const resorts = [() => retryLater(dispatch, unsentDm), () => forceFail(dispatch), () => defer(dispatch)];
    let latest = fault;
    for (const resort of resorts) {
      if (latest instanceof CrierError) break;
      onFault(latest);
      try {
        return commitIfLeased(dispatch, resort);
      } catch (next) {
        latest = next;
      }
    }
    if (unsentDm !== null) releaseUnsentDm(dispatch, unsentDm);
    throw latest;
  };
}

/** Restores the fencing token of a claim that was rolled back. */
function revertClaim(dispatch: Dispatch): Dispatch {
  return { ...dispatch, fencingToken: dispatch.fencingToken - 1 };
}
