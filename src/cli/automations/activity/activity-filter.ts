import * as z from 'zod';
import { formatCount, joinWithOr } from '../../../domain/text/lists-and-counts.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { DAY_MS, HOUR_MS } from '../../../service/durations.ts';
import type { ActivityRow, ActivityStatus } from '../../../service/endpoints/activity.ts';
import { LIMITS } from '../../../service/limits.ts';
import type { Uses } from '../../context/context.ts';
import { createDurationSchema, defineFlag } from '../../shell/flags/flags.ts';
import { parseTime } from '../../shell/flags/shared-flags.ts';

/** Selects rows of activity. */
export interface ActivityFilter {
  readonly id: string;
  /** Any of these; empty for all. */
  readonly statuses: readonly ActivityStatus[];
  readonly recipient: RecipientFilter | undefined;
  readonly since: Since | undefined;
}

/** Whether a row has a selected status and recipient; its age is not checked. */
export function isIncluded(
  row: ActivityRow,
  { statuses, recipient }: Pick<ActivityFilter, 'statuses' | 'recipient'>,
): boolean {
  const isOfStatus = statuses.length === 0 || statuses.some((status) => status === row.status);
  return isOfStatus && (recipient === undefined || recipient.matches(row));
}

/** Whether some rows are excluded. The service has no such filters, so rows are read and skipped. */
export function isFiltering({ statuses, recipient, since }: Omit<ActivityFilter, 'id'>): boolean {
  return statuses.length > 0 || recipient !== undefined || since !== undefined;
}

/**
 * Message for an empty list.
 *
 * @param passed number of rows with another status or recipient
 * @param explain the command that explains why nothing was triggered
 */
export function formatNoRows(
  { statuses, recipient, since }: ActivityFilter,
  { passed, explain }: { readonly passed: number; readonly explain: string },
): string {
  const picked = [
    ...(recipient === undefined ? [] : [`of ${recipient.name}`]),
    ...(statuses.length > 0 ? [`with status ${joinWithOr(statuses)}`] : []),
    ...(since === undefined ? [] : [since.words]),
  ];
  if (passed > 0) return `no rows ${picked.join(' ')} (${formatCount(passed, 'other row')} skipped)`;
  if (picked.length > 0) return `no rows ${picked.join(' ')}`;
  return `no rows: nothing triggered it in this period. To see why: ${explain}`;
}

interface RecipientFilter {
  /** As typed, without the leading @. */
  readonly name: string;
  /** Whether all of their rows are found: rows of DMs, reactions and story replies have no handle. */
  readonly isComplete: boolean;
  matches(row: ActivityRow): boolean;
}

const ID_PATTERN = /^\d{10,}$/;

/** Finds the person with a handle or id. The sandbox resolves handles; elsewhere only the rows can. */
export async function findRecipient(
  typed: string,
  { service, sandbox }: Uses<{ service: 'choose'; sandbox: 'control' }>,
): Promise<RecipientFilter> {
  const named = typed.replace(/^@/, '');
  const isId = ID_PATTERN.test(named);
  const isSandbox = !isId && (await service.choose()).choice.kind === 'sandbox';
  const known = isSandbox
    ? (await (await sandbox.control()).call('findEngagements', { username: named })).personId
    : null;
  const handle = named.toLowerCase();
  return {
    name: named,
    isComplete: isId || isSandbox,
    matches: ({ recipientId, recipientUsername }) =>
      recipientId === (known ?? named) || recipientUsername?.toLowerCase() === handle,
  };
}

/** Note for a list that may be incomplete. */
export const MAY_BE_MISSED =
  'rows of DMs, reactions and story replies have no handle; use --recipient with an id to include them';

/**
 * Rows that were open for longer than this when following began are not polled: their delay and an hour of paced DMs
 * are over by then.
 *
 * @see docs/service/engine.md#ENG-04, #ENG-14
 */
export const LOOKBACK_MS = HOUR_MS + LIMITS.dispatchJitterMs.max;

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
