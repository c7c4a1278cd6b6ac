import type { Client } from '../../../client/client.ts';
import type { ActivityRow } from '../../../service/endpoints/activity.ts';
import { readActivityPages } from '../activity/query-activity.ts';

/** Selects a row; the newest without any criteria. */
export interface RowQuery {
  /** Id of the row or of its event. */
  readonly activityId?: string | undefined;
  readonly commentId?: string | undefined;
  /** Id or handle. */
  readonly recipient?: string | undefined;
  /** Text, in rows that have one; not used together with an id. */
  readonly text?: string | undefined;
}

/** Result of a search. */
export interface RowSearchResult {
  /** Null if not found. */
  readonly row: ActivityRow | null;
  /** Earlier rows of the same person, newest first, as far as needed. */
  readonly earlier: readonly ActivityRow[];
  /** Whether all rows were searched. */
  readonly isComplete: boolean;
  /** The service's time, if it was sent. */
  readonly asOf?: number;
}

/** The service allows 300 requests in five minutes: an id may use a third of them, other searches fewer. */
const MOST_PAGES = { ofId: 100, else: 20 } as const;

/** Searches the activity of an automation, newest first, as far as necessary. */
export async function findRow(client: Client, id: string, query: RowQuery): Promise<RowSearchResult> {
  const most = MOST_PAGES[(query.activityId ?? query.commentId) === undefined ? 'else' : 'ofId'];
  const seen: ActivityRow[] = [];
  let isWhole = true;
  let asOf: number | undefined;
  let pages = 0;
  let row: ActivityRow | undefined;
  let earlier: readonly ActivityRow[] = [];
  for await (const page of readActivityPages(client, { id })) {
    asOf = page.asOf ?? asOf;
    pages += 1;
    seen.push(...page.rows);
    row ??= matchRow(seen, query);
    if (row !== undefined) {
      earlier = listOlderRows(row, seen);
      if (isExplained(row, earlier)) break;
    }
    isWhole = page.next === null || pages < most;
    if (!isWhole) break;
  }
  return { row: row ?? null, earlier, isComplete: isWhole, ...(asOf !== undefined && { asOf }) };
}

function matchRow(rows: readonly ActivityRow[], query: RowQuery): ActivityRow | undefined {
  const { activityId, commentId, recipient, text } = query;
  if (activityId !== undefined) {
    return rows.find(({ id, eventId }) => id === activityId || eventId === activityId);
  }
  const fitting = commentId === undefined ? rows : rows.filter((row) => row.commentId === commentId);
  const people = recipient === undefined ? fitting : filterByPerson(fitting, { rows, named: recipient });
  if (commentId !== undefined || text === undefined) return people[0];
  // story replies have no text, so a given recipient matches them as well
  const mayBe = recipient === undefined ? [text] : [text, null, undefined];
  return people.find(({ commentText }) => mayBe.includes(commentText));
}

/** Rows of story replies, DMs and reactions have no handle: the id comes from another row of the same person. */
function filterByPerson(
  fitting: readonly ActivityRow[],
  { rows, named }: { readonly rows: readonly ActivityRow[]; readonly named: string },
): readonly ActivityRow[] {
  const handle = named.toLowerCase();
  const known = rows.find(({ recipientUsername }) => recipientUsername?.toLowerCase() === handle);
  const id = known?.recipientId ?? named;
  return fitting.filter((row) => row.recipientId === id || (row === known && row.recipientId == null));
}

function listOlderRows(row: ActivityRow, rows: readonly ActivityRow[]): readonly ActivityRow[] {
  return rows.slice(rows.indexOf(row) + 1).filter(({ recipientId }) => recipientId === row.recipientId);
}

/** A deduplicated action is explained by the earlier row in which it ran; a row without actions, by any. */
function isExplained({ status, actionResults }: ActivityRow, earlier: readonly ActivityRow[]): boolean {
  if (status === 'deduplicated' && !actionResults?.length) return earlier.some(hasSent);
  return (actionResults ?? [])
    .filter(({ status }) => status === 'deduplicated')
    .every(({ actionId }) =>
      earlier.some((row) =>
        row.actionResults?.some((each) => each.actionId === actionId && each.status === 'sent'),
      ),
    );
}

function hasSent({ actionResults }: ActivityRow): boolean {
  return actionResults?.some(({ status }) => status === 'sent') ?? false;
}
