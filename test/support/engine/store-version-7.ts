import { openDatabase } from '../../../src/storage/open-database.ts';

/** Header of a store file: "crie", and the version of its tables. */
const HEADER = `
  pragma application_id = 1668442469;
  pragma user_version = 7;`;

/** Tables of version 7, the last one with the former names of tables and columns, as SQLite prints them. */
const SCHEMA = `
  CREATE TABLE keys (
    name text primary key,
    value text not null
  ) strict, without rowid;
  CREATE TABLE profiles (
    id integer primary key,
    alias text not null unique,
    title text not null unique,
    ref_id text not null unique,
    profile_key text unique,
    created integer not null,
    display_title text, deleted integer, former_alias text, former_title text) strict;
  CREATE TABLE users (
    platform text not null,
    handle text not null,
    id text not null,
    name text not null,
    about_json text not null,
    primary key (platform, handle)
  ) strict, without rowid;
  CREATE TABLE posts (
    id text primary key,
    profile integer not null references profiles (id),
    text text not null,
    created integer not null,
    about_json text not null default '{}', idempotency_key text, due_at integer, number integer not null default 0) strict, without rowid;
  CREATE TABLE comments (
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
  CREATE TABLE refreshes (
    platform text not null,
    id text not null,
    refreshed integer not null,
    next integer not null,
    interval_ms integer not null,
    primary key (platform, id)
  ) strict, without rowid;
  CREATE TABLE tracks (
    audio_id text primary key,
    audio_type text not null check (audio_type in ('music', 'original_sound')),
    available integer not null,
    words text not null,
    place integer not null,
    track_json text not null
  ) strict, without rowid;
  CREATE TABLE settings (
    id integer primary key check (id = 1),
    value_json text not null
  ) strict;
  CREATE TABLE faults (
    id integer primary key,
    code integer not null,
    network text,
    endpoint text,
    left integer,
    probability real not null,
    variant text) strict;
  CREATE TABLE requests (
    profile integer primary key references profiles (id),
    started integer not null,
    used integer not null,
    month text not null,
    used_in_month integer not null,
    suspended integer
  ) strict;
  CREATE TABLE refusals (
    profile integer not null references profiles (id),
    at integer not null
  ) strict;
  CREATE TABLE x_requests (
    started integer not null,
    used integer not null
  ) strict;
  CREATE TABLE accounts (
    profile integer not null references profiles (id),
    platform text not null,
    id text not null,
    username text not null,
    display_name text not null,
    linked integer not null,
    token text not null check (token in ('ok', 'expired', 'revoked')),
    login text not null check (login in ('page', 'direct', 'former')),
    permission text not null check (permission in ('granted', 'missing')),
    standing text not null check (standing in ('good', 'restricted', 'unverified')), automations text not null default 'on'
    check (automations in ('on', 'documented', 'off')), messaging text not null default 'on' check (messaging in ('on', 'off')), page text not null default 'selected' check (page in ('selected', 'none')), abilities_json text not null default '{}',
    primary key (profile, platform)
  ) strict, without rowid;
  CREATE TABLE automations (
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
    actions_json text not null,
    round integer not null default 0) strict;
  CREATE TABLE webhooks (
    profile integer not null references profiles (id),
    action text not null,
    url text not null, by_allowance integer not null default 0 check (by_allowance in (0, 1)),
    primary key (profile, action)
  ) strict, without rowid;
  CREATE TABLE webhook_profiles (
    profile integer primary key references profiles (id),
    secret text,
    updated integer not null,
    previous_secret text, previous_until integer, is_readable integer not null default 1 check (is_readable in (0, 1))) strict;
  CREATE TABLE engagements (
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
  CREATE TABLE automation_revision (
    id integer primary key check (id = 1),
    revision integer not null
  ) strict;
  CREATE TABLE dispatches (
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
    is_queued integer not null default 0 check (is_queued in (0, 1)), awaits_callback integer not null default 0 check (awaits_callback in (0, 1)),
    unique (engagement, automation)
  ) strict;
  CREATE TABLE action_results (
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
  CREATE TABLE dedup_claims (
    automation text not null,
    action_id text not null,
    recipient_id text not null,
    accepted_at integer not null,
    primary key (automation, action_id, recipient_id)
  ) strict, without rowid;
  CREATE TABLE dm_days (
    profile integer not null references profiles (id),
    day integer not null,
    sent integer not null,
    primary key (day, profile)
  ) strict, without rowid;
  CREATE TABLE dm_months (
    account_id text not null,
    month integer not null,
    sent integer not null,
    primary key (account_id, month)
  ) strict, without rowid;
  CREATE TABLE dm_partners (
    account_id text not null,
    month integer not null,
    recipient_id text not null,
    sent integer not null,
    primary key (account_id, month, recipient_id)
  ) strict, without rowid;
  CREATE TABLE dm_paces (
    account_id text not null,
    at integer not null,
    sent integer not null
  ) strict;
  CREATE TABLE inbox (
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
  CREATE TABLE private_replies (
    comment_id text primary key
  ) strict, without rowid;
  CREATE TABLE network_people (
    id text primary key,
    message_requests text not null check (message_requests in ('open', 'silent', 'blocked'))
  ) strict, without rowid;
  CREATE TABLE outbox (
    row integer primary key,
    key text not null unique,
    profile integer not null references profiles (id),
    recipient text not null,
    subject text,
    message text not null,
    at integer not null
  ) strict;
  CREATE TABLE deliveries (
    row integer primary key autoincrement,
    hook_id text not null unique,
    key text not null unique,
    profile integer not null references profiles (id),
    owner integer not null references profiles (id),
    action text not null,
    url text not null,
    address text not null,
    event_json text not null,
    state text not null check (state in ('waiting', 'delivered', 'failed')),
    created integer not null,
    due_at integer check ((due_at is null) = (state <> 'waiting')),
    begun integer not null default 0,
    tries integer not null default 0,
    fence integer not null default 0,
    lease_until integer,
    is_held integer not null default 0 check (is_held in (0, 1)),
    end_error text,
    resend_at integer
  ) strict;
  CREATE TABLE delivery_lanes (
    address text primary key,
    due_at integer not null
  ) strict, without rowid;
  CREATE TABLE attempts (
    delivery integer not null references deliveries (row),
    attempt integer not null,
    delivery_id text not null,
    at integer not null,
    ms integer,
    status integer,
    error text,
    by_allowance integer not null default 0 check (by_allowance in (0, 1)),
    primary key (delivery, attempt)
  ) strict, without rowid;
  CREATE TABLE callbacks (
    dispatch integer not null references dispatches (row),
    place integer not null,
    profile integer not null references profiles (id),
    url text not null,
    address text not null,
    timeout_ms integer not null,
    state text not null check (state in ('waiting', 'asking', 'answered')),
    fence integer not null default 0,
    lease_until integer,
    at integer,
    ms integer,
    status integer,
    message text,
    reason text,
    by_allowance integer not null default 0 check (by_allowance in (0, 1)),
    primary key (dispatch, place)
  ) strict, without rowid;
  CREATE TABLE breakers (
    profile integer not null references profiles (id),
    origin text not null,
    failures integer not null,
    opened_at integer,
    probe_until integer,
    primary key (profile, origin)
  ) strict, without rowid;
  CREATE TABLE social_posts (
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
  CREATE TABLE media (
    url text primary key,
    facts_json text not null
  ) strict, without rowid;
  CREATE TABLE service_comments (
    id text primary key,
    profile integer not null references profiles (id),
    post_id text
  ) strict, without rowid;
  CREATE TABLE service_comment_copies (
    service_comment text not null references service_comments (id),
    platform text not null,
    comment_id text not null,
    primary key (service_comment, platform)
  ) strict, without rowid;
  CREATE INDEX comments_of_post on comments (platform, social_post_id, created) where parent_id is null;
  CREATE INDEX comments_below on comments (platform, parent_id, created);
  CREATE INDEX refusals_by_profile on refusals (profile, at);
  CREATE INDEX automations_of_profile on automations (profile, created) where deleted is null;
  CREATE INDEX automations_of_account on automations (account_id) where deleted is null;
  CREATE TRIGGER automations_added after insert on automations
    begin update automation_revision set revision = revision + 1; end;
  CREATE TRIGGER automations_changed after update of active, deleted, triggers_json on automations
    begin update automation_revision set revision = revision + 1; end;
  CREATE TRIGGER automations_removed after delete on automations
    begin update automation_revision set revision = revision + 1; end;
  CREATE UNIQUE INDEX dispatches_in_turn on dispatches (automation, recipient_id)
    where completed_at is null and is_queued = 0;
  CREATE INDEX dispatches_queued on dispatches (automation, recipient_id, due_at, row)
    where completed_at is null and is_queued = 1;
  CREATE INDEX dispatches_of_automation on dispatches (automation, created desc, id desc);
  CREATE INDEX dm_paces_of_account on dm_paces (account_id, at, sent);
  CREATE INDEX inbox_by_key on inbox (key);
  CREATE INDEX users_by_id on users (platform, id);
  CREATE INDEX deliveries_of_lane on deliveries (address, is_held, lease_until, due_at, row) where state = 'waiting';
  CREATE INDEX deliveries_taken on deliveries (lease_until) where lease_until is not null;
  CREATE INDEX deliveries_of_profile on deliveries (profile, action);
  CREATE INDEX deliveries_of_owner on deliveries (owner, action);
  CREATE INDEX delivery_lanes_due on delivery_lanes (due_at);
  CREATE INDEX callbacks_open on callbacks (state, address, dispatch, place) where state <> 'answered';
  CREATE INDEX dispatches_due on dispatches (due_at, row)
    where completed_at is null and is_queued = 0 and awaits_callback = 0;
  CREATE UNIQUE INDEX posts_by_idempotency_key on posts (profile, idempotency_key)
    where idempotency_key is not null;
  CREATE UNIQUE INDEX posts_by_number on posts (number);
  CREATE INDEX posts_due on posts (due_at, number) where due_at is not null;
  CREATE INDEX posts_of_profile on posts (profile, created, number);
  CREATE UNIQUE INDEX social_posts_by_id on social_posts (platform, id) where id not in ('pending', 'failed');
  CREATE INDEX social_posts_of_post on social_posts (post_id) where post_id is not null;
  CREATE INDEX social_posts_due on social_posts (resolves_at) where resolves_at is not null;
  CREATE INDEX social_posts_of_account on social_posts (profile, platform, created);
  CREATE INDEX service_comments_of_post on service_comments (post_id) where post_id is not null;`;

/**
 * Writes a store file as version 7 left it.
 *
 * @param rows SQL in the names of that version
 */
export function writeStoreVersion7(file: string, rows: string): void {
  const database = openDatabase(file);
  database.transaction(() => {
    database.script(SCHEMA);
    database.script(rows);
    database.script(HEADER);
  });
  database.close();
}
