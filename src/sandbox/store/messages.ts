import type { MessageRequests } from '../../service/control/engine.ts';
import { HOUR_MS } from '../../service/durations.ts';
import { AUTOMATION_PLATFORM } from '../../service/platforms.ts';
import type { Database } from '../../storage/open-database.ts';
import { type PagedTable, type PageRequest, type RowPage, readPage } from './pages.ts';

interface SentDm {
  /** Idempotency key of the effect: `<activity id>:<action id>`. The network does not check it. */
  key: string;
  profile: number;
  accountId: string;
  recipientId: string;
  text: string;
  way: 'dm' | 'private_reply';
  commentId: string | null;
  at: number;
  /** Accepted, but silently dropped by the recipient's settings. */
  dropped: boolean;
  mediaUrls: readonly string[];
  /** Whether it is the profile's automatic reply. */
  isAutomatic: boolean;
}

type MessageRow = Omit<SentDm, 'dropped' | 'mediaUrls' | 'isAutomatic'> & {
  row: number;
  dropped: 0 | 1;
  automatic: 0 | 1;
  mediaJson: string;
};

const MESSAGE = `select row, key, profile, account_id as accountId, recipient_id as recipientId, text, way,
  comment_id as commentId, at, dropped, automatic, media_json as mediaJson from inbox`;

const INBOX: PagedTable = { table: 'inbox', at: 'at', bytes: 'octet_length(text) + octet_length(key) + 512' };

export function readMessagePage(database: Database, request: PageRequest): RowPage<SentDm & { row: number }> {
  return readPage(database, INBOX, request, (numbers) =>
    database
      .all<MessageRow>(`${MESSAGE} where row in (select value from json_each(?))`, numbers)
      .map(readMessage),
  );
}

export function insertMessage(
  database: Database,
  { key, profile, accountId, recipientId, text, way, commentId, at, ...about }: SentDm,
): void {
  database.run(
    `insert into inbox
           (key, profile, account_id, recipient_id, text, way, comment_id, at, dropped, automatic, media_json,
            after_engagement)
         values (:key, :profile, :accountId, :recipientId, :text, :way, :commentId, :at, :dropped, :isAutomatic, :mediaUrls, (select coalesce(max(row), 0) from engagements))`,
    {
      key,
      profile,
      accountId,
      recipientId,
      text,
      way,
      commentId,
      at,
      dropped: Number(about.dropped),
      isAutomatic: Number(about.isAutomatic),
      mediaUrls: JSON.stringify(about.mediaUrls),
    },
  );
}

/** Messages to a person that were not dropped. */
export function countVisibleMessages(database: Database, accountId: string, personId: string): number {
  return (
    database.value<number>(
      'select count(*) from inbox where account_id = :accountId and recipient_id = :personId and dropped = 0',
      { accountId, personId },
    ) ?? 0
  );
}

export function hasPrivateReply(database: Database, commentId: string): boolean {
  return database.first('select 1 from private_replies where comment_id = ?', commentId) !== undefined;
}

export function recordPrivateReply(database: Database, commentId: string): void {
  database.run('insert into private_replies (comment_id) values (?)', commentId);
}

export function getMessageRequests(database: Database, personId: string): MessageRequests {
  return (
    database.value<MessageRequests>(
      'select message_requests as requests from dm_recipients where id = ?',
      personId,
    ) ?? 'open'
  );
}

export function setMessageRequests(database: Database, personId: string, requests: MessageRequests): void {
  database.run('replace into dm_recipients (id, message_requests) values (?, ?)', personId, requests);
}

/** People who do not get DMs from strangers, by handle. */
export function listClosedPeople(
  database: Database,
  limit: number,
): readonly { username: string; messageRequests: MessageRequests }[] {
  // of all people, few are closed: a cross join begins with them
  return database.all(
    `select u.handle as username, d.message_requests as messageRequests
     from dm_recipients d cross join users u on u.platform = :platform and u.id = d.id
     where d.message_requests <> 'open' order by u.handle limit :limit`,
    { platform: AUTOMATION_PLATFORM, limit },
  );
}

function readMessage({ automatic, mediaJson, ...message }: MessageRow): SentDm & { row: number } {
  // written only by `add`, from an array of texts
  const mediaUrls = JSON.parse(mediaJson) as readonly string[];
  return { ...message, dropped: message.dropped === 1, isAutomatic: automatic === 1, mediaUrls };
}

/** An account, a calendar month and a person. */
interface DmConversation {
  accountId: string;
  /** Months since 1970, UTC. */
  month: number;
  recipientId: string;
}

// A DM is charged to the daily cap when its dispatch is planned, and released when it is not sent; it is charged to the
// month and the hour when it is sent.

/** @param day days since 1970, UTC */
export function listDmsByDay(database: Database, day: number): readonly { profile: number; sent: number }[] {
  return database.all('select profile, sent from dm_daily_counts where day = ? and sent > 0', day);
}

/** Open DMs that are charged to a day, and the earliest reserved slot. */
export function listWaitingDms(database: Database): readonly {
  profile: number;
  day: number;
  dms: number;
  next: number | null;
}[] {
  return database.all(
    `select automations.profile, charged_day as day, count(*) as dms, min(slot) as next
         from (select row, automation from dispatches where completed_at is null and is_queued = 0
           union all select row, automation from dispatches where completed_at is null and is_queued = 1) as open
           cross join action_results on action_results.dispatch = open.row
           join automations on automations.id = open.automation
         where charged_day is not null
           and action_results.status in ('pending', 'attempting')
         group by automations.profile, charged_day`,
  );
}

export function chargeDmsToDay(database: Database, day: number, profile: number, dms: number) {
  return addToCounter(database, 'dm_daily_counts', { day, profile }, dms);
}

export function countDmsInMonth(database: Database, accountId: string, month: number): number {
  return (
    database.value<number>(
      'select sent from dm_monthly_counts where account_id = :accountId and month = :month',
      { accountId, month },
    ) ?? 0
  );
}

/** Whether the person got a DM of the account in the month. */
export function hasConversation(database: Database, conversation: DmConversation): boolean {
  return (
    database.first(
      'select 1 from dm_conversations where account_id = :accountId and month = :month and recipient_id = :recipientId and sent > 0',
      conversation,
    ) !== undefined
  );
}

export function chargeDmsToMonth(database: Database, accountId: string, month: number, dms: number): void {
  addToCounter(database, 'dm_monthly_counts', { account_id: accountId, month }, dms);
}

/** Counts a DM that was sent to a person. */
export function addToConversation(
  database: Database,
  { accountId, month, recipientId }: DmConversation,
): void {
  const key = { account_id: accountId, month, recipient_id: recipientId };
  addToCounter(database, 'dm_conversations', key, 1);
}

/** Send times of an account, reserved or used, since `after`; later ones too. Earlier ones are deleted. */
export function countDmSlots(database: Database, accountId: string, after: number): number {
  database.run('delete from dm_slots where account_id = ? and at <= ?', accountId, after);
  return database.value<number>('select count(*) from dm_slots where account_id = ?', accountId) ?? 0;
}

/** The slot that has `later` others after it; undefined when there are fewer. */
export function findDmSlot(database: Database, accountId: string, later: number): number | undefined {
  return database.value<number>(
    'select at from dm_slots where account_id = ? order by at desc limit 1 offset ?',
    accountId,
    later,
  );
}

export function insertDmSlot(
  database: Database,
  accountId: string,
  at: number,
  as: 'reserved' | 'sent',
): void {
  database.run(
    'insert into dm_slots (account_id, at, sent) values (?, ?, ?)',
    accountId,
    at,
    Number(as === 'sent'),
  );
}

export function countDmsInHour(database: Database, accountId: string, now: number): number {
  return (
    database.value<number>(
      'select count(*) as sent from dm_slots where account_id = ? and at > ? and at <= ? and sent = 1',
      accountId,
      now - HOUR_MS,
      now,
    ) ?? 0
  );
}

/** Releases a reserved slot. */
export function releaseDmSlot(database: Database, accountId: string, at: number): void {
  database.run(
    `delete from dm_slots where rowid =
         (select rowid from dm_slots where account_id = ? and at = ? and sent = 0 limit 1)`,
    accountId,
    at,
  );
}

/** Releases all reserved slots, and DMs sent after `now`, since the clock was set back. */
export function releaseDmSlots(database: Database, now: number): void {
  database.run('delete from dm_slots where sent = 0 or at > ?', now);
}

/** Adds to a counter in a table with key columns and `sent`. */
function addToCounter(
  database: Database,
  table: string,
  key: Readonly<Record<string, string | number>>,
  dms: number,
): void {
  const columns = Object.keys(key);
  database.run(
    `insert into ${table} (${columns.join(', ')}, sent) values (${columns.map(() => '?, ').join('')}?)
       on conflict (${columns.join(', ')}) do update set sent = sent + excluded.sent`,
    ...Object.values(key),
    dms,
  );
}

interface Email {
  /** Idempotency key of the effect: `<activity id>:<action id>`; no email is queued twice. */
  key: string;
  profile: number;
  to: string;
  subject: string | null;
  message: string;
  at: number;
}

const EMAIL = 'key, profile, recipient as "to", subject, message, at from outbox';

const OUTBOX: PagedTable = {
  table: 'outbox',
  at: 'at',
  bytes: "octet_length(message) + octet_length(coalesce(subject, '')) + octet_length(recipient) + 512",
};

export function readEmailPage(database: Database, request: PageRequest): RowPage<Email & { row: number }> {
  return readPage(database, OUTBOX, request, (numbers) =>
    database.all(`select row, ${EMAIL} where row in (select value from json_each(?))`, numbers),
  );
}

/** @see docs/service/readings.md#U-38 */
export function insertEmail(database: Database, email: Email): void {
  database.run(
    'insert into outbox (key, profile, recipient, subject, message, at) values (:key, :profile, :to, :subject, :message, :at)',
    email,
  );
}
