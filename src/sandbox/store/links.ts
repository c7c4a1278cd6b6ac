import { X_COUNT } from '../../service/post-limits.ts';
import type { Database } from '../../storage/open-database.ts';
import { ALPHANUMERIC, generateRandomText, type Random } from '../generate-ids.ts';
import { readInBatches } from './pages.ts';

export interface ShortLink {
  readonly id: string;
  readonly url: string;
  readonly created: number;
}

interface OwnedLink extends ShortLink {
  profile: number;
}

/** Clicks on a link under one referer and one browser, on one day. */
export interface ClickCount {
  readonly link: string;
  /** Days since 1970, UTC. */
  readonly day: number;
  /** The host that linked to it, or a name for none. */
  readonly referer: string;
  /** Family of browsers. */
  readonly browser: string;
  readonly count: number;
}

/** Clicks of a day. */
export type DayClicks = Omit<ClickCount, 'link' | 'referer' | 'browser'>;

/** A time range, both ends included. */
interface TimeRange {
  from: number;
  to: number;
}

/** Path prefix of short links on the port of a sandbox. */
export const SHORT_PATH = '/s/';

/** Of a sandbox without a port; not served. */
const UNSERVED = 'https://s.example/';
/** As long as shortened links are documented to be. */
const LETTERS = X_COUNT.linkCharacters - UNSERVED.length;

/** Where this process serves short links, by their database. */
const SERVED_BELOW = new WeakMap<Database, string>();

const LINK = 'select id, url, created, row from links';

const NEWEST = `${LINK} where profile = ?1 and created >= ?2 and (created, row) < (?3, ?4)
  order by created desc, row desc limit ?5`;

/** Stores a link under a new id. The caller holds the transaction. */
export function createLink(database: Database, link: Omit<OwnedLink, 'id'>, random: Random): ShortLink {
  const id = generateUnusedId(random, (text) => findLink(database, text) !== undefined);
  insertLink(database, { ...link, id });
  return { id, url: link.url, created: link.created };
}

/** Stores a link under its id. The caller holds the transaction. */
export function insertLink(database: Database, link: OwnedLink): void {
  database.run('insert into links (id, profile, url, created) values (:id, :profile, :url, :created)', link);
}

export function findLink(database: Database, id: string): ShortLink | undefined {
  return database.first<ShortLink>(`${LINK} where id = ?`, id);
}

/** Finds a link of this profile; those of another profile are not found. */
export function findOwnLink(database: Database, profile: number, id: string): ShortLink | undefined {
  return database.first<ShortLink>(`${LINK} where id = ? and profile = ?`, id, profile);
}

/** Links of the profile created in this range, newest first. Read as they are taken. */
export function listLinksBetween(
  database: Database,
  profile: number,
  { from, to }: TimeRange,
): IteratorObject<ShortLink> {
  return readInBatches<ShortLink & { row: number }>((last, most) =>
    database.all(NEWEST, profile, from, last?.created ?? to, last?.row ?? Number.MAX_SAFE_INTEGER, most),
  );
}

/** Adds to the clicks that there are. The caller holds the transaction. */
export function addClicks(database: Database, count: ClickCount): void {
  database.run(
    `insert into link_clicks (link, day, referer, browser, count) values (:link, :day, :referer, :browser, :count)
         on conflict do update set count = count + excluded.count`,
    count,
  );
}

/** Whether clicks of the link have this referer on this day. */
export function hasReferer(database: Database, count: Pick<ClickCount, 'link' | 'day' | 'referer'>): boolean {
  return (
    database.first(
      'select 1 from link_clicks where link = :link and day = :day and referer = :referer',
      count,
    ) !== undefined
  );
}

/** How many referers the clicks of a link have on one day. */
export function countReferers(database: Database, link: string, day: number): number {
  return (
    database.value<number>(
      'select count(distinct referer) from link_clicks where link = :link and day = :day',
      { link, day },
    ) ?? 0
  );
}

/** Clicks of a link on these days, both ends included, oldest first. */
export function listLinkClicks(database: Database, link: string, days: TimeRange): readonly ClickCount[] {
  return database.all<ClickCount>(
    `select link, day, referer, browser, count from link_clicks
         where link = :link and day between :from and :to order by day, referer, browser`,
    { link, ...days },
  );
}

/** How often the profile's links were clicked on each of these days, both ends included, oldest first. */
export function countClicksByDay(database: Database, profile: number, days: TimeRange): readonly DayClicks[] {
  return database.all<DayClicks>(
    `select c.day, sum(c.count) as count from links l join link_clicks c on c.link = l.id
         where l.profile = :profile and c.day between :from and :to group by c.day order by c.day`,
    { profile, ...days },
  );
}

/** The address of a short link: below that of the server, once one runs. */
export function formatShortUrl(database: Database, id: string): string {
  return `${SERVED_BELOW.get(database) ?? UNSERVED}${id}`;
}

/** From now on, this process serves short links below its address. */
export function serveShortLinksBelow(database: Database, address: string): void {
  SERVED_BELOW.set(database, `${address}${SHORT_PATH}`);
}

function generateUnusedId(random: Random, isUsed: (id: string) => boolean): string {
  for (;;) {
    const id = generateRandomText(random, ALPHANUMERIC, LETTERS);
    if (!isUsed(id)) return id;
  }
}
