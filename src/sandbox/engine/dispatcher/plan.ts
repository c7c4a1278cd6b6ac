import type { ActionType } from '../../../service/actions.ts';
import { PLANS } from '../../../service/plans.ts';
import type { EntryRecord } from '../../store/automations/automations.ts';
import { type DispatchOutcome, runActions } from './actions.ts';
import { endDispatch, failWithUnknownOutcome, stopDispatch, toActionResultFields } from './complete.ts';
import { type DispatchContext, isInsideDedupWindow } from './context.ts';
import { chargeDailyCap, toDayNumber } from './dm-quotas.ts';

/** Starts a dispatch, or resumes one that was started before. The caller holds the transaction. */
export function runDispatch(context: DispatchContext): DispatchOutcome {
  if (context.actions.length === 0) return planDispatch(context) ? runActions(context) : 'ended';
  for (const action of context.actions)
    if (action.status === 'attempting') failWithUnknownOutcome(context, action);
  const stopped = getStopReason(context);
  if (stopped === null) return runActions(context);
  stopDispatch(context, stopped);
  return 'ended';
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
  for (const action of listPlannedActions(context)) addAction(context, action, 'skipped');
  const reportedResults = context.actions.map(toActionResultFields);
  const errorDetails = 'it came from your own account';
  endDispatch(context, { status: 'skipped', errorDetails, reportedResults });
  return false;
}

function applyDedupWindows(context: DispatchContext): boolean {
  const actions = listPlannedActions(context);
  const running = new Set(
    actions.filter(({ id, config }) => !isInsideDedupWindow(context, { actionId: id, config })),
  );
  return applyDailyCap(context, actions, running);
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
  for (const action of actions) addAction(context, action, running.has(action) ? 'pending' : 'deduplicated');
  return true;
}

function addAction(
  { actions, now }: DispatchContext,
  { id: actionId, type, config, position }: PlannedAction,
  status: 'pending' | 'deduplicated' | 'skipped',
): void {
  const isToRun = status === 'pending';
  const chargedDay = isToRun && type === 'send_dm' ? toDayNumber(now) : null;
  const completedAt = isToRun ? null : now;
  const open = { errorDetails: null, messageSource: null, slot: null, recorded: null };
  actions.push({ position, actionId, type, config, status, chargedDay, completedAt, ...open });
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
export function getStopReason({ reads, dispatch, automation }: DispatchContext): string | null {
  if (automation.deleted !== null) return 'the automation was deleted before it ran';
  if (!automation.active) return 'the automation was paused before it ran';
  if (automation.pauseCount !== dispatch.pauseCount) return 'the automation was paused after it had matched';
  const { name, automations } = PLANS[reads.settings().plan];
  return automations ? null : `the plan ${name} has no automations`;
}
