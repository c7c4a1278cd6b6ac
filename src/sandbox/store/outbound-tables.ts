import type { MigrationStep } from '../../disk/migrate.ts';
import type { Database } from '../../disk/open-database.ts';
import { getHostPort } from '../../rules/get-host-port.ts';

/** What leaves the sandbox: deliveries with every attempt, message callbacks, and the breakers before these. */
export const addOutbound: MigrationStep = (database) => {
  const waiting = database.all<FormerDelivery>('select row, url from deliveries');
  addDeliveries(database);
  for (const { row, url } of waiting) moveDelivery(database, row, getHostPort(url));
  database.run('insert into delivery_lanes select address, min(due_at) from deliveries group by address');
  database.run('drop table former_deliveries');
  addCallbacks(database);
};

interface FormerDelivery {
  readonly row: number;
  readonly url: string;
}

/**
 * `begun` counts the attempts, `tries` those of the schedule that are over: one that a crash cut short counts for the
 * first alone. `address` is host and port, of which so many are asked at once. `is_held` is one that waits for a run
 * which may reach its address. `end_error` is why one ended that no attempt ended. `resend_at` is when somebody resent one
 * while its attempt was underway. Times of an attempt are the sandbox's, its length the machine's.
 *
 * What waits stands in one index, by its address and by whether somebody works on it, so that however much waits for an
 * address, nobody has to look past it. A lane says when the first of its address falls due that anybody may take up, or
 * an earlier moment; an address of which there is none has no lane.
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
     select row, hook_id, key, profile, owner, action, url, ?, event_json, 'waiting', created, created
     from former_deliveries where row = ?`,
    address,
    row,
  );
}

/**
 * One callback an action: asked once, whatever comes of it. A dispatch that waits for one is nobody's to run. A breaker
 * is open from `opened_at` on; `probe_until` is how long one request tries it, by the machine's clock.
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
