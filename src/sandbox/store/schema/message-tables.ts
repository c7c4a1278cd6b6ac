import type { MigrationStep } from '../../../storage/migrate.ts';

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
