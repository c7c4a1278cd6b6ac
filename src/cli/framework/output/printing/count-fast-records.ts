import type { Clock } from '../../../../clock.ts';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { SECOND_MS } from '../../../../service/durations.ts';
import type { RecordTally } from '../view.ts';

/** Rows in a second that people can follow. */
const MOST_ROWS = 10;
const PERIOD_MS = SECOND_MS;

/** What came in one second. */
interface Period {
  /** When it ends, by the monotonic clock. */
  until: number;
  /** Rows of it that were shown. */
  shown: number;
  /** Those that were counted instead, by kind. */
  counts: Map<string, number>;
  /** The first of them: few enough are shown after all. */
  rows: unknown[];
}

/**
 * Keeps a table calm that grows on a terminal: as long as more than a few records come in a second, they are counted,
 * and each second gets one line. Then rows are shown again. No record is left out of both.
 *
 * @returns records to show as rows, or a line in place of them
 */
export async function* countFastRecords(
  batches: AsyncIterable<readonly unknown[]>,
  tally: RecordTally<unknown>,
  clock: Clock,
): AsyncGenerator<readonly unknown[] | string> {
  const source = batches[Symbol.asyncIterator]();
  let isCounting = false;
  let period = startPeriod();
  let pending = source.next();

  function startPeriod(): Period {
    return { until: clock.steady() + PERIOD_MS, shown: 0, counts: new Map(), rows: [] };
  }

  /** @returns the records that may still be shown */
  function take(records: readonly unknown[]): readonly unknown[] {
    if (!isCounting && clock.steady() >= period.until) period = startPeriod();
    const rows = isCounting ? [] : records.slice(0, MOST_ROWS - period.shown);
    period.shown += rows.length;
    const others = records.slice(rows.length);
    if (others.length > 0) isCounting = true;
    for (const record of others) {
      const kind = tally.kindOf(record);
      period.counts.set(kind, (period.counts.get(kind) ?? 0) + 1);
      if (period.rows.length <= MOST_ROWS) period.rows.push(record);
    }
    return rows;
  }

  function endPeriod(): readonly unknown[] | string {
    const ended = period;
    period = startPeriod();
    isCounting = ended.rows.length > MOST_ROWS || (ended.shown > 0 && ended.rows.length > 0);
    return isCounting ? describePeriod(ended, tally) : ended.rows;
  }

  for (;;) {
    const next = isCounting ? await waitUntil(pending, period.until, clock) : await pending;
    if (next === null) yield endPeriod();
    else if (next.done === true) {
      if (isCounting) yield endPeriod();
      return;
    } else {
      const rows = take(next.value);
      if (rows.length > 0) yield rows;
      pending = source.next(); // after the rows were written
    }
  }
}

/** @returns null at that time */
async function waitUntil<Value>(pending: Promise<Value>, until: number, clock: Clock): Promise<Value | null> {
  const over = new AbortController();
  const ended = clock.sleep(Math.max(0, until - clock.steady()), over.signal).then(
    () => null,
    () => null, // something came before
  );
  try {
    return await Promise.race([pending, ended]);
  } finally {
    over.abort('over');
  }
}

/** `490 more deliveries in 1 s: 470 new, 20 repeated` */
function describePeriod(
  { shown, counts }: Period,
  { noun: [one, many], kinds }: RecordTally<unknown>,
): string {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const more = shown > 0 ? 'more ' : '';
  const parts = kinds.flatMap((kind) => {
    const count = counts.get(kind) ?? 0;
    return count === 0 ? [] : [`${count} ${kind}`];
  });
  return `${formatCount(total, `${more}${one}`, `${more}${many}`)} in ${PERIOD_MS / SECOND_MS} s: ${parts.join(', ')}`;
}
