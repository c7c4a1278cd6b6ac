import type { MigrationStep, Schema } from '../../../storage/migrate.ts';
import type { Database } from '../../../storage/open-database.ts';
import { addCounts, addPostFacets } from './counted-tables.ts';
import { CURRENT_TABLES } from './current-tables.ts';
import { addEngine, addMessages, addMessageTurns } from './engine-tables.ts';
import {
  addFeedArticles,
  addFeeds,
  addLinkSessions,
  addMediaFiles,
  addPostingSchedules,
  addReviews,
  addThreadNumbers,
} from './feature-tables.ts';
import { addOutbound } from './outbound-tables.ts';
import { addAutomations, addLinks, addPosting, addProfileEnds, addServiceComments } from './post-tables.ts';

/** "crie" in ASCII: marks a file as a sandbox store. */
const APPLICATION_ID = 0x63726965;

interface SchemaFill {
  /** Inserts the first rows of a new sandbox. */
  fill: MigrationStep;
  /** Adds the admin token, which stores of version 1 lack. */
  addAdminToken: MigrationStep;
  /** The machine's time, in milliseconds since 1970. */
  now(): number;
}

export function createSandboxSchema({ fill, addAdminToken, now }: SchemaFill): Schema {
  const second: MigrationStep = (database) => {
    addState(database);
    addAdminToken(database);
  };
  const sixth: MigrationStep = (database) => {
    addPosting(database);
    addServiceComments(database);
    addProfileEnds(database);
  };
  const steps = [
    createTables,
    second,
    addAutomations,
    addEngine,
    addOutbound,
    sixth,
    addFaultVariants,
    renameColumns,
    addMessages,
    addLinks,
    addPostingSchedules,
    addReviews,
    addFeeds,
    addLinkSessions,
    addMediaFiles,
    addThreadNumbers,
    addMessageTurns,
    addFeedArticles,
    (database: Database) => resumeAdvancedClock(database, now()),
    indexPeople,
    addLikeEvent,
    indexLists,
    addPostFacets,
    addCounts,
  ];
  const create: MigrationStep = (database) => {
    database.script(CURRENT_TABLES);
    fill(database);
  };
  return { applicationId: APPLICATION_ID, steps, create };
}

/** Changed pages that the write-ahead log holds before they are copied into the file: 32 MB. */
const CHECKPOINT_PAGES = 8_000;

/**
 * Sets how an open store uses the disk. Dispatches change pages all over the file: rare checkpoints copy fewer of them.
 * What undoes a statement or a savepoint stays in memory: as a temporary file it was four fifths of all that was written.
 *
 * @see docs/decisions/0055-dispatches-in-groups.md
 */
export function setDiskUse(database: Database): void {
  database.script(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}; pragma temp_store = memory`);
}

/** Times are milliseconds since 1970. Columns named `…_json` hold details that no query needs. */
const FIRST_TABLES = `
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
  `;

const createTables: MigrationStep = (database) => database.script(FIRST_TABLES);

/** @see docs/service/errors.md#ERR-05 */
const addFaultVariants: MigrationStep = (database) =>
  database.script('alter table faults add column variant text;');

/** Settings, counters, and the state of accounts. */
const addState: MigrationStep = (database) =>
  database.script(`
    create table settings (
      id integer primary key check (id = 1),
      value_json text not null
    ) strict;

    create table faults (
      id integer primary key,
      code integer not null,
      network text,
      endpoint text,
      left integer,
      probability real not null
    ) strict;

    create table requests (
      profile integer primary key references profiles (id),
      started integer not null,
      used integer not null,
      month text not null,
      used_in_month integer not null,
      suspended integer
    ) strict;

    create table refusals (
      profile integer not null references profiles (id),
      at integer not null
    ) strict;
    create index refusals_by_profile on refusals (profile, at);

    create table x_requests (
      started integer not null,
      used integer not null
    ) strict;

    alter table posts add column about_json text not null default '{}';
    create index posts_of_profile on posts (profile, created);

    alter table accounts rename to former_accounts;
    create table accounts (
      profile integer not null references profiles (id),
      platform text not null,
      id text not null,
      username text not null,
      display_name text not null,
      linked integer not null,
      token text not null check (token in ('ok', 'expired', 'revoked')),
      login text not null check (login in ('page', 'direct', 'former')),
      permission text not null check (permission in ('granted', 'missing')),
      standing text not null check (standing in ('good', 'restricted', 'unverified')),
      primary key (profile, platform)
    ) strict, without rowid;
    insert into accounts
      select profile, platform, id, username, display_name, 1, token, login_kind, 'granted', 'good'
      from former_accounts;
    drop table former_accounts;
  `);

/** Renames tables, columns and settings. Rows are unchanged; SQLite updates indexes and triggers itself. */
const renameColumns: MigrationStep = (database) => {
  database.script(`
    alter table automations rename column round to pause_count;
    alter table dispatches rename column round to pause_count;
    alter table dispatches rename column fence to fencing_token;
    alter table action_results rename column place to position;
    alter table callbacks rename column place to position;
    alter table callbacks rename column fence to fencing_token;
    alter table tracks rename column place to position;

    alter table deliveries rename column begun to attempts_started;
    alter table deliveries rename column tries to attempts_completed;
    alter table deliveries rename column fence to fencing_token;
    alter table deliveries rename column is_held to is_blocked;
    alter table deliveries rename column resend_at to redeliver_at;
    alter table delivery_lanes rename to delivery_addresses;
    alter table delivery_addresses rename column due_at to next_due_at;

    alter table dm_days rename to dm_daily_counts;
    alter table dm_months rename to dm_monthly_counts;
    alter table dm_partners rename to dm_conversations;
    alter table dm_paces rename to dm_slots;
    alter table network_people rename to dm_recipients;
  `);
  for (const [former, name] of SETTINGS) {
    database.run(
      `update settings set value_json = json_remove(json_set(value_json, '$.' || :name, json_extract(value_json, '$.' || :former)), '$.' || :former)
       where json_type(value_json, '$.' || :former) is not null`,
      { former, name },
    );
  }
};

/**
 * Advancing the clock used to freeze it. It continues from where it is, or from now if that is past, unless it was set,
 * which counts in `clockGeneration`.
 */
function resumeAdvancedClock(database: Database, now: number): void {
  database.run(
    `update settings set value_json =
       json_remove(json_set(value_json, '$.clockLead', max(0, json_extract(value_json, '$.setClock') - ?)), '$.setClock')
     where json_type(value_json, '$.setClock') = 'integer'
       and coalesce(json_extract(value_json, '$.clockGeneration'), 0) = 0`,
    now,
  );
}

/** Whether an account knows a person is looked up with each message. */
const indexPeople: MigrationStep = (database) =>
  database.script(`
    create index comments_of_author on comments (platform, author);
    create index engagements_of_person on engagements (recipient_id, account_id);
  `);

/** An event that was made after another one says which. */
const addLikeEvent: MigrationStep = (database) =>
  database.script('alter table engagements add column like_event_id text');

/** What filters of the history and conversations look for is rare among posts and events. */
const indexLists: MigrationStep = (database) =>
  database.script(`
    create index posts_by_status on posts (profile, json_extract(about_json, '$.status'), created, number)
      where json_extract(about_json, '$.status') is not null;
    create index posts_by_series on posts (profile, json_extract(about_json, '$.autoRepostId'), number)
      where json_extract(about_json, '$.autoRepostId') is not null;
    create index posts_failed on posts (profile) where json_array_length(about_json, '$.errors') > 0;
    create index social_posts_failed on social_posts (post_id) where id = 'failed';
    create index engagements_by_person on engagements (account_id, recipient_id, coalesce(at, received))
      where kind in ('dm', 'story_reply');
    create index engagements_by_time on engagements (account_id, coalesce(at, received))
      where kind in ('dm', 'story_reply');
    create index inbox_by_time on inbox (account_id, at, after_engagement);
  `);

const SETTINGS = [
  ['clockTurns', 'clockGeneration'],
  ['chance', 'randomState'],
  ['removedLeft', 'prunedSent'],
] as const;
