import type { Client } from '../../client/client.ts';
import type { ActivityRow } from '../../facts/activity.ts';
import { type ActivityWanted, isWanted } from './activity-wanted.ts';
import { type ActivityPage, type ActivityWalk, activityPages } from './read-activity.ts';
import { createdOf, momentOf } from './since.ts';

/** A page of activity, and what is wanted of it. */
export interface WantedPage {
  readonly page: ActivityPage;
  /** Newest first. */
  readonly rows: readonly ActivityRow[];
  /** How many are new enough, and not wanted all the same. */
  readonly passed: number;
}

/** How pages are read, and this machine's time, for a service that does not tell its own. */
export interface PagesRead extends Omit<ActivityWalk, 'id'> {
  readonly now: number;
}

/** Pages, up to the one that reaches beyond the time that is wanted. */
export async function* wantedPages(
  client: Client,
  wanted: ActivityWanted,
  { now, ...walk }: PagesRead,
): AsyncGenerator<WantedPage> {
  let earliest: number | undefined;
  for await (const page of activityPages(client, { id: wanted.id, ...walk })) {
    // the clock goes on while pages are read, and what is wanted does not
    earliest ??= momentOf(wanted.since, page.asOf ?? now);
    const from = earliest;
    const inTime = page.rows.filter((row) => createdOf(row) >= from);
    const rows = inTime.filter((row) => isWanted(row, wanted));
    const isLast = inTime.length < page.rows.length;
    yield {
      page: isLast ? { ...page, next: null } : page,
      rows,
      passed: inTime.length - rows.length,
    };
    if (isLast) return;
  }
}
