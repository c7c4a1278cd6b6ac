import type { Client } from '../../../client/client.ts';
import type { ActivityRow } from '../../../service/endpoints/activity.ts';
import { LIMITS } from '../../../service/limits.ts';
import { type ActivityFilter, isFiltering } from './activity-filter.ts';
import { type ActivityPage, readActivityPage } from './read-activity-pages.ts';
import { readMatchingPages } from './read-matching-pages.ts';

const { max } = LIMITS.activityPageSize;

export interface ActivityQuery extends ActivityFilter {
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** Rows, newest first, and how to continue the list. */
export interface ActivityQueryResult {
  readonly rows: readonly ActivityRow[];
  /** Cursor after the last row; null if no matching row follows. */
  readonly next: string | null;
  /** Other members of the last answer. */
  readonly envelope: Readonly<Record<string, unknown>>;
  /** The response body, if one response was all of it. */
  readonly raw: Uint8Array | null;
  /** Number of rows in the period that did not match. */
  readonly skipped: number;
  readonly asOf?: number;
}

/** Rows with the pages that they were read from. */
interface ActivityRead {
  readonly rows: readonly ActivityRow[];
  readonly pages: readonly ActivityPage[];
  readonly skipped: number;
  /** The page of the last row, if another row matches or may match after it. */
  readonly cutPage: ActivityPage | null;
}

/**
 * Reads up to `limit` rows in as many pages as necessary. The service has no filters: with a filter, whole pages are
 * read up to the first row that would follow, and the cursor after the last row is requested.
 *
 * @param now local time, for a service that does not send its own
 */
export async function queryActivity(
  client: Client,
  query: ActivityQuery,
  now: number,
): Promise<ActivityQueryResult> {
  const { rows, pages, skipped, cutPage } = await readMatchingRows(client, query, now);
  const last = rows.at(-1);
  const next =
    cutPage === null || last === undefined
      ? null
      : await findCursorAfter(last, { client, id: query.id, page: cutPage });
  const [only, ...others] = pages;
  const isWhole = only !== undefined && others.length === 0 && rows.length === only.rows.length;
  const { asOf, envelope = {} } = pages.at(-1) ?? {};
  return {
    rows,
    next,
    envelope,
    raw: isWhole ? only.bytes : null,
    skipped,
    ...(asOf !== undefined && { asOf }),
  };
}

async function readMatchingRows(
  client: Client,
  { cursor, limit, ...query }: ActivityQuery,
  now: number,
): Promise<ActivityRead> {
  const rows: ActivityRow[] = [];
  const pages: ActivityPage[] = [];
  let passed = 0;
  let full: ActivityPage | null = null;
  let beyond = 0;
  const size = () => (isFiltering(query) ? max : Math.min(max, limit - rows.length));
  for await (const found of readMatchingPages(client, query, { now, from: cursor ?? null, size })) {
    pages.push(found.page);
    passed += found.skipped;
    const free = limit - rows.length;
    rows.push(...found.rows.slice(0, free));
    if (found.rows.length > free) return { rows, pages, skipped: passed, cutPage: full ?? found.page };
    if (rows.length < limit) continue;
    if (full !== null) beyond += 1;
    full ??= found.page;
    if (!isFiltering(query) || beyond === MOST_PAGES_BEYOND) break;
  }
  const follows = (pages.at(-1)?.next ?? null) !== null;
  return { rows, pages, skipped: passed, cutPage: follows ? full : null };
}

/**
 * Our choice: how many pages are searched for one more matching row; beyond, the list is reported as possibly
 * incomplete.
 */
const MOST_PAGES_BEYOND = 10;

interface CursorContext {
  readonly client: Client;
  readonly id: string;
  readonly page: ActivityPage;
}

/** Limit for a service that returns more rows than requested. */
const MOST_TRIES = 10;

/** Finds the cursor after a row: the end of a page that ends with it. Rows that were added meanwhile precede it. */
async function findCursorAfter(
  row: ActivityRow,
  { client, id, page }: CursorContext,
): Promise<string | null> {
  let at = page;
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const index = at.rows.findIndex((each) => each.id === row.id);
    if (index === at.rows.length - 1) return at.next;
    if (index === -1 && at.next === null) return null;
    at = await readActivityPage(client, {
      id,
      from: index === -1 ? at.next : at.from,
      size: index === -1 ? max : index + 1,
    });
  }
  return at.next;
}
