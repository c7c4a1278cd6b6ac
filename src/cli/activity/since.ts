import * as z from 'zod';
import type { ActivityRow } from '../../facts/activity.ts';
import { DAY_MS } from '../../facts/durations.ts';
import { readTimestamp } from '../../rules/read-timestamp.ts';
import { createDurationSchema, defineFlag } from '../flags.ts';
import { parseTime } from '../parse-time.ts';

/** From when on. */
export interface Since {
  /** As a sentence has it: `in the last 7d`, `since yesterday`. */
  readonly words: string;
  /** In milliseconds since 1970. @param now the service's */
  resolve(now: number): number;
}

/** Days that people have a word for: how many before today's. */
const DAYS: Readonly<Record<string, number>> = { today: 0, yesterday: 1 };

const HOW =
  'must be a length of time (2h, 7d, 1w), a day (yesterday, 2026-09-21) or a time (2026-09-21T08:15:00Z)';

/** `2h`, `7d`, `yesterday`, `2027-03-02` (days are those of UTC) or `2027-03-02T08:15:00Z`. */
export function buildSinceSchema() {
  return z.string().transform((text, context): Since => {
    const read = parseSince(text);
    if (read !== null) return read;
    context.addIssue({ code: 'custom', message: HOW });
    return z.NEVER;
  });
}

/** The flag that limits what is read to what is new enough. */
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

/** The moment that it means, in milliseconds since 1970; minus infinity when there is none. @param now the service's */
export function getStartTime(since: Since | undefined, now: number): number {
  return since?.resolve(now) ?? Number.NEGATIVE_INFINITY;
}

/** When its trigger matched; of a row that does not tell, never: it is neither too old nor cut off. */
export function getCreatedTime(row: ActivityRow): number {
  return readTimestamp(row.created).ms ?? Number.POSITIVE_INFINITY;
}
