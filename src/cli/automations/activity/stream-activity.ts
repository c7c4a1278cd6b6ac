import type { Client } from '../../../client/client.ts';
import { formatIsoSeconds } from '../../../domain/time/read-timestamp.ts';
import { addAdvice, CrierError } from '../../../errors.ts';
import type { ActivityRow } from '../../../service/endpoints/activity.ts';
import { getRequestedWait, isTransient } from '../../comments/watch/watch-time.ts';
import type { Uses } from '../../context/context.ts';
import type { IoPort } from '../../context/io.ts';
import type { ListView, StreamView } from '../../render/view.ts';
import type { CommandOutcome } from '../../shell/command.ts';
import { formatFlags } from '../../shell/shell-command.ts';
import { type ActivityFilter, formatNoRows, isIncluded } from './activity-filter.ts';
import { type ActivityListOptions, buildActivityList } from './activity-list.ts';
import { limitHeapGrowth } from './limit-heap-growth.ts';
import type { PeopleNames } from './people-names.ts';
import { type ActivityPoll, type PollOptions, pollActivity } from './poll-activity.ts';
import { readMatchingPages } from './query-activity.ts';
import { getCreatedTime } from './times.ts';

type FollowContext = Uses<{ io: 'clock' | 'signal' | 'note' | 'progress' }> & {
  readonly client: Client;
  readonly names: PeopleNames;
};

/** Streams rows oldest first, and each row again when its status changes, until the command is stopped. */
export function followActivity(options: PollOptions, parts: FollowContext): CommandOutcome {
  let asOf: number | undefined;
  async function* readBatches() {
    for await (const { rows, looked } of follow(options, parts)) {
      asOf = looked.asOf ?? asOf;
      yield rows;
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

/** Rows of a poll that were not printed yet. */
interface NewRows {
  readonly rows: readonly ActivityRow[];
  readonly looked: ActivityPoll;
}

async function* follow(options: PollOptions, parts: FollowContext): AsyncGenerator<NewRows> {
  let poll = await pollActivity(options, { ...parts, clock: parts.io.clock, previous: null });
  const isPrinted = (row: ActivityRow) => isIncluded(row, options);
  yield { rows: poll.rows.filter(isPrinted).slice(0, options.limit).reverse(), looked: poll };
  for (;;) {
    parts.io.progress('waiting for rows');
    // polls with more pages are less frequent, to leave requests to others
    await parts.io.clock.sleep(options.intervalMs * poll.pages, parts.io.signal);
    parts.io.progress(null);
    const before = poll;
    poll = await pollAgain(options, parts, before);
    const isNews = detectNewRows(before, poll);
    const changed = poll.rows.filter((row) => isNews(row) && isPrinted(row));
    yield { rows: changed.reverse(), looked: poll };
  }
}

/** Detects rows that were not in the previous poll or had another status. */
function detectNewRows(before: ActivityPoll, { clockResetTo }: ActivityPoll): (row: ActivityRow) => boolean {
  const known = new Map(before.rows.map(({ id, status }) => [id, status]));
  // a clock that was set back uncovers older rows: those of the time that was undone
  const isUncovered = (row: ActivityRow) => clockResetTo !== null && getCreatedTime(row) > clockResetTo;
  return (row) => (known.has(row.id) ? known.get(row.id) !== row.status : !isUncovered(row));
}

/** Reports a transient failure once, and retries. */
async function pollAgain(
  options: PollOptions,
  parts: FollowContext,
  before: ActivityPoll,
): Promise<ActivityPoll> {
  const { io } = parts;
  for (let isTold = false; ; isTold = true) {
    try {
      const poll = await pollActivity(options, { ...parts, clock: io.clock, previous: before });
      if (poll.clockResetTo !== null) await io.note(describeClockReset(poll.clockResetTo));
      return poll;
    } catch (error) {
      if (io.signal.aborted || !(error instanceof CrierError) || !isTransient(error)) throw error;
      if (!isTold) await io.note(`${error.message}; retrying until the service answers`);
      await io.clock.sleep(Math.max(getRequestedWait(error) ?? 0, options.intervalMs), io.signal);
    }
  }
}

function describeClockReset(to: number): string {
  return `the service's clock was set back to ${formatIsoSeconds(to)}: following rows from there`;
}

export interface AllActivityOptions extends ActivityFilter {
  readonly cursor: string | undefined;
  /** The command that explains why nothing was triggered. */
  readonly explain: string;
  readonly names: PeopleNames;
}

/** Streams all matching rows; only one page is kept in memory. */
export function streamAllActivity(
  client: Client,
  { cursor, explain, names, ...wanted }: AllActivityOptions,
  io: Pick<IoPort, 'now' | 'printing'>,
): CommandOutcome {
  let asOf: number | undefined;
  let printed = 0;
  let passed = 0;
  const empty = () => formatNoRows(wanted, { passed, explain });
  async function* readBatches() {
    limitHeapGrowth();
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

/** Adds how to continue the list after the rows that were printed. */
function addResumeAdvice(error: unknown, cursor: string): unknown {
  return error instanceof CrierError
    ? addAdvice(error, `to continue the list: ${formatFlags`--cursor ${cursor}`}`)
    : error;
}

/** Rows of activity in batches. */
interface ActivityStream {
  readonly batches: AsyncIterable<readonly ActivityRow[]>;
  readonly names: PeopleNames;
  /** The service's time of the last answer. */
  asOf(): number | undefined;
  /** Message when no rows came. */
  empty(): string;
  /** Runs until the command is stopped. */
  readonly endless?: boolean;
}

/** Builds the view of a stream of rows. */
function streamActivity({
  batches,
  names,
  asOf,
  empty,
  endless = false,
}: ActivityStream): StreamView<unknown> {
  const show = (): ActivityListOptions => ({
    next: null,
    limit: null,
    empty: empty(),
    names,
    isStreaming: endless,
  });
  return {
    kind: 'stream',
    live: true,
    endless,
    batches: learnNames(batches, names),
    // the rows of the batches above
    list: (rows) => buildActivityList(rows as readonly ActivityRow[], show()) as ListView<unknown>,
    asOf,
  };
}

/** Learns the names of rows before they are shown. */
async function* learnNames(
  batches: ActivityStream['batches'],
  names: PeopleNames,
): AsyncGenerator<readonly ActivityRow[]> {
  for await (const rows of batches) {
    await names.learn(rows);
    yield rows;
  }
}
