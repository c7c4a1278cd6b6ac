import type { Schema } from '../../../storage/migrate.ts';

/** Length of a key in `claims`. */
export const CLAIM_KEY_BYTES = 16;

/** The tables of an inbox on SQLite. A released step never changes. */
export const INBOX_SCHEMA: Schema = {
  applicationId: 0x63726962,
  steps: [
    (database) =>
      database.script(`
        create table deliveries (
          number integer primary key autoincrement,
          received_at integer not null,
          source text not null,
          repeats integer,
          action text,
          type text,
          hook_id text,
          person text,
          post text,
          delivery_id text,
          attempt integer,
          signature text,
          headers text not null,
          bytes integer not null,
          body blob
        ) strict;
        create index deliveries_by_time on deliveries (received_at);
        create index deliveries_by_person on deliveries (person) where person is not null;
        create index deliveries_by_post on deliveries (post) where post is not null;

        create table claims (
          key blob primary key,
          number integer not null,
          claimed_at integer not null
        ) strict, without rowid;
        create index claims_by_time on claims (claimed_at);

        create table forwardings (
          number integer not null references deliveries on delete cascade,
          target text not null,
          lane text,
          state text not null check (state in ('behind', 'waiting', 'running', 'done', 'dead')),
          attempts integer not null default 0,
          round integer not null default 0,
          fence integer not null default 0,
          due_at integer not null,
          primary key (number, target)
        ) strict, without rowid;
        create index forwardings_due on forwardings (target, state, due_at, number);
        create index forwardings_by_lane on forwardings (target, lane, number)
          where lane is not null and state in ('behind', 'waiting', 'running');
        create index forwardings_by_state on forwardings (state, number);

        create table attempts (
          number integer not null,
          target text not null,
          attempt integer not null,
          started_at integer not null,
          ms integer,
          status integer,
          error text,
          primary key (number, target, attempt),
          foreign key (number, target) references forwardings on delete cascade
        ) strict, without rowid;

        create table refusals (
          reason text primary key,
          count integer not null,
          latest_at integer not null
        ) strict, without rowid;

        create table marks (name text primary key, value text not null) strict, without rowid;
      `),
    (database) =>
      database.script(`
        create table processes (
          id text primary key,
          host text not null,
          pid integer not null,
          role text not null,
          targets text not null,
          started_at integer not null,
          seen_at integer not null
        ) strict, without rowid;
      `),
    (database) => database.script(`update claims set key = substr(key, 1, ${CLAIM_KEY_BYTES})`),
    (database) => database.script('alter table processes add column identity text'),
    (database) => database.script('alter table deliveries add column edited_from integer'),
    (database) =>
      database.script(`
        create index deliveries_by_action on deliveries (action) where action is not null;
        create index deliveries_by_type on deliveries (type) where type is not null;
        create index deliveries_repeated on deliveries (number) where repeats is not null;
      `),
    (database) =>
      database.script(`
        create index deliveries_by_hook_id on deliveries (hook_id)
          where repeats is not null or edited_from is not null
      `),
  ],
};
