import { getField } from '../../../domain/json/loose-record.ts';
import { getOffsetMs } from '../../../domain/time/clock-changes.ts';
import { createLocalClock, describeTime, formatClock, formatDay } from '../../../domain/time/local-time.ts';
import { TIME_WORDS } from '../../../domain/time/parse-natural-time.ts';
import { parseScheduleTime } from '../../../domain/time/parse-schedule-time.ts';
import { formatIsoSeconds } from '../../../domain/time/read-timestamp.ts';
import { shiftTime, type TimeShift } from '../../../domain/time/shift-time.ts';
import { createZoneClock, type ZoneClock } from '../../../domain/time/zone-clock.ts';
import { createUsageError } from '../../../errors.ts';
import { DAY_MS } from '../../../service/durations.ts';
import type { IoPort } from '../../framework/command/io.ts';
import { createZoneError, requireZoneName } from '../../framework/input/time/zone-names.ts';
import { maskLikelySecrets } from '../../framework/output/text/known-secrets.ts';
import { suggestNearest } from '../../framework/output/text/suggest-nearest.ts';

export interface ScheduledTime {
  /** As the service expects it: `2026-12-24T17:00:00Z`. */
  readonly iso: string;
  /** In milliseconds since 1970. */
  readonly ms: number;
  /** In the time zone, in UTC, and relative: `Thu 24 Dec 2026 18:00 Europe/Oslo, 17:00 UTC, in 2 days`. */
  readonly shown: string;
  /** How ambiguous words were interpreted, one sentence each. */
  readonly notes: readonly string[];
  /** It was read in the zone: with another one, it would be another time. */
  readonly isLocal: boolean;
}

export interface ScheduleReading {
  /** The service's time in milliseconds since 1970. */
  now: number;
  timeZone: string;
  pastAdvice?: string;
  /** Where the text is (default: in the flag). */
  from?: ScheduleSource;
}

/** Where a time in words is: in `--schedule`, in a table of posts, or in `--start` of a posting schedule. */
export type ScheduleSource = 'flag' | 'file' | 'start';

const SOURCES = {
  flag: { name: '--schedule ', omit: 'omit --schedule' },
  file: { name: '', omit: 'leave it empty' },
  start: { name: '--start ', omit: 'omit --start' },
} as const;

/**
 * The time zone of a schedule: of `--time-zone`, else the one in which people read and type times.
 *
 * @throws CrierError of kind usage for an unknown name
 */
export function chooseZone(typed: string | undefined, { timeZone }: IoPort): string {
  return typed === undefined ? timeZone : requireZoneName(typed);
}

/**
 * Reads `--schedule`, an exact time or words.
 *
 * @throws CrierError of kind usage for what is not a time, for a time that is skipped by a clock change, for a past
 *   time, and for an unknown time zone
 */
export function readSchedule(
  text: string,
  { now, timeZone, pastAdvice, from = 'flag' }: ScheduleReading,
): ScheduledTime {
  const usual = findZone(timeZone);
  const read = parseScheduleTime(text, { now, zone: usual });
  const { name, omit } = SOURCES[from];
  const flag = `${name}"${maskText(text)}"`;
  if ('fault' in read) {
    const { word = '', fault, advice } = read;
    // a known word is spelled correctly, and only its use is wrong
    const suggestion = TIME_WORDS.includes(word) ? '' : suggestNearest(word, TIME_WORDS);
    throw createUsageError(`${flag} ${fault}`, suggestion + advice);
  }
  const { ms, zone, notes, isLocal = false } = read;
  const shown = describeTime(ms, { zone, now });
  if (ms <= now) {
    const effect = from === 'start' ? '' : ': the service publishes past times immediately';
    const advice = `use a future time, or ${omit}${effect}`;
    throw createUsageError(`${flag} is in the past: ${shown}`, pastAdvice ?? advice);
  }
  return { iso: formatIsoSeconds(ms), ms, shown, notes, isLocal: isLocal && zone === usual };
}

/** Reads times in one zone, and knows whether one of them depended on it. */
export type ScheduleReader = ReturnType<typeof createScheduleReader>;

/** @param typed the value of `--time-zone` */
export function createScheduleReader(typed: string | undefined, io: IoPort) {
  const timeZone = chooseZone(typed, io);
  const isGiven = typed !== undefined || io.chosenZone !== null;
  let isUsed = false;
  return {
    timeZone,
    /** Whether a time depended on the zone, or the zone was given. */
    isRelevant: (): boolean => isUsed || isGiven,
    /** As `readSchedule`. */
    read(text: string, reading: Omit<ScheduleReading, 'timeZone'>): ScheduledTime {
      const time = readSchedule(text, { ...reading, timeZone });
      isUsed ||= time.isLocal;
      return time;
    },
    /**
     * Moves a stored time; days keep its local time in the zone.
     *
     * @throws CrierError of kind usage for a local time that a clock change skips, and for a time in the past
     */
    shift(from: number, shift: TimeShift, now: number): ScheduledTime {
      const read = shiftTime(from, shift, { now, zone: findZone(timeZone) });
      if ('fault' in read) throw createUsageError(`its new time ${read.fault}`, read.advice);
      const { ms, zone, notes, isLocal = false } = read;
      const shown = describeTime(ms, { zone, now });
      if (ms <= now)
        throw createUsageError(
          `its new time is in the past: ${shown}`,
          'use a shift that ends in the future; nothing was sent',
        );
      isUsed ||= isLocal;
      return { iso: formatIsoSeconds(ms), ms, shown, notes, isLocal };
    },
    /** Names the zone of the machine if times were read in it because no other was given; otherwise null. */
    describeZone: (): string | null =>
      isUsed && !isGiven
        ? `times are in ${timeZone}, the time zone of this machine; --time-zone sets another`
        : null,
  };
}

/** Notes the zone of the machine if times were read in it. */
export async function noteZone(times: ScheduleReader, io: IoPort): Promise<void> {
  const zone = times.describeZone();
  if (zone !== null) await io.note(zone);
}

/** Notes when a post is scheduled, and in which zone. @returns the time as the service expects it */
export async function noteSchedule(
  date: string,
  { now, times }: { now: number; times: ScheduleReader },
  io: IoPort,
): Promise<string> {
  const ms = Date.parse(date);
  await io.note(`to be scheduled for ${formatSchedule(ms, { now, timeZone: times.timeZone })}`);
  await noteZone(times, io);
  return formatIsoSeconds(ms);
}

/** Times are not secret, but a key may have been pasted by mistake. */
function maskText(text: string): string {
  const isTime = /^[\d\s:.+tz/-]*$/i.test(text);
  return isTime ? text : maskLikelySecrets(text);
}

/** Formats a time in the time zone and in UTC, like `readSchedule`. @param ms in milliseconds since 1970 */
export function formatSchedule(ms: number, { now, timeZone }: ScheduleReading): string {
  return describeTime(ms, { zone: createLocalClock(timeZone), now });
}

/** Formats a time in the time zone for a table: `2026-12-24 18:00`. @param ms in milliseconds since 1970 */
export function formatMinute(ms: number, timeZone: string): string {
  const wall = createLocalClock(timeZone).wallAt(ms);
  const date = [wall.year, wall.month, wall.day].map((part) => String(part).padStart(2, '0')).join('-');
  return `${date} ${formatClock(wall)}`;
}

/** @throws CrierError of kind usage, with the nearest names */
function findZone(name: string): ZoneClock {
  const zone = createZoneClock(name);
  if (zone === null) throw createZoneError(name);
  return zone;
}

/** At most ten repetitions are accepted. */
const ORDINALS = [
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
];

/**
 * Says which repetition of a post is the first at another local time: the service repeats in days of 24 hours, also when
 * the clocks change.
 *
 * @param body of a post
 * @returns null if all are at the same time, or if nothing depends on the zone
 * @see docs/service/posts.md#auto-repost
 */
export function describeRepetition(body: unknown, { timeZone, isRelevant }: ScheduleReader): string | null {
  const plan = getField(body, 'autoRepost');
  const [repeat, days, startDate] = ['repeat', 'days', 'startDate'].map((name) => getField(plan, name));
  const start = typeof startDate === 'string' ? Date.parse(startDate) : Number.NaN;
  if (typeof repeat !== 'number' || typeof days !== 'number' || Number.isNaN(start) || !isRelevant())
    return null;
  const clock = createLocalClock(timeZone);
  const offset = getOffsetMs(clock, start);
  for (const [at, ordinal] of ORDINALS.slice(0, repeat).entries()) {
    const ms = start + (at + 1) * days * DAY_MS;
    if (getOffsetMs(clock, ms) === offset) continue;
    const [first, then] = [clock.wallAt(start), clock.wallAt(ms)];
    return `the ${ordinal} post, on ${formatDay(then)}, is at ${formatClock(then)} in ${timeZone}, and not at ${formatClock(first)}: repetitions are whole days of 24 hours apart, and the clocks change before it`;
  }
  return null;
}
