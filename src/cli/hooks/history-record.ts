import * as z from 'zod';
import { readTimestamp } from '../../domain/time/read-timestamp.ts';
import {
  HookAttempt,
  HookDelivery,
  type HookHistory,
  HookHistoryEntry,
} from '../../service/endpoints/webhook-history.ts';

/** Fields that several kinds of events have; the body may have others. */
const EVENT_FIELDS = {
  type: z.unknown().optional(),
  subAction: z.unknown().optional(),
  platform: z.unknown().optional(),
  status: z.unknown().optional(),
  automationId: z.unknown().optional(),
  activityId: z.unknown().optional(),
  actionId: z.unknown().optional(),
  id: z.unknown().optional(),
  recipientUsername: z.unknown().optional(),
  errorDetails: z.unknown().optional(),
};

/** A body as last sent, with its delivery. With --attempts, one record per attempt, without the log. */
export const HistoryRecord = HookHistoryEntry.extend({
  ...EVENT_FIELDS,
  action: z.string(),
  delivery: HookDelivery.nullish().describe('result of the delivery; null if the service does not return it'),
  attempt: HookAttempt.optional().describe('with --attempts: one of its attempts'),
});
export type HistoryRecord = z.infer<typeof HistoryRecord>;

/** All records of a history, newest first. */
export function listHistoryRecords(history: HookHistory): readonly HistoryRecord[] {
  const records = Object.entries(history).flatMap(([action, entries]) =>
    typeof entries === 'string'
      ? []
      : entries.map((entry): HistoryRecord => ({ ...entry, action: entry.action ?? action })),
  );
  return records.toSorted((one, other) => toTime(other.created) - toTime(one.created));
}

/** One record per attempt, newest first; none for a delivery without a log. */
export function listAttemptRecords(records: readonly HistoryRecord[]): readonly HistoryRecord[] {
  const each = records.flatMap(({ delivery, ...record }): HistoryRecord[] => {
    const { log, ...rest } = delivery ?? {};
    return (log ?? []).map((attempt) => ({ ...record, delivery: rest, attempt })).toReversed();
  });
  return each.toSorted((one, other) => toTime(other.attempt?.at) - toTime(one.attempt?.at));
}

function toTime(moment: HistoryRecord['created']): number {
  return readTimestamp(moment).ms ?? 0;
}
