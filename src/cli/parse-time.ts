import { readTimestamp } from '../rules/read-timestamp.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day, which begins in UTC (`2027-03-02`), or a time (`2027-03-02T08:15:00Z`), in milliseconds since 1970; null for anything else. */
export function parseTime(text: string): number | null {
  return readTimestamp(DAY.test(text) ? `${text}T00:00:00Z` : text).ms;
}
