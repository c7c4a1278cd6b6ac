import type { Client } from '../../../client/client.ts';
import type { ActivityRow } from '../../../service/endpoints/activity.ts';
import { listActivity } from '../../../service/endpoints/activity-part.ts';
import { LIMITS } from '../../../service/limits.ts';
import { getServiceTime } from '../../shell/service-time.ts';

/** A request for one page. */
export interface ActivityPageQuery {
  /** Id of the automation. */
  readonly id: string;
  /** Cursor of the previous page; null for the newest rows. */
  readonly from: string | null;
  /** Number of rows. */
  readonly size: number;
}

/** A page of activity, newest first. */
export interface ActivityPage {
  readonly rows: readonly ActivityRow[];
  /** Cursor of the request. */
  readonly from: string | null;
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null;
  /** The other members of the answer. */
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
export async function readActivityPage(
  client: Client,
  { id, from, size }: ActivityPageQuery,
): Promise<ActivityPage> {
  const query = { limit: String(size), ...(from !== null && { next: from }) };
  const answer = await client.call(listActivity, { params: { id }, query });
  const { activity, meta, ...envelope } = answer.body;
  const { next, hasMore } = meta?.pagination ?? meta ?? {};
  const follows = hasMore !== false && typeof next === 'string' && next !== '' ? next : null;
  return { rows: activity, from, next: follows, envelope, bytes: answer.bytes, ...getServiceTime(answer) };
}

/** Options for reading page after page; `size` is called before each. */
export interface ActivityPagesOptions {
  readonly id: string;
  readonly from?: string | null;
  size?(): number;
}

/** Reads pages on demand until there are no more. */
export async function* readActivityPages(
  client: Client,
  walk: ActivityPagesOptions,
): AsyncGenerator<ActivityPage> {
  const { id, size = () => LIMITS.activityPageSize.max } = walk;
  let from = walk.from ?? null;
  let goesOn = true;
  while (goesOn) {
    const page = await readActivityPage(client, { id, from, size: size() });
    // A cursor that leads to itself, or empty pages, would never end.
    goesOn = page.next !== null && page.next !== page.from && page.rows.length > 0;
    from = page.next;
    yield page;
  }
}
