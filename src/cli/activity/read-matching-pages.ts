import type { Client } from '../../client/client.ts';
import type { ActivityRow } from '../../facts/activity.ts';
import { type ActivityFilter, isIncluded } from './activity-filter.ts';
import { type ActivityPage, type ActivityPagesOptions, readActivityPages } from './read-activity-pages.ts';
import { getCreatedTime, getStartTime } from './since.ts';

/** A page of activity, and what is wanted of it. */
export interface MatchingPage {
  readonly page: ActivityPage;
  /** Newest first. */
  readonly rows: readonly ActivityRow[];
  /** How many are new enough, and not wanted all the same. */
  readonly skipped: number;
}

/** How pages are read, and this machine's time, for a service that does not tell its own. */
export interface MatchingPagesOptions extends Omit<ActivityPagesOptions, 'id'> {
  readonly now: number;
}

/** Pages, up to the one that reaches beyond the time that is wanted. */
export async function* readMatchingPages(
  client: Client,
  filter: ActivityFilter,
  { now, ...walk }: MatchingPagesOptions,
): AsyncGenerator<MatchingPage> {
  let earliest: number | undefined;
  for await (const page of readActivityPages(client, { id: filter.id, ...walk })) {
    // the clock goes on while pages are read, and what is wanted does not
    earliest ??= getStartTime(filter.since, page.asOf ?? now);
    const from = earliest;
    const inTime = page.rows.filter((row) => getCreatedTime(row) >= from);
    const rows = inTime.filter((row) => isIncluded(row, filter));
    const isLast = inTime.length < page.rows.length;
    yield {
      page: isLast ? { ...page, next: null } : page,
      rows,
      skipped: inTime.length - rows.length,
    };
    if (isLast) return;
  }
}
