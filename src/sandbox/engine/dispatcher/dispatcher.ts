import { CrierError } from '../../../errors.ts';
import { ASSUMED } from '../../../service/assumed.ts';
import { failOpenActions } from '../../store/automations/action-results.ts';
import {
  type Dispatch,
  deferDispatch,
  findNextDispatch,
  finishDispatch,
} from '../../store/automations/dispatches.ts';
import { getNextPostDue } from '../../store/posts.ts';
import { commit, type EnginePorts, isPostNext, isWorkDue, step } from '../ports.ts';
import type { DispatchOutcome } from './actions.ts';
import { endDispatch, endUnsent, failWithUnknownOutcome, OUTCOME_UNKNOWN } from './complete.ts';
import { createGroupContext, type GroupContext, loadDispatchContext, saveActions } from './context.ts';
import { runDispatch } from './plan.ts';

interface GroupOptions {
  /** Asked before each further dispatch. */
  mayContinue(): boolean;
  /** Called for each dispatch that ended or waits, after the commit. */
  onOutcome(outcome: DispatchOutcome): void;
}

/**
 * Runs the dispatches that are due before the next post, in order, in one transaction (group commit). The simulated
 * network lives in the same file: a crash undoes the group, with the DMs that were accepted. Each dispatch is a step: an
 * internal error undoes its own work only. Outcomes are reported after the commit.
 *
 * @see docs/decisions/0006-truth-in-rows.md
 * @see docs/decisions/0055-dispatches-in-groups.md
 */
export function runDispatches(ports: EnginePorts, { mayContinue, onOutcome }: GroupOptions): void {
  if (!isWorkDue(ports) || isPostNext(ports)) return;
  const ran = commit(ports, 'runDispatches', () => runGroup(ports, mayContinue));
  for (const { id, outcome } of ran) {
    onOutcome(outcome);
    if (outcome === 'ended') ports.onEnded?.(id);
  }
}

function runGroup(
  ports: EnginePorts,
  mayContinue: () => boolean,
): readonly { id: string; outcome: DispatchOutcome }[] {
  const { store, now } = ports;
  const group = createGroupContext(store, ports.random, ports.crashPoint);
  const nextPost = getNextPostDue(store) ?? Infinity;
  const ran: { id: string; outcome: DispatchOutcome }[] = [];
  do {
    // at equal times the post comes first
    const dispatch = findNextDispatch(store, Math.min(now(), nextPost - 1));
    if (dispatch === undefined) break;
    ran.push({ id: dispatch.id, outcome: tryRunDispatch(ports, group, dispatch) });
  } while (mayContinue());
  group.counts.write();
  return ran;
}

function tryRunDispatch(ports: EnginePorts, group: GroupContext, dispatch: Dispatch): DispatchOutcome {
  try {
    return group.counts.duringStep(() =>
      step(ports, 'runDispatch', () => {
        const context = loadDispatchContext(group, dispatch, ports.now());
        const outcome = runDispatch(context);
        saveActions(context);
        return outcome;
      }),
    );
  } catch (fault) {
    return recover(ports, group, { dispatch, fault });
  }
}

const INTERNAL_ERROR = 'an internal error of the sandbox at every attempt';

/**
 * Handles an internal error of a dispatch, whose step was undone: retries the dispatch a few times, keeping the actions
 * of earlier steps, then fails it. If that fails too, the dispatch is deferred, so that it does not block others.
 *
 * @throws CrierError when the disk takes no writes: the group is undone, and runs again
 * @see docs/service/readings.md#U-21
 */
function recover(
  ports: EnginePorts,
  group: GroupContext,
  { dispatch, fault }: { dispatch: Dispatch; fault: unknown },
): DispatchOutcome {
  const resorts = [
    () => retryLater(ports, group, dispatch),
    () => forceFail(ports, dispatch),
    () => defer(ports, dispatch),
  ];
  let latest = fault;
  for (const resort of resorts) {
    if (latest instanceof CrierError) break;
    ports.onFault(latest);
    try {
      return group.counts.duringStep(() => step(ports, 'recover', resort));
    } catch (next) {
      latest = next;
    }
  }
  throw latest;
}

function retryLater(ports: EnginePorts, group: GroupContext, dispatch: Dispatch): DispatchOutcome {
  const wait = ASSUMED.dispatchRetryWaitsMs[dispatch.retries];
  if (wait === undefined) return fail(group, dispatch, ports.now());
  deferDispatch(ports.store, dispatch.row, ports.now() + wait, dispatch.retries + 1);
  return 'waits';
}

/** @see docs/service/webhooks.md#HOOK-18 */
function fail(group: GroupContext, dispatch: Dispatch, now: number): DispatchOutcome {
  const context = loadDispatchContext(group, dispatch, now);
  for (const action of context.actions) {
    if (action.status === 'attempting') failWithUnknownOutcome(context, action);
    if (action.status === 'pending')
      endUnsent(context, action, { status: 'failed', errorDetails: INTERNAL_ERROR });
  }
  endDispatch(context, { status: 'failed', errorDetails: INTERNAL_ERROR, reportedResults: [] });
  saveActions(context);
  return 'ended';
}

/** Writes only the dispatch's own rows, whatever else is unreadable: no counters, no events. */
function forceFail({ store, now }: EnginePorts, { row }: Dispatch): DispatchOutcome {
  const completedAt = now();
  failOpenActions(store, row, { attempting: OUTCOME_UNKNOWN, pending: INTERNAL_ERROR, completedAt });
  finishDispatch(store, row, { status: 'failed', errorDetails: INTERNAL_ERROR, completedAt });
  return 'ended';
}

/** Lets the dispatches behind it run. */
function defer({ store, now }: EnginePorts, { row, retries }: Dispatch): DispatchOutcome {
  deferDispatch(store, row, now() + Math.max(...ASSUMED.dispatchRetryWaitsMs), retries);
  return 'waits';
}
