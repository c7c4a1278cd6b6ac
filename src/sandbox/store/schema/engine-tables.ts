import type { MigrationStep } from '../../../storage/migrate.ts';

/**
 * Engagements, the dispatches they lead to, and their effects. All state of the engine is in these rows: a process
 * that claims one needs nothing else.
 *
 * @see docs/decisions/0006-truth-in-rows.md
 * @see docs/decisions/0007-effects-once.md
 */
export const addEngine: MigrationStep = (database) => {
  addDispatches(database);
  addCounters(database);
  addEffects(database);
};

/**
 * `at` is the time of the engagement if the network reports it, `received` when it was reported. Row numbers of
 * dispatches are never reused: a process may hold one from before a reset. Only one open dispatch of an automation
 * and person is not queued (U-15).
 */
const DISPATCH_TABLES = `
    create table engagements (
      row integer primary key,
      account_id text not null,
      event_id text not null,
      kind text not null check (kind in ('comment', 'story_reply', 'story_comment', 'dm', 'reaction')),
      recipient_id text not null,
      recipient_username text,
      text text,
      emoji text,
      comment_id text,
      message_id text,
      post_id text,
      story_id text,
      at integer,
      received integer not null,
      unique (account_id, event_id)
    ) strict;

    alter table automations add column round integer not null default 0;
    create index automations_of_account on automations (account_id) where deleted is null;
    create table automation_revision (
      id integer primary key check (id = 1),
      revision integer not null
    ) strict;
    insert into automation_revision (id, revision) values (1, 0);
    create trigger automations_added after insert on automations
      begin update automation_revision set revision = revision + 1; end;
    create trigger automations_changed after update of active, deleted, triggers_json on automations
      begin update automation_revision set revision = revision + 1; end;
    create trigger automations_removed after delete on automations
      begin update automation_revision set revision = revision + 1; end;

    create table dispatches (
      row integer primary key autoincrement,
      id text not null unique,
      automation text not null references automations (id),
      trigger_id text not null,
      trigger_type text not null,
      keyword text,
      engagement integer not null references engagements (row),
      recipient_id text not null,
      status text not null check (status in
        ('pending', 'in_flight', 'sent', 'failed', 'auth_error', 'rate_limited', 'deduplicated', 'skipped')),
      error_details text,
      created integer not null,
      due_at integer not null,
      completed_at integer,
      fence integer not null default 0,
      lease_until integer,
      round integer not null,
      retries integer not null default 0,
      is_queued integer not null default 0 check (is_queued in (0, 1)),
      unique (engagement, automation)
    ) strict;
    create index dispatches_due on dispatches (due_at, row) where completed_at is null and is_queued = 0;
    create unique index dispatches_in_turn on dispatches (automation, recipient_id)
      where completed_at is null and is_queued = 0;
    create index dispatches_queued on dispatches (automation, recipient_id, due_at, row)
      where completed_at is null and is_queued = 1;
    create index dispatches_of_automation on dispatches (automation, created desc, id desc);

    create table action_results (
      dispatch integer not null references dispatches (row),
      place integer not null,
      action_id text not null,
      type text not null check (type in ('send_dm', 'fire_webhook', 'send_email')),
      config_json text not null,
      status text not null check (status in
        ('pending', 'attempting', 'sent', 'failed', 'auth_error', 'deduplicated', 'skipped')),
      error_details text,
      message_source text check (message_source in ('template', 'callback', 'fallback')),
      sent_json text,
      truncated integer not null default 0,
      charged_day integer,
      slot integer,
      charged_month integer,
      completed_at integer,
      primary key (dispatch, place)
    ) strict, without rowid;

    create table dedup_claims (
      automation text not null,
      action_id text not null,
      recipient_id text not null,
      accepted_at integer not null,
      primary key (automation, action_id, recipient_id)
    ) strict, without rowid;
  `;

const addDispatches: MigrationStep = (database) => database.script(DISPATCH_TABLES);

/** Days and months are whole numbers since 1970, UTC. */
const addCounters: MigrationStep = (database) =>
  database.script(`
    create table dm_days (
      profile integer not null references profiles (id),
      day integer not null,
      sent integer not null,
      primary key (day, profile)
    ) strict, without rowid;

    create table dm_months (
      account_id text not null,
      month integer not null,
      sent integer not null,
      primary key (account_id, month)
    ) strict, without rowid;

    create table dm_partners (
      account_id text not null,
      month integer not null,
      recipient_id text not null,
      sent integer not null,
      primary key (account_id, month, recipient_id)
    ) strict, without rowid;

    create table dm_paces (
      account_id text not null,
      at integer not null,
      sent integer not null
    ) strict;
    create index dm_paces_of_account on dm_paces (account_id, at, sent);
  `);

/** Effects on the network and in the outbox, and deliveries. `key` identifies the action of a dispatch. */
const addEffects: MigrationStep = (database) =>
  database.script(`
    create table inbox (
      row integer primary key,
      key text not null,
      profile integer not null references profiles (id),
      account_id text not null,
      recipient_id text not null,
      text text not null,
      way text not null check (way in ('dm', 'private_reply')),
      comment_id text,
      at integer not null,
      dropped integer not null check (dropped in (0, 1))
    ) strict;
    create index inbox_by_key on inbox (key);

    create table private_replies (
      comment_id text primary key
    ) strict, without rowid;

    create table network_people (
      id text primary key,
      message_requests text not null check (message_requests in ('open', 'silent', 'blocked'))
    ) strict, without rowid;

    create table outbox (
      row integer primary key,
      key text not null unique,
      profile integer not null references profiles (id),
      recipient text not null,
      subject text,
      message text not null,
      at integer not null
    ) strict;

    create table deliveries (
      row integer primary key autoincrement,
      hook_id text not null unique,
      key text not null unique,
      profile integer not null references profiles (id),
      owner integer not null references profiles (id),
      action text not null,
      url text not null,
      event_json text not null,
      state text not null check (state in ('waiting')),
      created integer not null
    ) strict;

    create index users_by_id on users (platform, id);
    alter table accounts add column messaging text not null default 'on' check (messaging in ('on', 'off'));
    alter table accounts add column page text not null default 'selected' check (page in ('selected', 'none'));
  `);

/** Messages that a request sent, and automatic replies. @see docs/service/endpoints.md#messages */
export const addMessages: MigrationStep = (database) =>
  database.script(`
    alter table inbox add column media_json text not null default '[]';
    alter table inbox add column automatic integer not null default 0 check (automatic in (0, 1));
    create index inbox_of_person on inbox (account_id, recipient_id, at);

    create table auto_responses (
      profile integer primary key references profiles (id),
      active integer not null check (active in (0, 1)),
      message text not null,
      wait_seconds integer not null
    ) strict;
  `);

/**
 * Orders messages of one time, of which a frozen clock makes many: a sent one comes after the engagements that were
 * there. Those sent before this column come after all, as they always did.
 */
export const addMessageTurns: MigrationStep = (database) =>
  database.script(`
    alter table inbox add column after_engagement integer not null default ${2 ** 51};
  `);
