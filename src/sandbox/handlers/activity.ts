import { formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import { ASSUMED } from '../../service/assumed.ts';
import { ENGAGEMENTS } from '../../service/engagement.ts';
import { LIMITS } from '../../service/limits.ts';
import { AUTOMATION_PLATFORM } from '../../service/platforms.ts';
import { formatTimeOrNull } from '../clock.ts';
import { createInputFailure, ServiceFailure } from '../http/service-failure.ts';
import {
  type CursorSigning,
  countFitting,
  decodeActivityCursor,
  encodeActivityCursor,
} from '../page-cursor.ts';
import {
  type ActivityAction,
  type ActivityEntry,
  isKnownAutomation,
  readActivityPage,
} from '../store/automations/activity.ts';
import { checkFeature } from './automations.ts';
import type { Handler } from './handler.ts';

/**
 * A page of an automation's activity, newest first; also of a deleted automation.
 *
 * @see docs/service/activity.md#list, #ACT-01 to #ACT-09, #L-01 to #L-08
 */
export const listActivity: Handler<'listActivity'> = ({ params: { id }, query }, context) => {
  checkFeature(context);
  const { store, profile, now, cursorKey } = context;
  if (!isKnownAutomation(store, profile.id, id)) throw new ServiceFailure(469, { id });
  const seal = { key: cursorKey, automation: id };
  const limit = getActivityPageSize(query.limit);
  // One extra row tells whether there is a next page.
  const found = readActivityPage(store, {
    automation: id,
    since: now - LIMITS.activityLookbackMs,
    after: query.next === undefined ? null : readPlace(query.next, seal),
    max: limit + 1,
  });
  const records = found.slice(0, limit).map(toActivityRecord);
  const fitting = countFitting(records, ASSUMED.historyBytes);
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

/**
 * Converts a dispatch to its form in the activity list. Members that its kind of trigger does not have are null,
 * never omitted.
 *
 * @see docs/service/activity.md#row, #ACT-06, #ACT-10, #ACT-11, #L-11
 */
export function toActivityRecord(entry: ActivityEntry) {
  const { id, automation, triggerId, triggerType, eventId, kind, status } = entry;
  return {
    id,
    automationId: automation,
    triggerId,
    triggerType,
    eventId,
    platform: AUTOMATION_PLATFORM,
    recipientId: entry.recipientId,
    recipientUsername: entry.recipientUsername,
    status,
    errorDetails: entry.errorDetails,
    keyword: entry.keyword,
    commentText: ENGAGEMENTS[kind].reportsText ? (entry.text ?? entry.emoji) : null,
    commentId: entry.commentId,
    postId: entry.postId,
    storyId: entry.storyId,
    actionResults: entry.actions.map(toActionRecord),
    created: formatIsoSeconds(entry.created),
    completedAt: formatTimeOrNull(entry.completedAt),
  };
}

/** Members that were not decided or not sent are omitted. @see docs/service/activity.md#row */
function toActionRecord(action: ActivityAction) {
  const { actionId, type, status, errorDetails, messageSource, sent, truncated, completedAt } = action;
  return {
    actionId,
    type,
    status,
    errorDetails,
    ...(messageSource !== null && { messageSource }),
    ...(sent !== null && { sent }),
    ...(truncated && { truncated }),
    completedAt: formatTimeOrNull(completedAt),
  };
}
