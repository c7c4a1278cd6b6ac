import { CrierError } from '../errors.ts';

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** Cursor of the following page; null on the last one. */
  readonly next: string | null;
  /** Whether the service says that there are more; undefined or null if it does not say. */
  readonly hasMore?: boolean | null | undefined;
}

/** A page of which only the rows are left that no page before it had. */
export type FollowedPage<Page> = Page & {
  /** Why the list cannot be continued although it has not ended; null at its end, and while it can be. */
  readonly fault: CrierError | null;
};

/** Our choice: pages in a row without a new row, after which a list is taken for one that never ends. */
const MOST_STALE_PAGES = 10;

/** Rows that are remembered at least: more than a usual page has, and few enough for lists of any length. */
const KNOWN_ROWS = 1_000;

/**
 * Follows the cursors of a list, page by page, on demand. No cursor is followed twice and no row is given twice, so that
 * every list ends, and one that ends for another reason than its last page fails.
 *
 * @param from cursor of the first page; null for the beginning
 * @param keyOf identifies a row
 * @throws CrierError of kind unavailable after the last page that could be read, if the service says that more follow
 */
export async function* followPages<Row, Page extends ListPage<Row>>(
  read: (cursor: string | null) => Promise<Page>,
  { from, keyOf }: { from: string | null; keyOf(row: Row): string },
): AsyncGenerator<FollowedPage<Page>, void, undefined> {
  const cursors = new Set<string | null>([from]);
  const known = createRowMemory();
  let stale = 0;
  for (let cursor = from; ; ) {
    const page = await read(cursor);
    known.beginPage();
    const rows = page.rows.filter((row) => known.add(keyOf(row)));
    stale = rows.length === 0 ? stale + 1 : 0;
    const fault = findPageFault(page, cursors, stale);
    yield { ...page, rows, fault };
    if (fault !== null) throw fault;
    if (page.next === null) return;
    cursor = page.next;
    cursors.add(cursor);
  }
}

/** The same for a command that reads one page. @param asked its cursor */
export function findFaultAfter(asked: string | null, page: Omit<ListPage<never>, 'rows'>): CrierError | null {
  return findPageFault(page, new Set([asked]), 0);
}

function findPageFault(
  { next, hasMore }: Omit<ListPage<never>, 'rows'>,
  cursors: ReadonlySet<string | null>,
  stale: number,
): CrierError | null {
  if (next === null)
    return hasMore === true ? createEndlessError('more are said to follow, without a cursor') : null;
  if (cursors.has(next)) return createEndlessError('its cursor leads back to a page that was read');
  if (stale < MOST_STALE_PAGES) return null;
  return createEndlessError(`its last ${MOST_STALE_PAGES} pages had nothing new`);
}

function createEndlessError(reason: string): CrierError {
  return new CrierError('unavailable', `the list did not end: ${reason}`, {
    meaning: 'the service did not say where the list ends; what was read of it may not be all',
    advice: 'run the command again; if that does not help, report it to the operator of the service',
  });
}

/** Reads where a list is continued: without a cursor, or after `hasMore: false`, it has ended. */
export function readPlace(
  place: { next?: unknown; hasMore?: unknown } | null | undefined,
): Pick<ListPage<never>, 'next' | 'hasMore'> {
  const { next, hasMore } = place ?? {};
  const follows = typeof next === 'string' && next !== '' && hasMore !== false;
  return { next: follows ? next : null, hasMore: typeof hasMore === 'boolean' ? hasMore : null };
}

/**
 * Remembers the latest rows, in two sets: the older one is dropped as a whole, since a set that loses its oldest row each time
 * looks through all that it has lost.
 */
function createRowMemory() {
  let latest = new Set<string>();
  let older = new Set<string>();
  return {
    /** Rows of one page are dropped together, so that a page that comes again is known, however long it is. */
    beginPage(): void {
      if (latest.size >= KNOWN_ROWS) [older, latest] = [latest, new Set()];
    },
    /** @returns whether it is new */
    add(key: string): boolean {
      if (latest.has(key) || older.has(key)) return false;
      latest.add(key);
      return true;
    },
  };
}
