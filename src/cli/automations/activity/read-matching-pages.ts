import type { Client } from '../../../client/client.ts';
import type { ActivityRow } from '../../../service/endpoints/activity.ts';
import { type ActivityFilter, isIncluded } from './activity-filter.ts';
import { type ActivityPage, type ActivityPagesOptions, readActivityPages } from './read-activity-pages.ts';
import { getCreatedTime, getStartTime } from './times.ts';

/** A page of activity with its matching rows. */
export interface MatchingPage {
  readonly page: ActivityPage;
  /** Newest first. */
  readonly rows: readonly ActivityRow[];
  /** Number of rows in the period that did not match. */
  readonly skipped: number;
}

/** How pages are read, and the local time, for a service that does not send its own. */
export interface MatchingPagesOptions extends Omit<ActivityPagesOptions, 'id'> {
  readonly now: number;
}

/** Reads pages down to the start of the period. */
export async function* readMatchingPages(
  client: Client,
  filter: ActivityFilter,
  { now, ...walk }: MatchingPagesOptions,
): AsyncGenerator<MatchingPage> {
  let earliest: number | undefined;
  for await (const page of readActivityPages(client, { id: filter.id, ...walk })) {
    // the start stays the same while pages are read, although the clock advances
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
