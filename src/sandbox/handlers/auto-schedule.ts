import { findFreeSlots, type PostingSchedule } from '../../domain/posts/posting-slots.ts';
import { formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import { ASSUMED } from '../../service/assumed.ts';
import { LIMITS } from '../../service/limits.ts';
import { createInputFailure } from '../http/service-failure.ts';
import { createMissingSchedule } from '../publish/claim-slot.ts';
import {
  deletePostingSchedule,
  findPostingSchedule,
  listPostingSchedules,
  listTakenSlots,
  savePostingSchedule,
} from '../store/posting-schedules.ts';
import type { Handler, HandlerContext, HandlerInput } from './handler.ts';

/**
 * Sets a posting schedule. Posts that are scheduled keep their times.
 *
 * @throws ServiceFailure 101 for a new schedule without times
 * @see docs/service/endpoints.md#auto-schedule
 */
export const setAutoSchedule: Handler<'setAutoSchedule'> = ({ body }, { store, profile }) => {
  const { title = LIMITS.scheduleTitle } = body;
  const sent = readSentFields(body);
  store.transaction(() => {
    const { schedule, ...others } = sent;
    if (schedule !== undefined) {
      savePostingSchedule(store, profile.id, title, { schedule, ...others });
      return;
    }
    const before = findPostingSchedule(store, profile.id, title);
    if (before === undefined) throw createInputFailure('schedule: is required for a new schedule');
    savePostingSchedule(store, profile.id, title, { ...before, ...others });
  });
  return { status: 'success', message: 'The posting schedule is set.', title, ...sent };
};

/** The fields that were sent, each entry once, in order. */
function readSentFields({
  schedule,
  daysOfWeek,
  excludeDates,
  setStartDate,
}: HandlerInput<'setAutoSchedule'>['body']): Partial<PostingSchedule> {
  return {
    ...(schedule !== undefined && { schedule: [...new Set(schedule)].toSorted() }),
    ...(daysOfWeek !== undefined && { daysOfWeek: [...new Set(daysOfWeek)].toSorted((a, b) => a - b) }),
    ...(excludeDates !== undefined && { excludeDates: [...new Set(excludeDates)].toSorted() }),
    ...(setStartDate !== undefined && { setStartDate: formatIsoSeconds(Date.parse(setStartDate)) }),
  };
}

/** @see docs/service/endpoints.md#auto-schedule */
export const listAutoSchedules: Handler<'listAutoSchedules'> = (_input, context) => {
  const { store, profile } = context;
  const schedules = listPostingSchedules(store, profile.id);
  if (schedules.length === 0) throw createMissingSchedule(LIMITS.scheduleTitle, []);
  const entries = schedules.map(
    ({ title, schedule }) =>
      [title, { ...schedule, nextSlots: listNextSlots(title, schedule, context) }] as const,
  );
  return { status: 'success', schedules: Object.fromEntries(entries) };
};

function listNextSlots(
  title: string,
  schedule: PostingSchedule,
  { store, profile, now }: HandlerContext,
): readonly string[] {
  const taken = listTakenSlots(store, profile.id, title, now);
  const free = findFreeSlots(schedule, { after: now, taken, count: ASSUMED.listedSlots });
  return free.map(formatIsoSeconds);
}

/** Posts that are scheduled keep their times. @see docs/service/endpoints.md#auto-schedule */
export const deleteAutoSchedule: Handler<'deleteAutoSchedule'> = ({ body, query }, { store, profile }) => {
  const title = body.title ?? query.title ?? LIMITS.scheduleTitle;
  store.transaction(() => {
    if (findPostingSchedule(store, profile.id, title) === undefined)
      throw createMissingSchedule(title, listPostingSchedules(store, profile.id));
    deletePostingSchedule(store, profile.id, title);
  });
  return { status: 'success', title };
};
