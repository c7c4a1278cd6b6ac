import * as z from 'zod';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { DAY_MS } from '../../../service/durations.ts';
import type { ActivityRow } from '../../../service/endpoints/activity.ts';
import { createDurationSchema, defineFlag } from '../../shell/flags/flags.ts';
import { parseTime } from '../../shell/flags/shared-flags.ts';

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

/** When its trigger matched. A row without a time counts as new: it is neither too old nor cut off. */
export function getCreatedTime(row: ActivityRow): number {
  return readTimestamp(row.created).ms ?? Number.POSITIVE_INFINITY;
}

/**
 * Formats an absolute time in UTC: `14:13:20Z`; on another day `09-20 14:13`, in another year `2025-12-31`. For
 * streamed lists, in which a relative time would become wrong.
 *
 * @param ms the time, and `now` the current time, both in milliseconds since 1970
 */
export function formatClockTime(ms: number, now: number): string {
  const moment = new Date(ms).toISOString();
  const today = new Date(now).toISOString();
  if (moment.slice(0, DAY_END) === today.slice(0, DAY_END)) return `${moment.slice(TIME_BEGIN, TIME_END)}Z`;
  if (moment.slice(0, YEAR_END) !== today.slice(0, YEAR_END)) return moment.slice(0, DAY_END);
  return moment.slice(YEAR_END + 1, MINUTE_END).replace('T', ' ');
}

const YEAR_END = 'YYYY'.length;
const DAY_END = 'YYYY-MM-DD'.length;
const TIME_BEGIN = DAY_END + 1;
const MINUTE_END = 'YYYY-MM-DDThh:mm'.length;
const TIME_END = 'YYYY-MM-DDThh:mm:ss'.length;
