import type { TerminalStatus } from '../../../service/endpoints/activity.ts';
import type { DmAnswer } from '../../networks/instagram-messages.ts';
import type { StoredAction } from '../../store/action-results.ts';
import type { Dispatch } from '../../store/dispatches.ts';
import { deriveOverallStatus } from '../derive-overall-status.ts';
import type { Engine } from '../engine.ts';
import { fireWebhook, queueEmail } from './actions.ts';
import { finishDispatch, toActionResultFields } from './complete.ts';
import { type DispatchContext, loadDispatchContext } from './context.ts';
import { getStopReason, runPreflight } from './plan.ts';
import { failWithUnknownOutcome, type PreparedDm, prepareDm, recordDmAnswer, skipAction } from './send-dm.ts';

/**
 * Outcome of running a dispatch: it has ended, waits for a time or its callback, or its lease was lost to another
 * process.
 */
export interface DispatchOutcome {
  readonly kind: 'ended' | 'waits' | 'lost';
}

/** An outcome, or a DM to send. */
export type DispatchStep = PreparedDm | DispatchOutcome;

/** A claimed dispatch, and its latest step. */
export interface ClaimedDispatch<S extends DispatchStep = DispatchStep> {
  readonly dispatch: Dispatch;
  readonly step: S;
}

/**
 * Claims the next due dispatch, and runs its local work up to the next DM. The caller holds the transaction.
 *
 * @param onClaimed called with the dispatch before its work begins
 * @see docs/decisions/0006-truth-in-rows.md
 * @see docs/decisions/0007-effects-once.md
 */
export function claimNextDispatch(
  engine: Engine,
  onClaimed?: (dispatch: Dispatch) => void,
): ClaimedDispatch | null {
  const dispatch = engine.store.dispatches.claimNext({ now: engine.now(), real: engine.real() });
  if (dispatch === undefined) return null;
  onClaimed?.(dispatch);
  return { dispatch: dispatch, step: startDispatch(loadDispatchContext(engine, dispatch)) };
}

/** Starts a dispatch, or resumes one that was started before. */
function startDispatch(context: DispatchContext): DispatchStep {
  const before = context.engine.store.actionResults.list(context.dispatch.row);
  if (before.length === 0 && !runPreflight(context)) return { kind: 'ended' };
  for (const action of before) {
    if (action.status === 'attempting') failWithUnknownOutcome(context, action);
  }
  const stopped = before.length === 0 ? null : getStopReason(context);
  return stopped === null ? runActions(context) : stopDispatch(context, stopped);
}

/**
 * Skips the remaining actions; no event is sent, as for a dispatch that never ran.
 *
 * @see docs/service/readings.md#U-18
 */
function stopDispatch(context: DispatchContext, errorDetails: string): DispatchOutcome {
  const { actionResults } = context.engine.store;
  for (const action of actionResults.list(context.dispatch.row)) {
    if (action.status === 'pending') skipAction(context, action, errorDetails);
  }
  const status = deriveOverallStatus(actionResults.list(context.dispatch.row).map(toEnding));
  finishDispatch(context, {
    status,
    errorDetails: status === 'skipped' ? errorDetails : null,
    reportedResults: null,
  });
  return { kind: 'ended' };
}

/**
 * Records the network's answer to a DM, and continues. Does nothing when the lease was lost (stale fencing token).
 * The caller holds the transaction.
 *
 * @see docs/service/engine.md#A-10
 */
export function resumeAfterDm(
  engine: Engine,
  { dispatch, step }: ClaimedDispatch<PreparedDm>,
  answer: DmAnswer,
): DispatchStep {
  if (!engine.store.dispatches.renewLease(dispatch, engine.real())) return { kind: 'lost' };
  const work = loadDispatchContext(engine, dispatch);
  recordDmAnswer(work, step, answer);
  return runActions(work);
}

/** Runs the remaining actions in order, up to the next DM or the end. @see docs/service/engine.md#ENG-05, #A-11 */
function runActions(context: DispatchContext): DispatchStep {
  const { engine, dispatch } = context;
  for (const action of engine.store.actionResults.list(dispatch.row)) {
    if (action.status !== 'pending') continue;
    if (action.type === 'send_dm') {
      const step = prepareDm(context, action);
      if (step.kind === 'order') return step;
      if (step.kind === 'wait') {
        engine.store.dispatches.defer(dispatch.row, step.until, dispatch.retries);
        return { kind: 'waits' };
      }
      if (step.kind === 'ask') {
        engine.store.dispatches.awaitCallback(dispatch.row);
        return { kind: 'waits' };
      }
    } else if (action.type === 'fire_webhook') fireWebhook(context, action);
    else queueEmail(context, action);
  }
  return endDispatch(context);
}

function endDispatch(context: DispatchContext): DispatchOutcome {
  const results = context.engine.store.actionResults.list(context.dispatch.row);
  const status = deriveOverallStatus(results.map(toEnding));
  const reportedResults = status === 'deduplicated' ? [] : results.map(toActionResultFields);
  finishDispatch(context, {
    status,
    errorDetails: findErrorDetails(results, status),
    reportedResults: reportedResults,
  });
  return { kind: 'ended' };
}

function toEnding({ status }: StoredAction): TerminalStatus {
  if (status === 'pending' || status === 'attempting') throw new Error('a dispatch ends before its actions');
  return status;
}

/** The error of the first failed action; null when none failed. */
function findErrorDetails(results: readonly StoredAction[], status: TerminalStatus): string | null {
  if (status !== 'failed' && status !== 'auth_error') return null;
  return results.find((result) => result.status === status)?.errorDetails ?? null;
}
