import type { ActionType } from '../../../service/actions.ts';
import { MINUTE_MS } from '../../../service/durations.ts';
import { LIMITS } from '../../../service/limits.ts';
import { PLANS } from '../../../service/plans.ts';
import type { StoredAction } from '../../store/action-results.ts';
import type { EntryRecord } from '../../store/automations.ts';
import type { Store } from '../../store/store.ts';
import { finishDispatch, toActionResultFields } from './complete.ts';
import { type DispatchContext, getDedupKey } from './context.ts';
import { countDmsLeft, getDmQuotas, toDayNumber } from './dm-quotas.ts';

/**
 * Decides before the first action whether a dispatch runs, and writes its actions if so. The caller holds the
 * transaction.
 *
 * @returns false when the dispatch has ended
 * @see docs/service/readings.md#U-20
 * @see docs/service/engine.md#ENG-06 to #ENG-08: the order
 */
export function runPreflight(context: DispatchContext): boolean {
  const { automation, engagement, engine, dispatch } = context;
  const suppressed =
    getStopReason(context) ?? (automation.actions.length === 0 ? 'the automation has no actions' : null);
  if (suppressed !== null) {
    finishDispatch(context, { status: 'skipped', errorDetails: suppressed, reportedResults: null });
    return false;
  }
  if (engagement.from.id === automation.accountId) {
    for (const action of listPlannedActions(context)) addActionResult(context, action, 'skipped');
    const reportedResults = engine.store.actionResults.list(dispatch.row).map(toActionResultFields);
    finishDispatch(context, {
      status: 'skipped',
      errorDetails: 'it came from your own account',
      reportedResults: reportedResults,
    });
    return false;
  }
  return applyDedupWindows(context);
}

/**
 * Returns why a dispatch must not run or continue; null when it may. Checked again for a dispatch that has started
 * and waits (assumed).
 *
 * @see docs/service/engine.md#ENG-08
 * @see docs/service/readings.md#U-19
 */
export function getStopReason({ engine, dispatch, automation }: DispatchContext): string | null {
  if (automation.deleted !== null) return 'the automation was deleted before it ran';
  if (!automation.active) return 'the automation was paused before it ran';
  if (automation.pauseCount !== dispatch.pauseCount) return 'the automation was paused after it had matched';
  const { name, automations } = PLANS[engine.store.settings.read().plan];
  return automations ? null : `the plan ${name} has no automations`;
}

interface PlannedAction extends EntryRecord<ActionType> {
  readonly position: number;
}

function listPlannedActions({ automation }: DispatchContext): readonly PlannedAction[] {
  return automation.actions.map((action, position) => ({ ...action, position }));
}

function applyDedupWindows(context: DispatchContext): boolean {
  const actions = listPlannedActions(context);
  const running = new Set(actions.filter((action) => !isDeduplicated(context, action)));
  if (running.size === 0) {
    for (const action of actions) addActionResult(context, action, 'deduplicated');
    finishDispatch(context, { status: 'deduplicated', errorDetails: null, reportedResults: [] });
    return false;
  }
  return applyDailyCap(context, actions, running);
}

function isDeduplicated({ engine, dispatch, now }: DispatchContext, { id, config }: PlannedAction): boolean {
  const acceptedAt = engine.store.dedupClaims.findAcceptedAt(getDedupKey(dispatch, { actionId: id }));
  return isInsideDedupWindow(acceptedAt, getDedupWindowMs(config), now);
}

/**
 * U-16: either all DMs of the dispatch fit into the daily cap, or nothing of it runs.
 *
 * @see docs/service/engine.md#ENG-07, #C-01, #C-02
 */
function applyDailyCap(
  context: DispatchContext,
  actions: readonly PlannedAction[],
  running: ReadonlySet<PlannedAction>,
): boolean {
  const { engine, automation, now } = context;
  const { profile } = automation;
  const day = toDayNumber(now);
  const dms = [...running].filter(({ type }) => type === 'send_dm').length;
  if (dms > 0 && dms > countDmsLeft(engine.store, { profile, day })) {
    finishDispatch(context, {
      status: 'rate_limited',
      errorDetails: formatDailyCapReason(engine.store),
      reportedResults: [],
    });
    return false;
  }
  if (dms > 0) engine.store.dmCounts.chargeDay(day, profile, dms);
  for (const action of actions)
    addActionResult(context, action, running.has(action) ? 'pending' : 'deduplicated');
  return true;
}

function formatDailyCapReason(store: Store): string {
  const { perDay, perDayOfProfile } = getDmQuotas(store);
  const ofOne = perDayOfProfile < perDay ? `, ${perDayOfProfile} of them for one` : '';
  return `the DMs of the day are used up: ${perDay} for all profiles${ofOne}`;
}

function addActionResult(
  { engine, dispatch, now }: DispatchContext,
  { id, type, config, position }: PlannedAction,
  status: 'pending' | 'deduplicated' | 'skipped',
): void {
  const isToRun = status === 'pending';
  engine.store.actionResults.add(dispatch.row, {
    position,
    actionId: id,
    type,
    config,
    status,
    chargedDay: isToRun && type === 'send_dm' ? toDayNumber(now) : null,
    completedAt: isToRun ? null : now,
  });
}

/**
 * The dedup window of an action in milliseconds; 0 when it has none.
 *
 * @see docs/service/automations.md#AUT-11
 * @see docs/service/readings.md#U-14
 */
function getDedupWindowMs({ dedupWindowMinutes }: Readonly<Record<string, unknown>>): number {
  const minutes =
    typeof dedupWindowMinutes === 'number' ? dedupWindowMinutes : LIMITS.dedupWindowMinutes.default;
  return minutes * MINUTE_MS;
}

/**
 * Whether the dedup window of an action is open for a person. It closes when exactly its length has passed.
 *
 * @param acceptedAt when the action last fired for the person; null when it never did
 * @see docs/service/engine.md#ENG-06, #D-06
 * @see docs/service/readings.md#U-13
 */
function isInsideDedupWindow(acceptedAt: number | null, window: number, now: number): boolean {
  return acceptedAt !== null && now < acceptedAt + window;
}

/** Starts the dedup window: the action fired for the person, or may have. @see docs/service/readings.md#U-13 */
export function startDedupWindow(
  context: DispatchContext,
  action: Pick<StoredAction, 'actionId' | 'config'>,
): void {
  const { engine, dispatch, now } = context;
  if (getDedupWindowMs(action.config) > 0) engine.store.dedupClaims.save(getDedupKey(dispatch, action), now);
}
