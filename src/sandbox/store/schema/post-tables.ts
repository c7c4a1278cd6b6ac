import type { MigrationStep } from '../../../storage/migrate.ts';

/**
 * Scheduled posts and their copies. `due_at`: when the clock publishes a post, or null; `number`: order of creation;
 * `resolves_at`: when TikTok reports the id of a `pending` copy. `media` holds facts set about files, which are never
 * fetched. A retried post may have several copies on one network, which the former table of copies did not allow.
 */
export const addPosting: MigrationStep = (database) =>
  database.script(`
    alter table posts add column idempotency_key text;
    create unique index posts_by_idempotency_key on posts (profile, idempotency_key)
      where idempotency_key is not null;
    alter table posts add column due_at integer;
    alter table posts add column number integer not null default 0;
    update posts set number = numbered.number
      from (select id, row_number() over (order by created, id) as number from posts) as numbered
      where numbered.id = posts.id;
    create unique index posts_by_number on posts (number);
    create index posts_due on posts (due_at, number) where due_at is not null;
    drop index posts_of_profile;
    create index posts_of_profile on posts (profile, created, number);

    drop index social_posts_by_id;
    alter table social_posts rename to former_social_posts;
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
      resolves_at integer,
      about_json text not null default '{}'
    ) strict;
    insert into social_posts
      select row, platform, id, profile, post_id, kind, conversation_id, subreddit, created, null, '{}'
      from former_social_posts;
    drop table former_social_posts;
    create unique index social_posts_by_id on social_posts (platform, id) where id not in ('pending', 'failed');
    create index social_posts_of_post on social_posts (post_id) where post_id is not null;
    create index social_posts_due on social_posts (resolves_at) where resolves_at is not null;
    create index social_posts_of_account on social_posts (profile, platform, created);

    alter table accounts add column abilities_json text not null default '{}';

    create table media (
      url text primary key,
      facts_json text not null
    ) strict, without rowid;
  `);

/**
 * Comments created through the service: one Service Comment ID for one comment on each network. Whether a copy still
 * exists is up to the table `comments`.
 */
export const addServiceComments: MigrationStep = (database) =>
  database.script(`
    create table service_comments (
      id text primary key,
      profile integer not null references profiles (id),
      post_id text
    ) strict, without rowid;
    create index service_comments_of_post on service_comments (post_id) where post_id is not null;

    create table service_comment_copies (
      service_comment text not null references service_comments (id),
      platform text not null,
      comment_id text not null,
      primary key (service_comment, platform)
    ) strict, without rowid;
  `);

/**
 * A deleted profile is kept for rows that refer to it, such as deliveries. Its title and alias become free for
 * others; the former ones are kept in columns of their own.
 */
export const addProfileEnds: MigrationStep = (database) =>
  database.script(`
    alter table profiles add column display_title text;
    alter table profiles add column deleted integer;
    alter table profiles add column former_alias text;
    alter table profiles add column former_title text;
  `);

/**
 * Automations, webhooks, and whether automations are on for an account. A deleted automation is kept for its
 * activity; its stats are counted when its activity is written.
 */
export const addAutomations: MigrationStep = (database) =>
  database.script(`
    create table automations (
      row integer primary key,
      id text not null unique,
      profile integer not null references profiles (id),
      account_id text not null,
      name text not null,
      description text not null,
      active integer not null check (active in (0, 1)),
      total_sent integer not null default 0,
      total_failed integer not null default 0,
      last_triggered integer,
      last_sent integer,
      created integer not null,
      updated integer not null,
      deleted integer check (deleted is null or active = 0),
      triggers_json text not null,
      actions_json text not null
    ) strict;
    create index automations_of_profile on automations (profile, created) where deleted is null;

    create table webhooks (
      profile integer not null references profiles (id),
      action text not null,
      url text not null,
      primary key (profile, action)
    ) strict, without rowid;

    create table webhook_profiles (
      profile integer primary key references profiles (id),
      secret text,
      updated integer not null
    ) strict;

    alter table accounts add column automations text not null default 'on'
      check (automations in ('on', 'documented', 'off'));
  `);

/** Short links, and their clicks by day, referer and browser. @see docs/service/endpoints.md#links */
export const addLinks: MigrationStep = (database) =>
  database.script(`
    create table links (
      row integer primary key,
      id text not null unique,
      profile integer not null references profiles (id),
      url text not null,
      created integer not null
    ) strict;
    create index links_of_profile on links (profile, created);

    create table link_clicks (
      link text not null references links (id),
      day integer not null,
      referer text not null,
      browser text not null,
      count integer not null,
      primary key (link, day, referer, browser)
    ) strict, without rowid;
  `);
