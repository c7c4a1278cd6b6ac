import { LIMITS } from '../facts/limits.ts';

const { max, default: usual } = LIMITS.activityPageSize;

/**
 * How many rows a page of activity has.
 *
 * @param limit as it was sent: a whole number of 1 or more; undefined for none
 * @returns rows; more than the largest page is the largest page
 * @see service.md, "GET /automations/{id}/activity"; reading U-23; rule ACT-02
 */
export function getActivityPageSize(limit: string | undefined): number {
  return limit === undefined ? usual : Math.min(Number(limit), max);
}
