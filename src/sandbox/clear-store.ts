import type { Database } from '../disk/open-database.ts';

/** Takes out every row but the keys. The caller holds the transaction. */
export function clearStore(database: Database): void {
  // Replies stand below what they answer, and go in one statement with it: their keys are looked at when it ends.
  for (const table of TABLES) database.run(`delete from ${table}`);
}

/** What refers to others comes before them. */
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
