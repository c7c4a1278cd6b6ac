import type { MigrationStep } from '../../../storage/migrate.ts';

/** Renames tables, columns and settings. Rows are unchanged; SQLite updates indexes and triggers itself. */
export const renameColumns: MigrationStep = (database) => {
  database.script(`
    alter table automations rename column round to pause_count;
    alter table dispatches rename column round to pause_count;
    alter table dispatches rename column fence to fencing_token;
    alter table action_results rename column place to position;
    alter table callbacks rename column place to position;
    alter table callbacks rename column fence to fencing_token;
    alter table tracks rename column place to position;

    alter table deliveries rename column begun to attempts_started;
    alter table deliveries rename column tries to attempts_completed;
    alter table deliveries rename column fence to fencing_token;
    alter table deliveries rename column is_held to is_blocked;
    alter table deliveries rename column resend_at to redeliver_at;
    alter table delivery_lanes rename to delivery_addresses;
    alter table delivery_addresses rename column due_at to next_due_at;

    alter table dm_days rename to dm_daily_counts;
    alter table dm_months rename to dm_monthly_counts;
    alter table dm_partners rename to dm_conversations;
    alter table dm_paces rename to dm_slots;
    alter table network_people rename to dm_recipients;
  `);
  for (const [former, name] of SETTINGS) {
    database.run(
      `update settings set value_json = json_remove(json_set(value_json, '$.' || ?2, json_extract(value_json, '$.' || ?1)), '$.' || ?1)
       where json_type(value_json, '$.' || ?1) is not null`,
      former,
      name,
    );
  }
};

const SETTINGS = [
  ['clockTurns', 'clockGeneration'],
  ['chance', 'randomState'],
  ['removedLeft', 'prunedSent'],
] as const;
