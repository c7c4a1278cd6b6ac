import type { Inbox, WholeDelivery } from '../inbox/inbox.ts';
import type { ReceiverReport } from '../receiver-endpoint.ts';
import { createNumberRuns } from './number-runs.ts';

/** What is held in memory until it is printed. Beyond that, deliveries are read from the inbox again. */
const HELD_REPORTS = 1_000;
const HELD_BYTES = 4 * 1024 * 1024;
const READ_AT_ONCE = 50;
/** Runs of numbers, when other listeners use the same inbox: 16 bytes each. */
const MOST_RUNS = 100_000;

export interface LostRecords {
  /** Refused requests are counted in the inbox, and not kept. */
  readonly refused: number;
  /** Deliveries that were removed meanwhile, or too many to remember. They are not lost for what they are forwarded to. */
  readonly deliveries: number;
}

/** A result of the receiver: as it was reported, or as it was read from the inbox later. */
export type ReceivedResult = ReceiverReport | { readonly kind: 'stored'; readonly delivery: WholeDelivery };

/**
 * Holds reports until they are printed. When the reader of the output is behind, only the numbers of the deliveries are
 * held, and the deliveries are read from the inbox when they can be printed: receiving and answering do not wait, and
 * memory does not grow.
 *
 * @param find reads a delivery of the inbox
 * @param most later reports are dropped
 * @param onBehind called when the reader falls behind, and when it has caught up
 * @param onLost called when results cannot be printed, because their reader was too far behind
 */
export function createReceivedReports({ most, ...options }: ReportsOptions) {
  const { promise: full, resolve: fill } = Promise.withResolvers<void>();
  const held = createHeldReports(options);
  let left = most;
  let wake = () => {};
  return {
    /** Resolves at the maximum number of results. */
    full,
    add(report: ReceiverReport) {
      if (left === 0) return;
      left -= 1;
      held.add(report);
      wake();
      if (left === 0) fill();
    },
    /** Results in order of arrival, as they come, until the source has closed and all of them are read. */
    async *batches({ closed }: { closed: Promise<void> }): AsyncGenerator<readonly ReceivedResult[]> {
      let isOver = false;
      void closed.then(() => {
        isOver = true;
        wake();
      });
      for (;;) {
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        const isLast = isOver;
        const results = await held.take();
        if (results !== null) yield results;
        else if (isLast) return;
        else if (!isOver) await woken;
      }
    },
  };
}

interface ReportsOptions {
  find: Inbox['find'];
  most: number;
  onBehind(isBehind: boolean): void;
  onLost(lost: LostRecords): void;
}

function createHeldReports({ find, onBehind, onLost }: Omit<ReportsOptions, 'most'>) {
  const numbers = createNumberRuns(MOST_RUNS);
  let reports: ReceiverReport[] = [];
  let bytes = 0;
  let isBehind = false;
  let refused = 0;
  let forgotten = 0;

  async function readBack(wanted: readonly number[]): Promise<readonly ReceivedResult[]> {
    const found = await Promise.all(wanted.map((number) => find(number)));
    const results = found.flatMap((delivery) =>
      delivery === null ? [] : [{ kind: 'stored', delivery } as const],
    );
    forgotten += found.length - results.length;
    return results;
  }

  return {
    add(report: ReceiverReport): void {
      if (!isBehind && (reports.length >= HELD_REPORTS || bytes >= HELD_BYTES)) {
        isBehind = true;
        onBehind(true);
      }
      if (!isBehind) {
        reports.push(report);
        bytes += report.bytes;
      } else if (report.kind === 'refused') refused += 1;
      else if (!numbers.add(report.number)) forgotten += 1;
    },
    /** @returns null when there is nothing now */
    async take(): Promise<readonly ReceivedResult[] | null> {
      if (reports.length > 0) {
        const taken = reports;
        reports = [];
        bytes = 0;
        return taken;
      }
      if (!isBehind) return null;
      if (numbers.size > 0) return readBack(numbers.takeLowest(READ_AT_ONCE));
      isBehind = false;
      if (refused + forgotten > 0) onLost({ refused, deliveries: forgotten });
      [refused, forgotten] = [0, 0];
      onBehind(false);
      return null;
    },
  };
}
