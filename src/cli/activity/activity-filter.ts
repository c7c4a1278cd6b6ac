import type { ActivityRow, ActivityStatus } from '../../facts/activity.ts';
import { joinWithOr } from '../suggest-nearest.ts';
import type { RecipientFilter } from './find-recipient.ts';
import type { Since } from './since.ts';

/** Which rows of an automation are wanted. */
export interface ActivityFilter {
  readonly id: string;
  /** One of these; none for any. */
  readonly statuses: readonly ActivityStatus[];
  readonly recipient: RecipientFilter | undefined;
  readonly since: Since | undefined;
}

/** Whether a row is one of those that are wanted, as far as it is new enough. */
export function isIncluded(
  row: ActivityRow,
  { statuses, recipient }: Pick<ActivityFilter, 'statuses' | 'recipient'>,
): boolean {
  const isOfStatus = statuses.length === 0 || statuses.some((status) => status === row.status);
  return isOfStatus && (recipient === undefined || recipient.matches(row));
}

/** Whether rows are left out: the service knows nothing of it, so that they are read and passed over. */
export function isFiltering({ statuses, recipient, since }: Omit<ActivityFilter, 'id'>): boolean {
  return statuses.length > 0 || recipient !== undefined || since !== undefined;
}

/**
 * What is said where there are no rows.
 *
 * @param passed how many there were of another status or person
 * @param explain the command that says why something fired nothing
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
  if (passed > 0) return `no rows ${picked.join(' ')}: ${passed} ${passed === 1 ? 'is' : 'are'} left out`;
  if (picked.length > 0) return `no rows ${picked.join(' ')}`;
  return `no rows: nothing fired it in this time. "${explain}" says why`;
}
