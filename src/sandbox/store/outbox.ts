import type { Database } from '../../storage/open-database.ts';
import { type PagedTable, type PageRequest, type RowPage, readPage } from './pages.ts';

/** A queued email. */
export interface Email {
  /** Idempotency key of the effect: `<activity id>:<action id>`; no email is queued twice. */
  readonly key: string;
  readonly profile: number;
  readonly to: string;
  readonly subject: string | null;
  readonly message: string;
  readonly at: number;
}

/** @see docs/service/readings.md#U-38 */
export interface OutboxStore {
  /** Oldest first. */
  all(): readonly Email[];
  page(request: PageRequest): RowPage<Email & { readonly row: number }>;
  add(email: Email): void;
}

const EMAIL = 'key, profile, recipient as "to", subject, message, at from outbox';

const OUTBOX: PagedTable = {
  table: 'outbox',
  at: 'at',
  bytes: "octet_length(message) + octet_length(coalesce(subject, '')) + octet_length(recipient) + 512",
};

export function createOutbox(database: Database): OutboxStore {
  return {
    all: () => database.all(`select ${EMAIL} order by row`),
    page: (request) =>
      readPage(database, OUTBOX, request, (numbers) =>
        database.all(`select row, ${EMAIL} where row in (select value from json_each(?))`, numbers),
      ),
    add: ({ key, profile, to, subject, message, at }) =>
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
