import { LIMITS } from '../facts/limits.ts';

const { max, default: usual } = LIMITS.activityPageSize;

/**
 * How many rows a page of activity has.
 *
 * @param limit as it was sent: a whole number of 1 or more; undefined for none
 * @returns rows; more than the largest page is the largest page
 * @see docs/service/activity.md#list, #ACT-02
 * @see docs/service/readings.md#U-23
 */
export function getActivityPageSize(limit: string | undefined): number {
  return limit === undefined ? usual : Math.min(Number(limit), max);
}
