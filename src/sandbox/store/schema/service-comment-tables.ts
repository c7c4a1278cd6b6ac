import type { MigrationStep } from '../../../storage/migrate.ts';

/**
 * Comments created through the service: one Service Comment ID for one comment on each network. Whether a copy still
 * exists is up to the table `comments`.
 */
export const addServiceComments: MigrationStep = (database) =>
  database.script(`
    create table service_comments (
      id text primary key,
      profile integer not null references profiles (id),
      post_id text
    ) strict, without rowid;
    create index service_comments_of_post on service_comments (post_id) where post_id is not null;

    create table service_comment_copies (
      service_comment text not null references service_comments (id),
      platform text not null,
      comment_id text not null,
      primary key (service_comment, platform)
    ) strict, without rowid;
  `);
