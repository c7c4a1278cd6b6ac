import { createLocalClock } from '../../domain/time/local-time.ts';
import { pageState } from '../page-store.ts';

const DAY_MS = 86_400_000;

/** The zone of all times of the page. */
export function getZone(): string {
  return pageState.value?.timeZone ?? 'UTC';
}

/** What a clock in the zone of the page shows. */
export interface ShownTime {
  /** `2026-12-04` */
  readonly day: string;
  readonly hour: number;
  /** `18:06` */
  readonly clock: string;
  readonly second: number;
}

/** @param at as the service writes it, or in milliseconds since 1970 */
export function readShown(at: string | number): ShownTime {
  const { year, month, day, hour, minute, second } = createLocalClock(getZone()).wallAt(
    new Date(at).getTime(),
  );
  return {
    day: `${year}-${pad(month)}-${pad(day)}`,
    hour,
    clock: `${pad(hour)}:${pad(minute)}`,
    second,
  };
}

export function pad(number: number): string {
  return String(number).padStart(2, '0');
}

/** `Fri, 4 Dec 2026, 18:06 CET` */
export function formatExact(at: string, timeZone = getZone()): string {
  return new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(at));
}

/** How many minutes the zone is ahead of UTC then. */
export function getOffset(at: string): number {
  const { day, clock } = readShown(at);
  return Math.round((Date.parse(`${day}T${clock}Z`) - Date.parse(at)) / 60_000);
}

/** `Fri 4 Dec` @param day `2026-12-04` */
export function formatDay(day: string, parts: Intl.DateTimeFormatOptions = SHORT_DAY): string {
  return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' })
    .format(new Date(day))
    .replace(',', '');
}

const SHORT_DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const;

/** The day that is this number of days later. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, day.length);
}

export function listDays(from: string, to: string): readonly string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, index) => addDays(from, index));
}

/** 0 for Monday. */
export function getWeekday(day: string): number {
  return (new Date(day).getUTCDay() + 6) % 7;
}
