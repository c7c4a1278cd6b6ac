import { LIMITS } from '../../service/limits.ts';

const { max, default: usual } = LIMITS.activityPageSize;

/**
 * Returns the page size of an activity list.
 *
 * @param limit as sent: an integer of at least 1, or undefined
 * @returns number of rows, clamped to the maximum page size
 * @see docs/service/activity.md#list, #ACT-02
 * @see docs/service/readings.md#U-23
 */
export function getActivityPageSize(limit: string | undefined): number {
  return limit === undefined ? usual : Math.min(Number(limit), max);
}
