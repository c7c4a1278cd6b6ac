import { truncateToCodePoints } from '../../domain/text/unicode.ts';
import { formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import { FEED_DOUBT, FEED_POSTS } from '../../service/assumed-feeds.ts';
import { type HeldEntries, HOLD_REASONS, type HoldReason } from '../store/feeds.ts';
import type { FeedEntry } from './feed-draft.ts';

/** Why entries are not posted. */
const REASONS: Readonly<Record<HoldReason, string>> = {
  replaced: 'of another site than before',
  rebuilt: 'all new at once: the site may have been rebuilt',
  similar: 'like ones that were there under another address or id',
  older: 'older than ones that were there, or below them',
  posted: 'posted already',
  unreadable: 'with titles in an unknown encoding',
};

/** Adds entries to those that were not posted. */
export function addHeld(
  before: HeldEntries | null,
  added: readonly { entry: FeedEntry; reason: HoldReason }[],
  now: number,
): HeldEntries | null {
  const held = removeExpired(before, now);
  if (added.length === 0) return held;
  const reasons: Partial<Record<HoldReason, number>> = { ...held?.reasons };
  for (const { reason } of added) reasons[reason] = (reasons[reason] ?? 0) + 1;
  const entries = added.slice(0, FEED_DOUBT.shownEntries).map(({ entry: { title, link } }) => ({
    title: title === null ? null : truncateToCodePoints(title, FEED_POSTS.titleCharacters),
    link,
  }));
  return {
    since: held?.since ?? now,
    until: now,
    reasons,
    entries: [...entries, ...(held?.entries ?? [])].slice(0, FEED_DOUBT.shownEntries),
  };
}

/** What was not posted is shown for a time. */
export function removeExpired(held: HeldEntries | null, now: number): HeldEntries | null {
  return held === null || held.until < now - FEED_DOUBT.shownMs ? null : held;
}

/** What the list of feeds says about the entries that were not posted. */
export function describeHeld({ since, reasons, entries }: HeldEntries) {
  const counts = HOLD_REASONS.flatMap((reason) => {
    const count = reasons[reason] ?? 0;
    return count === 0 ? [] : [{ count, text: REASONS[reason] }];
  });
  return {
    since: formatIsoSeconds(since),
    count: counts.reduce((sum, { count }) => sum + count, 0),
    reason:
      counts.length === 1 ? counts[0]?.text : counts.map(({ count, text }) => `${count} ${text}`).join('; '),
    entries,
  };
}
