import type { Database } from '../../storage/open-database.ts';
import { createWebhookStore } from './webhooks.ts';

/**
 * Ends everything of a profile that acts by itself: scheduled posts, automations with their open dispatches, webhooks
 * with their waiting deliveries, links and secrets. Published posts and past deliveries stay. The caller holds the
 * transaction.
 *
 * @param at milliseconds since 1970
 */
export function endProfile(database: Database, profile: number, at: number): void {
  const webhooks = createWebhookStore(database);
  for (const { action } of webhooks.list(profile)) webhooks.remove(profile, action);
  database.run('delete from webhook_profiles where profile = ?', profile);
  database.run('update posts set due_at = null where profile = ?', profile);
  database.run('update social_posts set resolves_at = null where profile = ?', profile);
  database.run(
    'update automations set active = 0, deleted = ?1, updated = ?1 where profile = ?2 and deleted is null',
    at,
    profile,
  );
  database.run('delete from accounts where profile = ?', profile);
}
