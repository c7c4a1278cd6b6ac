import * as z from 'zod';
import {
  HookAttempt,
  HookDelivery,
  type HookHistory,
  HookHistoryEntry,
} from '../../facts/webhook-history.ts';
import { readTimestamp } from '../../rules/read-timestamp.ts';

/** What events have of their own, as far as several have it; a body holds whatever else there is. */
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

/**
 * A body as it was last sent, with what became of it. Of attempts there is a record for each, which has the attempt in
 * place of the log.
 */
export const HistoryRecord = HookHistoryEntry.extend({
  ...EVENT_FIELDS,
  action: z.string(),
  delivery: HookDelivery.nullish().describe('what became of it; null where the service does not tell'),
  attempt: HookAttempt.optional().describe('with --attempts: one of its attempts'),
});
export type HistoryRecord = z.infer<typeof HistoryRecord>;

/** All that a history holds, newest first, whatever it is of. */
export function listHistoryRecords(history: HookHistory): readonly HistoryRecord[] {
  const records = Object.entries(history).flatMap(([action, entries]) =>
    typeof entries === 'string'
      ? []
      : entries.map((entry): HistoryRecord => ({ ...entry, action: entry.action ?? action })),
  );
  return records.toSorted((one, other) => toTime(other.created) - toTime(one.created));
}

/** A record for each attempt of some deliveries, newest first; none of a delivery that has no log. */
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
