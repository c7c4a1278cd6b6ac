import type { MigrationStep } from '../../../storage/migrate.ts';

/**
 * The media library. `stored` names the file with the bytes, which are not in the database; `youtube_uploads` counts
 * what YouTube has received of a large file.
 *
 * @see docs/service/endpoints.md#media
 */
export const addMediaFiles: MigrationStep = (database) =>
  database.script(`
    create table media_files (
      row integer primary key autoincrement,
      id text not null unique,
      stored text not null,
      profile integer not null references profiles (id),
      file_name text not null,
      description text,
      bytes integer not null,
      type text,
      kind text check (kind in ('image', 'video')),
      width integer,
      height integer,
      seconds real,
      is_damaged integer not null check (is_damaged in (0, 1)),
      created integer not null
    ) strict;
    create index media_files_of_profile on media_files (profile, created);

    create table youtube_uploads (
      url text primary key,
      sent integer not null
    ) strict, without rowid;
  `);
