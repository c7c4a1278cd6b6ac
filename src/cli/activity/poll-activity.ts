import type { Client } from '../../client/client.ts';
import type { Clock } from '../../clock.ts';
import { ACTIVITY_STATES, type ActivityRow, ActivityStatus } from '../../facts/activity.ts';
import { HOUR_MS } from '../../facts/durations.ts';
import { LIMITS } from '../../facts/limits.ts';
import { type ActivityFilter, isIncluded } from './activity-filter.ts';
import { type ActivityPage, readActivityPages } from './read-activity-pages.ts';
import { getCreatedTime, getStartTime } from './since.ts';

/** What is known after a look at the activity of an automation. */
export interface ActivityPoll {
  /** Newest first: those that can still change, as far as it was looked, and all that are as new as the oldest of these. */
  readonly rows: readonly ActivityRow[];
  /** The next look goes down to this moment: those that matched before it have ended, or were too old to be looked at. */
  readonly floor: number;
  /** What `--since` means: it does not move with the clock. */
  readonly earliest: number;
  readonly pages: number;
  /** Where the service's clock stands after it was set back; null when it was not. */
  readonly clockResetTo: number | null;
  readonly asOf?: number;
}

/** Which rows are looked for, how many of them at first, and how long it is to the next look, in milliseconds. */
export interface PollOptions extends ActivityFilter {
  readonly limit: number;
  readonly intervalMs: number;
}

interface PollContext {
  readonly client: Client;
  readonly clock: Pick<Clock, 'now'>;
  /** Null at the first look. */
  readonly previous: ActivityPoll | null;
}

/**
 * Rows that are open longer than this when the following begins are not looked for: their wait and an hour of DMs that
 * are paced are over then.
 * @see docs/service/engine.md#ENG-04, #ENG-14
 */
export const LOOKBACK_MS = HOUR_MS + LIMITS.dispatchJitterMs.max;

/** Reads from the newest row down to what can neither have changed nor be wanted. */
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

/** Of a service that gave no page at all. */
const EMPTY_RANGE: PollRange = {
  floor: Number.NEGATIVE_INFINITY,
  earliest: Number.NEGATIVE_INFINITY,
  clockResetTo: null,
};

/** How far down a look goes. */
function computeRange({ asOf }: ActivityPage, { filter, previous, now }: RangeInput): PollRange {
  const at = asOf ?? now;
  if (previous === null) {
    return { earliest: getStartTime(filter.since, at), floor: at - LOOKBACK_MS, clockResetTo: null };
  }
  const { earliest, floor, pages } = previous;
  if (asOf === undefined || asOf >= floor) return { earliest, floor, clockResetTo: null };
  // what was written since the clock was set back, which was after the last look
  const since = asOf - filter.intervalMs * pages;
  return { earliest: Math.min(earliest, since), floor: since, clockResetTo: asOf };
}

interface RangeInput extends Pick<PollContext, 'previous'> {
  readonly filter: PollOptions;
  /** This machine's time, for a service that does not tell its own. */
  readonly now: number;
}

/** When the oldest row matched that can still change; without any, the newest; null without rows. */
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
