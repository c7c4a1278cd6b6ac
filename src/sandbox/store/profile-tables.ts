import type { MigrationStep } from '../../disk/migrate.ts';

/**
 * A deleted profile stays for what refers to it, such as the deliveries that told of it; its title and its alias are free
 * for others from then on, and what it was called stands beside.
 */
export const addProfileEnds: MigrationStep = (database) =>
  database.script(`
    alter table profiles add column display_title text;
    alter table profiles add column deleted integer;
    alter table profiles add column former_alias text;
    alter table profiles add column former_title text;
  `);
