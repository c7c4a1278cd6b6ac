import type { Inbox, WholeDelivery } from '../../../../receiver/inbox/inbox.ts';
import type { ReceiverReport } from '../../../../receiver/receiver-endpoint.ts';
import { createNumberRuns } from '../../../../receiver/run/number-runs.ts';
import {
  buildReceivedRecord,
  buildStoredRecord,
  type ExplainFault,
  type ReceivedRecord,
} from './received-delivery.ts';

/** What is held in memory until it is printed. Beyond that, deliveries are read from the inbox again. */
const HELD_REPORTS = 1_000;
const HELD_BYTES = 4 * 1024 * 1024;
/** Deliveries that are read from the inbox at once. */
const READ_AT_ONCE = 50;
/** Runs of numbers, when other listeners use the same inbox: 16 bytes each. */
const MOST_RUNS = 100_000;

export interface ReceivedStreamOptions {
  inbox: Pick<Inbox, 'find'>;
  /** Later reports are dropped. */
  most: number;
  explain: ExplainFault;
  /** Whether records have the event: tables do not show it. */
  withEvents: boolean;
  /** Called when the reader falls behind, and when it has caught up. */
  onBehind(isBehind: boolean): void;
  /** Called when the record of a delivery has to do without its event, or a request without its explanation. */
  onUnreadable(report: ReceiverReport, error: unknown): void;
  /** Called when records cannot be printed, because their reader was too far behind. */
  onLost(lost: LostRecords): void;
}

/** Records that are not printed. */
export interface LostRecords {
  /** Refused requests are counted in the inbox, and not kept. */
  refused: number;
  /** Deliveries that were removed meanwhile, or too many to remember. They are not lost for what they are forwarded to. */
  deliveries: number;
}

/** The records for the output, in bounded memory however slowly they are read. */
export interface ReceivedStream {
  add(report: ReceiverReport): void;
  /** Resolves at the maximum number of records. */
  full: Promise<void>;
  /** Records in order of arrival, as they come, until the source has closed and all of them are read. */
  batches(source: { closed: Promise<void> }): AsyncGenerator<readonly ReceivedRecord[]>;
}

/**
 * Holds reports until they are printed. When the reader of the output is behind, only the numbers of the deliveries are
 * held, and the deliveries are read from the inbox when they can be printed: receiving and answering do not wait, and
 * memory does not grow.
 */
export function createReceivedStream(options: ReceivedStreamOptions): ReceivedStream {
  const { inbox, most, explain, withEvents: withEvent, onBehind, onLost, onUnreadable } = options;
  const { promise: full, resolve: fill } = Promise.withResolvers<void>();
  const numbers = createNumberRuns(MOST_RUNS);
  let left = most;
  let held: ReceiverReport[] = [];
  let heldBytes = 0;
  let isBehind = false;
  let refused = 0;
  let forgotten = 0;
  let wake = () => {};

  function add(report: ReceiverReport): void {
    if (left === 0) return;
    left -= 1;
    if (!isBehind && (held.length >= HELD_REPORTS || heldBytes >= HELD_BYTES)) {
      isBehind = true;
      onBehind(true);
    }
    if (!isBehind) {
      held.push(report);
      heldBytes += report.bytes;
    } else if (report.kind === 'refused') refused += 1;
    else if (!numbers.add(report.number)) forgotten += 1;
    wake();
    if (left === 0) fill();
  }

  /** The content of a delivery is a stranger's: what fails on it must not end the receiver. */
  function buildRecord(report: ReceiverReport): ReceivedRecord {
    try {
      return buildReceivedRecord(report, { explain, withEvent });
    } catch (error) {
      onUnreadable(report, error);
      return buildReceivedRecord(report, { explain: (fault) => fault, withEvent: false });
    }
  }

  /** @returns null when there is nothing now */
  async function take(): Promise<readonly ReceivedRecord[] | null> {
    if (held.length > 0) {
      const reports = held;
      held = [];
      heldBytes = 0;
      return reports.map(buildRecord);
    }
    if (!isBehind) return null;
    if (numbers.size > 0) return readBack(numbers.takeLowest(READ_AT_ONCE));
    isBehind = false;
    if (refused + forgotten > 0) onLost({ refused, deliveries: forgotten });
    [refused, forgotten] = [0, 0];
    onBehind(false);
    return null;
  }

  async function readBack(wanted: readonly number[]): Promise<readonly ReceivedRecord[]> {
    const found = await Promise.all(wanted.map((number) => inbox.find(number)));
    const whole = found.filter((each): each is WholeDelivery => each !== null);
    forgotten += found.length - whole.length;
    return whole.map(buildStoredRecord);
  }

  return {
    add,
    full,
    async *batches({ closed }) {
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
        const records = await take();
        if (records !== null) yield records;
        else if (isLast) return;
        else if (!isOver) await woken;
      }
    },
  };
}
