import { DAY_MS } from '../service/durations.ts';
import type { Database } from '../storage/open-database.ts';
import { toDay } from './networks/post-metrics.ts';
import type { Seed } from './seed.ts';
import { addClicks, insertLink } from './store/links.ts';

/** Stores the short links of the seed, and their clicks. The caller holds the transaction. */
export function seedLinks({
  store,
  seed,
  anchor,
  profileIds,
}: {
  store: Database;
  seed: Seed;
  /** The links count their days back from this time. */
  anchor: number;
  /** Returns the id of a profile by its alias. */
  profileIds(alias: string): number;
}): void {
  for (const { id, profile, url, daysAgo, clicks } of seed.links ?? []) {
    const created = anchor - daysAgo * DAY_MS;
    insertLink(store, { id, profile: profileIds(profile), url, created });
    for (const [referer, browser, counts] of clicks) {
      for (const [at, count] of counts.entries()) {
        if (count > 0) addClicks(store, { link: id, day: toDay(created) + at, referer, browser, count });
      }
    }
  }
}
