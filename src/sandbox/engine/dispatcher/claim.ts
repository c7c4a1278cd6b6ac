import type { DmAnswer } from '../../networks/instagram-messages.ts';
import type { Dispatch } from '../../store/dispatches.ts';
import type { EnginePorts } from '../ports.ts';
import type { DispatchStep, RunActions } from './actions.ts';
import type { Completion } from './complete.ts';
import { type DispatchContext, loadDispatchContext } from './context.ts';
import { getStopReason, type PlanDispatch } from './plan.ts';
import type { DmSender, PreparedDm } from './send-dm.ts';

/** A claimed dispatch, and its latest step. */
export interface ClaimedDispatch<S extends DispatchStep = DispatchStep> {
  readonly dispatch: Dispatch;
  readonly step: S;
}

/** Starts and resumes dispatches under a lease. The caller holds the transaction. */
export interface DispatchClaims {
  /**
   * Claims the next due dispatch, and runs its local work up to the next DM.
   *
   * @param onClaimed called with the dispatch before its work begins
   * @see docs/decisions/0006-truth-in-rows.md
   * @see docs/decisions/0007-effects-once.md
   */
  claimNext(onClaimed?: (dispatch: Dispatch) => void): ClaimedDispatch | null;
  /**
   * Records the network's answer to a DM, and continues. Does nothing when the lease was lost (stale fencing token).
   *
   * @see docs/service/engine.md#A-10
   */
  resumeAfterDm(claimed: ClaimedDispatch<PreparedDm>, answer: DmAnswer): DispatchStep;
}

interface ClaimParts extends Pick<EnginePorts, 'store' | 'now' | 'real'> {
  readonly plan: PlanDispatch;
  readonly runActions: RunActions;
  readonly sender: Pick<DmSender, 'recordAnswer'>;
  readonly completion: Pick<Completion, 'failWithUnknownOutcome' | 'stop'>;
}

export function createClaims({
  store,
  now,
  real,
  plan,
  runActions,
  sender,
  completion,
}: ClaimParts): DispatchClaims {
  /** Starts a dispatch, or resumes one that was started before. */
  function start(context: DispatchContext): DispatchStep {
    const before = store.actionResults.list(context.dispatch.row);
    if (before.length === 0) return plan(context) ? runActions(context) : { kind: 'ended' };
    for (const action of before) {
      if (action.status === 'attempting') completion.failWithUnknownOutcome(context, action);
    }
    const stopped = getStopReason(store, context);
    if (stopped === null) return runActions(context);
    completion.stop(context, stopped);
    return { kind: 'ended' };
  }

  return {
    claimNext(onClaimed) {
      const dispatch = store.dispatches.claimNext({ now: now(), real: real() });
      if (dispatch === undefined) return null;
      onClaimed?.(dispatch);
      return { dispatch, step: start(loadDispatchContext({ store, now }, dispatch)) };
    },
    resumeAfterDm({ dispatch, step }, answer) {
      if (!store.dispatches.renewLease(dispatch, real())) return { kind: 'lost' };
      const context = loadDispatchContext({ store, now }, dispatch);
      sender.recordAnswer(context, step, answer);
      return runActions(context);
    },
  };
}
