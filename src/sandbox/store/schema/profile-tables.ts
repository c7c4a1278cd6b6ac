import type { MigrationStep } from '../../../storage/migrate.ts';

/**
 * A deleted profile is kept for rows that refer to it, such as deliveries. Its title and alias become free for
 * others; the former ones are kept in columns of their own.
 */
export const addProfileEnds: MigrationStep = (database) =>
  database.script(`
    alter table profiles add column display_title text;
    alter table profiles add column deleted integer;
    alter table profiles add column former_alias text;
    alter table profiles add column former_title text;
  `);
