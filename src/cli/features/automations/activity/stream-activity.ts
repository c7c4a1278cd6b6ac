import type { Client } from '../../../../client/client.ts';
import type { Clock } from '../../../../clock.ts';
import { formatIsoSeconds } from '../../../../domain/time/read-timestamp.ts';
import { addAdvice, CrierError } from '../../../../errors.ts';
import type { ActivityRow } from '../../../../service/endpoints/activity.ts';
import type { CommandOutcome } from '../../../framework/command/command.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import { getStartTime } from '../../../framework/input/time/since.ts';
import { formatFlags } from '../../../framework/output/text/shell-command.ts';
import type { StreamView } from '../../../framework/output/view.ts';
import { getRequestedWait, isTransient } from '../../comments/watch/watch-time.ts';
import {
  type ActivityFilter,
  formatNoRows,
  getCreatedTime,
  isIncluded,
  isOpen,
  LOOKBACK_MS,
} from './activity-filter.ts';
import { buildActivityList, type PeopleNames } from './activity-list.ts';
import { readActivityPages, readMatchingPages } from './query-activity.ts';

export interface FollowContext {
  io: IoPort;
  client: Client;
  names: PeopleNames;
}

/** Streams rows oldest first, and each row again when its status changes, until the command is stopped. */
export function followActivity(options: PollOptions, parts: FollowContext): CommandOutcome {
  let asOf: number | undefined;
  async function* readBatches() {
    for await (const poll of follow(options, parts)) {
      asOf = poll.asOf ?? asOf;
      yield poll.rows;
    }
  }
  return {
    view: streamActivity({
      batches: readBatches(),
      names: parts.names,
      asOf: () => asOf,
      empty: () => 'no rows yet',
      endless: true,
    }),
  };
}

/** Polls with only the rows that were not printed yet. */
async function* follow(options: PollOptions, parts: FollowContext): AsyncGenerator<ActivityPoll> {
  let poll = await pollActivity(options, { ...parts, clock: parts.io.clock, previous: null });
  const isPrinted = (row: ActivityRow) => isIncluded(row, options);
  yield { ...poll, rows: poll.rows.filter(isPrinted).slice(0, options.limit).reverse() };
  for (;;) {
    parts.io.progress('waiting for rows');
    // polls with more pages are less frequent, to leave requests to others
    await parts.io.clock.sleep(options.intervalMs * poll.pages, parts.io.signal);
    parts.io.progress(null);
    const before = poll;
    poll = await pollAgain(options, parts, before);
    const isNews = detectNewRows(before, poll);
    yield { ...poll, rows: poll.rows.filter((row) => isNews(row) && isPrinted(row)).reverse() };
  }
}

/** Detects rows that were not in the previous poll or had another status. */
export function detectNewRows(
  before: ActivityPoll,
  { clockResetTo }: ActivityPoll,
): (row: ActivityRow) => boolean {
  const known = new Map(before.rows.map(({ id, status }) => [id, status]));
  // a clock that was set back uncovers older rows: those of the time that was undone
  const isUncovered = (row: ActivityRow) => clockResetTo !== null && getCreatedTime(row) > clockResetTo;
  return (row) => (known.has(row.id) ? known.get(row.id) !== row.status : !isUncovered(row));
}

export async function pollAgain(
  options: PollOptions,
  parts: Pick<FollowContext, 'io' | 'client'>,
  before: ActivityPoll,
): Promise<ActivityPoll> {
  const { io } = parts;
  for (let isReported = false; ; isReported = true) {
    try {
      const poll = await pollActivity(options, { ...parts, clock: io.clock, previous: before });
      if (poll.clockResetTo !== null) await io.note(describeClockReset(poll.clockResetTo));
      return poll;
    } catch (error) {
      if (io.signal.aborted || !(error instanceof CrierError) || !isTransient(error)) throw error;
      if (!isReported) await io.note(`${error.message}; retrying until the service answers`);
      await io.clock.sleep(Math.max(getRequestedWait(error) ?? 0, options.intervalMs), io.signal);
    }
  }
}

function describeClockReset(to: number): string {
  return `the service's clock was set back to ${formatIsoSeconds(to)}: following rows from there`;
}

/** Streams all matching rows; only one page is kept in memory. @param explain the command that explains why there are none */
export function streamAllActivity(
  client: Client,
  {
    cursor,
    explain,
    names,
    ...wanted
  }: ActivityFilter & { cursor: string | undefined; explain: string; names: PeopleNames },
  io: IoPort,
): CommandOutcome {
  let asOf: number | undefined;
  let printed = 0;
  let passed = 0;
  const empty = () => formatNoRows(wanted, { passed, explain });
  async function* readBatches() {
    let place: string | null = null;
    try {
      for await (const { page, ...found } of readMatchingPages(client, wanted, {
        now: io.now(),
        from: cursor ?? null,
      })) {
        asOf = page.asOf ?? asOf;
        passed += found.skipped;
        printed += found.rows.length;
        yield found.rows;
        place = page.next;
      }
    } catch (error) {
      // a JSON document is printed as a whole or not at all, so there is nothing to continue
      throw place === null || io.printing.format === 'json' ? error : addResumeAdvice(error, place);
    }
  }
  return {
    view: streamActivity({ batches: readBatches(), names, asOf: () => asOf, empty }),
    finish: () => (printed === 0 ? { notes: [empty()] } : {}),
  };
}

function addResumeAdvice(error: unknown, cursor: string): unknown {
  return error instanceof CrierError
    ? addAdvice(error, `to continue the list: ${formatFlags`--cursor ${cursor}`}`)
    : error;
}

export function streamActivity({
  batches,
  names,
  automations,
  asOf,
  empty,
  endless = false,
}: {
  batches: AsyncIterable<readonly ActivityRow[]>;
  names: PeopleNames;
  /** The names of automations, where the rows are of several. */
  automations?: ReadonlyMap<string, string>;
  /** The service's time of the last answer. */
  asOf(): number | undefined;
  empty(): string;
  /** Runs until the command is stopped. */
  endless?: boolean;
}): StreamView<unknown> {
  async function* readNamedBatches() {
    for await (const rows of batches) {
      await names.learn(rows);
      yield rows;
    }
  }
  return {
    kind: 'stream',
    live: true,
    endless,
    batches: readNamedBatches(),
    // the rows of the batches above
    list: (rows) =>
      buildActivityList(rows as readonly ActivityRow[], {
        next: null,
        limit: null,
        empty: empty(),
        names,
        automations,
        isStreaming: endless,
      }),
    asOf,
  };
}

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
  limit: number;
  intervalMs: number;
}

/**
 * Reads from the newest row down to those that can neither have changed nor match.
 *
 * @param context `clock` is local, for a service that does not send its time; `previous` is null for the first poll
 */
export async function pollActivity(
  options: PollOptions,
  { client, clock, previous }: { client: Client; clock: Pick<Clock, 'now'>; previous: ActivityPoll | null },
): Promise<ActivityPoll> {
  const rows: ActivityRow[] = [];
  let place: PollRange | undefined;
  let pages = 0;
  let asOf: number | undefined;
  let count = 0;
  reading: for await (const page of readActivityPages(client, { id: options.id })) {
    place ??= computeRange(page.asOf, options, previous, clock.now());
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
    asOf,
  };
}

type PollRange = Pick<ActivityPoll, 'earliest' | 'floor' | 'clockResetTo'>;

/** For a service that returned no page. */
const EMPTY_RANGE: PollRange = {
  floor: Number.NEGATIVE_INFINITY,
  earliest: Number.NEGATIVE_INFINITY,
  clockResetTo: null,
};

/** How far down a poll reads. @param now local time */
function computeRange(
  asOf: number | undefined,
  { since, intervalMs }: PollOptions,
  previous: ActivityPoll | null,
  now: number,
): PollRange {
  if (previous === null) {
    const at = asOf ?? now;
    return { earliest: getStartTime(since, at), floor: at - LOOKBACK_MS, clockResetTo: null };
  }
  const { earliest, floor, pages } = previous;
  if (asOf === undefined || asOf >= floor) return { earliest, floor, clockResetTo: null };
  // rows written since the clock was set back, which was after the previous poll
  const from = asOf - intervalMs * pages;
  return { earliest: Math.min(earliest, from), floor: from, clockResetTo: asOf };
}

/** Creation time of the oldest row that can still change; of the newest row if none can; null without rows. */
function findOldestOpen(rows: readonly ActivityRow[]): number | null {
  const [newest] = rows;
  if (newest === undefined) return null;
  return rows
    .filter(isOpen)
    .reduce((oldest, row) => Math.min(oldest, getCreatedTime(row)), getCreatedTime(newest));
}
