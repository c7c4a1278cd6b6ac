import { WEEKDAYS } from './calendar-names.ts';
import {
  atWall,
  type Misunderstood,
  misunderstood,
  onWall,
  type SaidAt,
  type Understood,
  WAYS,
} from './said-moment.ts';
import { clockOf, dayOf } from './shown-moment.ts';
import { spokenTime } from './spoken-time.ts';
import type { WallTime } from './zone-clock.ts';

/** What is taken where a day is said without a time. */
const USUAL_TIME = { hour: 9, minute: 0, second: 0 } as const;

/**
 * On a day of the calendar, or at the next time that clocks show what is said.
 *
 * @param words `tomorrow 9:00`, `next tuesday 8am`, `24 dec 2026 17:00`, `18:30`
 */
export function onDay(words: string, said: SaidAt): Understood | Misunderstood {
  const spoken = spokenTime(words.replace(/^(\d{4}-\d{2}-\d{2})t(?=\d)/, '$1 '));
  if ('word' in spoken) return misunderstood(spoken.word);
  const { daysOn, weekday, isNext = false, year, month, day, time } = spoken;
  const isDate = day !== undefined && month !== undefined;
  if (daysOn !== undefined && (weekday ?? month ?? day ?? year) !== undefined) return misunderstood();
  if (!isDate && (day ?? month ?? year) !== undefined) return misunderstood();
  if (isDate && isNext) return misunderstood();
  if (daysOn === 0 && time === undefined) return { fault: 'says no time', advice: 'write "today 18:30"' };
  const today = said.zone.wallAt(said.now);
  const noted = time === undefined ? [`no time is said, so that it is ${clockOf(USUAL_TIME)}`] : [];
  const then = (days: number, from: WallTime = today) =>
    atWall(onWall({ ...from, ...(time ?? USUAL_TIME) }, days), said);
  const withNotes = (read: Understood | Misunderstood, more: readonly string[] = []) =>
    'ms' in read ? { ...read, notes: [...more, ...noted, ...read.notes] } : read;
  if (isDate) return withNotes(onDate({ year, month, day, weekday }, { said, then }));
  if (weekday !== undefined) {
    const { days, isLater } = daysUntil(weekday, { today, isNext, then, now: said.now });
    return withNotes(
      then(days),
      isLater
        ? [`the ${WEEKDAYS[weekday]} of next week is meant: without "next" it is that of this week`]
        : [],
    );
  }
  if (daysOn !== undefined) return withNotes(then(daysOn));
  return time === undefined ? misunderstood() : soonest([then(0), then(1)], said.now);
}

type Then = (days: number, from?: WallTime) => Understood | Misunderstood;

/** Without `next`, the soonest one that is to come; with it, that of the week after this one, which begins on Monday. */
function daysUntil(
  weekday: number,
  {
    today,
    isNext,
    then,
    now,
  }: { readonly today: WallTime; readonly isNext: boolean; readonly then: Then; readonly now: number },
): { readonly days: number; readonly isLater: boolean } {
  const days = (weekday - weekdayOf(today) + 7) % 7;
  const first = then(days);
  const isOver = days === 0 && 'ms' in first && first.ms <= now;
  if (!isNext) return { days: isOver ? 7 : days, isLater: false };
  const untilMonday = 7 - ((weekdayOf(today) + 6) % 7);
  const inNextWeek = untilMonday + ((weekday + 6) % 7);
  return { days: inNextWeek, isLater: days > 0 && days < inNextWeek };
}

/** A 29 February comes again within so many years. */
const YEARS_AHEAD = 8;

/** On a day of the calendar; without a year, the next time that it comes. */
function onDate(
  {
    year,
    month,
    day,
    weekday,
  }: {
    readonly year: number | undefined;
    readonly month: number;
    readonly day: number;
    readonly weekday: number | undefined;
  },
  { said, then }: { readonly said: SaidAt; readonly then: Then },
): Understood | Misunderstood {
  const thisYear = said.zone.wallAt(said.now).year;
  const years =
    year === undefined ? Array.from({ length: YEARS_AHEAD + 1 }, (_, on) => thisYear + on) : [year];
  const dates = years.map((each) => ({ year: each, month, day, ...MIDNIGHT })).filter(isOfCalendar);
  const found = soonest(
    dates.map((date) => then(0, date)),
    said.now,
  );
  if (dates.length === 0) return { fault: 'is a day that no calendar has', advice: WAYS };
  if (weekday === undefined || !('ms' in found)) return found;
  const wall = said.zone.wallAt(found.ms);
  if (weekdayOf(wall) === weekday) return found;
  return { fault: `is no ${WEEKDAYS[weekday]}: it is ${dayOf(wall)}`, advice: 'leave out one of the two' };
}

const MIDNIGHT = { hour: 0, minute: 0, second: 0 } as const;

function isOfCalendar({ year, month, day }: WallTime): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** The first that is to come; when all are over, the first. */
function soonest(all: readonly (Understood | Misunderstood)[], now: number): Understood | Misunderstood {
  return all.find((each) => !('ms' in each) || each.ms > now) ?? all[0] ?? misunderstood();
}

function weekdayOf({ year, month, day }: Pick<WallTime, 'year' | 'month' | 'day'>): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}
