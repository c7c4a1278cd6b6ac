import type { Client } from '../../client/client.ts';
import type { ActivityRow } from '../../facts/activity.ts';
import { LIMITS } from '../../facts/limits.ts';
import { type ActivityFilter, isFiltering } from './activity-filter.ts';
import { type ActivityPage, readActivityPage } from './read-activity-pages.ts';
import { readMatchingPages } from './read-matching-pages.ts';

const { max } = LIMITS.activityPageSize;

export interface ActivityQuery extends ActivityFilter {
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** Rows that were read, newest first, and how the list goes on. */
export interface ActivityQueryResult {
  readonly rows: readonly ActivityRow[];
  /** Goes on behind the last of the rows; null when nothing that is wanted follows. */
  readonly next: string | null;
  /** What the last answer said beside. */
  readonly envelope: Readonly<Record<string, unknown>>;
  /** The service's body, where one answer was all of it. */
  readonly raw: Uint8Array | null;
  /** How many were new enough, and not wanted all the same. */
  readonly skipped: number;
  readonly asOf?: number;
}

/** What rows were read from. */
interface ActivityRead {
  readonly rows: readonly ActivityRow[];
  readonly pages: readonly ActivityPage[];
  readonly skipped: number;
  /** The page that the last row stands on, where another row follows that is wanted, or may be. */
  readonly cutPage: ActivityPage | null;
}

/**
 * Reads so many rows, in as many pages as it takes. The service knows nothing of what is wanted: where rows are left
 * out, pages are read whole, up to the first row that would follow, and the place behind the last row is asked for.
 *
 * @param now this machine's time, for a service that does not tell its own
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

/** Ours: so far it is looked for a row that would follow; beyond, it is said that there may be one. */
const MOST_PAGES_BEYOND = 10;

interface CursorContext {
  readonly client: Client;
  readonly id: string;
  readonly page: ActivityPage;
}

/** A service that gives more than it is asked for would be asked for ever. */
const MOST_TRIES = 10;

/** The cursor behind a row: the end of a page that ends with it. Rows that came meanwhile stand before it. */
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
