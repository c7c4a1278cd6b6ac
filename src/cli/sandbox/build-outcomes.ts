import { SECOND_MS } from '../../service/durations.ts';
import { describeOutcome } from '../automations/activity/describe-outcome.ts';
import type { ActivityLookup } from '../automations/activity/find-activity.ts';
import type { EngagedEvent, EngageOutcome } from './run-engagement.ts';

type EngagedDispatch = EngagedEvent['dispatches'][number];

/** Further input. */
interface OutcomeContext {
  /** The sandbox's time, in milliseconds since 1970. */
  readonly now: number;
  readonly waiting: ActivityLookup['waiting'];
  /** DMs of an account per hour. */
  readonly perHour: number;
}

/** Builds the outcomes of events: one for each automation that reacts, or the reasons why none does. */
export function buildOutcomes(events: readonly EngagedEvent[], known: OutcomeContext): EngageOutcome[] {
  return events.flatMap((event) => {
    const of = { eventId: event.eventId, username: event.username };
    const answers = event.dispatches.map((dispatch) => ({
      ...of,
      ...describeDispatch(event, dispatch, known),
    }));
    const silent = (event.unmatched ?? []).map(({ automationId, name, reason }) => ({
      ...of,
      automationId,
      name,
      result: 'silent',
      details: reason,
      dueAt: null,
    }));
    return [...answers, ...silent];
  });
}

function describeDispatch(
  { duplicate }: EngagedEvent,
  { id, automationId, name, activity, dueAt, ...dispatch }: EngagedDispatch,
  known: OutcomeContext,
): Omit<EngageOutcome, 'eventId' | 'username'> {
  const of = { automationId, name };
  const again = duplicate ? 'duplicate, no effect: ' : '';
  if (activity !== null && activity.completedAt !== null) {
    return { ...of, result: activity.status, details: `${again}${describeOutcome(activity)}`, dueAt: null };
  }
  const wait = known.waiting.find((each) => each.id === id);
  const isHeld = wait !== undefined && wait.reason !== 'jitter';
  return {
    ...of,
    result: isHeld ? (activity?.status ?? 'in_flight') : 'due',
    details: `${again}${isHeld ? describeHold(wait, known) : describeDue({ ...dispatch, dueAt }, known)}`,
    dueAt: wait?.dueAt ?? dueAt,
  };
}

function describeHold(
  { reason, dueAt }: OutcomeContext['waiting'][number],
  { perHour }: OutcomeContext,
): string {
  if (reason === 'pacing')
    return `waits for the hourly DM limit (${perHour} of ${perHour} used) until ${dueAt}`;
  if (reason === 'callback')
    return 'waits for its message callback, which is called when the clock is advanced';
  return `retried at ${dueAt}, after a fault of the sandbox`;
}

function describeDue(
  dispatch: Pick<EngagedDispatch, 'dueAt' | 'triggerType' | 'keyword'>,
  { now }: OutcomeContext,
): string {
  const { dueAt, triggerType } = dispatch;
  const seconds = Math.max(0, Math.round((Date.parse(dueAt) - now) / SECOND_MS));
  return `in ${seconds}s, at ${dueAt}; ${triggerType}${formatKeyword(dispatch)}`;
}

function formatKeyword({ triggerType, keyword }: Pick<EngagedDispatch, 'triggerType' | 'keyword'>): string {
  if (keyword === null) return '';
  return ` on ${triggerType === 'dm_reaction' ? keyword : `"${keyword}"`}`;
}
