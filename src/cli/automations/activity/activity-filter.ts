import type { ActivityRow, ActivityStatus } from '../../../service/endpoints/activity.ts';
import { joinWithOr } from '../../shell/suggest-nearest.ts';
import type { RecipientFilter } from './find-recipient.ts';
import type { Since } from './times.ts';

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
  if (passed > 0)
    return `no rows ${picked.join(' ')} (${passed} other ${passed === 1 ? 'row' : 'rows'} skipped)`;
  if (picked.length > 0) return `no rows ${picked.join(' ')}`;
  return `no rows: nothing triggered it in this period. To see why: ${explain}`;
}
