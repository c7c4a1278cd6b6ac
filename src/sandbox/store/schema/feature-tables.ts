import type { MigrationStep } from '../../../storage/migrate.ts';

/**
 * Posting schedules, and their slots that posts took. A slot is taken once, and stays taken when its post is deleted
 * or the schedule is.
 *
 * @see docs/service/endpoints.md#auto-schedule
 */
export const addPostingSchedules: MigrationStep = (database) =>
  database.script(`
    create table posting_schedules (
      profile integer not null references profiles (id),
      title text not null,
      schedule_json text not null,
      primary key (profile, title)
    ) strict, without rowid;

    create table posting_slots (
      profile integer not null references profiles (id),
      title text not null,
      at integer not null,
      post_id text not null references posts (id),
      primary key (profile, title, at)
    ) strict, without rowid;
  `);

/** The posts of a thread are copies of one post. @see docs/service/posts.md#threads */
export const addThreadNumbers: MigrationStep = (database) =>
  database.script('alter table social_posts add column thread_number integer not null default 1;');

/** Reviews of accounts, each with its reply, if it has one. @see docs/service/endpoints.md#reviews */
export const addReviews: MigrationStep = (database) =>
  database.script(`
    create table reviews (
      platform text not null check (platform in ('facebook', 'gmb')),
      id text not null,
      account_id text not null,
      reviewer_id text not null,
      reviewer_name text not null,
      rating text not null,
      text text not null,
      created integer not null,
      reply text,
      replied integer check ((replied is null) = (reply is null)),
      primary key (platform, id)
    ) strict, without rowid;
    create index reviews_of_account on reviews (platform, account_id, created);
  `);

/**
 * The media library. `stored` names the file with the bytes, which are not in the database; `youtube_uploads` counts
 * what YouTube has received of a large file.
 *
 * @see docs/service/endpoints.md#media
 */
export const addMediaFiles: MigrationStep = (database) =>
  database.script(`
    create table media_files (
      row integer primary key autoincrement,
      id text not null unique,
      stored text not null,
      profile integer not null references profiles (id),
      file_name text not null,
      description text,
      bytes integer not null,
      type text,
      kind text check (kind in ('image', 'video')),
      width integer,
      height integer,
      seconds real,
      is_damaged integer not null check (is_damaged in (0, 1)),
      created integer not null
    ) strict;
    create index media_files_of_profile on media_files (profile, created);

    create table youtube_uploads (
      url text primary key,
      sent integer not null
    ) strict, without rowid;
  `);

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

/**
 * Replaces the hash of an entry by all that identifies it. `present`: whether the article was in the last document that
 * had any; `seen`: when it was last found or missed. `feed_posted_links` are addresses that a profile has posted, also by
 * feeds that it removed. `newest_at` is the date of the newest article, and `held_json` tells which were not posted.
 *
 * An entry that was known keeps its hash as its only key, until the next reading finds the others.
 *
 * @see docs/decisions/0035-feeds.md
 */
export const addFeedArticles: MigrationStep = (database) =>
  database.script(`
    create table feed_articles (
      row integer primary key,
      feed integer not null references feeds (row),
      present integer not null check (present in (0, 1)),
      seen integer not null,
      post text
    ) strict;
    create index feed_articles_present on feed_articles (feed, present, seen);

    create table feed_keys (
      feed integer not null references feeds (row),
      key text not null,
      article integer not null references feed_articles (row),
      primary key (feed, key, article)
    ) strict, without rowid;
    create index feed_keys_article on feed_keys (article);

    create table feed_posted_links (
      profile integer not null references profiles (id),
      key text not null,
      posted integer not null,
      primary key (profile, key)
    ) strict, without rowid;

    create temp table numbered_entries as
      select row_number() over (order by feed, entry) as row, feed, entry, seen, post from feed_entries;
    insert into feed_articles (row, feed, present, seen, post) select row, feed, 0, seen, post from numbered_entries;
    insert into feed_keys (feed, key, article) select feed, entry, row from numbered_entries;
    drop table numbered_entries;
    drop table feed_entries;

    alter table feeds add column newest_at integer;
    alter table feeds add column held_json text;
    update feeds set newest_at = coalesce(read_at, created) - 86400000;
  `);
