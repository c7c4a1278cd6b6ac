import { joinWithAnd } from '../../../domain/text/lists-and-counts.ts';
import { describeClockChange, findClockChange, getOffsetMs } from '../../../domain/time/clock-changes.ts';
import {
  findLocalTime,
  formatClock,
  type LocalClock,
  readShownMs,
  UTC,
  UTC_CLOCK,
} from '../../../domain/time/local-time.ts';
import { formatIsoMilliseconds } from '../../../domain/time/read-timestamp.ts';
import { createUsageError } from '../../../errors.ts';
import { DAY_MS, MINUTE_MS } from '../../../service/durations.ts';
import { crier } from '../../framework/output/text/shell-command.ts';

export interface TypedTime {
  /** Since midnight. */
  readonly minutes: number;
  /** It ends with Z. */
  readonly isUtc: boolean;
}

export interface TypedSlots {
  times: readonly TypedTime[];
  /** 0 for Sunday; empty for every day. */
  days: readonly number[];
  /** Such as `2026-12-24`. */
  exclude: readonly string[];
}

const WEEK = 7;

/**
 * Converts the times of a posting schedule to UTC, with its days: 00:30 on Monday in Oslo is on Sunday.
 *
 * @param clock that of the times without a Z; null for UTC
 * @param from no slot is earlier, in milliseconds since 1970
 * @returns times such as `13:05Z`, and notes on how local times were converted
 * @throws CrierError of kind usage if times fall on different days in UTC, which one schedule cannot have
 */
export function toUtcSlots(typed: TypedSlots, clock: LocalClock | null, from: number) {
  const { times, days, exclude } = typed;
  const isLocal = clock !== null && clock.name !== UTC;
  if (!isLocal || times.every(({ isUtc }) => isUtc)) {
    const schedule = times.map(({ minutes }) => formatUtcTime(minutes));
    return { schedule, daysOfWeek: days, excludeDates: exclude, notes: [] };
  }
  const first = findFirstSlot(typed, clock, from);
  const offset = Math.round(getOffsetMs(clock, first) / MINUTE_MS);
  const all = times.map((time) => ({ time, minutes: time.minutes - (time.isUtc ? 0 : offset) }));
  const shifts = [...new Set(all.map(({ minutes }) => Math.floor((minutes * MINUTE_MS) / DAY_MS)))];
  if (shifts.length > 1 && (days.length > 0 || exclude.length > 0)) throw createDaysError(all, clock);
  const [shift = 0] = shifts;
  const local = all.filter(({ time }) => !time.isUtc);
  const typedTimes = joinWithAnd(local.map(({ time }) => formatMinutes(time.minutes)));
  const inUtc = joinWithAnd(local.map(({ minutes }) => formatMinutes(minutes)));
  const moved = shift === 0 || days.length === 0 ? '' : `, a day ${shift < 0 ? 'earlier' : 'later'}`;
  return {
    schedule: all.map(({ minutes }) => formatUtcTime(minutes)),
    daysOfWeek: days.map((day) => (day + shift + WEEK) % WEEK),
    excludeDates: exclude.map((date) => moveDate(date, shift)),
    notes: [`${typedTimes} in ${clock.name} ${local.length === 1 ? 'is' : 'are'} ${inUtc} UTC${moved}`],
  };
}

/** The first local slot, whose offset is used: the clocks may change before it. */
function findFirstSlot({ times, days }: TypedSlots, clock: LocalClock, from: number): number {
  const today = Math.floor(readShownMs(clock, from) / DAY_MS) * DAY_MS;
  const minutes = times.filter(({ isUtc }) => !isUtc).map((time) => time.minutes);
  for (let day = today; day <= today + WEEK * DAY_MS; day += DAY_MS) {
    if (days.length > 0 && !days.includes(new Date(day).getUTCDay())) continue;
    const slots = minutes.map((each) => findLocalTime(clock, day + each * MINUTE_MS));
    const next = slots.filter((slot) => slot > from).toSorted((one, other) => one - other)[0];
    if (next !== undefined) return next;
  }
  return from;
}

function createDaysError(all: readonly { time: TypedTime; minutes: number }[], clock: LocalClock): Error {
  const times = all.map(({ time }) => `${formatMinutes(time.minutes)}${time.isUtc ? 'Z' : ''}`);
  return createUsageError(
    `the times ${joinWithAnd(times)} in ${clock.name} fall on different days in UTC, which a schedule has`,
    `set a schedule for each, such as "${crier`schedule set Late`}"; or give the times in UTC, such as 22:30Z, and their days`,
  );
}

function moveDate(date: string, days: number): string {
  return formatIsoMilliseconds(Date.parse(date) + days * DAY_MS).slice(0, 'yyyy-mm-dd'.length);
}

function formatUtcTime(minutes: number): string {
  return `${formatMinutes(minutes)}Z`;
}

/** `22:30` for a number of minutes before or after midnight. */
function formatMinutes(minutes: number): string {
  return formatClock(UTC_CLOCK.wallAt(minutes * MINUTE_MS));
}

/** Slots whose local times a note names. */
const MOST_NAMED = 3;

/**
 * Says from which day on the slots of a schedule are at other local times, since they are the same in UTC all year.
 *
 * @param schedule times such as `13:05Z`, of which the first ones are named; empty for none of them
 * @param from in milliseconds since 1970
 * @returns null in a zone without changes
 */
export function describeSlotChange(
  schedule: readonly string[],
  clock: LocalClock,
  from: number,
): string | null {
  const change = findClockChange(clock, from);
  if (change === null) return null;
  const day = Math.floor(change.ms / DAY_MS) * DAY_MS;
  const times = schedule.map((time) => {
    // a day later, when the clocks have changed
    const slot = Date.parse(`${new Date(day + DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length)}T${time}`);
    return Number.isNaN(slot) ? time : formatClock(clock.wallAt(slot));
  });
  const at = times.length === 0 || times.length > MOST_NAMED ? '' : `, at ${joinWithAnd(times)}`;
  return `slots are at the same time in UTC all year: ${describeClockChange(change, clock)}${at}`;
}
