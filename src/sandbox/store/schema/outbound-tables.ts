import { getHostPort } from '../../../domain/addresses/url-shape.ts';
import type { MigrationStep } from '../../../storage/migrate.ts';
import type { Database } from '../../../storage/open-database.ts';

/** Deliveries with their attempts, message callbacks, and circuit breakers. */
export const addOutbound: MigrationStep = (database) => {
  const waiting = database.all<{ row: number; url: string }>('select row, url from deliveries');
  addDeliveries(database);
  for (const { row, url } of waiting) moveDelivery(database, row, getHostPort(url));
  database.run('insert into delivery_lanes select address, min(due_at) from deliveries group by address');
  database.run('drop table former_deliveries');
  addCallbacks(database);
};

/**
 * Names are those of this version; `renameColumns` changed some. `begun` counts all attempts, `tries` those of the
 * retry schedule, without interrupted ones. `address` is host and port, for the limit per address. `is_held`: blocked
 * until a run allows the private address. `end_error`: why a delivery failed without an attempt. `resend_at`:
 * redelivered while an attempt was in flight. Times of an attempt are in sandbox time, its duration by the machine's
 * clock.
 *
 * One partial index holds the waiting deliveries, by address and lease, so that no scan has to skip the deliveries of
 * a slow address. A row of `delivery_lanes` holds the earliest due time of an address, or a lower bound of it;
 * addresses without claimable deliveries have none.
 */
const addDeliveries: MigrationStep = (database) =>
  database.script(`
    alter table deliveries rename to former_deliveries;
    create table deliveries (
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
    create index deliveries_of_lane on deliveries (address, is_held, lease_until, due_at, row) where state = 'waiting';
    create index deliveries_taken on deliveries (lease_until) where lease_until is not null;
    create index deliveries_of_profile on deliveries (profile, action);
    create index deliveries_of_owner on deliveries (owner, action);

    create table delivery_lanes (
      address text primary key,
      due_at integer not null
    ) strict, without rowid;
    create index delivery_lanes_due on delivery_lanes (due_at);

    create table attempts (
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

    alter table webhooks add column by_allowance integer not null default 0 check (by_allowance in (0, 1));
    alter table webhook_profiles add column previous_secret text;
    alter table webhook_profiles add column previous_until integer;
    alter table webhook_profiles add column is_readable integer not null default 1 check (is_readable in (0, 1));
  `);

function moveDelivery(database: Database, row: number, address: string): void {
  database.run(
    `insert into deliveries (row, hook_id, key, profile, owner, action, url, address, event_json, state, created, due_at)
     select row, hook_id, key, profile, owner, action, url, :address, event_json, 'waiting', created, created
     from former_deliveries where row = :row`,
    { address, row },
  );
}

/**
 * One callback per action, requested at most once. A dispatch that awaits a callback is not runnable. A circuit
 * breaker is open from `opened_at` on; `probe_until` is the lease of the one probe when half-open, by the machine's
 * clock.
 */
const addCallbacks: MigrationStep = (database) =>
  database.script(`
    create table callbacks (
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
    create index callbacks_open on callbacks (state, address, dispatch, place) where state <> 'answered';

    create table breakers (
      profile integer not null references profiles (id),
      origin text not null,
      failures integer not null,
      opened_at integer,
      probe_until integer,
      primary key (profile, origin)
    ) strict, without rowid;

    alter table dispatches add column awaits_callback integer not null default 0 check (awaits_callback in (0, 1));
    drop index dispatches_due;
    create index dispatches_due on dispatches (due_at, row)
      where completed_at is null and is_queued = 0 and awaits_callback = 0;
  `);
