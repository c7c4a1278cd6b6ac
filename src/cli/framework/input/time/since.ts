import * as z from 'zod';
import {
  createLocalClock,
  findLocalTime,
  findStartOfDay,
  UTC_CLOCK,
} from '../../../../domain/time/local-time.ts';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { createDurationSchema, defineFlag } from '../flags/flags.ts';

export interface Since {
  /** For use in a sentence: `in the last 7d`, `since yesterday`. */
  words: string;
  /** In milliseconds since 1970. @param now the service's time */
  resolve(now: number): number;
  /** The same with days and times of a zone (default: UTC). @param zone an IANA name; null for UTC */
  inZone(zone: string | null): Since;
}

/** Names of days: how many days ago. */
const DAYS: Readonly<Record<string, number>> = { today: 0, yesterday: 1 };

const HOW = 'must be a duration (2h, 7d, 1w), a day (yesterday, 2026-09-21) or a time (2026-09-21T08:15:00Z)';

/** Schema of `2h`, `7d`, `yesterday`, `2027-03-02` (a day of --tz, or in UTC) or `2027-03-02T08:15:00Z`. */
export function buildSinceSchema() {
  return z.string().transform((text, context): Since => {
    const read = parseSince(text, null);
    if (read !== null) return read;
    context.addIssue({ code: 'custom', message: HOW });
    return z.NEVER;
  });
}

/** The flag that sets the start of the period. */
export const SINCE = defineFlag(
  buildSinceSchema()
    .optional()
    .describe('only since then: 2h, 7d, yesterday, a day (of --tz, or UTC) or a time'),
  { placeholder: 'time' },
);

function parseSince(text: string, zone: string | null): Since | null {
  const ago = createDurationSchema().safeParse(text);
  const words = ago.success ? `in the last ${text}` : `since ${text}`;
  const resolve = ago.success ? (now: number) => now - ago.data : createStartFinder(text, zone);
  if (resolve === null) return null;
  const since: Since = { words, resolve, inZone: (other) => parseSince(text, other) ?? since };
  return since;
}

/** @returns null for a text that is no day and no time */
function createStartFinder(text: string, zone: string | null): Since['resolve'] | null {
  const daysAgo = Object.hasOwn(DAYS, text) ? DAYS[text] : undefined;
  if (daysAgo !== undefined) {
    return (now) => findStartOfDay(zone === null ? UTC_CLOCK : createLocalClock(zone), now, daysAgo);
  }
  const at = parseTime(text, zone);
  return at === null ? null : () => at;
}

/** Start of the period in milliseconds since 1970; minus infinity without one. @param now the service's time */
export function getStartTime(since: Since | undefined, now: number): number {
  return since?.resolve(now) ?? Number.NEGATIVE_INFINITY;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** A time that names its zone. */
const EXACT = /(?:z|[+-]\d{2}:?\d{2})$/i;

/**
 * Parses a date, at midnight (`2027-03-02`), or a time (`2027-03-02T08:15:00Z`) to milliseconds since 1970;
 * null for anything else.
 *
 * @param zone an IANA name, for dates and for times without an offset; null for UTC
 */
export function parseTime(text: string, zone: string | null = null): number | null {
  const isDay = DAY.test(text);
  const { ms } = readTimestamp(isDay ? `${text}T00:00:00Z` : text);
  if (ms === null || zone === null || (!isDay && EXACT.test(text))) return ms;
  return findLocalTime(createLocalClock(zone), ms);
}
