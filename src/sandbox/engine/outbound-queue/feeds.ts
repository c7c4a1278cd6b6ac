import type { OutboundAnswer } from '../../../outbound/outbound.ts';
import { FEED_READING } from '../../../service/assumed-feeds.ts';
import { postNewEntries } from '../../feeds/feed-posts.ts';
import { buildFeedRequest, type FeedReading, readFeedAnswer } from '../../feeds/read-feed.ts';
import {
  changeFeed,
  claimFeeds,
  type Feed,
  findClaimedFeed,
  getNextFeedDue,
  listDueFeedAddresses,
  listFeedsInFlight,
  releaseExpiredFeeds,
  releaseFeed,
  renewFeedLeases,
} from '../../store/feeds.ts';
import { enqueueEvent } from '../events.ts';
import type { EnginePorts } from '../ports.ts';
import type { QueueCapacity } from './lanes.ts';
import type { JobKind } from './queue.ts';

/**
 * Readings of feeds: after an interval, or after a backoff when the last one failed. Reading twice does no harm; the
 * new entries are recorded once.
 *
 * @see docs/service/endpoints.md#feeds
 */
export function createFeedJobs(ports: EnginePorts): JobKind<Feed, FeedReading | OutboundAnswer> {
  const { store, now, real } = ports;

  /** @param claimed the feed as it was claimed */
  function record(claimed: Feed, reading: FeedReading): void {
    const feed = findClaimedFeed(store, claimed);
    if (feed === undefined) return;
    if (reading.kind === 'read') {
      const { title, websiteLink } = reading.document;
      const { posts, isMore, newestAt, held } = postNewEntries(ports, feed, reading.document);
      // the next reading gets the whole document again, as long as entries of it are left
      const { etag, lastModified } = isMore ? { etag: null, lastModified: null } : reading;
      for (const post of posts) {
        const details = `new entry of ${title ?? feed.title ?? feed.url}`;
        const event = { id: post.id, status: 'success', details };
        const { profile } = feed;
        enqueueEvent(ports, { profile, action: 'feed', key: `feed:${post.id}`, event, at: now() });
      }
      changeFeed(store, feed.row, {
        ...feed,
        title,
        websiteLink,
        etag,
        lastModified,
        newestAt,
        held,
        ...scheduleNext(now(), 0),
      });
      return;
    }
    if (reading.kind === 'unchanged') {
      changeFeed(store, feed.row, { ...feed, ...scheduleNext(now(), 0) });
      return;
    }
    const failures = feed.failures + 1;
    const { dueAt } = scheduleNext(now(), failures);
    const isGone = reading.kind === 'gone';
    changeFeed(store, feed.row, { ...feed, failures, error: reading.reason, dueAt: isGone ? null : dueAt });
  }

  return {
    name: 'feeds',
    steps: { claim: 'claimFeeds', post: 'readFeed', record: 'recordFeeds' },
    nextDue: (capacity) => getNextFeedDue(store, real(), listFull(capacity)),
    listInFlight: () => listFeedsInFlight(store, real()),
    releaseExpired: () => releaseExpiredFeeds(store, real()),
    listDueAddresses: (capacity) => listDueFeedAddresses(store, now(), listFull(capacity)),
    claim: (address, max) => claimFeeds(store, address, { now: now(), real: real(), max }),
    prepare: (feed) => ({ ...buildFeedRequest(feed), body: null }),
    readAnswer: (answer, feed) => readFeedAnswer(answer, feed, now()),
    renewLeases: (jobs) => renewFeedLeases(store, jobs, real()),
    record({ job, outcome }) {
      // a response was read before it is recorded
      if ('kind' in outcome && !(outcome.kind === 'failed' && outcome.reason === 'interrupted'))
        record(job, outcome);
      else releaseFeed(store, job);
    },
  };
}

function listFull({ remaining }: QueueCapacity): readonly string[] {
  return [...remaining].filter(([, free]) => free <= 0).map(([address]) => address);
}

/**
 * When a feed is read next: after the interval, which doubles with each failure in a row up to a day.
 *
 * @param failures in a row, the last one included
 */
export function scheduleNext(now: number, failures: number) {
  const { intervalMs, backoffMs } = FEED_READING;
  const waitMs = Math.min(backoffMs, intervalMs * 2 ** Math.max(0, failures - 1));
  return { readAt: now, dueAt: now + waitMs, failures, error: null };
}
