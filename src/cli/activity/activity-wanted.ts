import type { ActivityRow, ActivityStatus } from '../../facts/activity.ts';
import { joinWithOr } from '../suggest-nearest.ts';
import type { Person } from './person-named.ts';
import type { Since } from './since.ts';

/** Which rows of an automation are wanted. */
export interface ActivityWanted {
  readonly id: string;
  /** One of these; none for any. */
  readonly statuses: readonly ActivityStatus[];
  readonly recipient: Person | undefined;
  readonly since: Since | undefined;
}

/** Whether a row is one of those that are wanted, as far as it is new enough. */
export function isWanted(
  row: ActivityRow,
  { statuses, recipient }: Pick<ActivityWanted, 'statuses' | 'recipient'>,
): boolean {
  const isOfStatus = statuses.length === 0 || statuses.some((status) => status === row.status);
  return isOfStatus && (recipient === undefined || recipient.isOf(row));
}

/** Whether rows are left out: the service knows nothing of it, so that they are read and passed over. */
export function picksRows({ statuses, recipient, since }: Omit<ActivityWanted, 'id'>): boolean {
  return statuses.length > 0 || recipient !== undefined || since !== undefined;
}

/**
 * What is said where there are no rows.
 *
 * @param passed how many there were of another status or person
 * @param explain the command that says why something fired nothing
 */
export function nothingFound(
  { statuses, recipient, since }: ActivityWanted,
  { passed, explain }: { readonly passed: number; readonly explain: string },
): string {
  const picked = [
    ...(recipient === undefined ? [] : [`of ${recipient.named}`]),
    ...(statuses.length > 0 ? [`with status ${joinWithOr(statuses)}`] : []),
    ...(since === undefined ? [] : [since.words]),
  ];
  if (passed > 0) return `no rows ${picked.join(' ')}: ${passed} ${passed === 1 ? 'is' : 'are'} left out`;
  if (picked.length > 0) return `no rows ${picked.join(' ')}`;
  return `no rows: nothing fired it in this time. "${explain}" says why`;
}
