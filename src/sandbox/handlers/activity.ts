import { LIMITS } from '../../service/limits.ts';
import { type CursorSigning, decodeActivityCursor, encodeActivityCursor } from '../activity-cursor.ts';
import { createInputFailure, ServiceFailure } from '../http/service-failure.ts';
import { countFitting } from '../page-cursor.ts';
import { toActivityRecord } from './activity-record.ts';
import { checkFeature } from './automation-checks.ts';
import { getActivityPageSize } from './get-activity-page-size.ts';
import type { Handler } from './handler.ts';

/**
 * A page of an automation's activity, newest first; also of a deleted automation.
 *
 * @see docs/service/activity.md#list, #ACT-01 to #ACT-09, #L-01 to #L-08
 */
export const listActivity: Handler<'listActivity'> = ({ params: { id }, query }, context) => {
  checkFeature(context);
  const { store, profile, now, cursorKey } = context;
  if (!store.activity.isKnown(profile.id, id)) throw new ServiceFailure(469, { id });
  const seal = { key: cursorKey, automation: id };
  const limit = getActivityPageSize(query.limit);
  // One extra row tells whether there is a next page.
  const found = store.activity.page({
    automation: id,
    since: now - LIMITS.activityLookbackMs,
    after: query.next === undefined ? null : readPlace(query.next, seal),
    max: limit + 1,
  });
  const records = found.slice(0, limit).map(toActivityRecord);
  const fitting = countFitting(records, LIMITS.historyBytes);
  const last = found.length > fitting ? found[fitting - 1] : undefined;
  return {
    status: 'success',
    automationId: id,
    activity: records.slice(0, fitting),
    meta: {
      pagination: {
        hasMore: last !== undefined,
        next: last === undefined ? null : encodeActivityCursor(last, seal),
        limit,
      },
    },
  };
};

/** @throws ServiceFailure 101 for an invalid cursor, or one of another list; case L-08 */
function readPlace(cursor: string, seal: CursorSigning) {
  const place = decodeActivityCursor(cursor, seal);
  if (place !== null) return place;
  throw createInputFailure('next: must be meta.pagination.next of the previous page, of the same automation');
}
