import type { Database } from '../storage/open-database.ts';

/** Deletes every row except the keys. The caller holds the transaction. */
export function clearStore(database: Database): void {
  // Replies are below what they answer, and are deleted in one statement with it: foreign keys are checked at its
  // end.
  for (const table of TABLES) database.run(`delete from ${table}`);
}

/** Referencing tables come before the tables they refer to. */
const TABLES = [
  'settings',
  'breakers',
  'callbacks',
  'attempts',
  'delivery_addresses',
  'deliveries',
  'outbox',
  'dm_recipients',
  'private_replies',
  'inbox',
  'dm_slots',
  'dm_conversations',
  'dm_monthly_counts',
  'dm_daily_counts',
  'dedup_claims',
  'action_results',
  'dispatches',
  'engagements',
  'automations',
  'webhooks',
  'webhook_profiles',
  'faults',
  'refusals',
  'requests',
  'x_requests',
  'refreshes',
  'service_comment_copies',
  'service_comments',
  'comments',
  'media',
  'social_posts',
  'posts',
  'accounts',
  'users',
  'tracks',
  'profiles',
] as const;
