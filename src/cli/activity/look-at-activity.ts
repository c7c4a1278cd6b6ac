import type { Client } from '../../client/client.ts';
import type { Clock } from '../../clock.ts';
import { ACTIVITY_STATES, type ActivityRow, ActivityStatus } from '../../facts/activity.ts';
import { HOUR_MS } from '../../facts/durations.ts';
import { LIMITS } from '../../facts/limits.ts';
import { type ActivityWanted, isWanted } from './activity-wanted.ts';
import { type ActivityPage, activityPages } from './read-activity.ts';
import { createdOf, momentOf } from './since.ts';

/** What is known after a look at the activity of an automation. */
export interface Looked {
  /** Newest first: those that can still change, as far as it was looked, and all that are as new as the oldest of these. */
  readonly rows: readonly ActivityRow[];
  /** The next look goes down to this moment: those that matched before it have ended, or were too old to be looked at. */
  readonly floor: number;
  /** What `--since` means: it does not move with the clock. */
  readonly earliest: number;
  readonly pages: number;
  /** Where the service's clock stands after it was set back; null when it was not. */
  readonly wentBackTo: number | null;
  readonly asOf?: number;
}

/** Which rows are looked for, how many of them at first, and how long it is to the next look, in milliseconds. */
export interface LookWanted extends ActivityWanted {
  readonly limit: number;
  readonly every: number;
}

interface LookParts {
  readonly client: Client;
  readonly clock: Pick<Clock, 'now'>;
  /** Null at the first look. */
  readonly before: Looked | null;
}

/**
 * Rows that are open longer than this when the following begins are not looked for: their wait and an hour of DMs that
 * are paced are over then.
 * @see docs/service/engine.md#ENG-04, #ENG-14
 */
export const LOOKED_BACK_MS = HOUR_MS + LIMITS.dispatchJitterMs.max;

/** Reads from the newest row down to what can neither have changed nor be wanted. */
export async function lookAtActivity(
  wanted: LookWanted,
  { client, clock, before }: LookParts,
): Promise<Looked> {
  const rows: ActivityRow[] = [];
  let place: Place | undefined;
  let pages = 0;
  let asOf: number | undefined;
  let count = 0;
  reading: for await (const page of activityPages(client, { id: wanted.id })) {
    place ??= placeOf(page, { wanted, before, now: clock.now() });
    pages += 1;
    asOf = page.asOf ?? asOf;
    for (const row of page.rows) {
      const isEnough = before !== null || count >= wanted.limit;
      const created = createdOf(row);
      if (created < place.earliest || (isEnough && created < place.floor)) break reading;
      rows.push(row);
      if (isWanted(row, wanted)) count += 1;
    }
  }
  const { floor, earliest, wentBackTo } = place ?? NOWHERE;
  return {
    rows,
    floor: Math.min(oldestOpen(rows) ?? floor, asOf ?? Number.POSITIVE_INFINITY),
    earliest,
    pages,
    wentBackTo,
    ...(asOf !== undefined && { asOf }),
  };
}

type Place = Pick<Looked, 'earliest' | 'floor' | 'wentBackTo'>;

/** Of a service that gave no page at all. */
const NOWHERE: Place = {
  floor: Number.NEGATIVE_INFINITY,
  earliest: Number.NEGATIVE_INFINITY,
  wentBackTo: null,
};

/** How far down a look goes. */
function placeOf({ asOf }: ActivityPage, { wanted, before, now }: LookAt): Place {
  const at = asOf ?? now;
  if (before === null) {
    return { earliest: momentOf(wanted.since, at), floor: at - LOOKED_BACK_MS, wentBackTo: null };
  }
  const { earliest, floor, pages } = before;
  if (asOf === undefined || asOf >= floor) return { earliest, floor, wentBackTo: null };
  // what was written since the clock was set back, which was after the last look
  const since = asOf - wanted.every * pages;
  return { earliest: Math.min(earliest, since), floor: since, wentBackTo: asOf };
}

interface LookAt extends Pick<LookParts, 'before'> {
  readonly wanted: LookWanted;
  /** This machine's time, for a service that does not tell its own. */
  readonly now: number;
}

/** When the oldest row matched that can still change; without any, the newest; null without rows. */
function oldestOpen(rows: readonly ActivityRow[]): number | null {
  const [newest] = rows;
  if (newest === undefined) return null;
  return rows.filter(isOpen).reduce((oldest, row) => Math.min(oldest, createdOf(row)), createdOf(newest));
}

function isOpen({ status }: ActivityRow): boolean {
  const state = ActivityStatus.safeParse(status);
  return state.success && !ACTIVITY_STATES[state.data].isTerminal;
}
