import type { Client } from '../../../client/client.ts';
import { addAdvice, CrierError } from '../../../errors.ts';
import type { ActivityRow } from '../../../service/endpoints/activity.ts';
import type { IoPort } from '../../context/io.ts';
import type { ListView, StreamView } from '../../render/view.ts';
import type { CommandOutcome } from '../../shell/command.ts';
import { formatFlags } from '../../shell/shell-command.ts';
import { type ActivityFilter, formatNoRows } from './activity-filter.ts';
import { type ActivityListOptions, buildActivityList } from './activity-list.ts';
import { limitHeapGrowth } from './limit-heap-growth.ts';
import type { PeopleNames } from './people-names.ts';
import { readMatchingPages } from './query-activity.ts';

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
export function streamActivity({
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
