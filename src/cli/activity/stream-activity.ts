import type { ActivityRow } from '../../facts/activity.ts';
import type { ListView, StreamView } from '../render/view.ts';
import { type ActivityListOptions, buildActivityList } from './activity-list.ts';
import type { PeopleNames } from './people-names.ts';

/** Rows of activity that come a batch at a time. */
export interface ActivityStream {
  readonly batches: AsyncIterable<readonly ActivityRow[]>;
  readonly names: PeopleNames;
  /** The service's time when it last answered. */
  asOf(): number | undefined;
  /** Said where not one came. */
  empty(): string;
  /** It goes on until the run is told to end. */
  readonly endless?: boolean;
}

/** Rows as they come, as they are shown. */
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
    // they come from the batches above
    list: (rows) => buildActivityList(rows as readonly ActivityRow[], show()) as ListView<unknown>,
    asOf,
  };
}

/** Whose rows they are is known before they are shown. */
async function* learnNames(
  batches: ActivityStream['batches'],
  names: PeopleNames,
): AsyncGenerator<readonly ActivityRow[]> {
  for await (const rows of batches) {
    await names.learn(rows);
    yield rows;
  }
}
