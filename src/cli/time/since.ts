import * as z from 'zod';
import { readTimestamp } from '../../domain/time/read-timestamp.ts';
import { DAY_MS } from '../../service/durations.ts';
import { createDurationSchema, defineFlag } from '../shell/flags/flags.ts';

/** The start of a period. */
export interface Since {
  /** For use in a sentence: `in the last 7d`, `since yesterday`. */
  readonly words: string;
  /** In milliseconds since 1970. @param now the service's time */
  resolve(now: number): number;
}

/** Names of days: how many days ago. */
const DAYS: Readonly<Record<string, number>> = { today: 0, yesterday: 1 };

const HOW = 'must be a duration (2h, 7d, 1w), a day (yesterday, 2026-09-21) or a time (2026-09-21T08:15:00Z)';

/** Schema of `2h`, `7d`, `yesterday`, `2027-03-02` (a day in UTC) or `2027-03-02T08:15:00Z`. */
export function buildSinceSchema() {
  return z.string().transform((text, context): Since => {
    const read = parseSince(text);
    if (read !== null) return read;
    context.addIssue({ code: 'custom', message: HOW });
    return z.NEVER;
  });
}

/** The flag that sets the start of the period. */
export const SINCE = defineFlag(
  buildSinceSchema().optional().describe('only since then: 2h, 7d, yesterday, a day (UTC) or a time'),
  { placeholder: 'time' },
);

function parseSince(text: string): Since | null {
  const ago = createDurationSchema().safeParse(text);
  if (ago.success) return { words: `in the last ${text}`, resolve: (now) => now - ago.data };
  const words = `since ${text}`;
  const daysAgo = Object.hasOwn(DAYS, text) ? DAYS[text] : undefined;
  if (daysAgo !== undefined) {
    return { words, resolve: (now) => (Math.floor(now / DAY_MS) - daysAgo) * DAY_MS };
  }
  const at = parseTime(text);
  return at === null ? null : { words, resolve: () => at };
}

/** Start of the period in milliseconds since 1970; minus infinity without one. @param now the service's time */
export function getStartTime(since: Since | undefined, now: number): number {
  return since?.resolve(now) ?? Number.NEGATIVE_INFINITY;
}

/** Days from a start until now, at least 1; 0 without a start, which the service takes for all. */
export function countDays(start: number, now: number): number {
  return Number.isFinite(start) ? Math.max(1, Math.ceil((now - start) / DAY_MS)) : 0;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Parses a date, at midnight UTC (`2027-03-02`), or a time (`2027-03-02T08:15:00Z`) to milliseconds since
 * 1970; null for anything else.
 */
export function parseTime(text: string): number | null {
  return readTimestamp(DAY.test(text) ? `${text}T00:00:00Z` : text).ms;
}
