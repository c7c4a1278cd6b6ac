import type { ActionType } from '../../../service/actions.ts';
import { PLANS } from '../../../service/plans.ts';
import type { DmAnswer } from '../../networks/instagram-messages.ts';
import { insertAction, listActions } from '../../store/automations/action-results.ts';
import type { EntryRecord } from '../../store/automations/automations.ts';
import { claimNextDispatch, type Dispatch, renewDispatchLease } from '../../store/automations/dispatches.ts';
import { readSettings } from '../../store/settings.ts';
import type { EnginePorts } from '../ports.ts';
import { type DispatchStep, type PreparedDm, recordDmAnswer, runActions } from './actions.ts';
import { endDispatch, failWithUnknownOutcome, stopDispatch, toActionResultFields } from './complete.ts';
import { type DispatchContext, isInsideDedupWindow, loadDispatchContext } from './context.ts';
import { chargeDailyCap, toDayNumber } from './dm-quotas.ts';

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
export function claimNext(
  ports: EnginePorts,
  onClaimed?: (dispatch: Dispatch) => void,
): ClaimedDispatch | null {
  const dispatch = claimNextDispatch(ports.store, { now: ports.now(), real: ports.real() });
  if (dispatch === undefined) return null;
  onClaimed?.(dispatch);
  return { dispatch, step: start(loadDispatchContext(ports, dispatch)) };
}

/**
 * Records the network's answer to a DM, and continues. Does nothing when the lease was lost (stale fencing token). The
 * caller holds the transaction.
 *
 * @see docs/service/engine.md#A-10
 */
export function resumeAfterDm(
  ports: EnginePorts,
  { dispatch, step }: ClaimedDispatch<PreparedDm>,
  answer: DmAnswer,
): DispatchStep {
  if (!renewDispatchLease(ports.store, dispatch, ports.real())) return { kind: 'lost' };
  const context = loadDispatchContext(ports, dispatch);
  recordDmAnswer(context, step, answer);
  return runActions(context);
}

/** Starts a dispatch, or resumes one that was started before. */
function start(context: DispatchContext): DispatchStep {
  const before = listActions(context.store, context.dispatch.row);
  if (before.length === 0) return planDispatch(context) ? runActions(context) : { kind: 'ended' };
  for (const action of before) if (action.status === 'attempting') failWithUnknownOutcome(context, action);
  const stopped = getStopReason(context);
  if (stopped === null) return runActions(context);
  stopDispatch(context, stopped);
  return { kind: 'ended' };
}

/**
 * Plans a dispatch before its first action: decides whether it runs, and writes its actions if so.
 *
 * @returns false when the dispatch has ended
 * @see docs/service/readings.md#U-20
 * @see docs/service/engine.md#ENG-06 to #ENG-08: the order
 */
function planDispatch(context: DispatchContext): boolean {
  const { automation, engagement } = context;
  const suppressed =
    getStopReason(context) ?? (automation.actions.length === 0 ? 'the automation has no actions' : null);
  if (suppressed !== null) {
    endDispatch(context, { status: 'skipped', errorDetails: suppressed, reportedResults: null });
    return false;
  }
  return engagement.from.id === automation.accountId ? skipOwn(context) : applyDedupWindows(context);
}

function skipOwn(context: DispatchContext): false {
  for (const action of listPlannedActions(context)) addActionResult(context, action, 'skipped');
  const reportedResults = listActions(context.store, context.dispatch.row).map(toActionResultFields);
  const errorDetails = 'it came from your own account';
  endDispatch(context, { status: 'skipped', errorDetails, reportedResults });
  return false;
}

function applyDedupWindows(context: DispatchContext): boolean {
  const actions = listPlannedActions(context);
  const running = new Set(
    actions.filter(({ id, config }) => !isInsideDedupWindow(context, { actionId: id, config })),
  );
  if (running.size > 0) return applyDailyCap(context, actions, running);
  for (const action of actions) addActionResult(context, action, 'deduplicated');
  endDispatch(context, { status: 'deduplicated', errorDetails: null, reportedResults: [] });
  return false;
}

function applyDailyCap(
  context: DispatchContext,
  actions: readonly PlannedAction[],
  running: ReadonlySet<PlannedAction>,
): boolean {
  const dms = [...running].filter(({ type }) => type === 'send_dm').length;
  const exceeded = chargeDailyCap(context, dms);
  if (exceeded !== null) {
    endDispatch(context, { status: 'rate_limited', errorDetails: exceeded, reportedResults: [] });
    return false;
  }
  for (const action of actions)
    addActionResult(context, action, running.has(action) ? 'pending' : 'deduplicated');
  return true;
}

function addActionResult(
  { store, dispatch, now }: DispatchContext,
  { id: actionId, type, config, position }: PlannedAction,
  status: 'pending' | 'deduplicated' | 'skipped',
): void {
  const isToRun = status === 'pending';
  const chargedDay = isToRun && type === 'send_dm' ? toDayNumber(now) : null;
  const completedAt = isToRun ? null : now;
  insertAction(store, dispatch.row, { position, actionId, type, config, status, chargedDay, completedAt });
}

interface PlannedAction extends EntryRecord<ActionType> {
  position: number;
}

function listPlannedActions({ automation }: DispatchContext): readonly PlannedAction[] {
  return automation.actions.map((action, position) => ({ ...action, position }));
}

/**
 * Returns why a dispatch must not run or continue; null when it may. Checked again for a dispatch that has started
 * and waits (assumed).
 *
 * @see docs/service/engine.md#ENG-08
 * @see docs/service/readings.md#U-19
 */
export function getStopReason({ store, dispatch, automation }: DispatchContext): string | null {
  if (automation.deleted !== null) return 'the automation was deleted before it ran';
  if (!automation.active) return 'the automation was paused before it ran';
  if (automation.pauseCount !== dispatch.pauseCount) return 'the automation was paused after it had matched';
  const { name, automations } = PLANS[readSettings(store).plan];
  return automations ? null : `the plan ${name} has no automations`;
}
