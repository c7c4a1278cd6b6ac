import { CrierError } from '../../../errors.ts';
import { ASSUMED } from '../../../service/assumed.ts';
import type { Dispatch } from '../../store/dispatches.ts';
import { commit } from '../crash-points.ts';
import type { Engine } from '../engine.ts';
import type { DispatchOutcome } from './claim.ts';
import { finishDispatch } from './complete.ts';
import { type DispatchContext, loadDispatchContext } from './context.ts';
import {
  failAction,
  failWithUnknownOutcome,
  OUTCOME_UNKNOWN,
  type PreparedDm,
  undoAttempt,
} from './send-dm.ts';

/**
 * Handles an internal error while a dispatch ran: retries it a few times, keeping finished actions, then fails it. If
 * it cannot even be failed, it is deferred, so that it does not block others.
 *
 * @param unsentDm a prepared DM that was certainly not sent; it is prepared again
 * @throws CrierError when the disk takes no writes: the lease expires, and the dispatch is claimed again. If not even
 * `unsentDm` can be written back, that DM ends with an unknown outcome
 * @see docs/service/readings.md#U-21
 */
export function recoverDispatch(
  engine: Engine,
  dispatch: Dispatch,
  { fault, unsentDm = null }: { readonly fault: unknown; readonly unsentDm?: PreparedDm | null },
): DispatchOutcome {
  let latest = fault;
  for (const resort of [() => retryLater(engine, dispatch, unsentDm), forceFail, deferDispatch]) {
    if (latest instanceof CrierError) break;
    engine.onFault(latest);
    try {
      return commit(engine, 'recover', () => runIfLeased(engine, dispatch, resort));
    } catch (next) {
      latest = next;
    }
  }
  if (unsentDm !== null) releaseUnsentDm(engine, dispatch, unsentDm);
  throw latest;
}

/** Restores the fencing token of a claim that was rolled back. */
export function revertClaim(dispatch: Dispatch): Dispatch {
  return { ...dispatch, fencingToken: dispatch.fencingToken - 1 };
}

type Recovery = (engine: Engine, taken: Dispatch) => DispatchOutcome;

function runIfLeased(engine: Engine, dispatch: Dispatch, resort: Recovery): DispatchOutcome {
  return engine.store.dispatches.renewLease(dispatch, engine.real())
    ? resort(engine, dispatch)
    : { kind: 'lost' };
}

function retryLater(engine: Engine, dispatch: Dispatch, notAsked: PreparedDm | null): DispatchOutcome {
  if (notAsked !== null) undoAttempt(loadDispatchContext(engine, dispatch), notAsked);
  const wait = ASSUMED.dispatchRetryWaitsMs[dispatch.retries];
  if (wait === undefined) {
    failDispatch(loadDispatchContext(engine, dispatch));
    return { kind: 'ended' };
  }
  engine.store.dispatches.defer(dispatch.row, engine.now() + wait, dispatch.retries + 1);
  return { kind: 'waits' };
}

const INTERNAL_ERROR = 'a fault of the sandbox itself, each time it was tried';

/** @see docs/service/webhooks.md#HOOK-18 */
function failDispatch(context: DispatchContext): void {
  const { actionResults } = context.engine.store;
  for (const action of actionResults.list(context.dispatch.row)) {
    if (action.status === 'attempting') failWithUnknownOutcome(context, action);
    if (action.status === 'pending')
      failAction(context, action, { errorDetails: INTERNAL_ERROR, messageSource: null });
  }
  finishDispatch(context, { status: 'failed', errorDetails: INTERNAL_ERROR, reportedResults: [] });
}

/** Writes only the dispatch's own rows, whatever else is unreadable: no counters, no events. */
const forceFail: Recovery = ({ store, now }, { row }) => {
  const completedAt = now();
  store.actionResults.failOpen(row, { attempting: OUTCOME_UNKNOWN, pending: INTERNAL_ERROR, completedAt });
  store.dispatches.finish(row, { status: 'failed', errorDetails: INTERNAL_ERROR, completedAt });
  return { kind: 'ended' };
};

/** Lets the dispatches behind it run. */
const deferDispatch: Recovery = ({ store, now }, { row, retries }) => {
  const wait = Math.max(...ASSUMED.dispatchRetryWaitsMs);
  store.dispatches.defer(row, now() + wait, retries);
  return { kind: 'waits' };
};

/** The original error is reported by the caller; an error of the release is ignored. */
function releaseUnsentDm(engine: Engine, dispatch: Dispatch, notAsked: PreparedDm): void {
  const resort: Recovery = () => {
    undoAttempt(loadDispatchContext(engine, dispatch), notAsked);
    engine.store.dispatches.defer(dispatch.row, dispatch.dueAt, dispatch.retries);
    return { kind: 'waits' };
  };
  try {
    commit(engine, 'recover', () => runIfLeased(engine, dispatch, resort));
  } catch {
    // the disk takes no writes: the lease expires
  }
}
