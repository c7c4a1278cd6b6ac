import type { ActivityRow } from '../../../service/endpoints/activity.ts';
import type { ListView, StreamView } from '../../render/view.ts';
import { type ActivityListOptions, buildActivityList } from './activity-list.ts';
import type { PeopleNames } from './people-names.ts';

/** Rows of activity in batches. */
export interface ActivityStream {
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
