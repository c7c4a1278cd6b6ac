import { Temporal } from 'temporal-polyfill';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../service/durations.ts';
import { formatClock, formatDay, UTC, WEEKDAYS } from './local-time.ts';
import { type NaturalTime, parseNaturalTime } from './parse-natural-time.ts';
import { readTimestamp } from './read-timestamp.ts';
import {
  createTimeFault,
  createZoneClock,
  findExisting,
  type ResolvedTime,
  resolveWallTime,
  TIME_FORMATS_ADVICE,
  type TimeContext,
  type TimeFault,
  toResolvedTime,
  type ZoneClock,
} from './zone-clock.ts';

/**
 * Parses when something is scheduled: an exact or natural-language time. A time without a zone is local to the given
 * zone; a time skipped by a clock change is rejected, and of a repeated one the first is used, with a note. Days are
 * calendar days, hours are elapsed time. The result may be in the past.
 *
 * @param text `2026-12-24T17:00:00Z`, `2026-12-24 17:00`, `tomorrow 9:00`, `next tuesday 8am`, `in 2h`
 */
export function parseScheduleTime(text: string, at: TimeContext): ResolvedTime | TimeFault {
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const exact = parseExactTime(words);
  if (exact !== null) return toResolvedTime(exact, at.zone);
  const { rest, zone } = extractZone(words, at.zone);
  const said = { ...at, zone };
  if (rest === 'now') return { fault: 'has no effect', advice: 'omit it' };
  if (rest.includes('midnight')) {
    return {
      fault: 'can mean the start or the end of the day',
      advice: 'write 00:00 with the day that starts then',
    };
  }
  if (DAY_IN_FIGURES.test(rest)) {
    return {
      fault: 'has a numeric date, which is ambiguous',
      advice: 'write the date as 24 dec, 24 dec 2026 or 2026-12-24',
    };
  }
  return rest.startsWith('in ') ? resolveDuration(rest.slice('in '.length), said) : resolveDay(rest, said);
}

/** `24/12`, `12.24.2026`, `24.12.`; but `9.30` may be a time. */
const DAY_IN_FIGURES = /\b\d{1,4}[/.]\d{1,2}[/.]\d{1,4}\b|\b\d{1,2}\/\d{1,2}\b|\b\d{1,2}\.\d{1,2}\.(?!\S)/;

const EXACT = /^(\d{4}-\d{2}-\d{2})[t ](\d{2}:\d{2})(:\d{2})?(?:\.\d{1,9})? ?(z|utc|gmt|[+-]\d{2}:?\d{2})$/;

/** Parses a time with an offset; null for any other. */
function parseExactTime(words: string): number | null {
  const [, date, minutes, seconds = ':00', offset = ''] = EXACT.exec(words) ?? [];
  if (date === undefined) return null;
  return readTimestamp(`${date}T${minutes}${seconds}${/\d/.test(offset) ? offset : 'Z'}`).ms;
}

/** Extracts a zone at the end, which replaces the default: `17:00 utc`, `17:00 europe/oslo`. */
function extractZone(words: string, usual: ZoneClock): { rest: string; zone: ZoneClock } {
  const [, before = '', last = ''] = /^(.*\S) (\S+)$/.exec(words) ?? [];
  const name = /^(?:utc|gmt|z)$/.test(last) ? UTC : last;
  const zone = name === UTC || (/^[a-z]+\//.test(last) && !/\d/.test(last)) ? createZoneClock(name) : null;
  return zone === null ? { rest: words, zone: usual } : { rest: before, zone };
}

/** Default for a day without a time. */
const DEFAULT_TIME = { hour: 9, minute: 0, second: 0 } as const;

/**
 * Resolves a calendar day, or the next occurrence of a time.
 *
 * @param words `tomorrow 9:00`, `next tuesday 8am`, `24 dec 2026 17:00`, `18:30`
 */
function resolveDay(words: string, said: TimeContext): ResolvedTime | TimeFault {
  const spoken = parseNaturalTime(words.replace(/(-\d{2}-\d{2})t(?=\d)/, '$1 '));
  if ('word' in spoken) return createTimeFault(spoken.word);
  const { dayOffset, weekday, isNext = false, year, month, day, time } = spoken;
  const isDate = day !== undefined && month !== undefined;
  if (dayOffset !== undefined && (weekday ?? month ?? day ?? year) !== undefined) return createTimeFault();
  if (!isDate && (day ?? month ?? year) !== undefined) return createTimeFault();
  if (isDate && isNext) return createTimeFault();
  if (dayOffset === 0 && time === undefined) return { fault: 'has no time', advice: 'write "today 18:30"' };
  const today = said.zone.wallAt(said.now);
  const noted = time === undefined ? [`no time is given, so ${formatClock(DEFAULT_TIME)} is used`] : [];
  const then = (days: number, from = today) =>
    resolveWallTime(from.with(time ?? DEFAULT_TIME).add({ days }), said);
  const withNotes = (read: ResolvedTime | TimeFault, more: readonly string[] = []) =>
    'ms' in read ? { ...read, notes: [...more, ...noted, ...read.notes] } : read;
  if (isDate) return withNotes(resolveDate({ year, month, day, weekday }, { said, then }));
  if (weekday !== undefined) {
    const { days, isLater } = computeDaysUntil(weekday, { today, isNext, then, now: said.now });
    return withNotes(
      then(days),
      isLater
        ? [`the ${WEEKDAYS[weekday]} of next week is used; without "next" it is that of this week`]
        : [],
    );
  }
  if (dayOffset !== undefined) return withNotes(then(dayOffset));
  return time === undefined ? createTimeFault() : findSoonest([then(0), then(1)], said.now);
}

type ResolveDays = (days: number, from?: Temporal.PlainDateTime) => ResolvedTime | TimeFault;

/** Without `next`, the next such weekday; with it, that of the following week, which begins on Monday. */
function computeDaysUntil(
  weekday: number,
  {
    today,
    isNext,
    then,
    now,
  }: {
    today: Temporal.PlainDateTime;
    isNext: boolean;
    then: ResolveDays;
    now: number;
  },
): { days: number; isLater: boolean } {
  const days = (weekday - today.dayOfWeek + 7) % 7;
  const first = then(days);
  const isOver = days === 0 && 'ms' in first && first.ms <= now;
  if (!isNext) return { days: isOver ? 7 : days, isLater: false };
  const untilMonday = 8 - today.dayOfWeek;
  const inNextWeek = untilMonday + ((weekday + 6) % 7);
  return { days: inNextWeek, isLater: days > 0 && days < inNextWeek };
}

/** 29 February recurs within this number of years. */
const MAX_YEARS_AHEAD = 8;

/** Resolves a date; without a year, its next occurrence. */
function resolveDate(
  {
    year,
    month,
    day,
    weekday,
  }: {
    year: number | undefined;
    month: number;
    day: number;
    weekday: number | undefined;
  },
  { said, then }: { said: TimeContext; then: ResolveDays },
): ResolvedTime | TimeFault {
  const thisYear = said.zone.wallAt(said.now).year;
  const years =
    year === undefined ? Array.from({ length: MAX_YEARS_AHEAD + 1 }, (_, on) => thisYear + on) : [year];
  const dates = years.flatMap(
    (each) => findExisting(() => new Temporal.PlainDateTime(each, month, day)) ?? [],
  );
  const found = findSoonest(
    dates.map((date) => then(0, date)),
    said.now,
  );
  if (dates.length === 0) return { fault: 'is not a date that exists', advice: TIME_FORMATS_ADVICE };
  if (weekday === undefined || !('ms' in found)) return found;
  const wall = said.zone.wallAt(found.ms);
  if (wall.dayOfWeek % 7 === weekday) return found;
  return {
    fault: `is not a ${WEEKDAYS[weekday]}: it is a ${formatDay(wall)}`,
    advice: 'omit one of the two',
  };
}

/** Returns the first in the future; if all are in the past, the first. */
function findSoonest(all: readonly (ResolvedTime | TimeFault)[], now: number): ResolvedTime | TimeFault {
  return all.find((each) => !('ms' in each) || each.ms > now) ?? all[0] ?? createTimeFault();
}

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^s(?:ec(?:ond)?s?)?$/, SECOND_MS],
  [/^m(?:in(?:ute)?s?)?$/, MINUTE_MS],
  [/^h(?:(?:ou)?rs?)?$/, HOUR_MS],
  [/^d(?:ays?)?$/, DAY_MS],
  [/^w(?:eeks?)?$/, 7 * DAY_MS],
];
const LENGTH = /(\d{1,6}(?:\.\d{1,3})?|\ban?\b) ?([a-z]+)[, ]*(?:and )?/y;

/**
 * Resolves a duration from now: days are calendar days, at the same or the given time; hours are elapsed time.
 *
 * @param words `2h`, `1 hour 30 minutes`, `2 days 9:00`
 */
function resolveDuration(words: string, said: TimeContext): ResolvedTime | TimeFault {
  let [at, days, ms] = [0, 0, 0];
  for (;;) {
    LENGTH.lastIndex = at;
    const [found = '', amount = '', unit = ''] = LENGTH.exec(words) ?? [];
    const length = UNITS.find(([names]) => names.test(unit))?.[1];
    if (length === undefined) break;
    const count = /^an?$/.test(amount) ? 1 : Number(amount);
    const isOfDays = length >= DAY_MS && Number.isInteger(count);
    days += isOfDays ? (count * length) / DAY_MS : 0;
    ms += isOfDays ? 0 : count * length;
    at += found.length;
  }
  const rest = words.slice(at);
  const spoken = parseNaturalTime(rest);
  const isLength = at > 0 && Object.keys(spoken).every((key) => key === 'time');
  if (!isLength || (rest !== '' && ms > 0)) return createTimeFault();
  if (rest === '' && days === 0) return toResolvedTime(roundUpToSecond(said.now + ms), said.zone);
  const { time } = spoken as NaturalTime; // checked above: it has only a time
  const now = said.zone.wallAt(said.now);
  const day = now.add({ days: Math.min(days, MOST_DAYS) });
  const then = resolveWallTime(time === undefined ? day : day.with(time), said);
  return 'ms' in then ? { ...then, ms: roundUpToSecond(then.ms + ms) } : then;
}

/** More than there are to the last year; the library throws for a hundred million. */
const MOST_DAYS = 4_000_000;

/** Rounds up, never earlier than requested. */
function roundUpToSecond(ms: number): number {
  return Math.ceil(ms / SECOND_MS) * SECOND_MS;
}
