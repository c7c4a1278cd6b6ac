import { formatCount, joinWithOr } from '../../../../domain/text/lists-and-counts.ts';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { HOUR_MS } from '../../../../service/durations.ts';
import { ACTIVITY_STATES, type ActivityRow, ActivityStatus } from '../../../../service/endpoints/activity.ts';
import { LIMITS } from '../../../../service/limits.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import type { Since } from '../../../framework/input/time/since.ts';

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
  { passed, explain }: { passed: number; explain: string },
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

type RecipientFilter = Awaited<ReturnType<typeof findRecipient>>;

const ID_PATTERN = /^\d{10,}$/;

/** Finds the person with a handle or id. The sandbox resolves handles; elsewhere only the rows can. */
export async function findRecipient(typed: string, { service, sandbox }: CommandContext) {
  const named = typed.replace(/^@/, '');
  const isId = ID_PATTERN.test(named);
  const isSandbox = !isId && (await service.choose()).choice.kind === 'sandbox';
  const known = isSandbox
    ? (await (await sandbox.control()).call('findEngagements', { username: named })).personId
    : null;
  const handle = named.toLowerCase();
  return {
    /** As typed, without the leading @. */
    name: named,
    /** Whether all of their rows are found: rows of DMs, reactions and story replies have no handle. */
    isComplete: isId || isSandbox,
    matches: ({ recipientId, recipientUsername }: ActivityRow): boolean =>
      recipientId === (known ?? named) || recipientUsername?.toLowerCase() === handle,
  };
}

export const MAY_BE_MISSED =
  'rows of DMs, reactions and story replies have no handle; use --recipient with an id to include them';

/**
 * Rows that were open for longer than this when following began are not polled: their delay and an hour of paced DMs
 * are over by then.
 *
 * @see docs/service/engine.md#ENG-04, #ENG-14
 */
export const LOOKBACK_MS = HOUR_MS + LIMITS.dispatchJitterMs.max;

/** When its trigger matched. A row without a time counts as new: it is neither too old nor cut off. */
export function getCreatedTime(row: ActivityRow): number {
  return readTimestamp(row.created).ms ?? Number.POSITIVE_INFINITY;
}

/** Whether a row can still change: its dispatch has not finished. A status that is not known counts as final. */
export function isOpen({ status }: ActivityRow): boolean {
  const state = ActivityStatus.safeParse(status);
  return state.success && !ACTIVITY_STATES[state.data].isTerminal;
}
