import { CrierError } from '../../../errors.ts';
import { ASSUMED } from '../../../service/assumed.ts';
import type { Dispatch } from '../../store/dispatches.ts';
import type { Commit } from '../crash-points.ts';
import type { EnginePorts } from '../ports.ts';
import type { DispatchOutcome } from './actions.ts';
import { type Completion, OUTCOME_UNKNOWN } from './complete.ts';
import { loadDispatchContext } from './context.ts';
import type { DmSender, PreparedDm } from './send-dm.ts';

/** An internal error, and the DM that was being prepared. */
export interface DispatchFault {
  readonly fault: unknown;
  /** A prepared DM that was certainly not sent; it is prepared again. */
  readonly unsentDm?: PreparedDm | null;
}

/**
 * Handles an internal error while a dispatch ran: retries it a few times, keeping finished actions, then fails it. If
 * it cannot even be failed, it is deferred, so that it does not block others.
 *
 * @throws CrierError when the disk takes no writes: the lease expires, and the dispatch is claimed again. If not even
 * `unsentDm` can be written back, that DM ends with an unknown outcome
 * @see docs/service/readings.md#U-21
 */
export type RecoverDispatch = (dispatch: Dispatch, failure: DispatchFault) => DispatchOutcome;

/** Restores the fencing token of a claim that was rolled back. */
export function revertClaim(dispatch: Dispatch): Dispatch {
  return { ...dispatch, fencingToken: dispatch.fencingToken - 1 };
}

interface RecoveryParts extends Pick<EnginePorts, 'store' | 'now' | 'real' | 'onFault'> {
  readonly commit: Commit;
  readonly sender: Pick<DmSender, 'undoAttempt'>;
  readonly completion: Pick<Completion, 'failAction' | 'failWithUnknownOutcome' | 'finish'>;
}

const INTERNAL_ERROR = 'an internal error of the sandbox at every attempt';

export function createRecovery({
  store,
  now,
  real,
  onFault,
  commit,
  sender,
  completion,
}: RecoveryParts): RecoverDispatch {
  const { dispatches, actionResults } = store;
  const loadContext = (dispatch: Dispatch) => loadDispatchContext({ store, now }, dispatch);

  function commitIfLeased(dispatch: Dispatch, resort: () => DispatchOutcome): DispatchOutcome {
    return commit('recover', () => (dispatches.renewLease(dispatch, real()) ? resort() : { kind: 'lost' }));
  }

  function retryLater(dispatch: Dispatch, unsentDm: PreparedDm | null): DispatchOutcome {
    if (unsentDm !== null) sender.undoAttempt(loadContext(dispatch), unsentDm);
    const wait = ASSUMED.dispatchRetryWaitsMs[dispatch.retries];
    if (wait === undefined) return fail(dispatch);
    dispatches.defer(dispatch.row, now() + wait, dispatch.retries + 1);
    return { kind: 'waits' };
  }

  /** @see docs/service/webhooks.md#HOOK-18 */
  function fail(dispatch: Dispatch): DispatchOutcome {
    const context = loadContext(dispatch);
    for (const action of actionResults.list(dispatch.row)) {
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
    actionResults.failOpen(row, { attempting: OUTCOME_UNKNOWN, pending: INTERNAL_ERROR, completedAt });
    dispatches.finish(row, { status: 'failed', errorDetails: INTERNAL_ERROR, completedAt });
    return { kind: 'ended' };
  }

  /** Lets the dispatches behind it run. */
  function defer({ row, retries }: Dispatch): DispatchOutcome {
    dispatches.defer(row, now() + Math.max(...ASSUMED.dispatchRetryWaitsMs), retries);
    return { kind: 'waits' };
  }

  /** The original error is reported by the caller; an error of the release is ignored. */
  function releaseUnsentDm(dispatch: Dispatch, unsentDm: PreparedDm): void {
    try {
      commitIfLeased(dispatch, () => {
        sender.undoAttempt(loadContext(dispatch), unsentDm);
        dispatches.defer(dispatch.row, dispatch.dueAt, dispatch.retries);
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
