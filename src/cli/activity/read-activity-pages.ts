import type { Client } from '../../client/client.ts';
import type { ActivityRow } from '../../facts/activity.ts';
import { listActivity } from '../../facts/endpoints/activity.ts';
import { LIMITS } from '../../facts/limits.ts';
import { getServiceTime } from '../service-time.ts';

/** A page to ask for. */
export interface ActivityPageQuery {
  /** Of the automation. */
  readonly id: string;
  /** Cursor of the page before; null for the newest rows. */
  readonly from: string | null;
  /** Rows. */
  readonly size: number;
}

/** A page of activity, newest first. */
export interface ActivityPage {
  readonly rows: readonly ActivityRow[];
  /** Cursor that it was asked for with. */
  readonly from: string | null;
  /** Cursor of the page behind; null on the last one. */
  readonly next: string | null;
  /** What the answer says beside its rows and their place. */
  readonly envelope: Readonly<Record<string, unknown>>;
  readonly bytes: Uint8Array;
  /** The service's time when it answered, if it says. */
  readonly asOf?: number;
}

/**
 * The cursor goes back as it came; older services give it in `meta` itself.
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

/** Pages to be read one after the other; `size` is asked before each. */
export interface ActivityPagesOptions {
  readonly id: string;
  readonly from?: string | null;
  size?(): number;
}

/** Reads page after page, each when it is asked for, until there is none behind. */
export async function* readActivityPages(
  client: Client,
  walk: ActivityPagesOptions,
): AsyncGenerator<ActivityPage> {
  const { id, size = () => LIMITS.activityPageSize.max } = walk;
  let from = walk.from ?? null;
  let goesOn = true;
  while (goesOn) {
    const page = await readActivityPage(client, { id, from, size: size() });
    // A cursor that leads to itself, and pages of nothing, would never end.
    goesOn = page.next !== null && page.next !== page.from && page.rows.length > 0;
    from = page.next;
    yield page;
  }
}
