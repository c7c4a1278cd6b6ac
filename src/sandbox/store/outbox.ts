import type { Database } from '../../disk/open-database.ts';

/** An email that was queued. */
export interface Email {
  /** Which action of which dispatch it was: `<activity id>:<action id>`; none is queued twice. */
  readonly key: string;
  readonly profile: number;
  readonly to: string;
  readonly subject: string | null;
  readonly message: string;
  readonly at: number;
}

/** @see reading U-38 */
export interface Outbox {
  /** Oldest first. */
  all(): readonly Email[];
  add(email: Email): void;
}

export function outboxOf(database: Database): Outbox {
  return {
    all: () =>
      database.all('select key, profile, recipient as "to", subject, message, at from outbox order by row'),
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
