import type { Schema, Step } from '../../disk/migrate.ts';

/** "crie", so that a file of the sandbox is known as one. */
const APPLICATION_ID = 0x63726965;

/**
 * The sandbox's tables, from nothing to today.
 *
 * @param fill puts a new sandbox's first rows in, right after its tables are made
 */
export function sandboxSchema(fill: Step): Schema {
  const first: Step = (database) => {
    makeTables(database);
    fill(database);
  };
  return { applicationId: APPLICATION_ID, steps: [first] };
}

/**
 * Times are milliseconds since 1970; columns that end in `_json`
 * hold what one network alone knows, which no query asks about.
 */
const makeTables: Step = (database) =>
  database.script(`
    create table keys (
      name text primary key,
      value text not null
    ) strict, without rowid;

    create table profiles (
      id integer primary key,
      alias text not null unique,
      title text not null unique,
      ref_id text not null unique,
      profile_key text unique,
      created integer not null
    ) strict;

    create table accounts (
      profile integer not null references profiles (id),
      platform text not null,
      id text not null,
      username text not null,
      display_name text not null,
      token text not null check (token in ('ok', 'expired')),
      login_kind text not null check (login_kind in ('page', 'direct')),
      primary key (profile, platform)
    ) strict, without rowid;

    create table users (
      platform text not null,
      handle text not null,
      id text not null,
      name text not null,
      about_json text not null,
      primary key (platform, handle)
    ) strict, without rowid;

    create table posts (
      id text primary key,
      profile integer not null references profiles (id),
      text text not null,
      created integer not null
    ) strict, without rowid;

    create table social_posts (
      row integer primary key,
      platform text not null,
      id text not null,
      profile integer not null references profiles (id),
      post_id text references posts (id),
      kind text not null check (kind in ('post', 'reel', 'story')),
      conversation_id text not null,
      subreddit text,
      created integer not null,
      unique (post_id, platform)
    ) strict;
    create unique index social_posts_by_id on social_posts (platform, id) where id not in ('pending', 'failed');

    create table comments (
      platform text not null,
      id text not null,
      social_post_id text not null,
      parent_id text,
      author text not null,
      text text not null,
      created integer not null,
      likes integer not null,
      extra_json text,
      primary key (platform, id),
      foreign key (platform, author) references users (platform, handle),
      foreign key (platform, parent_id) references comments (platform, id)
    ) strict, without rowid;
    create index comments_of_post on comments (platform, social_post_id, created) where parent_id is null;
    create index comments_below on comments (platform, parent_id, created);

    create table refreshes (
      platform text not null,
      id text not null,
      refreshed integer not null,
      next integer not null,
      interval_ms integer not null,
      primary key (platform, id)
    ) strict, without rowid;

    create table tracks (
      audio_id text primary key,
      audio_type text not null check (audio_type in ('music', 'original_sound')),
      available integer not null,
      words text not null,
      place integer not null,
      track_json text not null
    ) strict, without rowid;
  `);
