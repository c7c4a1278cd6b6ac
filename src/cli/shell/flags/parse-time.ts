import { readTimestamp } from '../../../domain/time/read-timestamp.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Parses a date, at midnight UTC (`2027-03-02`), or a time (`2027-03-02T08:15:00Z`) to milliseconds since
 * 1970; null for anything else.
 */
export function parseTime(text: string): number | null {
  return readTimestamp(DAY.test(text) ? `${text}T00:00:00Z` : text).ms;
}
