import * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import type { ClientAnswer } from '../../../client/transport.ts';
import { findFreeSlots } from '../../../domain/posts/posting-slots.ts';
import {
  formatClock,
  formatDay,
  type LocalClock,
  SHORT_NAME,
  UTC,
  UTC_CLOCK,
  WEEKDAYS,
} from '../../../domain/time/local-time.ts';
import { formatIsoSeconds, readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { CrierError } from '../../../errors.ts';
import {
  listAutoSchedules,
  type PostingScheduleEntry,
  TimeOfDay,
} from '../../../service/endpoints/auto-schedule.ts';
import { type Column, pickMember } from '../../framework/output/view.ts';

/** Slots that are computed where the service names none. */
const COMPUTED_SLOTS = 5;
/** Slots that a table shows. */
const SHOWN_SLOTS = 3;

export const TitledPostingSchedule = z.looseObject({
  title: z.string(),
  schedule: z.array(z.string()).describe('times of the day, UTC'),
  daysOfWeek: z.array(z.number()).nullable().describe('0 for Sunday to 6 for Saturday; null for every day'),
  excludeDates: z.array(z.string()),
  setStartDate: z.string().nullable(),
  nextSlots: z.array(z.string()).describe('the next slots that no post has taken, as far as known'),
});
export type TitledPostingSchedule = z.infer<typeof TitledPostingSchedule>;

const NONE_SET = 192;

/**
 * Reads the posting schedules of the profile.
 *
 * @param now the service's time in milliseconds since 1970, requested if it has to be known
 * @returns `knowsFreeSlots` if the service names free slots; otherwise they are computed, and may be taken. Without
 *   a schedule, `answer` is null
 * @see docs/service/endpoints.md#auto-schedule
 */
export async function readSchedules(client: Client, now: () => Promise<number>) {
  let answer: ClientAnswer<z.infer<typeof listAutoSchedules.answer>>;
  try {
    answer = await client.call(listAutoSchedules, {});
  } catch (error) {
    if (!(error instanceof CrierError) || error.facts.code !== NONE_SET) throw error;
    return { schedules: [], knowsFreeSlots: true, answer: null };
  }
  const entries = Object.entries(answer.body.schedules ?? {});
  const knowsFreeSlots = entries.every(([, { nextSlots }]) => Array.isArray(nextSlots));
  const moment = knowsFreeSlots ? 0 : await now();
  const schedules = entries.map(([title, entry]) => toTitledSchedule(title, entry, moment));
  return { schedules, knowsFreeSlots, answer };
}

function toTitledSchedule(title: string, entry: PostingScheduleEntry, now: number): TitledPostingSchedule {
  const { schedule, daysOfWeek, excludeDates, setStartDate, nextSlots } = entry;
  const titled = {
    title,
    ...entry,
    schedule: schedule ?? [],
    daysOfWeek: daysOfWeek ?? null,
    excludeDates: excludeDates ?? [],
    setStartDate: setStartDate ?? null,
    nextSlots: nextSlots ?? [],
  };
  return nextSlots == null ? { ...titled, nextSlots: computeSlots(titled, now) } : titled;
}

/** Slots as far as the schedule can be read. */
function computeSlots(
  { schedule, daysOfWeek, excludeDates, setStartDate }: TitledPostingSchedule,
  now: number,
): string[] {
  const times = schedule.filter((time) => TimeOfDay.safeParse(time).success);
  const start = readTimestamp(setStartDate).ms;
  const readable = {
    schedule: times,
    daysOfWeek: daysOfWeek ?? undefined,
    excludeDates,
    setStartDate: start === null ? undefined : formatIsoSeconds(start),
  };
  if (times.length === 0) return [];
  const slots = findFreeSlots(readable, { after: now, taken: new Set(), count: COMPUTED_SLOTS });
  return slots.map(formatIsoSeconds);
}

/** Days with Monday first, three or more in a row as a range: `Mon-Fri`, `Wed Sat Sun`; `every day`. */
export function formatDays(days: readonly number[] | null): string {
  if (days === null || days.length === WEEKDAYS.length) return 'every day';
  const ordered = days.map((day) => (day + SUNDAY) % WEEKDAYS.length).toSorted();
  const runs: number[][] = [];
  for (const day of ordered) {
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  return runs.flatMap(formatRun).join(' ');
}

/** Position of Sunday in a week that begins with Monday. */
const SUNDAY = 6;

function formatRun(run: readonly number[]): readonly string[] {
  const names = run.map((day) => (WEEKDAYS[(day + 1) % WEEKDAYS.length] ?? '').slice(0, SHORT_NAME));
  return names.length < 3 ? names : [`${names[0]}-${names.at(-1)}`];
}

/** The next slots in a zone: `Mon 21 Sep 2026 20:14`, one on a line. @param addUtc also in UTC, where that differs */
export function formatSlots(
  slots: readonly string[],
  zone: LocalClock | null,
  { addUtc = false } = {},
): string {
  const clock = zone ?? UTC_CLOCK;
  const lines = slots.slice(0, SHOWN_SLOTS).flatMap((slot) => {
    const { ms } = readTimestamp(slot);
    if (ms === null) return [];
    const wall = clock.wallAt(ms);
    const inUtc = addUtc && clock.name !== UTC ? ` (${formatClock(UTC_CLOCK.wallAt(ms))} ${UTC})` : '';
    return [`${formatDay(wall)} ${formatClock(wall)}${inUtc}`];
  });
  return lines.length === 0 ? 'none' : lines.join('\n');
}

export const SCHEDULE_COLUMNS: readonly Column<TitledPostingSchedule>[] = [
  { ...pickMember('title', 'title'), role: 'name', drop: 0 },
  {
    ...pickMember('schedule', 'times (UTC)'),
    show: ({ schedule }) => schedule.map((time) => time.replace(/Z$/, '')).join(' '),
    flexible: true,
    wraps: true,
    drop: 1,
  },
  { ...pickMember('daysOfWeek', 'days'), show: ({ daysOfWeek }) => formatDays(daysOfWeek), drop: 2 },
  {
    ...pickMember('excludeDates', 'except'),
    show: ({ excludeDates }) => excludeDates.join(' '),
    drop: 3,
    dataOnly: true,
    inWide: true,
  },
  { ...pickMember('setStartDate', 'from'), role: 'time', dataOnly: true, inWide: true, drop: 4 },
  {
    ...pickMember('nextSlots', 'next slots'),
    show: ({ nextSlots }, _now, zone = null) => formatSlots(nextSlots, zone, { addUtc: true }),
    wraps: true,
    drop: 0,
  },
];

/** Said where the service does not know which slots are free. */
export const COMPUTED_NOTE = 'the service does not say which slots are taken: the next ones are computed';
