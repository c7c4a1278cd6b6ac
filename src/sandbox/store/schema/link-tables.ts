import type { MigrationStep } from '../../../storage/migrate.ts';

/**
 * Link sessions, and what profiles say about their page. Of the address only a digest is stored: a copy of the store
 * opens no page.
 *
 * @see docs/service/profiles.md#link-sessions
 */
export const addLinkSessions: MigrationStep = (database) =>
  database.script(`
    create table link_sessions (
      id text primary key,
      token_digest text not null unique,
      profile integer not null references profiles (id),
      created integer not null,
      url_until integer not null,
      expires integer not null,
      linked integer,
      revoked integer,
      about_json text not null
    ) strict, without rowid;
    create index link_sessions_of_profile on link_sessions (profile) where revoked is null;
    create index link_sessions_by_end on link_sessions (expires);

    create table link_pages (
      profile integer primary key references profiles (id),
      page_json text not null
    ) strict;
  `);
