import type { ActionType } from '../../../service/actions.ts';
import { PLANS } from '../../../service/plans.ts';
import type { EntryRecord } from '../../store/automations.ts';
import type { Store } from '../../store/store.ts';
import { type Completion, toActionResultFields } from './complete.ts';
import { type DispatchContext, isInsideDedupWindow } from './context.ts';
import { type DmLedger, toDayNumber } from './dm-quotas.ts';

/**
 * Plans a dispatch before its first action: decides whether it runs, and writes its actions if so. The caller holds
 * the transaction.
 *
 * @returns false when the dispatch has ended
 * @see docs/service/readings.md#U-20
 * @see docs/service/engine.md#ENG-06 to #ENG-08: the order
 */
export type PlanDispatch = (context: DispatchContext) => boolean;

interface PlanParts {
  readonly store: Store;
  readonly ledger: DmLedger;
  readonly completion: Pick<Completion, 'finish'>;
}

export function createPlanner({ store, ledger, completion }: PlanParts): PlanDispatch {
  function skipOwn(context: DispatchContext): false {
    for (const action of listPlannedActions(context)) addActionResult(context, action, 'skipped');
    const reportedResults = store.actionResults.list(context.dispatch.row).map(toActionResultFields);
    completion.finish(context, {
      status: 'skipped',
      errorDetails: 'it came from your own account',
      reportedResults,
    });
    return false;
  }

  function applyDedupWindows(context: DispatchContext): boolean {
    const actions = listPlannedActions(context);
    const running = new Set(
      actions.filter(({ id, config }) => !isInsideDedupWindow(store, context, { actionId: id, config })),
    );
    if (running.size > 0) return applyDailyCap(context, actions, running);
    for (const action of actions) addActionResult(context, action, 'deduplicated');
    completion.finish(context, { status: 'deduplicated', errorDetails: null, reportedResults: [] });
    return false;
  }

  function applyDailyCap(
    context: DispatchContext,
    actions: readonly PlannedAction[],
    running: ReadonlySet<PlannedAction>,
  ): boolean {
    const dms = [...running].filter(({ type }) => type === 'send_dm').length;
    const exceeded = ledger.chargeDay(context, dms);
    if (exceeded !== null) {
      completion.finish(context, { status: 'rate_limited', errorDetails: exceeded, reportedResults: [] });
      return false;
    }
    for (const action of actions)
      addActionResult(context, action, running.has(action) ? 'pending' : 'deduplicated');
    return true;
  }

  function addActionResult(
    { dispatch, now }: DispatchContext,
    { id, type, config, position }: PlannedAction,
    status: 'pending' | 'deduplicated' | 'skipped',
  ): void {
    const isToRun = status === 'pending';
    store.actionResults.add(dispatch.row, {
      position,
      actionId: id,
      type,
      config,
      status,
      chargedDay: isToRun && type === 'send_dm' ? toDayNumber(now) : null,
      completedAt: isToRun ? null : now,
    });
  }

  return (context) => {
    const { automation, engagement } = context;
    const suppressed =
      getStopReason(store, context) ??
      (automation.actions.length === 0 ? 'the automation has no actions' : null);
    if (suppressed !== null) {
      completion.finish(context, { status: 'skipped', errorDetails: suppressed, reportedResults: null });
      return false;
    }
    return engagement.from.id === automation.accountId ? skipOwn(context) : applyDedupWindows(context);
  };
}

interface PlannedAction extends EntryRecord<ActionType> {
  readonly position: number;
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
export function getStopReason(
  { settings }: Pick<Store, 'settings'>,
  { dispatch, automation }: DispatchContext,
): string | null {
  if (automation.deleted !== null) return 'the automation was deleted before it ran';
  if (!automation.active) return 'the automation was paused before it ran';
  if (automation.pauseCount !== dispatch.pauseCount) return 'the automation was paused after it had matched';
  const { name, automations } = PLANS[settings.read().plan];
  return automations ? null : `the plan ${name} has no automations`;
}
