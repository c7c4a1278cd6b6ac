import * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import { getHostPort } from '../../../domain/addresses/url-shape.ts';
import { formatIsoSeconds, readTimestamp } from '../../../domain/time/read-timestamp.ts';
import {
  getHookHistory,
  HookAttempt,
  HookDelivery,
  type HookHistory,
  HookHistoryEntry,
} from '../../../service/endpoints/webhooks.ts';
import { getServiceTime } from '../../framework/command/command.ts';
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

/** What is made of the deliveries of the history. */
interface HistoryFold<Value> {
  add(record: HistoryRecord): void;
  end(): Value;
}

/**
 * Reads the history of the service and adds it up as it arrives, so that not all of it need be in memory.
 *
 * @param begin called for each attempt; deliveries are added by their actions, as the service lists them
 * @param isWhole whether the bytes of the answer are needed
 */
export function foldHistory<Value>(
  client: Client,
  { action, isWhole = false }: { action?: string | undefined; isWhole?: boolean },
  begin: () => HistoryFold<Value>,
): Promise<{ value: Value; bytes: Uint8Array | undefined; asOf?: number }> {
  return client.fold(
    getHookHistory,
    { query: { action } },
    () => !isWhole,
    () => {
      const { add, end } = begin();
      return {
        add: (part) => listRecords(part).forEach(add),
        end: (_rest, answer) => ({ value: end(), bytes: answer.bytes, ...getServiceTime(answer) }),
      };
    },
  );
}

function listRecords(history: HookHistory): readonly HistoryRecord[] {
  return Object.entries(history).flatMap(([action, entries]) =>
    typeof entries === 'string'
      ? []
      : entries.map((entry): HistoryRecord => ({ ...entry, action: entry.action ?? action })),
  );
}

export function sortNewestFirst(records: readonly HistoryRecord[]): readonly HistoryRecord[] {
  return records.toSorted((one, other) => getOccurredTime(other) - getOccurredTime(one));
}

export function getOccurredTime({ created }: HistoryRecord): number {
  return toTime(created);
}

/** One record for each attempt, the latest first; none for a delivery without a log. */
export function listAttemptRecords({ delivery, ...record }: HistoryRecord): readonly HistoryRecord[] {
  const { log, ...rest } = delivery ?? {};
  return (log ?? []).map((attempt) => ({ ...record, delivery: rest, attempt })).toReversed();
}

export function sortAttempts(records: readonly HistoryRecord[]): readonly HistoryRecord[] {
  return records.toSorted((one, other) => toTime(other.attempt?.at) - toTime(one.attempt?.at));
}

function toTime(moment: HistoryRecord['created']): number {
  return readTimestamp(moment).ms ?? 0;
}

/** What is known of deliveries that did not arrive. */
export interface OpenDeliveries {
  /** The latest that failed, if its hook id is known. */
  readonly failed: string | null;
  /** Whether some wait for a run that may reach them. */
  readonly waits: boolean;
  /** Those that are retried, by their URL, and when the next attempt of any is due. */
  readonly retried: readonly { readonly url: string; readonly deliveries: number; readonly dueMs: number }[];
}

/** Counts deliveries that did not arrive, and keeps none of them. */
export function countOpenDeliveries() {
  const retried = new Map<string, { deliveries: number; dueMs: number }>();
  let failed: HistoryRecord | null = null;
  let waits = false;
  return {
    add(record: HistoryRecord): void {
      const { url, delivery } = record;
      if (
        delivery?.state === 'failed' &&
        (failed === null || getOccurredTime(record) > getOccurredTime(failed))
      )
        failed = record;
      if (delivery?.state !== 'retrying') return;
      const isHeld = typeof delivery.requirement === 'string';
      waits ||= isHeld;
      if (typeof url !== 'string' || !URL.canParse(url)) return;
      const known = retried.get(url) ?? { deliveries: 0, dueMs: Number.POSITIVE_INFINITY };
      const dueMs = isHeld ? null : readTimestamp(delivery.nextAttempt).ms;
      retried.set(url, {
        deliveries: known.deliveries + 1,
        dueMs: Math.min(known.dueMs, dueMs ?? Number.POSITIVE_INFINITY),
      });
    },
    result(): OpenDeliveries & { readonly isNone: boolean } {
      const isNone = failed === null && retried.size === 0 && !waits;
      const each = [...retried].map(([url, count]) => ({ url, ...count }));
      return { isNone, failed: failed?.hookId ?? null, waits, retried: each };
    },
  };
}

/**
 * Suggests what to do about deliveries of the sandbox that failed or wait; other services have no such commands.
 *
 * @see docs/service/readings.md#U-31, #U-03
 */
export async function listHistoryNotes(
  { isNone, failed, waits, retried }: ReturnType<ReturnType<typeof countOpenDeliveries>['result']>,
  { service, sandbox }: CommandContext,
): Promise<readonly string[]> {
  if (isNone || (await service.choose()).choice.kind !== 'sandbox') return [];
  const control = await sandbox.control();
  const status = await control.call('status', {});
  const open = retried.map((each) => ({ ...each, address: getHostPort(each.url) }));
  const { reached = [], needing = [] } = Object.groupBy(open, (each) =>
    isReachable(each, status) ? 'reached' : 'needing',
  );
  const isMovedByHand = status.clock.mode === 'set' || control.connection.server === null;
  return [
    ...(failed === null ? [] : [`${AGAIN} "${crier`sandbox redeliver ${failed}`}"`]),
    ...(isMovedByHand ? listNextNotes(reached, Date.parse(status.clock.now)) : []),
    ...(waits ? noteBlockedDeliveries(status, control) : noteUnreachable(needing, status, control)),
  ];
}

const AGAIN = 'failed deliveries are not retried; for one more attempt:';

/** @param now the sandbox's time in milliseconds since 1970 */
function listNextNotes(reached: OpenDeliveries['retried'], now: number): readonly string[] {
  const dueMs = Math.min(...reached.map((each) => each.dueMs));
  if (!Number.isFinite(dueMs)) return [];
  return [
    `the next attempt is due at ${formatIsoSeconds(dueMs)}; to advance the clock: ${crier`sandbox clock advance ${formatClockAdvance(dueMs - now)}`}`,
  ];
}
