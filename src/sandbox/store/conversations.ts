import type { Database } from '../../storage/open-database.ts';
import { readInBatches } from './pages.ts';
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
}

/** The automatic reply of a profile. */
export interface AutoResponseSettings {
  readonly isActive: boolean;
  readonly message: string;
  readonly waitSeconds: number;
}

/** Reactions are no messages: they have an event only. The indexes have the same condition. */
const IS_MESSAGE = `kind in ('dm', 'story_reply')`;

/** Without statistics, SQLite would read all messages of the account in order of time, to find those of a person. */
const OF_PERSON = {
  engagements: 'indexed by engagements_by_person',
  inbox: 'indexed by inbox_of_person',
} as const;

/** The newest of both tables, by their indexes. @param person a condition about `recipient_id` */
const buildMessagesQuery = (person: string, index: Readonly<Record<keyof typeof OF_PERSON, string>>) => `
  select * from (
    select * from (
      select event_id as id, recipient_id as personId, text, '[]' as mediaJson, coalesce(at, received) as at,
        2 * row as turn, row
      from engagements e ${index.engagements} where account_id = ?1 and ${IS_MESSAGE} and ${person} and coalesce(at, received) <= ?3
        and (coalesce(at, received), 2 * row, row) < (?3, ?4, ?5)
      order by coalesce(e.at, e.received) desc, e.row desc limit ?6)
    union all
    select * from (
      select key, recipient_id, text, media_json, at, 2 * after_engagement + 1 as turn, row
      from inbox i ${index.inbox} where account_id = ?1 and ${person} and at <= ?3
        and (at, 2 * after_engagement + 1, row) < (?3, ?4, ?5)
      order by i.at desc, i.after_engagement desc, i.row desc limit ?6))
  order by at desc, turn desc, row desc limit ?6`;

const ALL_MESSAGES = buildMessagesQuery('?2 is null', {
  engagements: 'indexed by engagements_by_time',
  inbox: 'indexed by inbox_by_time',
});
const MESSAGES_OF_PERSON = buildMessagesQuery('recipient_id = ?2', OF_PERSON);

/** Each person once, by one search in the index for each. @param table with its condition */
const buildPeopleQuery = (table: string) => `
  select min(recipient_id) as id from ${table} and account_id = ?1
  union all
  select (select min(recipient_id) from ${table} and account_id = ?1 and recipient_id > person.id)
    from person where person.id is not null`;

const PEOPLE = `
  with senders (id) as (
    with recursive person (id) as (${buildPeopleQuery(`engagements ${OF_PERSON.engagements} where ${IS_MESSAGE}`)}) select id from person),
  recipients (id) as (
    with recursive person (id) as (${buildPeopleQuery(`inbox ${OF_PERSON.inbox} where true`)}) select id from person),
  people (id) as (select id from senders union select id from recipients)
  select id as personId from people
    left join engagements e on e.row = (
      select row from engagements ${OF_PERSON.engagements}
      where account_id = ?1 and recipient_id = people.id and ${IS_MESSAGE}
      order by coalesce(at, received) desc, row desc limit 1)
    left join inbox i on i.row = (
      select row from inbox ${OF_PERSON.inbox} where account_id = ?1 and recipient_id = people.id
      order by at desc, after_engagement desc, row desc limit 1)
  where people.id is not null
  order by max(coalesce(e.at, e.received, -1), coalesce(i.at, -1)) desc,
    max(coalesce(2 * e.row, -1), coalesce(2 * i.after_engagement + 1, -1)) desc, personId`;

const HAS_MESSAGES = `
  select 1 from engagements where account_id = ?1 and recipient_id = ?2 and ${IS_MESSAGE}
  union all select 1 from inbox where account_id = ?1 and recipient_id = ?2 limit 1`;

interface ListedMessageRow extends MessagePosition {
  id: string;
  personId: string;
  text: string;
  mediaJson: string;
}

/** Before every message. */
const END = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] as const;

/** Newest first. Read as they are taken. */
export function listConversationMessages(
  database: Database,
  { accountId, personId, before }: MessageQuery,
): IteratorObject<ConversationMessage> {
  const sql = personId === null ? ALL_MESSAGES : MESSAGES_OF_PERSON;
  return readInBatches<ListedMessageRow>((last, most) => {
    const place = last === undefined ? (before ?? END) : [last.at, last.turn, last.row];
    return database.all(sql, accountId, personId, ...place, most);
  }).map(readMessage);
}

/** How many messages there are, with this person or with all. */
export function countMessages(
  database: Database,
  { accountId, personId }: Pick<MessageQuery, 'accountId' | 'personId'>,
): number {
  const person = personId === null ? '?2 is null' : 'recipient_id = ?2';
  const sql = `select (select count(*) from engagements where account_id = ?1 and ${IS_MESSAGE} and ${person})
    + (select count(*) from inbox where account_id = ?1 and ${person})`;
  return database.value<number>(sql, accountId, personId) ?? 0;
}

/** People with whom there are messages, the latest conversation first. */
export function listPeople(database: Database, accountId: string): readonly string[] {
  return database.column<string>(PEOPLE, accountId);
}

/** Whether there are messages with a person. */
export function hasMessages(database: Database, accountId: string, personId: string): boolean {
  return database.first(HAS_MESSAGES, accountId, personId) !== undefined;
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
