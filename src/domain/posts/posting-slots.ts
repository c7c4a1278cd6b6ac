import { DAY_MS, MINUTE_MS } from '../../service/durations.ts';
import { CLOCK_RANGE } from '../../service/times.ts';

/** A posting schedule: when its posts are published, in UTC. @see docs/service/endpoints.md#auto-schedule */
export interface PostingSchedule {
  /** Such as `13:05Z`. */
  readonly schedule: readonly string[];
  /** 0 for Sunday to 6 for Saturday (default: every day). */
  readonly daysOfWeek?: readonly number[] | undefined;
  /** Such as `2026-12-24`. */
  readonly excludeDates?: readonly string[] | undefined;
  /** A time; no slot is earlier. */
  readonly setStartDate?: string | undefined;
}

/**
 * Generates the slots of a schedule after a moment, in order, until the last year that a clock can show.
 *
 * @param after in milliseconds since 1970, like the slots
 */
export function* generateSlots(
  { schedule, daysOfWeek, excludeDates = [], setStartDate }: PostingSchedule,
  after: number,
): Generator<number, void> {
  const start = setStartDate === undefined ? CLOCK_RANGE.min : Date.parse(setStartDate);
  const offsets = [...new Set(schedule.map(readTimeOfDay))].sort((a, b) => a - b);
  const excluded = new Set(excludeDates);
  const first = Math.max(after, start);
  for (let day = Math.floor(first / DAY_MS) * DAY_MS; day <= CLOCK_RANGE.max; day += DAY_MS) {
    if (!isPostingDay(day, { daysOfWeek, excluded })) continue;
    for (const offset of offsets) {
      const slot = day + offset;
      if (slot > after && slot >= start) yield slot;
    }
  }
}

/** @returns milliseconds since midnight */
function readTimeOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map((part) => Number.parseInt(part, 10));
  return (hours * 60 + minutes) * MINUTE_MS;
}

/** @param day its first millisecond */
function isPostingDay(
  day: number,
  { daysOfWeek, excluded }: { daysOfWeek: readonly number[] | undefined; excluded: ReadonlySet<string> },
): boolean {
  const date = new Date(day);
  if (daysOfWeek?.includes(date.getUTCDay()) === false) return false;
  return !excluded.has(date.toISOString().slice(0, 'yyyy-mm-dd'.length));
}

/** The first slots after a moment that are not taken. @param count maximum number */
export function findFreeSlots(
  schedule: PostingSchedule,
  { after, taken, count }: { after: number; taken: ReadonlySet<number>; count: number },
): readonly number[] {
  const free: number[] = [];
  for (const slot of generateSlots(schedule, after)) {
    if (free.length >= count) break;
    if (!taken.has(slot)) free.push(slot);
  }
  return free;
}
