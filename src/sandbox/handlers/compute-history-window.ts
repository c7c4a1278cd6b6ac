import { readTimestamp } from '../../domain/time/read-timestamp.ts';
import { DAY_MS, SECOND_MS } from '../../service/durations.ts';
import { LIMITS } from '../../service/limits.ts';

/** The part of a history query that sets the period. */
interface HistoryRange {
  readonly lastDays?: number | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/**
 * Computes the period of a history query, both ends inclusive.
 *
 * @param now milliseconds since 1970
 * @returns milliseconds since 1970; a date without a time is the whole day, UTC. Without an end date the end is open:
 * after a clock was set back, events are later than now
 * @see docs/service/posts.md#record
 */
export function computeHistoryWindow(
  { lastDays, startDate, endDate }: HistoryRange,
  now: number,
): { from: number; to: number } {
  const isDated = startDate !== undefined || endDate !== undefined;
  const days = lastDays ?? LIMITS.historyDays;
  const from = isDated || days === 0 ? 0 : now - days * DAY_MS;
  return {
    from: startDate === undefined ? from : (parseStart(startDate) ?? from),
    to: (endDate === undefined ? null : parseEnd(endDate)) ?? Number.POSITIVE_INFINITY,
  };
}

function parseStart(text: string): number | null {
  return readTimestamp(isDay(text) ? `${text}T00:00:00Z` : text).ms;
}

/** Times are given in whole seconds, so the whole second is included. */
function parseEnd(text: string): number | null {
  const beginning = parseStart(text);
  if (beginning === null) return null;
  return beginning + (isDay(text) ? DAY_MS : SECOND_MS) - 1;
}

function isDay(text: string): boolean {
  return !text.includes('T');
}
