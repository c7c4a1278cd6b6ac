import { DAY_MS, SECOND_MS } from '../../service/durations.ts';

/** A local time; `month` is 1 for January. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** The clock of a time zone. Times are in milliseconds since 1970-01-01T00:00:00Z. */
export interface ZoneClock {
  /** Display name of the zone: `Europe/Oslo`. */
  readonly name: string;
  wallAt(ms: number): WallTime;
  /** All times at which the clock shows it, in order: none if skipped by a clock change, two if repeated. */
  momentsAt(wall: WallTime): readonly number[];
  /** For a skipped local time: the first time after the gap. */
  momentAfterGap(wall: WallTime): number;
}

/** Creates the clock of a time zone by its IANA name, in any case. @returns null if the zone does not exist */
export function createZoneClock(timeZone: string): ZoneClock | null {
  const format = createFormat(timeZone);
  if (format === null) return null;
  const wallAt = (ms: number) => toWallTime(format, ms);
  const offsetAt = (ms: number) => toUtcMs(wallAt(ms)) - Math.floor(ms / SECOND_MS) * SECOND_MS;
  return {
    name: getZoneName(timeZone, format),
    wallAt,
    momentsAt(wall) {
      const naive = toUtcMs(wall);
      const offsets = new Set([offsetAt(naive - DAY_MS), offsetAt(naive + DAY_MS)]);
      const moments = [...offsets].map((offset) => naive - offset);
      return moments.filter((ms) => toUtcMs(wallAt(ms)) === naive).toSorted((one, other) => one - other);
    },
    momentAfterGap(wall) {
      let [before, after] = [toUtcMs(wall) - DAY_MS, toUtcMs(wall) + DAY_MS];
      const offset = offsetAt(before);
      while (after - before > SECOND_MS) {
        const middle = Math.floor((before + after) / 2 / SECOND_MS) * SECOND_MS;
        if (offsetAt(middle) === offset) before = middle;
        else after = middle;
      }
      return after;
    },
  };
}

function createFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Keeps the requested name of a zone that has an alias. */
function getZoneName(timeZone: string, format: Intl.DateTimeFormat): string {
  const known = format.resolvedOptions().timeZone;
  return known.toLowerCase() === timeZone.toLowerCase() ? known : timeZone;
}

function toWallTime(format: Intl.DateTimeFormat, ms: number): WallTime {
  const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0; // the format above has them all
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  };
}

/** Interprets a local time as UTC. */
function toUtcMs({ year, month, day, hour, minute, second }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}
