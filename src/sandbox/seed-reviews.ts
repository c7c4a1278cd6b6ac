import { MINUTE_MS } from '../service/durations.ts';
import type { Database } from '../storage/open-database.ts';
import { toNetworkRating } from './handlers/reviews.ts';
import { deriveUserId } from './networks/network-ids.ts';
import type { Seed } from './seed.ts';
import { findLinkedAccount } from './store/profiles.ts';
import { insertReview } from './store/reviews.ts';

/** Stores the reviews of the seed. The caller holds the transaction. */
export function seedReviews({
  store,
  seed,
  anchor,
  profileIds,
}: {
  store: Database;
  seed: Seed;
  /** The reviews count their minutes back from this time. */
  anchor: number;
  /** Returns the id of a profile by its alias. */
  profileIds(alias: string): number;
}): void {
  const at = (minutesAgo: number) => anchor - minutesAgo * MINUTE_MS;
  for (const { platform, profile, by, rating, reply, minutesAgo, ...review } of seed.reviews ?? []) {
    const account = findLinkedAccount(store, profileIds(profile), platform);
    if (account === undefined)
      throw new Error(`the seed has a review of ${profile} on ${platform}, without an account there`);
    insertReview(store, {
      ...review,
      platform,
      accountId: account.id,
      reviewerId: deriveUserId(platform, by),
      reviewerName: by,
      rating: toNetworkRating(String(rating)),
      created: at(minutesAgo),
      reply: reply?.text ?? null,
      replied: reply === undefined ? null : at(reply.minutesAgo),
    });
  }
}
