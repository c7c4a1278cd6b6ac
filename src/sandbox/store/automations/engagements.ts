import { Engagement } from '../../../service/engagement.ts';
import type { Database } from '../../../storage/open-database.ts';

export interface StoredEngagement {
  readonly row: number;
  /** The Instagram account that it was directed at. */
  readonly accountId: string;
  readonly engagement: Engagement;
  /** When it was reported, in milliseconds since 1970. */
  readonly received: number;
  /** The event that a person took as its pattern; null for none. */
  readonly like: string | null;
}

const ENGAGEMENT = `select row, account_id as accountId, event_id as eventId, kind, recipient_id as recipientId,
  recipient_username as recipientUsername, text, emoji, comment_id as commentId, message_id as messageId,
  post_id as postId, story_id as storyId, at, received, like_event_id as likeEventId from engagements`;

interface EngagementRow {
  row: number;
  accountId: string;
  eventId: string;
  kind: string;
  recipientId: string;
  recipientUsername: string | null;
  at: number | null;
  received: number;
  likeEventId: string | null;
  readonly [column: string]: string | number | null;
}

/** Columns of some kinds only; null for the others. */
const OWN_COLUMNS = ['text', 'emoji', 'commentId', 'messageId', 'postId', 'storyId'] as const;

/** Event ids are unique per account only. @see docs/service/readings.md#U-12 */
export function findEngagement(
  database: Database,
  accountId: string,
  eventId: string,
): StoredEngagement | undefined {
  const row = database.first<EngagementRow>(
    `${ENGAGEMENT} where account_id = :accountId and event_id = :eventId`,
    { accountId, eventId },
  );
  return row && readEngagement(row);
}

/** The row of an event that was reported before. */
export function findEngagementRow(
  database: Database,
  accountId: string,
  eventId: string,
): number | undefined {
  return database.value<number>(
    'select row from engagements where account_id = ? and event_id = ?',
    accountId,
    eventId,
  );
}

/** @throws Error when there is none, which only happens in a damaged store */
export function requireEngagement(database: Database, number: number): StoredEngagement {
  const row = database.first<EngagementRow>(`${ENGAGEMENT} where row = ?`, number);
  if (row === undefined) throw new Error(`the sandbox's data lacks the engagement ${number}`);
  return readEngagement(row);
}

/** Engagements with this event id, on any account. */
export function listEngagementsByEventId(database: Database, eventId: string): readonly StoredEngagement[] {
  return database
    .all<EngagementRow>(`${ENGAGEMENT} where event_id = ? order by row`, eventId)
    .map(readEngagement);
}

/** Latest engagements of a person, newest first. */
export function listLatestEngagements(
  database: Database,
  recipientId: string,
  most: number,
): readonly StoredEngagement[] {
  return database
    .all<EngagementRow>(
      `${ENGAGEMENT} where recipient_id = ? order by received desc, row desc limit ?`,
      recipientId,
      most,
    )
    .map(readEngagement);
}

/** @returns its row; the caller holds the transaction */
export function insertEngagement(
  database: Database,
  { accountId, engagement, received, like }: Omit<StoredEngagement, 'row'>,
): number {
  const { eventId, kind, from, at } = engagement;
  const own: Partial<Record<(typeof OWN_COLUMNS)[number], string>> = engagement;
  const added = database.first<{ row: number }>(
    `insert into engagements
           (account_id, event_id, kind, recipient_id, recipient_username, at, received, like_event_id,
            text, emoji, comment_id, message_id, post_id, story_id)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning row`,
    accountId,
    eventId,
    kind,
    from.id,
    from.username,
    at,
    received,
    like,
    ...OWN_COLUMNS.map((column) => own[column] ?? null),
  );
  return added?.row ?? 0;
}

function readEngagement(row: EngagementRow): StoredEngagement {
  const { eventId, kind, recipientId, recipientUsername, at, likeEventId: like } = row;
  const own = OWN_COLUMNS.filter((column) => row[column] !== null).map((column) => [column, row[column]]);
  const engagement = Engagement.parse({
    kind,
    eventId,
    from: { id: recipientId, username: recipientUsername },
    at,
    ...Object.fromEntries(own),
  });
  return { row: row.row, accountId: row.accountId, engagement, received: row.received, like };
}
