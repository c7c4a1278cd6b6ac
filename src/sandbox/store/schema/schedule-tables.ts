import type { MigrationStep } from '../../../storage/migrate.ts';

/**
 * Posting schedules, and their slots that posts took. A slot is taken once, and stays taken when its post is deleted
 * or the schedule is.
 *
 * @see docs/service/endpoints.md#auto-schedule
 */
export const addPostingSchedules: MigrationStep = (database) =>
  database.script(`
    create table posting_schedules (
      profile integer not null references profiles (id),
      title text not null,
      schedule_json text not null,
      primary key (profile, title)
    ) strict, without rowid;

    create table posting_slots (
      profile integer not null references profiles (id),
      title text not null,
      at integer not null,
      post_id text not null references posts (id),
      primary key (profile, title, at)
    ) strict, without rowid;
  `);

/** The posts of a thread are copies of one post. @see docs/service/posts.md#threads */
export const addThreadNumbers: MigrationStep = (database) =>
  database.script('alter table social_posts add column thread_number integer not null default 1;');
