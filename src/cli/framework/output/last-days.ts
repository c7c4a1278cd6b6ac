import { findStartOfDay, type LocalClock, readShownMs } from '../../../domain/time/local-time.ts';
import { DAY_MS } from '../../../service/durations.ts';
import { LIMITS } from '../../../service/limits.ts';
import type { Printing } from './printing/output-settings.ts';

/** Days of a sparkline, of which the last is today. */
export const SPARKLINE_DAYS = 14;

/** Requests that the sparklines of one list may take: a tenth of the rate limit. */
export const MOST_SPARKLINE_REQUESTS = LIMITS.requestRate.max / 10;

/**
 * Whether counts by day are asked for, since they take more requests: `--fields` names them, or `--wide` is given. TSV and
 * CSV keep their columns with `--wide`.
 *
 * @param field their name in documents
 */
export function isByDayWanted({ format, hasFields, isWide, names }: Printing, field: string): boolean {
  if (format === 'raw') return false;
  if (hasFields) return names(field);
  return isWide && format !== 'tsv' && format !== 'csv';
}

/** Counts times by day. */
export type DayCounter = ReturnType<typeof createDayCounter>;

/** Creates a counter of the last days of a zone. @param now in milliseconds since 1970 */
export function createDayCounter(now: number, zone: LocalClock) {
  const dayOf = (ms: number) => Math.floor(readShownMs(zone, ms) / DAY_MS);
  const first = dayOf(now) - (SPARKLINE_DAYS - 1);
  /** One for each day, the oldest first. */
  const counts = Array.from({ length: SPARKLINE_DAYS }, () => 0);
  return {
    /** The first of the days, in milliseconds since 1970. */
    start: findStartOfDay(zone, now, SPARKLINE_DAYS - 1),
    counts,
    /** @param ms in milliseconds since 1970; what is no time, or outside of these days, is not counted */
    add(ms: number | null) {
      const at = ms === null || !Number.isFinite(ms) ? -1 : dayOf(ms) - first;
      const count = counts[at];
      if (count !== undefined) counts[at] = count + 1;
    },
  };
}
