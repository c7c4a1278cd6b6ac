import type { Database } from '../../storage/open-database.ts';
import type { NetworkAccount } from './profiles.ts';

/** A message between an account and a person. */
export interface ConversationMessage {
  /** The network's id of a received message; for a sent one, the key that its id is derived from. */
  readonly id: string;
  readonly personId: string;
  readonly text: string;
  readonly mediaUrls: readonly string[];
  readonly isSent: boolean;
  readonly position: MessagePosition;
}

interface MessagePosition {
  /** When it was written, in milliseconds since 1970. */
  at: number;
  /** Orders messages of one time as they were stored: even for a received one, odd for one that was sent after it. */
  turn: number;
  row: number;
}

interface MessageQuery {
  accountId: string;
  /** Only messages with this person; null for all. */
  personId: string | null;
  /** Only older messages than the one here; null for all. */
  before: readonly number[] | null;
  /** Maximum number; null for all. */
  max: number | null;
}

/** The automatic reply of a profile. */
export interface AutoResponseSettings {
  readonly isActive: boolean;
  readonly message: string;
  readonly waitSeconds: number;
}

/** Reactions are no messages: they have an event only. @param person a condition about `recipient_id` */
const buildMessagesQuery = (person: string) => `
  select event_id as id, recipient_id as personId, text, '[]' as mediaJson, coalesce(at, received) as at,
      2 * row as turn, row
    from engagements where account_id = ?1 and kind in ('dm', 'story_reply') and ${person}
  union all
  select key, recipient_id, text, media_json, at, 2 * after_engagement + 1, row
    from inbox where account_id = ?1 and ${person}`;

const ALL_MESSAGES = buildMessagesQuery('?2 is null');
/** By the indexes of both tables. */
const MESSAGES_OF_PERSON = buildMessagesQuery('recipient_id = ?2');

interface ListedMessageRow extends MessagePosition {
  id: string;
  personId: string;
  text: string;
  mediaJson: string;
}

/** Before every message. */
const END = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] as const;

/** Newest first. */
export function listConversationMessages(
  database: Database,
  { accountId, personId, before, max }: MessageQuery,
): readonly ConversationMessage[] {
  return database
    .all<ListedMessageRow>(
      `select * from (${personId === null ? ALL_MESSAGES : MESSAGES_OF_PERSON}) where (at, turn, row) < (?3, ?4, ?5)
           order by at desc, turn desc, row desc limit ?6`,
      accountId,
      personId,
      ...(before ?? END),
      max ?? -1,
    )
    .map(readMessage);
}

/** People with whom there are messages, the latest conversation first. */
export function listPeople(database: Database, accountId: string): readonly string[] {
  return database.column<string>(
    `select personId from (${ALL_MESSAGES}) group by personId order by max(at) desc, max(turn) desc, personId`,
    accountId,
    null,
  );
}

/** Whether there are messages with a person. */
export function hasMessages(database: Database, accountId: string, personId: string): boolean {
  return database.first(`select 1 from (${MESSAGES_OF_PERSON}) limit 1`, accountId, personId) !== undefined;
}

/**
 * Whether the account has the id of a person: they wrote to it, reacted to it, or commented on its posts, or it
 * wrote to them.
 */
// without statistics, SQLite reads all comments of the network
export function hasContact(database: Database, account: NetworkAccount, personId: string): boolean {
  return (
    database.first(
      `select 1 from engagements where account_id = :id and recipient_id = :personId
         union all select 1 from inbox where account_id = :id and recipient_id = :personId
         union all select 1 from users u
           cross join comments c indexed by comments_of_author on c.platform = u.platform and c.author = u.handle
           cross join social_posts p on p.platform = c.platform and p.id = c.social_post_id
           where u.platform = :platform and u.id = :personId and p.profile = :profile and p.id not in ('pending', 'failed')
         limit 1`,
      { ...account, personId },
    ) !== undefined
  );
}

export function findAutoResponse(database: Database, profile: number): AutoResponseSettings | undefined {
  const row = database.first<{ active: 0 | 1; message: string; waitSeconds: number }>(
    'select active, message, wait_seconds as waitSeconds from auto_responses where profile = ?',
    profile,
  );
  return row && { isActive: row.active === 1, message: row.message, waitSeconds: row.waitSeconds };
}

export function saveAutoResponse(database: Database, profile: number, settings: AutoResponseSettings): void {
  database.run(
    'replace into auto_responses (profile, active, message, wait_seconds) values (:profile, :isActive, :message, :waitSeconds)',
    { ...settings, profile, isActive: Number(settings.isActive) },
  );
}

/** When the person last got an automatic reply of the account; null for never. */
export function findLastAutoResponse(database: Database, accountId: string, personId: string): number | null {
  return (
    database.value<number | null>(
      `select max(at) as at from inbox where account_id = :accountId and recipient_id = :personId and automatic = 1`,
      { accountId, personId },
    ) ?? null
  );
}

function readMessage({ id, personId, text, mediaJson, ...position }: ListedMessageRow): ConversationMessage {
  // written only by the store of messages, from an array of texts
  const mediaUrls = JSON.parse(mediaJson) as readonly string[];
  return { id, personId, text, mediaUrls, isSent: position.turn % 2 === 1, position };
}
