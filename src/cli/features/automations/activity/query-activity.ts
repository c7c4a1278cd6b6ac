import type { Client } from '../../../../client/client.ts';
import {
  type FollowedPage,
  findFaultAfter,
  followPages,
  type ListPage,
  readPlace,
} from '../../../../client/follow-pages.ts';
import { type ActivityRow, listActivity } from '../../../../service/endpoints/activity.ts';
import { type AutomationSummary, listAutomations } from '../../../../service/endpoints/automations.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { getServiceTime } from '../../../framework/command/command.ts';
import { getStartTime } from '../../../framework/input/time/since.ts';
import type { RequestPace } from '../../../framework/many/request-pace.ts';
import { type ActivityFilter, getCreatedTime, isFiltering, isIncluded } from './activity-filter.ts';

const { max } = LIMITS.activityPageSize;

export interface ActivityQuery extends ActivityFilter {
  cursor: string | undefined;
  limit: number;
}

/**
 * Reads up to `limit` rows in as many pages as necessary. The service has no filters: with a filter, whole pages are
 * read up to the first row that would follow, and the cursor after the last row is requested.
 *
 * @param now local time, for a service that does not send its own
 */
export async function queryActivity(client: Client, query: ActivityQuery, now: number) {
  const { rows, pages, skipped, cutPage, fault } = await readMatchingRows(client, query, now);
  const last = rows.at(-1);
  const found =
    cutPage === null || last === undefined
      ? null
      : await findCursorAfter(last, client, { id: query.id, page: cutPage });
  const after = found === null ? null : findFaultAfter(query.cursor ?? null, { next: found });
  const next = after === null ? found : null;
  const [only, ...others] = pages;
  const isWhole = only !== undefined && others.length === 0 && rows.length === only.rows.length;
  const { asOf, envelope = {} } = pages.at(-1) ?? {};
  return {
    /** Newest first. */
    rows,
    /** Cursor after the last row; null if no matching row follows. */
    next,
    /** Other members of the last answer. */
    envelope,
    /** The response body, if one response was all of it. */
    raw: isWhole ? only.bytes : null,
    /** Number of rows in the period that did not match. */
    skipped,
    /** Why the list cannot be continued although more may follow. */
    fault: fault ?? after,
    asOf,
  };
}

/** With `cutPage`, the page of the last row, if another row matches or may match after it. */
async function readMatchingRows(client: Client, { cursor, limit, ...query }: ActivityQuery, now: number) {
  const rows: ActivityRow[] = [];
  const pages: FoundPage[] = [];
  let passed = 0;
  let full: FoundPage | null = null;
  let beyond = 0;
  const size = () => (isFiltering(query) ? max : Math.min(max, limit - rows.length));
  for await (const found of readMatchingPages(client, query, { now, from: cursor ?? null, size })) {
    pages.push(found.page);
    passed += found.skipped;
    const free = limit - rows.length;
    rows.push(...found.rows.slice(0, free));
    if (found.rows.length > free)
      return { rows, pages, skipped: passed, cutPage: full ?? found.page, fault: null };
    if (found.page.fault !== null) break;
    if (rows.length < limit) continue;
    if (full !== null) beyond += 1;
    full ??= found.page;
    if (!isFiltering(query) || beyond === MOST_PAGES_BEYOND) break;
  }
  const { next = null, fault = null } = pages.at(-1) ?? {};
  return { rows, pages, skipped: passed, cutPage: next !== null && fault === null ? full : null, fault };
}

/**
 * Our choice: how many pages are searched for one more matching row; beyond, the list is reported as possibly
 * incomplete.
 */
const MOST_PAGES_BEYOND = 10;

/** Limit for a service that returns more rows than requested. */
const MOST_TRIES = 10;

/** Finds the cursor after a row: the end of a page that ends with it. Rows that were added meanwhile precede it. */
async function findCursorAfter(
  row: ActivityRow,
  client: Client,
  { id, page }: { id: string; page: ActivityPage },
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

type FoundPage = FollowedPage<ActivityPage>;

/** Reads pages down to the start of the period. @param now local time, for a service that does not send its own */
export async function* readMatchingPages(
  client: Client,
  filter: ActivityFilter,
  { now, ...walk }: Omit<ActivityPagesOptions, 'id'> & { now: number },
) {
  let earliest: number | undefined;
  for await (const page of readActivityPages(client, { id: filter.id, ...walk })) {
    // the start stays the same while pages are read, although the clock advances
    earliest ??= getStartTime(filter.since, page.asOf ?? now);
    const from = earliest;
    const inTime = page.rows.filter((row) => getCreatedTime(row) >= from);
    const rows = inTime.filter((row) => isIncluded(row, filter));
    const isLast = inTime.length < page.rows.length;
    yield {
      /** Newest first. */
      rows,
      page: isLast ? { ...page, next: null, fault: null } : page,
      /** Number of rows in the period that did not match. */
      skipped: inTime.length - rows.length,
    };
    if (isLast) return;
  }
}

export interface ActivityPage extends ListPage<ActivityRow> {
  /** Cursor of the request. */
  readonly from: string | null;
  readonly envelope: Readonly<Record<string, unknown>>;
  readonly bytes: Uint8Array;
  /** The service's time, if it was sent. */
  readonly asOf?: number;
}

/**
 * The cursor is sent back unchanged; older services return it in `meta` itself.
 *
 * @see docs/service/activity.md#ACT-05, #row
 */
async function readActivityPage(
  client: Client,
  { id, from, size }: { id: string; from: string | null; size: number },
): Promise<ActivityPage> {
  const query = { limit: String(size), ...(from !== null && { next: from }) };
  const answer = await client.call(listActivity, { params: { id }, query });
  const { activity, meta, ...envelope } = answer.body;
  return {
    rows: activity,
    from,
    ...readPlace(meta?.pagination ?? meta),
    envelope,
    bytes: answer.bytes,
    ...getServiceTime(answer),
  };
}

/** Options for reading page after page; `size` and `pace` are called before each. */
interface ActivityPagesOptions {
  id: string;
  from?: string | null;
  size?(): number;
  /** Default: without a wait. */
  pace?: RequestPace;
}

/**
 * Reads pages on demand until there are no more.
 *
 * @throws CrierError of kind unavailable after the pages of a list that does not end
 */
export async function* readActivityPages(
  client: Client,
  { id, from = null, size = () => LIMITS.activityPageSize.max, pace }: ActivityPagesOptions,
): AsyncGenerator<FoundPage> {
  const read = async (cursor: string | null) => {
    await pace?.();
    return readActivityPage(client, { id, from: cursor, size: size() });
  };
  yield* followPages(read, { from, keyOf: (row: ActivityRow) => row.id });
}

/**
 * Counts the rows of an automation that a filter selects, by several counters in one reading.
 *
 * @returns the service's time, if it was sent
 */
export async function countAutomationRows(
  client: Client,
  filter: Omit<ActivityFilter, 'statuses'>,
  counters: readonly { add(row: ActivityRow): void }[],
  { now, onPage }: { now: number; onPage?(rows: number): void },
): Promise<number | undefined> {
  let asOf: number | undefined;
  for await (const { page, rows } of readMatchingPages(client, { ...filter, statuses: [] }, { now })) {
    for (const row of rows) for (const counter of counters) counter.add(row);
    asOf = page.asOf ?? asOf;
    onPage?.(rows.length);
  }
  return asOf;
}

/**
 * Reads all automations of the profile, and keeps what is picked of them, so that they need not be in memory at once.
 *
 * @param pick null for nothing
 */
export function pickAutomations<Value>(
  client: Client,
  pick: (automation: AutomationSummary) => Value | null,
): Promise<readonly Value[]> {
  const begin = () => {
    const picked: Value[] = [];
    return {
      add({ automations = [] }: { automations?: readonly AutomationSummary[] }) {
        for (const each of automations) {
          const value = pick(each);
          if (value !== null) picked.push(value);
        }
      },
      end: () => picked,
    };
  };
  return client.fold(listAutomations, {}, (name) => name === 'automations', begin);
}

/** The names of all automations of the profile, by id. */
export async function readAutomationNames(client: Client): Promise<ReadonlyMap<string, string>> {
  return new Map(await pickAutomations(client, ({ id, name }) => [id, name ?? id] as const));
}
