import { CrierError } from '../../errors.ts';
import { ASSUMED } from '../../facts/assumed.ts';
import type { Dispatch } from '../store/dispatches.ts';
import { commit } from './commit.ts';
import { type DispatchContext, loadDispatchContext } from './dispatch-context.ts';
import type { Engine } from './engine.ts';
import { finishDispatch } from './finish-dispatch.ts';
import type { DispatchOutcome } from './run-dispatch.ts';
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
export function revertClaim(taken: Dispatch): Dispatch {
  return { ...taken, fencingToken: taken.fencingToken - 1 };
}

type Recovery = (engine: Engine, taken: Dispatch) => DispatchOutcome;

function runIfLeased(engine: Engine, taken: Dispatch, resort: Recovery): DispatchOutcome {
  return engine.store.dispatches.renewLease(taken, engine.real()) ? resort(engine, taken) : { kind: 'lost' };
}

function retryLater(engine: Engine, taken: Dispatch, notAsked: PreparedDm | null): DispatchOutcome {
  if (notAsked !== null) undoAttempt(loadDispatchContext(engine, taken), notAsked);
  const wait = ASSUMED.dispatchRetryWaitsMs[taken.retries];
  if (wait === undefined) {
    failDispatch(loadDispatchContext(engine, taken));
    return { kind: 'ended' };
  }
  engine.store.dispatches.defer(taken.row, engine.now() + wait, taken.retries + 1);
  return { kind: 'waits' };
}

const INTERNAL_ERROR = 'a fault of the sandbox itself, each time it was tried';

/** @see docs/service/webhooks.md#HOOK-18 */
function failDispatch(work: DispatchContext): void {
  const { actionResults } = work.engine.store;
  for (const action of actionResults.list(work.dispatch.row)) {
    if (action.status === 'attempting') failWithUnknownOutcome(work, action);
    if (action.status === 'pending')
      failAction(work, action, { errorDetails: INTERNAL_ERROR, messageSource: null });
  }
  finishDispatch(work, { status: 'failed', errorDetails: INTERNAL_ERROR, reportedResults: [] });
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
function releaseUnsentDm(engine: Engine, taken: Dispatch, notAsked: PreparedDm): void {
  const resort: Recovery = () => {
    undoAttempt(loadDispatchContext(engine, taken), notAsked);
    engine.store.dispatches.defer(taken.row, taken.dueAt, taken.retries);
    return { kind: 'waits' };
  };
  try {
    commit(engine, 'recover', () => runIfLeased(engine, taken, resort));
  } catch {
    // the disk takes no writes: the lease expires
  }
}
