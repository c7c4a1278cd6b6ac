import type { PastEvent, ReplayedAction } from './prepare-answers.ts';
import type { RecordedAnswer } from './replay-row.ts';

/** How the answer to an event differs from what it was. */
export const REPLAY_RESULTS = ['same', 'added', 'changed', 'dropped', 'unrecorded', 'unsure'] as const;
export type ReplayResult = (typeof REPLAY_RESULTS)[number];

/** An event on which something fired or fires, with what is known of its answers. */
export interface AnsweredEvent {
  readonly event: PastEvent;
  readonly answers: readonly RecordedAnswer[];
  readonly actions: readonly ReplayedAction[];
  /** Whether the record has what was done, although that may be nothing. */
  readonly isRecorded: boolean;
  /** Whether something about the event is not known that decides. */
  readonly isUnsure: boolean;
}

/** What was sent. */
export interface SentAction {
  /** Null if the record only says that something was sent. */
  readonly type: string | null;
  /** Null if it is not recorded. */
  readonly message: string | null;
}

interface ReplayedAnswer {
  readonly result: ReplayResult;
  /** Null if the record does not say. */
  readonly got: readonly SentAction[] | null;
  /** Without those whose window is open. */
  readonly would: readonly ReplayedAction[];
}

/** The words of the service for a dispatch or an action. @see docs/service/engine.md#states */
const SENT = 'sent';
const DEDUPLICATED = 'deduplicated';

/**
 * Replays the events of one person, in their order: an action whose window is open for the person does not run again.
 *
 * What was not sent for another reason (a refusal, a limit, a pause) says nothing of the files: an action that would send it
 * now counts as the same, and opens no window. What was suppressed by a window that opened before the first event of the
 * record stays suppressed.
 *
 * @see docs/service/engine.md#ENG-06, #D-02 to #D-04
 */
export function createPersonReplay() {
  /** By automation and action: when its window ends. */
  const windows = new Map<string, number>();
  /** Ids of the automations that the record has as answering this person. */
  const answeredBy = new Set<string>();
  return ({ event: { at }, answers, actions, isRecorded, isUnsure }: AnsweredEvent): ReplayedAnswer => {
    const isOpen = (action: ReplayedAction) =>
      at !== undefined && action.windowMs > 0 && at < (windows.get(getWindowKey(action)) ?? at);
    const due = actions.filter((action) => !isOpen(action));
    const carried = answers.filter(({ automationId }) => !answeredBy.has(automationId));
    const compared = compareAnswers(due, answers, carried);
    const would = due.filter((action) => !compared.suppressed.has(action));
    for (const action of would)
      if (at !== undefined && !compared.excused.has(action))
        windows.set(getWindowKey(action), at + action.windowMs);
    for (const { automationId, status } of answers) if (status === SENT) answeredBy.add(automationId);
    const result = isUnsure
      ? 'unsure'
      : isRecorded
        ? compared.result
        : would.length > 0
          ? 'unrecorded'
          : 'same';
    return { result, got: isRecorded ? listSent(answers) : null, would };
  };
}

const getWindowKey = ({ automation, action }: ReplayedAction) => `${automation}:${action}`;

function listSent(answers: readonly RecordedAnswer[]): readonly SentAction[] {
  return answers.flatMap(({ status, actions }): readonly SentAction[] => {
    if (actions === null) return status === SENT ? [{ type: null, message: null }] : [];
    return actions.flatMap(([type, own, message]) => (own === SENT ? [{ type, message }] : []));
  });
}

/**
 * Compares what is due with what was recorded.
 *
 * @param carried answers that a window may have suppressed which opened before the record
 * @returns with the due actions that stay suppressed, and those that were tried and did not get through
 */
function compareAnswers(
  due: readonly ReplayedAction[],
  answers: readonly RecordedAnswer[],
  carried: readonly RecordedAnswer[],
) {
  const open = new Set(due);
  const [suppressed, excused] = [new Set<ReplayedAction>(), new Set<ReplayedAction>()];
  const take = (into: Set<ReplayedAction> | null, canBe: (action: ReplayedAction) => boolean): boolean => {
    const found = due.find((action) => open.has(action) && canBe(action));
    if (found === undefined) return false;
    open.delete(found);
    into?.add(found);
    return true;
  };
  let sent = 0;
  let lost = 0;
  const rest: [type: string, status: string][] = [];
  for (const { actions } of answers)
    for (const [type, status, message] of actions ?? []) {
      if (status !== SENT) rest.push([type, status]);
      else {
        sent += 1;
        if (!take(null, (each) => each.type === type && (message === null || each.canBe(message)))) lost += 1;
      }
    }
  const isCarried = carried.length > 0;
  for (const [type, status] of rest) {
    if (status !== DEDUPLICATED) take(excused, (each) => each.type === type);
    else if (isCarried) take(suppressed, (each) => each.type === type);
  }
  // a row without actions says only how they ended together
  for (const answer of answers) {
    if (answer.actions !== null) continue;
    if (answer.status === SENT) {
      sent += 1;
      if (open.size === 0) lost += 1;
      open.clear();
    } else if (answer.status !== DEDUPLICATED) takeAll(open, excused);
    else if (carried.includes(answer)) takeAll(open, suppressed);
  }
  return {
    result: judge({ sent, lost, gained: open.size, due: due.length - suppressed.size }),
    suppressed,
    excused,
  };
}

function takeAll(open: Set<ReplayedAction>, into: Set<ReplayedAction>): void {
  for (const each of open) into.add(each);
  open.clear();
}

function judge({
  sent,
  lost,
  gained,
  due,
}: {
  sent: number;
  lost: number;
  gained: number;
  due: number;
}): ReplayResult {
  if (lost === 0 && gained === 0) return 'same';
  if (sent === 0) return 'added';
  return due === 0 ? 'dropped' : 'changed';
}
