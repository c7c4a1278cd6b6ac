import * as z from 'zod';
import { describeOutcome } from '../../../domain/automations/activity-outcome.ts';
import {
  ClockState,
  CONTROL,
  type ControlAnswer,
  type ControlInput,
} from '../../../service/control/control.ts';
import { SECOND_MS } from '../../../service/durations.ts';
import { ActivityRow } from '../../../service/endpoints/activity.ts';
import type { IoPort } from '../../framework/command/io.ts';
import type { SandboxControl } from '../../framework/command/sandbox/sandbox-control.ts';
import { type ActivityLookup, findActivity } from '../automations/activity/activity-list.ts';
import { countSentSince, moveClock } from './clock-view.ts';

const Event = CONTROL.engage.answer.shape.events.element;

const EngagedEvent = Event.extend({
  dispatches: z.array(
    Event.shape.dispatches.element.extend({
      activity: ActivityRow.nullable().describe('its activity so far'),
    }),
  ),
});
type EngagedEvent = z.infer<typeof EngagedEvent>;

/** An automation that reacts to an event, or stays silent. */
const EngageOutcome = z.object({
  eventId: z.string(),
  username: z.string().nullable().describe('handle of the person'),
  automationId: z.string(),
  name: z.string().describe('name of the automation'),
  result: z.string().describe('due, silent, or the status of its activity'),
  details: z.string().describe('text that was sent, what it waits for, or why it is silent'),
  dueAt: z.string().nullable().describe('time at which it is due'),
});
export type EngageOutcome = z.infer<typeof EngageOutcome>;

/** Output of `sandbox engage`. */
export const Engaged = z.object({
  like: z.string().optional().describe('with --like: the event that the new one is like'),
  events: z.array(EngagedEvent),
  outcomes: z
    .array(EngageOutcome)
    .describe('one for each automation that reacts; if none does, one for each automation of the account'),
  clock: ClockState.describe('time of the sandbox afterwards'),
  processed: CONTROL.advanceClock.answer.shape.processed
    .nullable()
    .describe('what was processed while the clock was advanced, by kind; null if it was not'),
});
export type Engaged = z.infer<typeof Engaged>;

export interface EngagementRun {
  document: Engaged;
  clockBefore: ClockState;
  /** Requests that were sent meanwhile, by kind, without refused ones. */
  requests: Readonly<Record<string, number>>;
}

/**
 * Reports an engagement to the sandbox.
 *
 * @param io advances the clock to the time of the last effect; null leaves it
 */
export async function runEngagement(
  control: SandboxControl,
  order: ControlInput<'engage'>,
  io: IoPort | null,
): Promise<EngagementRun> {
  const { call } = control;
  const { events } = await call('engage', order);
  const dispatches = events.flatMap((event) => event.dispatches);
  const before = await call('getClock', {});
  const last = Math.max(...dispatches.map(({ dueAt }) => Date.parse(dueAt)));
  const ms = last - Date.parse(before.now);
  const ids = dispatches.map(({ id }) => id);
  // without effects, the clock is left as it is
  const isMoved = io !== null && (ms > 0 || (await isLeftDue(control, ids, before)));
  const move = isMoved ? await moveClock(control, Math.max(0, ms), io) : null;
  const moved = move?.after ?? null;
  const left = move === null ? {} : countSentSince(move.before, await call('status', {}));
  const { mode, now, aheadMs } = moved ?? before;
  const found = await findActivity(control, ids);
  const isPaced = found.waiting.some((each) => each.reason === 'pacing');
  const perHour = isPaced ? (await call('status', {})).limits.dms.perHour : 0;
  const rows = new Map(found.activity.map((row) => [row.id, row]));
  const withRows = events.map((event) => addActivity(event, rows));
  const outcomes = buildOutcomes(withRows, { now: Date.parse(now), waiting: found.waiting, perHour });
  const document = {
    events: withRows,
    outcomes,
    clock: { mode, now, aheadMs },
    processed: moved?.processed ?? null,
  };
  return { document, clockBefore: before, requests: left };
}

/**
 * Work that is due is done on request, except for message callbacks and what waits for them: these are only sent while
 * a server runs, or the clock is advanced.
 */
async function isLeftDue(
  control: SandboxControl,
  ids: readonly string[],
  { now }: ClockState,
): Promise<boolean> {
  if (ids.length === 0) return false;
  const { waiting } = await findActivity(control, ids);
  return waiting.some((each) => each.reason !== 'pacing' && Date.parse(each.dueAt) <= Date.parse(now));
}

function addActivity(
  event: ControlAnswer<'engage'>['events'][number],
  rows: ReadonlyMap<string, ActivityRow>,
): EngagedEvent {
  const dispatches = event.dispatches.map((each) => ({ ...each, activity: rows.get(each.id) ?? null }));
  return { ...event, dispatches };
}

type EngagedDispatch = EngagedEvent['dispatches'][number];

/** Further input. */
interface OutcomeContext {
  /** The sandbox's time, in milliseconds since 1970. */
  now: number;
  waiting: ActivityLookup['waiting'];
  /** DMs of an account per hour. */
  perHour: number;
}

/** Builds the outcomes of events: one for each automation that reacts, or the reasons why none does. */
function buildOutcomes(events: readonly EngagedEvent[], known: OutcomeContext): EngageOutcome[] {
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
