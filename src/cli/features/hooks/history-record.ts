import * as z from 'zod';
import { getHostPort } from '../../../domain/addresses/url-shape.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import {
  HookAttempt,
  HookDelivery,
  type HookHistory,
  HookHistoryEntry,
} from '../../../service/endpoints/webhooks.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import { formatClockAdvance } from '../../framework/command/sandbox/describe-clock.ts';
import { crier } from '../../framework/output/text/shell-command.ts';
import { isReachable, noteBlockedDeliveries, noteUnreachable } from '../webhooks/blocked-deliveries.ts';

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

/**
 * Suggests what to do about deliveries of the sandbox that failed or wait; other services have no such commands.
 *
 * @see docs/service/readings.md#U-31, #U-03
 */
export async function listHistoryNotes(
  records: readonly HistoryRecord[],
  { service, sandbox }: CommandContext,
): Promise<readonly string[]> {
  const open = records.filter(({ delivery }) => delivery?.state === 'retrying');
  const failed = records.find(({ delivery }) => delivery?.state === 'failed');
  if (open.length === 0 && failed === undefined) return [];
  if ((await service.choose()).choice.kind !== 'sandbox') return [];
  const control = await sandbox.control();
  const status = await control.call('status', {});
  const { reached = [], needing = [] } = groupByReach(open, status);
  const waits = open.some(({ delivery }) => typeof delivery?.requirement === 'string');
  const isMovedByHand = status.clock.mode === 'set' || control.connection.server === null;
  return [
    ...(typeof failed?.hookId === 'string'
      ? [`${AGAIN} "${crier`sandbox redeliver ${failed.hookId}`}"`]
      : []),
    ...(isMovedByHand
      ? listNextNotes(
          reached.map(({ record }) => record),
          Date.parse(status.clock.now),
        )
      : []),
    ...(waits ? noteBlockedDeliveries(status, control) : noteUnreachable(needing, status, control)),
  ];
}

type Reach = 'reached' | 'needing';

interface DeliveryTarget {
  record: HistoryRecord;
  url: string;
  address: string;
}

/** Splits deliveries into those that this run may reach, and those that need another run. @see docs/safety.md#S9 */
function groupByReach(
  open: readonly HistoryRecord[],
  status: Parameters<typeof isReachable>[1],
): Partial<Record<Reach, readonly DeliveryTarget[]>> {
  const placed = open.flatMap((record): readonly DeliveryTarget[] => {
    const { url } = record;
    return typeof url === 'string' && URL.canParse(url) ? [{ record, url, address: getHostPort(url) }] : [];
  });
  return Object.groupBy(placed, (each): Reach => (isReachable(each, status) ? 'reached' : 'needing'));
}

const AGAIN = 'failed deliveries are not retried; for one more attempt:';

/** @param now the sandbox's time in milliseconds since 1970 */
function listNextNotes(open: readonly HistoryRecord[], now: number): readonly string[] {
  const due = open.flatMap(({ delivery }) => {
    const { ms, iso } = readTimestamp(delivery?.nextAttempt);
    return ms === null || typeof delivery?.requirement === 'string' ? [] : [{ ms, iso }];
  });
  const [first] = due.toSorted((one, other) => one.ms - other.ms);
  if (first === undefined) return [];
  return [
    `the next attempt is due at ${first.iso}; to advance the clock: ${crier`sandbox clock advance ${formatClockAdvance(first.ms - now)}`}`,
  ];
}
