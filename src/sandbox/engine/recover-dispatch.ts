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
 * Sees to a dispatch that met a fault of our own: it is tried again, a few times; what is finished stays so. Then it is
 * failed. What cannot even be failed holds nobody else up.
 *
 * @param notAsked the DM that the network was about to be asked for, when it certainly was not: it is asked another time
 * @throws CrierError what the disk does not take, nobody can write down: the lease ends, and it is taken up again. Where
 * not even `unsentDm` can be written, that DM ends with an unknown outcome
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

/** A dispatch whose taking up was undone: its fence is as it was. */
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

/** Whatever it is that cannot be read or written, these rows of its own can: nothing is counted, and nobody is told. */
const forceFail: Recovery = ({ store, now }, { row }) => {
  const completedAt = now();
  store.actionResults.failOpen(row, { attempting: OUTCOME_UNKNOWN, pending: INTERNAL_ERROR, completedAt });
  store.dispatches.finish(row, { status: 'failed', errorDetails: INTERNAL_ERROR, completedAt });
  return { kind: 'ended' };
};

/** So that what is behind it runs. */
const deferDispatch: Recovery = ({ store, now }, { row, retries }) => {
  const wait = Math.max(...ASSUMED.dispatchRetryWaitsMs);
  store.dispatches.defer(row, now() + wait, retries);
  return { kind: 'waits' };
};

/** The fault is told by whoever meets it first: what comes of this alone is not. */
function releaseUnsentDm(engine: Engine, taken: Dispatch, notAsked: PreparedDm): void {
  const resort: Recovery = () => {
    undoAttempt(loadDispatchContext(engine, taken), notAsked);
    engine.store.dispatches.defer(taken.row, taken.dueAt, taken.retries);
    return { kind: 'waits' };
  };
  try {
    commit(engine, 'recover', () => runIfLeased(engine, taken, resort));
  } catch {
    // The disk takes nothing: the lease ends.
  }
}
