/**
 * The tables that a new store gets at once: those that all migration steps together make. A test holds both to be
 * the same; `CRIER_UPDATE_DOCS=1 npm test -- current-tables` writes this file.
 */
export const CURRENT_TABLES = `
create table keys (name text primary key, value text not null) strict, without rowid;
create table profiles (id integer primary key, alias text not null unique,
  title text not null unique, ref_id text not null unique, profile_key text unique,
  created integer not null, display_title text, deleted integer, former_alias text,
  former_title text) strict;
create table users (platform text not null, handle text not null, id text not null,
  name text not null, about_json text not null, primary key (platform, handle)) strict,
  without rowid;
create table posts (id text primary key, profile integer not null references profiles (id),
  text text not null, created integer not null, about_json text not null default '{}',
  idempotency_key text, due_at integer, number integer not null default 0) strict, without rowid;
create table comments (platform text not null, id text not null, social_post_id text not null,
  parent_id text, author text not null, text text not null, created integer not null,
  likes integer not null, extra_json text, primary key (platform, id), foreign key (platform,
  author) references users (platform, handle), foreign key (platform,
  parent_id) references comments (platform, id)) strict, without rowid;
create index comments_of_post on comments (platform, social_post_id,
  created) where parent_id is null;
create index comments_below on comments (platform, parent_id, created);
create table refreshes (platform text not null, id text not null, refreshed integer not null,
  next integer not null, interval_ms integer not null, primary key (platform, id)) strict,
  without rowid;
create table tracks (audio_id text primary key,
  audio_type text not null check (audio_type in ('music', 'original_sound')),
  available integer not null, words text not null, position integer not null,
  track_json text not null) strict, without rowid;
create table settings (id integer primary key check (id = 1), value_json text not null) strict;
create table faults (id integer primary key, code integer not null, network text, endpoint text,
  left integer, probability real not null, variant text) strict;
create table requests (profile integer primary key references profiles (id),
  started integer not null, used integer not null, month text not null,
  used_in_month integer not null, suspended integer) strict;
create table refusals (profile integer not null references profiles (id),
  at integer not null) strict;
create index refusals_by_profile on refusals (profile, at);
create table x_requests (started integer not null, used integer not null) strict;
create table accounts (profile integer not null references profiles (id), platform text not null,
  id text not null, username text not null, display_name text not null, linked integer not null,
  token text not null check (token in ('ok', 'expired', 'revoked')),
  login text not null check (login in ('page', 'direct', 'former')),
  permission text not null check (permission in ('granted', 'missing')),
  standing text not null check (standing in ('good', 'restricted', 'unverified')),
  automations text not null default 'on' check (automations in ('on', 'documented', 'off')),
  messaging text not null default 'on' check (messaging in ('on', 'off')),
  page text not null default 'selected' check (page in ('selected', 'none')),
  abilities_json text not null default '{}', primary key (profile, platform)) strict, without rowid;
create table automations (row integer primary key, id text not null unique,
  profile integer not null references profiles (id), account_id text not null, name text not null,
  description text not null, active integer not null check (active in (0, 1)),
  total_sent integer not null default 0, total_failed integer not null default 0,
  last_triggered integer, last_sent integer, created integer not null, updated integer not null,
  deleted integer check (deleted is null or active = 0), triggers_json text not null,
  actions_json text not null, pause_count integer not null default 0) strict;
create index automations_of_profile on automations (profile, created) where deleted is null;
create table webhooks (profile integer not null references profiles (id), action text not null,
  url text not null, by_allowance integer not null default 0 check (by_allowance in (0, 1)),
  primary key (profile, action)) strict, without rowid;
create table webhook_profiles (profile integer primary key references profiles (id), secret text,
  updated integer not null, previous_secret text, previous_until integer,
  is_readable integer not null default 1 check (is_readable in (0, 1))) strict;
create table engagements (row integer primary key, account_id text not null, event_id text not null,
  kind text not null check (kind in ('comment', 'story_reply', 'story_comment', 'dm', 'reaction')),
  recipient_id text not null, recipient_username text, text text, emoji text, comment_id text,
  message_id text, post_id text, story_id text, at integer, received integer not null,
  like_event_id text, unique (account_id, event_id)) strict;
create index automations_of_account on automations (account_id) where deleted is null;
create table automation_revision (id integer primary key check (id = 1),
  revision integer not null) strict;
create trigger automations_added after insert on automations begin update automation_revision set revision = revision + 1; end;
create trigger automations_changed after update of active, deleted,
  triggers_json on automations begin update automation_revision set revision = revision + 1; end;
create trigger automations_removed after delete on automations begin update automation_revision set revision = revision + 1; end;
create table dispatches (row integer primary key autoincrement, id text not null unique,
  automation text not null references automations (id), trigger_id text not null,
  trigger_type text not null, keyword text,
  engagement integer not null references engagements (row), recipient_id text not null,
  status text not null check (status in ('pending', 'in_flight', 'sent', 'failed', 'auth_error',
  'rate_limited', 'deduplicated', 'skipped')), error_details text, created integer not null,
  due_at integer not null, completed_at integer, fencing_token integer not null default 0,
  lease_until integer, pause_count integer not null, retries integer not null default 0,
  is_queued integer not null default 0 check (is_queued in (0, 1)),
  awaits_callback integer not null default 0 check (awaits_callback in (0, 1)), unique (engagement,
  automation)) strict;
create unique index dispatches_in_turn on dispatches (automation,
  recipient_id) where completed_at is null and is_queued = 0;
create index dispatches_queued on dispatches (automation, recipient_id, due_at,
  row) where completed_at is null and is_queued = 1;
create index dispatches_of_automation on dispatches (automation, created desc, id desc);
create table action_results (dispatch integer not null references dispatches (row),
  position integer not null, action_id text not null, type text not null check (type in ('send_dm',
  'fire_webhook', 'send_email')), config_json text not null,
  status text not null check (status in ('pending', 'attempting', 'sent', 'failed', 'auth_error',
  'deduplicated', 'skipped')), error_details text,
  message_source text check (message_source in ('template', 'callback', 'fallback')),
  sent_json text, truncated integer not null default 0, charged_day integer, slot integer,
  charged_month integer, completed_at integer, primary key (dispatch, position)) strict,
  without rowid;
create table dedup_claims (automation text not null, action_id text not null,
  recipient_id text not null, accepted_at integer not null, primary key (automation, action_id,
  recipient_id)) strict, without rowid;
create table dm_daily_counts (profile integer not null references profiles (id),
  day integer not null, sent integer not null, primary key (day, profile)) strict, without rowid;
create table dm_monthly_counts (account_id text not null, month integer not null,
  sent integer not null, primary key (account_id, month)) strict, without rowid;
create table dm_conversations (account_id text not null, month integer not null,
  recipient_id text not null, sent integer not null, primary key (account_id, month,
  recipient_id)) strict, without rowid;
create table dm_slots (account_id text not null, at integer not null, sent integer not null) strict;
create index dm_paces_of_account on dm_slots (account_id, at, sent);
create table inbox (row integer primary key, key text not null,
  profile integer not null references profiles (id), account_id text not null,
  recipient_id text not null, text text not null, way text not null check (way in ('dm',
  'private_reply')), comment_id text, at integer not null,
  dropped integer not null check (dropped in (0, 1)), media_json text not null default '[]',
  automatic integer not null default 0 check (automatic in (0, 1)),
  after_engagement integer not null default 2251799813685248) strict;
create index inbox_by_key on inbox (key);
create table private_replies (comment_id text primary key) strict, without rowid;
create table dm_recipients (id text primary key,
  message_requests text not null check (message_requests in ('open', 'silent', 'blocked'))) strict,
  without rowid;
create table outbox (row integer primary key, key text not null unique,
  profile integer not null references profiles (id), recipient text not null, subject text,
  message text not null, at integer not null) strict;
create index users_by_id on users (platform, id);
create table deliveries (row integer primary key autoincrement, hook_id text not null unique,
  key text not null unique, profile integer not null references profiles (id),
  owner integer not null references profiles (id), action text not null, url text not null,
  address text not null, event_json text not null, state text not null check (state in ('waiting',
  'delivered', 'failed')), created integer not null,
  due_at integer check ( (due_at is null) = (state <> 'waiting')),
  attempts_started integer not null default 0, attempts_completed integer not null default 0,
  fencing_token integer not null default 0, lease_until integer,
  is_blocked integer not null default 0 check (is_blocked in (0, 1)), end_error text,
  redeliver_at integer) strict;
create index deliveries_of_lane on deliveries (address, is_blocked, lease_until, due_at,
  row) where state = 'waiting';
create index deliveries_taken on deliveries (lease_until) where lease_until is not null;
create index deliveries_of_profile on deliveries (profile, action);
create index deliveries_of_owner on deliveries (owner, action);
create table delivery_addresses (address text primary key, next_due_at integer not null) strict,
  without rowid;
create index delivery_lanes_due on delivery_addresses (next_due_at);
create table attempts (delivery integer not null references deliveries (row),
  attempt integer not null, delivery_id text not null, at integer not null, ms integer,
  status integer, error text, by_allowance integer not null default 0 check (by_allowance in (0,
  1)), primary key (delivery, attempt)) strict, without rowid;
create table callbacks (dispatch integer not null references dispatches (row),
  position integer not null, profile integer not null references profiles (id), url text not null,
  address text not null, timeout_ms integer not null,
  state text not null check (state in ('waiting', 'asking', 'answered')),
  fencing_token integer not null default 0, lease_until integer, at integer, ms integer,
  status integer, message text, reason text,
  by_allowance integer not null default 0 check (by_allowance in (0, 1)), primary key (dispatch,
  position)) strict, without rowid;
create index callbacks_open on callbacks (state, address, dispatch,
  position) where state <> 'answered';
create table breakers (profile integer not null references profiles (id), origin text not null,
  failures integer not null, opened_at integer, probe_until integer, primary key (profile,
  origin)) strict, without rowid;
create index dispatches_due on dispatches (due_at,
  row) where completed_at is null and is_queued = 0 and awaits_callback = 0;
create unique index posts_by_idempotency_key on posts (profile,
  idempotency_key) where idempotency_key is not null;
create unique index posts_by_number on posts (number);
create index posts_due on posts (due_at, number) where due_at is not null;
create index posts_of_profile on posts (profile, created, number);
create table social_posts (row integer primary key, platform text not null, id text not null,
  profile integer not null references profiles (id), post_id text references posts (id),
  kind text not null check (kind in ('post', 'reel', 'story')), conversation_id text not null,
  subreddit text, created integer not null, resolves_at integer,
  about_json text not null default '{}', thread_number integer not null default 1) strict;
create unique index social_posts_by_id on social_posts (platform, id) where id not in ('pending',
  'failed');
create index social_posts_of_post on social_posts (post_id) where post_id is not null;
create index social_posts_due on social_posts (resolves_at) where resolves_at is not null;
create index social_posts_of_account on social_posts (profile, platform, created);
create table media (url text primary key, facts_json text not null) strict, without rowid;
create table service_comments (id text primary key,
  profile integer not null references profiles (id), post_id text) strict, without rowid;
create index service_comments_of_post on service_comments (post_id) where post_id is not null;
create table service_comment_copies (service_comment text not null references service_comments (id),
  platform text not null, comment_id text not null, primary key (service_comment, platform)) strict,
  without rowid;
create index inbox_of_person on inbox (account_id, recipient_id, at);
create table auto_responses (profile integer primary key references profiles (id),
  active integer not null check (active in (0, 1)), message text not null,
  wait_seconds integer not null) strict;
create table links (row integer primary key, id text not null unique,
  profile integer not null references profiles (id), url text not null,
  created integer not null) strict;
create index links_of_profile on links (profile, created);
create table link_clicks (link text not null references links (id), day integer not null,
  referer text not null, browser text not null, count integer not null, primary key (link, day,
  referer, browser)) strict, without rowid;
create table posting_schedules (profile integer not null references profiles (id),
  title text not null, schedule_json text not null, primary key (profile, title)) strict,
  without rowid;
create table posting_slots (profile integer not null references profiles (id), title text not null,
  at integer not null, post_id text not null references posts (id), primary key (profile, title,
  at)) strict, without rowid;
create table reviews (platform text not null check (platform in ('facebook', 'gmb')),
  id text not null, account_id text not null, reviewer_id text not null,
  reviewer_name text not null, rating text not null, text text not null, created integer not null,
  reply text, replied integer check ( (replied is null) = (reply is null)), primary key (platform,
  id)) strict, without rowid;
create index reviews_of_account on reviews (platform, account_id, created);
create table feeds (row integer primary key autoincrement, id text not null unique,
  profile integer not null references profiles (id), url text not null, address text not null,
  type text not null check (type in ('rss', 'substack')), title text, website_link text,
  use_first_image integer not null check (use_first_image in (0, 1)),
  auto_hashtag integer not null check (auto_hashtag in (0, 1)), x_pair text not null,
  created integer not null, read_at integer, due_at integer, failures integer not null default 0,
  error text, etag text, last_modified text, fencing_token integer not null default 0,
  lease_until integer, newest_at integer, held_json text, unique (profile, url)) strict;
create index feeds_due on feeds (due_at, row) where due_at is not null;
create table link_sessions (id text primary key, token_digest text not null unique,
  profile integer not null references profiles (id), created integer not null,
  url_until integer not null, expires integer not null, linked integer, revoked integer,
  about_json text not null) strict, without rowid;
create index link_sessions_of_profile on link_sessions (profile) where revoked is null;
create index link_sessions_by_end on link_sessions (expires);
create table link_pages (profile integer primary key references profiles (id),
  page_json text not null) strict;
create table media_files (row integer primary key autoincrement, id text not null unique,
  stored text not null, profile integer not null references profiles (id), file_name text not null,
  description text, bytes integer not null, type text, kind text check (kind in ('image', 'video')),
  width integer, height integer, seconds real, is_damaged integer not null check (is_damaged in (0,
  1)), created integer not null) strict;
create index media_files_of_profile on media_files (profile, created);
create table youtube_uploads (url text primary key, sent integer not null) strict, without rowid;
create table feed_articles (row integer primary key, feed integer not null references feeds (row),
  present integer not null check (present in (0, 1)), seen integer not null, post text) strict;
create index feed_articles_present on feed_articles (feed, present, seen);
create table feed_keys (feed integer not null references feeds (row), key text not null,
  article integer not null references feed_articles (row), primary key (feed, key, article)) strict,
  without rowid;
create index feed_keys_article on feed_keys (article);
create table feed_posted_links (profile integer not null references profiles (id),
  key text not null, posted integer not null, primary key (profile, key)) strict, without rowid;
create index comments_of_author on comments (platform, author);
create index engagements_of_person on engagements (recipient_id, account_id);
create index posts_by_status on posts (profile, json_extract (about_json, '$.status'), created,
  number) where json_extract (about_json, '$.status') is not null;
create index posts_by_series on posts (profile, json_extract (about_json, '$.autoRepostId'),
  number) where json_extract (about_json, '$.autoRepostId') is not null;
create index engagements_by_person on engagements (account_id, recipient_id, coalesce (at,
  received)) where kind in ('dm', 'story_reply');
create index engagements_by_time on engagements (account_id, coalesce (at,
  received)) where kind in ('dm', 'story_reply');
create index inbox_by_time on inbox (account_id, at, after_engagement);
create table post_facets (profile integer not null references profiles (id), facet text not null,
  created integer not null, number integer not null references posts (number), primary key (profile,
  facet, created, number)) strict, without rowid;
create trigger post_facets_added after insert on posts begin insert or ignore into post_facets select new.profile,
  value, new.created, new.number from json_each (new.about_json,
  '$.platforms') union select new.profile, ifnull (json_extract (new.about_json, '$.type'),
  'immediate'), new.created, new.number union select new.profile, 'error', new.created,
  new.number where json_array_length (new.about_json, '$.errors') > 0; end;
create trigger post_facets_changed after update of about_json on posts begin insert or ignore into post_facets select new.profile,
  value, new.created, new.number from json_each (new.about_json,
  '$.platforms') union select new.profile, ifnull (json_extract (new.about_json, '$.type'),
  'immediate'), new.created, new.number union select new.profile, 'error', new.created,
  new.number where json_array_length (new.about_json, '$.errors') > 0; end;
create trigger copy_facets_added after insert on social_posts when new.post_id is not null begin insert or ignore into post_facets select profile,
  new.platform, created, number from posts where id = new.post_id union select profile, 'error',
  created, number from posts where id = new.post_id and new.id = 'failed'; end;
create trigger copy_facets_changed after update of id on social_posts when new.post_id is not null begin insert or ignore into post_facets select profile,
  new.platform, created, number from posts where id = new.post_id union select profile, 'error',
  created, number from posts where id = new.post_id and new.id = 'failed'; end;
create table account_posts (profile integer not null references profiles (id),
  platform text not null, posts integer not null, primary key (profile, platform)) strict,
  without rowid;
create trigger account_posts_added after insert on social_posts when (new.id not in ('pending',
  'failed')) begin insert into account_posts values (new.profile, new.platform,
  1) on conflict (profile, platform) do update set posts = posts + excluded.posts; end;
create trigger account_posts_removed after delete on social_posts when (old.id not in ('pending',
  'failed')) begin insert into account_posts values (old.profile, old.platform,
  -1) on conflict (profile, platform) do update set posts = posts + excluded.posts; end;
create trigger account_posts_changed after update of id on social_posts when (new.id not in ('pending',
  'failed')) <> (old.id not in ('pending',
  'failed')) begin insert into account_posts values (new.profile, new.platform,
  iif ( (new.id not in ('pending', 'failed')), 1, -1)) on conflict (profile,
  platform) do update set posts = posts + excluded.posts; end;
create table sent_requests (kind text primary key check (kind in ('deliveries', 'callbacks')),
  sent integer not null) strict, without rowid;
create trigger attempts_sent after update on attempts when (new.status is not null or ifnull (new.error in ('name not found',
  'connection refused', 'connection lost', 'certificate not valid', 'timeout', 'answer too large',
  'answer not readable'),
  0) or (new.error is 'interrupted' and new.ms is not null)) and not (old.status is not null or ifnull (old.error in ('name not found',
  'connection refused', 'connection lost', 'certificate not valid', 'timeout', 'answer too large',
  'answer not readable'),
  0) or (old.error is 'interrupted' and old.ms is not null)) begin insert into sent_requests values ('deliveries',
  1) on conflict (kind) do update set sent = sent + excluded.sent; end;
create trigger callbacks_sent after update of at on callbacks when (new.at is null) <> (old.at is null) begin insert into sent_requests values ('callbacks',
  iif (new.at is null, -1, 1)) on conflict (kind) do update set sent = sent + excluded.sent; end;
insert into automation_revision (id, revision) values (1, 0);
`;
