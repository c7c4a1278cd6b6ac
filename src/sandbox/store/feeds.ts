import { getHostPort } from '../../domain/addresses/url-shape.ts';
import type { FeedType } from '../../service/endpoints/feeds.ts';
import type { Database } from '../../storage/open-database.ts';
import type { XPairSent } from './access.ts';
import { computeLeaseEnd, LEASE_ACTIVE, LEASE_EXPIRED } from './lease.ts';
import { readInBatches } from './pages.ts';

/** What a feed is, as requests and its document tell. */
interface FeedFacts {
  /** Where it is read. */
  url: string;
  type: FeedType;
  title: string | null;
  websiteLink: string | null;
  useFirstImage: boolean;
  autoHashtag: boolean;
  /** By which a server tells whether it changed; null if it names none. */
  etag: string | null;
  lastModified: string | null;
}

/** What is known of its articles, in sandbox time. */
interface FeedMemory {
  /** Of the newest article that was seen; null if none has a date. */
  newestAt: number | null;
  held: HeldEntries | null;
}

/** Entries that were not posted, because it is doubtful that they are new. */
export interface HeldEntries {
  readonly since: number;
  /** When the last one was. */
  readonly until: number;
  /** How many, by the reason. */
  readonly reasons: Readonly<Partial<Record<HoldReason, number>>>;
  /** The last few. */
  readonly entries: readonly { readonly title: string | null; readonly link: string | null }[];
}

/** In the order in which they are said. */
export const HOLD_REASONS = ['replaced', 'rebuilt', 'similar', 'older', 'posted', 'unreadable'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** When a feed is read, in sandbox time: milliseconds since 1970. */
interface FeedSchedule {
  /** When it was last read well; null if that was never. */
  readAt: number | null;
  /** Null for a feed that is gone. */
  dueAt: number | null;
  /** Readings in a row that failed. */
  failures: number;
  /** Why the last one failed; null when it did not. */
  error: string | null;
}

/** A feed of a profile, whose new entries become posts. */
export interface Feed extends FeedFacts, FeedMemory, FeedSchedule {
  readonly row: number;
  readonly id: string;
  readonly profile: number;
  /** Of the request that added it: its posts are sent with it. */
  readonly xPair: XPairSent;
  readonly created: number;
  /** Host and port. */
  readonly address: string;
  /** The claim is lost when the row has a newer one. */
  readonly fencingToken: number;
}

type FeedRow = Omit<Feed, 'useFirstImage' | 'autoHashtag' | 'held'> & {
  heldJson: string | null;
  useFirstImage: 0 | 1;
  autoHashtag: 0 | 1;
};

const FEEDS = `select row, id, profile, url, address, type, title, website_link as websiteLink,
  use_first_image as useFirstImage, auto_hashtag as autoHashtag, x_pair as xPair, created, read_at as readAt,
  due_at as dueAt, failures, error, etag, last_modified as lastModified, newest_at as newestAt,
  held_json as heldJson, fencing_token as fencingToken from feeds`;

/** Repeats the condition of the partial index, so that SQLite uses it. */
const FREE =
  'due_at is not null and lease_until is null and address not in (select value from json_each(?2))';

// Feeds, each read by one process at a time. Callers of what writes hold the transaction.

/** Feeds of a profile, oldest first. Read as they are taken. */
export function listProfileFeeds(database: Database, profile: number): IteratorObject<Feed> {
  // by the row: the index of profiles has another order, and would be sorted for each batch
  return readInBatches<Feed>((last, most) =>
    listFeedsWhere(database, '+profile = ? and row > ? order by row limit ?', profile, last?.row ?? 0, most),
  );
}

/** Finds a feed of this profile; that of another one is not found. */
export function findFeed(database: Database, profile: number, id: string): Feed | undefined {
  return findFeedWhere(database, 'profile = ? and id = ?', profile, id);
}

export function hasFeedUrl(database: Database, profile: number, url: string): boolean {
  return findFeedWhere(database, 'profile = ? and url = ?', profile, url) !== undefined;
}

/** @returns its row */
export function insertFeed(database: Database, feed: Omit<Feed, 'row' | 'address' | 'fencingToken'>): number {
  const added = database.first<{ row: number }>(
    `insert into feeds (id, profile, url, address, type, title, website_link, use_first_image, auto_hashtag,
           x_pair, created, read_at, due_at, failures, error, etag, last_modified, newest_at, held_json)
         values (:id, :profile, :url, :address, :type, :title, :websiteLink, :useFirstImage, :autoHashtag, :xPair, :created, :readAt, :dueAt, :failures, :error, :etag, :lastModified, :newestAt, :heldJson) returning row`,
    {
      ...feed,
      address: getHostPort(feed.url),
      useFirstImage: Number(feed.useFirstImage),
      autoHashtag: Number(feed.autoHashtag),
      heldJson: writeHeld(feed.held),
    },
  );
  if (added === undefined) throw new Error('a feed that was added is not there');
  return added.row;
}

/** Changes a feed, and invalidates a claim. */
export function changeFeed(
  database: Database,
  row: number,
  feed: FeedFacts & FeedMemory & FeedSchedule,
): void {
  database.run(
    `update feeds set url = ?, address = ?, type = ?, title = ?, website_link = ?, use_first_image = ?,
           auto_hashtag = ?, read_at = ?, due_at = ?, failures = ?, error = ?, etag = ?, last_modified = ?,
           newest_at = ?, held_json = ?, fencing_token = fencing_token + 1, lease_until = null where row = ?`,
    feed.url,
    getHostPort(feed.url),
    feed.type,
    feed.title,
    feed.websiteLink,
    Number(feed.useFirstImage),
    Number(feed.autoHashtag),
    feed.readAt,
    feed.dueAt,
    feed.failures,
    feed.error,
    feed.etag,
    feed.lastModified,
    feed.newestAt,
    writeHeld(feed.held),
    row,
  );
}

export function deleteFeed(database: Database, row: number): void {
  database.run('delete from feed_keys where feed = ?', row);
  database.run('delete from feed_articles where feed = ?', row);
  database.run('delete from feeds where row = ?', row);
}

/** Removes the feeds of a profile, and what they posted. */
export function deleteProfileFeeds(database: Database, profile: number): void {
  for (const { row } of listFeedsWhere(database, 'profile = ?', profile)) deleteFeed(database, row);
  database.run('delete from feed_posted_links where profile = ?', profile);
}

export function countDueFeeds(database: Database, now: number): number {
  return database.value<number>('select count(*) from feeds where due_at <= ?', now) ?? 0;
}

/** Feeds that are read: not those that are gone. */
export function countFeeds(database: Database): number {
  return database.value<number>('select count(*) from feeds where due_at is not null') ?? 0;
}

/** When the next feed that no process reads falls due, without those at full addresses; null when there is none. */
export function getNextFeedDue(
  database: Database,
  real: number,
  full: readonly string[] = [],
): number | null {
  return (
    database.value<number | null>(
      `select min(due_at) as at from feeds where due_at is not null and not (lease_until is not null and ${LEASE_ACTIVE})
           and address not in (select value from json_each(?2))`,
      real,
      JSON.stringify(full),
    ) ?? null
  );
}

/** Names of feeds that are being read, with their fencing tokens. @param real the machine's time */
export function listFeedsInFlight(database: Database, real: number): readonly string[] {
  return database.column<string>(
    `select row || '.' || fencing_token from feeds where lease_until is not null and ${LEASE_ACTIVE}`,
    real,
  );
}

/** Ends the claims of processes that died. */
export function releaseExpiredFeeds(database: Database, real: number): void {
  database.run(
    `update feeds set lease_until = null where lease_until is not null and ${LEASE_EXPIRED}`,
    real,
  );
}

/** Addresses with due feeds, in the order in which they are due. */
export function listDueFeedAddresses(
  database: Database,
  now: number,
  full: readonly string[],
): readonly string[] {
  return database.column<string>(
    `select address from feeds where ${FREE} and due_at <= ?1 group by address order by min(due_at), min(row)`,
    now,
    JSON.stringify(full),
  );
}

export function claimFeeds(
  database: Database,
  address: string,
  { now, real, max }: { now: number; real: number; max: number },
): readonly Feed[] {
  return database
    .all<{ row: number }>(
      `update feeds set fencing_token = fencing_token + 1, lease_until = ?1 where row in (
             select row from feeds where due_at is not null and lease_until is null and due_at <= ?2 and address = ?3
             order by due_at, row limit ?4) returning row`,
      computeLeaseEnd(real),
      now,
      address,
      max,
    )
    .flatMap(({ row }) => findFeedWhere(database, 'row = ?', row) ?? []);
}

/** Renews leases that are still held. */
export function renewFeedLeases(database: Database, feeds: readonly Feed[], real: number): void {
  database.run(
    `update feeds set lease_until = ?2 where lease_until is not null and (row, fencing_token) in (
           select value ->> 'row', value ->> 'fencingToken' from json_each(?1))`,
    JSON.stringify(feeds.map(({ row, fencingToken }) => ({ row, fencingToken }))),
    computeLeaseEnd(real),
  );
}

/** Ends a claim without a result. */
export function releaseFeed(database: Database, { row, fencingToken }: Feed): void {
  database.run('update feeds set lease_until = null where row = ? and fencing_token = ?', row, fencingToken);
}

/** Makes no feed due later than this: for a clock that was set back. */
export function bringFeedsForward(database: Database, latest: number): void {
  database.run('update feeds set due_at = ?1 where due_at > ?1', latest);
}

/** The feed as it is now, while the claim is valid (fencing token). */
export function findClaimedFeed(database: Database, { row, fencingToken }: Feed): Feed | undefined {
  return findFeedWhere(
    database,
    'row = ? and fencing_token = ? and lease_until is not null',
    row,
    fencingToken,
  );
}

function findFeedWhere(database: Database, where: string, ...values: readonly (string | number)[]) {
  const row = database.first<FeedRow>(`${FEEDS} where ${where}`, ...values);
  return row && readFeed(row);
}

function listFeedsWhere(database: Database, where: string, ...values: readonly (string | number)[]) {
  return database.all<FeedRow>(`${FEEDS} where ${where}`, ...values).map(readFeed);
}

function readFeed({ useFirstImage, autoHashtag, heldJson, ...feed }: FeedRow): Feed {
  // only this store writes the column
  const held = heldJson === null ? null : (JSON.parse(heldJson) as HeldEntries);
  return { ...feed, held, useFirstImage: useFirstImage === 1, autoHashtag: autoHashtag === 1 };
}

function writeHeld(held: HeldEntries | null): string | null {
  return held === null ? null : JSON.stringify(held);
}
