import type { Client } from '../../../client/client.ts';
import type { Clock } from '../../../clock.ts';
import { HOUR_MS } from '../../../service/durations.ts';
import { ACTIVITY_STATES, type ActivityRow, ActivityStatus } from '../../../service/endpoints/activity.ts';
import { LIMITS } from '../../../service/limits.ts';
import { type ActivityFilter, isIncluded } from './activity-filter.ts';
import { type ActivityPage, readActivityPages } from './query-activity.ts';
import { getCreatedTime, getStartTime } from './times.ts';

/** State after one poll of an automation's activity. */
export interface ActivityPoll {
  /**
   * Newest first: rows that can still change, down to the floor, and all rows at least as new as the oldest of these.
   */
  readonly rows: readonly ActivityRow[];
  /** The next poll reads down to this time: earlier rows are complete, or too old to be followed. */
  readonly floor: number;
  /** The time that `--since` names; fixed at the first poll. */
  readonly earliest: number;
  readonly pages: number;
  /** The service's time after it was set back; null if it was not. */
  readonly clockResetTo: number | null;
  readonly asOf?: number;
}

/** The filter, the number of rows at first, and the polling interval in milliseconds. */
export interface PollOptions extends ActivityFilter {
  readonly limit: number;
  readonly intervalMs: number;
}

interface PollContext {
  readonly client: Client;
  readonly clock: Pick<Clock, 'now'>;
  /** Null for the first poll. */
  readonly previous: ActivityPoll | null;
}

/**
 * Rows that were open for longer than this when following began are not polled: their delay and an hour of paced DMs
 * are over by then.
 *
 * @see docs/service/engine.md#ENG-04, #ENG-14
 */
export const LOOKBACK_MS = HOUR_MS + LIMITS.dispatchJitterMs.max;

/** Reads from the newest row down to those that can neither have changed nor match. */
export async function pollActivity(
  options: PollOptions,
  { client, clock, previous }: PollContext,
): Promise<ActivityPoll> {
  const rows: ActivityRow[] = [];
  let place: PollRange | undefined;
  let pages = 0;
  let asOf: number | undefined;
  let count = 0;
  reading: for await (const page of readActivityPages(client, { id: options.id })) {
    place ??= computeRange(page, { filter: options, previous, now: clock.now() });
    pages += 1;
    asOf = page.asOf ?? asOf;
    for (const row of page.rows) {
      const isEnough = previous !== null || count >= options.limit;
      const created = getCreatedTime(row);
      if (created < place.earliest || (isEnough && created < place.floor)) break reading;
      rows.push(row);
      if (isIncluded(row, options)) count += 1;
    }
  }
  const { floor, earliest, clockResetTo } = place ?? EMPTY_RANGE;
  return {
    rows,
    floor: Math.min(findOldestOpen(rows) ?? floor, asOf ?? Number.POSITIVE_INFINITY),
    earliest,
    pages,
    clockResetTo,
    ...(asOf !== undefined && { asOf }),
  };
}

type PollRange = Pick<ActivityPoll, 'earliest' | 'floor' | 'clockResetTo'>;

/** For a service that returned no page. */
const EMPTY_RANGE: PollRange = {
  floor: Number.NEGATIVE_INFINITY,
  earliest: Number.NEGATIVE_INFINITY,
  clockResetTo: null,
};

/** How far down a poll reads. */
function computeRange({ asOf }: ActivityPage, { filter, previous, now }: RangeInput): PollRange {
  const at = asOf ?? now;
  if (previous === null) {
    return { earliest: getStartTime(filter.since, at), floor: at - LOOKBACK_MS, clockResetTo: null };
  }
  const { earliest, floor, pages } = previous;
  if (asOf === undefined || asOf >= floor) return { earliest, floor, clockResetTo: null };
  // rows written since the clock was set back, which was after the previous poll
  const since = asOf - filter.intervalMs * pages;
  return { earliest: Math.min(earliest, since), floor: since, clockResetTo: asOf };
}

interface RangeInput extends Pick<PollContext, 'previous'> {
  readonly filter: PollOptions;
  /** Local time, for a service that does not send its own. */
  readonly now: number;
}

/** Creation time of the oldest row that can still change; of the newest row if none can; null without rows. */
function findOldestOpen(rows: readonly ActivityRow[]): number | null {
  const [newest] = rows;
  if (newest === undefined) return null;
  return rows
    .filter(isOpen)
    .reduce((oldest, row) => Math.min(oldest, getCreatedTime(row)), getCreatedTime(newest));
}

function isOpen({ status }: ActivityRow): boolean {
  const state = ActivityStatus.safeParse(status);
  return state.success && !ACTIVITY_STATES[state.data].isTerminal;
}
