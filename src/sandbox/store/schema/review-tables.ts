import type { MigrationStep } from '../../../storage/migrate.ts';

/** Reviews of accounts, each with its reply, if it has one. @see docs/service/endpoints.md#reviews */
export const addReviews: MigrationStep = (database) =>
  database.script(`
    create table reviews (
      platform text not null check (platform in ('facebook', 'gmb')),
      id text not null,
      account_id text not null,
      reviewer_id text not null,
      reviewer_name text not null,
      rating text not null,
      text text not null,
      created integer not null,
      reply text,
      replied integer check ((replied is null) = (reply is null)),
      primary key (platform, id)
    ) strict, without rowid;
    create index reviews_of_account on reviews (platform, account_id, created);
  `);
