import type { MessageRequests } from '../../service/control/engine.ts';
import type { Database } from '../../storage/open-database.ts';
import { type PagedTable, type PageRequest, type RowPage, readPage } from './pages.ts';

/** A DM as the network stores it. */
export interface SentDm {
  /** Idempotency key of the effect: `<activity id>:<action id>`. The network does not check it. */
  readonly key: string;
  readonly profile: number;
  readonly accountId: string;
  readonly recipientId: string;
  readonly text: string;
  readonly way: 'dm' | 'private_reply';
  readonly commentId: string | null;
  readonly at: number;
  /** Accepted, but silently dropped by the recipient's settings. */
  readonly dropped: boolean;
}

/** DMs of the simulated Instagram, and the message settings of its people. */
export interface MessageStore {
  all(): readonly SentDm[];
  page(request: PageRequest): RowPage<SentDm & { readonly row: number }>;
  add(message: SentDm): void;
  hasReply(commentId: string): boolean;
  recordReply(commentId: string): void;
  getRequests(personId: string): MessageRequests;
  setRequests(personId: string, requests: MessageRequests): void;
}

type MessageRow = Omit<SentDm, 'dropped'> & { readonly row: number; readonly dropped: 0 | 1 };

const MESSAGE = `select row, key, profile, account_id as accountId, recipient_id as recipientId, text, way,
  comment_id as commentId, at, dropped from inbox`;

const INBOX: PagedTable = { table: 'inbox', at: 'at', bytes: 'octet_length(text) + octet_length(key) + 512' };

export function createMessageStore(database: Database): MessageStore {
  return {
    all: () =>
      database
        .all<MessageRow>(`${MESSAGE} order by row`)
        .map(readMessage)
        .map(({ row: _row, ...message }) => message),
    page: (request) =>
      readPage(database, INBOX, request, (numbers) =>
        database
          .all<MessageRow>(`${MESSAGE} where row in (select value from json_each(?))`, numbers)
          .map(readMessage),
      ),
    add: ({ key, profile, accountId, recipientId, text, way, commentId, at, dropped }) =>
      database.run(
        `insert into inbox (key, profile, account_id, recipient_id, text, way, comment_id, at, dropped)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        key,
        profile,
        accountId,
        recipientId,
        text,
        way,
        commentId,
        at,
        Number(dropped),
      ),
    hasReply: (commentId) =>
      database.first('select 1 from private_replies where comment_id = ?', commentId) !== undefined,
    recordReply: (commentId) =>
      database.run('insert into private_replies (comment_id) values (?)', commentId),
    getRequests: (personId) =>
      database.first<{ requests: MessageRequests }>(
        'select message_requests as requests from dm_recipients where id = ?',
        personId,
      )?.requests ?? 'open',
    setRequests: (personId, requests) =>
      database.run('replace into dm_recipients (id, message_requests) values (?, ?)', personId, requests),
  };
}

function readMessage(message: MessageRow): SentDm & { readonly row: number } {
  return { ...message, dropped: message.dropped === 1 };
}
