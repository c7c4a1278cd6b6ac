import type { Client } from '../../client/client.ts';
import type { ActivityRow } from '../../facts/activity.ts';
import { readActivityPages } from '../activity/read-activity-pages.ts';

/** What a row is known by; with nothing, it is the newest. */
export interface RowQuery {
  /** Its id, or that of its event. */
  readonly activityId?: string | undefined;
  readonly commentId?: string | undefined;
  /** Id or handle. */
  readonly recipient?: string | undefined;
  /** What was said, where a row tells it; a row with an id needs no such thing. */
  readonly text?: string | undefined;
}

/** A row that was looked for. */
export interface RowSearchResult {
  /** Null when there is none. */
  readonly row: ActivityRow | null;
  /** Older rows of the same person, newest first, as far as they were needed. */
  readonly earlier: readonly ActivityRow[];
  /** There is nothing that was not looked at. */
  readonly isComplete: boolean;
  /** The service's time, if it says. */
  readonly asOf?: number;
}

/**
 * Of the 300 requests that the service takes in five minutes: for what an id names, a third; else as many as leave
 * enough for whatever comes next.
 */
const MOST_PAGES = { ofId: 100, else: 20 } as const;

/** Looks through the activity of an automation, newest first, no further than it must. */
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
  // Of a reply to a story no text is told: whoever names the person means that one, too.
  const mayBe = recipient === undefined ? [text] : [text, null, undefined];
  return people.find(({ commentText }) => mayBe.includes(commentText));
}

/** Story replies, DMs and reactions are told without a handle: another row of the same person tells whose it is. */
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

/** An action that was deduplicated is explained by the earlier row in which it fired; a row of which no action is told, by any. */
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
