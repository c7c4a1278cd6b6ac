import { getHostPort } from '../../domain/addresses/get-host-port.ts';
import { readTimestamp } from '../../domain/time/read-timestamp.ts';
import type { CommandContext } from '../context/context.ts';
import { noteBlockedDeliveries } from '../sandbox/blocked-deliveries.ts';
import { isReachable, noteUnreachable } from '../sandbox/due-deliveries.ts';
import { formatClockAdvance } from '../sandbox/format-clock-advance.ts';
import { crier } from '../shell/shell-command.ts';
import type { HistoryRecord } from './history-record.ts';

/**
 * Suggests what to do about deliveries of the sandbox that failed or wait; other services have no such commands.
 *
 * @see docs/service/readings.md#U-31, #U-03
 */
export async function listHistoryNotes(
  records: readonly HistoryRecord[],
  { choose, sandbox }: Pick<CommandContext, 'choose' | 'sandbox'>,
): Promise<readonly string[]> {
  const open = records.filter(({ delivery }) => delivery?.state === 'retrying');
  const failed = records.find(({ delivery }) => delivery?.state === 'failed');
  if (open.length === 0 && failed === undefined) return [];
  if ((await choose()).choice.kind !== 'sandbox') return [];
  const control = await sandbox();
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
  readonly record: HistoryRecord;
  readonly url: string;
  readonly address: string;
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
