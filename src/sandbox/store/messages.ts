import type { MessageRequests } from '../../service/control/engine.ts';
import { HOUR_MS } from '../../service/durations.ts';
import type { Database } from '../../storage/open-database.ts';
import { type PagedTable, type PageRequest, type RowPage, readPage } from './pages.ts';

/** A DM as the network stores it. */
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

export type MessageStore = ReturnType<typeof createMessageStore>;

type MessageRow = Omit<SentDm, 'dropped' | 'mediaUrls' | 'isAutomatic'> & {
  row: number;
  dropped: 0 | 1;
  automatic: 0 | 1;
  mediaJson: string;
};

const MESSAGE = `select row, key, profile, account_id as accountId, recipient_id as recipientId, text, way,
  comment_id as commentId, at, dropped, automatic, media_json as mediaJson from inbox`;

const INBOX: PagedTable = { table: 'inbox', at: 'at', bytes: 'octet_length(text) + octet_length(key) + 512' };

/** DMs that accounts sent on the simulated networks, and the message settings of Instagram's people. */
export function createMessageStore(database: Database) {
  return {
    all: (): readonly SentDm[] =>
      database
        .all<MessageRow>(`${MESSAGE} order by row`)
        .map(readMessage)
        .map(({ row: _row, ...message }) => message),
    page: (request: PageRequest): RowPage<SentDm & { row: number }> =>
      readPage(database, INBOX, request, (numbers) =>
        database
          .all<MessageRow>(`${MESSAGE} where row in (select value from json_each(?))`, numbers)
          .map(readMessage),
      ),
    add: ({ key, profile, accountId, recipientId, text, way, commentId, at, ...about }: SentDm) =>
      database.run(
        `insert into inbox
           (key, profile, account_id, recipient_id, text, way, comment_id, at, dropped, automatic, media_json,
            after_engagement)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (select coalesce(max(row), 0) from engagements))`,
        key,
        profile,
        accountId,
        recipientId,
        text,
        way,
        commentId,
        at,
        Number(about.dropped),
        Number(about.isAutomatic),
        JSON.stringify(about.mediaUrls),
      ),
    /** Messages to a person that were not dropped. */
    countVisible: (accountId: string, personId: string): number =>
      database.first<{ count: number }>(
        'select count(*) as count from inbox where account_id = ? and recipient_id = ? and dropped = 0',
        accountId,
        personId,
      )?.count ?? 0,
    hasReply: (commentId: string): boolean =>
      database.first('select 1 from private_replies where comment_id = ?', commentId) !== undefined,
    recordReply: (commentId: string) =>
      database.run('insert into private_replies (comment_id) values (?)', commentId),
    getRequests: (personId: string): MessageRequests =>
      database.first<{ requests: MessageRequests }>(
        'select message_requests as requests from dm_recipients where id = ?',
        personId,
      )?.requests ?? 'open',
    setRequests: (personId: string, requests: MessageRequests) =>
      database.run('replace into dm_recipients (id, message_requests) values (?, ?)', personId, requests),
  };
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

export type DmCountStore = ReturnType<typeof createDmCountStore>;

/**
 * DMs charged to caps, limits and rate limits. A DM is charged before it is sent, so that concurrent processes see
 * each other's, and released when it is refused.
 */
export function createDmCountStore(database: Database) {
  /** Adds to a counter in a table with key columns and `sent`. */
  const count = (table: string, key: Readonly<Record<string, string | number>>, dms: number) => {
    const columns = Object.keys(key);
    database.run(
      `insert into ${table} (${columns.join(', ')}, sent) values (${columns.map(() => '?, ').join('')}?)
       on conflict (${columns.join(', ')}) do update set sent = sent + excluded.sent`,
      ...Object.values(key),
      dms,
    );
  };
  const freeSlot = (accountId: string, at: number, as: 'reserved' | 'sent') =>
    database.run(
      `delete from dm_slots where rowid =
         (select rowid from dm_slots where account_id = ? and at = ? and sent = ? limit 1)`,
      accountId,
      at,
      as === 'sent' ? 1 : 0,
    );
  return {
    /** @param day days since 1970, UTC */
    listByDay: (day: number): readonly { profile: number; sent: number }[] =>
      database.all('select profile, sent from dm_daily_counts where day = ? and sent > 0', day),
    /** Open DMs that are charged to a day, and the earliest reserved slot. */
    listWaiting: (): readonly {
      profile: number;
      day: number;
      dms: number;
      next: number | null;
    }[] =>
      database.all(
        `select automations.profile, charged_day as day, count(*) as dms, min(slot) as next
         from dispatches
           join action_results on action_results.dispatch = dispatches.row
           join automations on automations.id = dispatches.automation
         where dispatches.completed_at is null and charged_day is not null
           and action_results.status in ('pending', 'attempting')
         group by automations.profile, charged_day`,
      ),
    chargeDay: (day: number, profile: number, dms: number) => count('dm_daily_counts', { day, profile }, dms),
    countInMonth: (accountId: string, month: number): number =>
      database.first<{ sent: number }>(
        'select sent from dm_monthly_counts where account_id = ? and month = ?',
        accountId,
        month,
      )?.sent ?? 0,
    /** Whether the person got a DM of the account in the month. */
    hasConversation: ({ accountId, month, recipientId }: DmConversation): boolean =>
      database.first(
        'select 1 from dm_conversations where account_id = ? and month = ? and recipient_id = ? and sent > 0',
        accountId,
        month,
        recipientId,
      ) !== undefined,
    chargeMonth({ accountId, month, recipientId }: DmConversation, dms: 1 | -1) {
      const ofMonth = { account_id: accountId, month };
      count('dm_monthly_counts', ofMonth, dms);
      count('dm_conversations', { ...ofMonth, recipient_id: recipientId }, dms);
    },
    /**
     * Reserves the first time, from `now` on, at which the account may send another DM. @param perHour limit for any
     * hour
     */
    reserveSlot(accountId: string, now: number, perHour: number): number {
      // outside the sliding window of an hour
      database.run('delete from dm_slots where account_id = ? and at <= ?', accountId, now - HOUR_MS);
      const before = database.first<{ at: number }>(
        'select at from dm_slots where account_id = ? order by at desc limit 1 offset ?',
        accountId,
        perHour - 1,
      );
      const slot = before === undefined ? now : Math.max(now, before.at + HOUR_MS);
      database.run('insert into dm_slots (account_id, at, sent) values (?, ?, 0)', accountId, slot);
      return slot;
    },
    /** Counts the DMs of the last hour. */
    countInHour: (accountId: string, now: number): number =>
      database.first<{ sent: number }>(
        'select count(*) as sent from dm_slots where account_id = ? and at > ? and at <= ? and sent = 1',
        accountId,
        now - HOUR_MS,
        now,
      )?.sent ?? 0,
    /** Turns a reserved slot into a DM sent now. */
    useSlot(accountId: string, slot: number, now: number) {
      freeSlot(accountId, slot, 'reserved');
      database.run('insert into dm_slots (account_id, at, sent) values (?, ?, 1)', accountId, now);
    },
    /** Releases a reserved slot, or a counted DM. */
    releaseSlot: freeSlot,
    /** Releases all reserved slots, and DMs sent after `now`, since the clock was set back. */
    releaseSlots: (now: number) => database.run('delete from dm_slots where sent = 0 or at > ?', now),
  };
}

/** A queued email. */
interface Email {
  /** Idempotency key of the effect: `<activity id>:<action id>`; no email is queued twice. */
  key: string;
  profile: number;
  to: string;
  subject: string | null;
  message: string;
  at: number;
}

export type OutboxStore = ReturnType<typeof createOutbox>;

const EMAIL = 'key, profile, recipient as "to", subject, message, at from outbox';

const OUTBOX: PagedTable = {
  table: 'outbox',
  at: 'at',
  bytes: "octet_length(message) + octet_length(coalesce(subject, '')) + octet_length(recipient) + 512",
};

/** @see docs/service/readings.md#U-38 */
export function createOutbox(database: Database) {
  return {
    /** Oldest first. */
    all: (): readonly Email[] => database.all(`select ${EMAIL} order by row`),
    page: (request: PageRequest): RowPage<Email & { row: number }> =>
      readPage(database, OUTBOX, request, (numbers) =>
        database.all(`select row, ${EMAIL} where row in (select value from json_each(?))`, numbers),
      ),
    add: ({ key, profile, to, subject, message, at }: Email) =>
      database.run(
        'insert into outbox (key, profile, recipient, subject, message, at) values (?, ?, ?, ?, ?, ?)',
        key,
        profile,
        to,
        subject,
        message,
        at,
      ),
  };
}
