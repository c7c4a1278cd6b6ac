import type { MigrationStep } from '../../../storage/migrate.ts';

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
