import type { Database } from '../../disk/open-database.ts';
import { Engagement } from '../../facts/engagement.ts';

/** What the network told of, once. */
export interface StoredEngagement {
  readonly row: number;
  /** The instagram account that it was done with. */
  readonly accountId: string;
  readonly engagement: Engagement;
  /** When the network told, in milliseconds since 1970. */
  readonly received: number;
}

export interface EngagementStore {
  /**
   * The network's ids are its own: those of another account are others.
   *
   * @see docs/service/readings.md#U-12
   */
  find(accountId: string, eventId: string): StoredEngagement | undefined;
  /** @throws Error when there is none, which only a damaged store has */
  get(row: number): StoredEngagement;
  /** Those that the network calls so, on whatever account. */
  listByEventId(eventId: string): readonly StoredEngagement[];
  /** What a person did last, newest first. */
  listLatest(recipientId: string, most: number): readonly StoredEngagement[];
  /** @returns its row; the caller holds the transaction */
  add(engagement: Omit<StoredEngagement, 'row'>): number;
}

const ENGAGEMENT = `select row, account_id as accountId, event_id as eventId, kind, recipient_id as recipientId,
  recipient_username as recipientUsername, text, emoji, comment_id as commentId, message_id as messageId,
  post_id as postId, story_id as storyId, at, received from engagements`;

interface EngagementRow {
  readonly row: number;
  readonly accountId: string;
  readonly eventId: string;
  readonly kind: string;
  readonly recipientId: string;
  readonly recipientUsername: string | null;
  readonly at: number | null;
  readonly received: number;
  readonly [column: string]: string | number | null;
}

/** Of every kind, those that it lacks are null. */
const OWN_COLUMNS = ['text', 'emoji', 'commentId', 'messageId', 'postId', 'storyId'] as const;

export function createEngagementStore(database: Database): EngagementStore {
  return {
    find(accountId, eventId) {
      const row = database.first<EngagementRow>(
        `${ENGAGEMENT} where account_id = ? and event_id = ?`,
        accountId,
        eventId,
      );
      return row && readEngagement(row);
    },
    get(number) {
      const row = database.first<EngagementRow>(`${ENGAGEMENT} where row = ?`, number);
      if (row === undefined) throw new Error(`the sandbox's data lacks the engagement ${number}`);
      return readEngagement(row);
    },
    listByEventId: (eventId) =>
      database
        .all<EngagementRow>(`${ENGAGEMENT} where event_id = ? order by row`, eventId)
        .map(readEngagement),
    listLatest: (recipientId, most) =>
      database
        .all<EngagementRow>(
          `${ENGAGEMENT} where recipient_id = ? order by received desc, row desc limit ?`,
          recipientId,
          most,
        )
        .map(readEngagement),
    add({ accountId, engagement, received }) {
      const { eventId, kind, from, at } = engagement;
      const own: Partial<Record<(typeof OWN_COLUMNS)[number], string>> = engagement;
      const added = database.first<{ row: number }>(
        `insert into engagements
           (account_id, event_id, kind, recipient_id, recipient_username, at, received,
            text, emoji, comment_id, message_id, post_id, story_id)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning row`,
        accountId,
        eventId,
        kind,
        from.id,
        from.username,
        at,
        received,
        ...OWN_COLUMNS.map((column) => own[column] ?? null),
      );
      return added?.row ?? 0;
    },
  };
}

function readEngagement(row: EngagementRow): StoredEngagement {
  const { eventId, kind, recipientId, recipientUsername, at } = row;
  const own = OWN_COLUMNS.filter((column) => row[column] !== null).map((column) => [column, row[column]]);
  const engagement = Engagement.parse({
    kind,
    eventId,
    from: { id: recipientId, username: recipientUsername },
    at,
    ...Object.fromEntries(own),
  });
  return { row: row.row, accountId: row.accountId, engagement, received: row.received };
}
