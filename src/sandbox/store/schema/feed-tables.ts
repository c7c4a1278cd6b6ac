import type { MigrationStep } from '../../../storage/migrate.ts';

/**
 * Feeds of profiles, and the entries that were seen in them. `due_at`: when a feed is read next, in sandbox time; null
 * for a feed that is gone. `failures` counts readings in a row that failed, and `error` is why the last one did.
 * `entry` is a hash of what identifies an entry.
 *
 * @see docs/service/endpoints.md#feeds
 */
export const addFeeds: MigrationStep = (database) =>
  database.script(`
    create table feeds (
      row integer primary key autoincrement,
      id text not null unique,
      profile integer not null references profiles (id),
      url text not null,
      address text not null,
      type text not null check (type in ('rss', 'substack')),
      title text,
      website_link text,
      use_first_image integer not null check (use_first_image in (0, 1)),
      auto_hashtag integer not null check (auto_hashtag in (0, 1)),
      x_pair text not null,
      created integer not null,
      read_at integer,
      due_at integer,
      failures integer not null default 0,
      error text,
      etag text,
      last_modified text,
      fencing_token integer not null default 0,
      lease_until integer,
      unique (profile, url)
    ) strict;
    create index feeds_due on feeds (due_at, row) where due_at is not null;

    create table feed_entries (
      feed integer not null references feeds (row),
      entry text not null,
      seen integer not null,
      post text,
      primary key (feed, entry)
    ) strict, without rowid;
  `);
