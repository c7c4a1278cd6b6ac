import { X_COUNT } from '../../service/post-limits.ts';
import type { Database } from '../../storage/open-database.ts';
import { ALPHANUMERIC, generateRandomText, type Random } from '../generate-ids.ts';

/** A short link of a profile. */
export interface ShortLink {
  readonly id: string;
  /** The address that it leads to. */
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

/** A time range, both ends included. */
interface TimeRange {
  from: number;
  to: number;
}

export type LinkStore = ReturnType<typeof createLinkStore>;

/** Path prefix of short links on the port of a sandbox. */
export const SHORT_PATH = '/s/';

/** Of a sandbox without a port; not served. */
const UNSERVED = 'https://s.example/';
/** As long as shortened links are documented to be. */
const LETTERS = X_COUNT.linkCharacters - UNSERVED.length;

const LINK = 'select id, url, created from links';

export function createLinkStore(database: Database) {
  let beginning = UNSERVED;
  const find = (id: string) => database.first<ShortLink>(`${LINK} where id = ?`, id);
  /** Stores a link under its id. The caller holds the transaction. */
  const add = ({ id, profile, url, created }: OwnedLink) =>
    database.run(
      'insert into links (id, profile, url, created) values (?, ?, ?, ?)',
      id,
      profile,
      url,
      created,
    );
  return {
    /** Stores a link under a new id. The caller holds the transaction. */
    create(link: Omit<OwnedLink, 'id'>, random: Random): ShortLink {
      const id = generateUnusedId(random, (text) => find(text) !== undefined);
      add({ ...link, id });
      return { id, url: link.url, created: link.created };
    },
    add,
    find,
    /** Finds a link of this profile; those of another profile are not found. */
    findOwn: (profile: number, id: string): ShortLink | undefined =>
      database.first<ShortLink>(`${LINK} where id = ? and profile = ?`, id, profile),
    /** Links of the profile created in this range, newest first. */
    listBetween: (profile: number, { from, to }: TimeRange): readonly ShortLink[] =>
      database.all<ShortLink>(
        `${LINK} where profile = ? and created between ? and ? order by created desc, row desc`,
        profile,
        from,
        to,
      ),
    /** Adds to the clicks that there are. The caller holds the transaction. */
    countClicks: ({ link, day, referer, browser, count }: ClickCount) =>
      database.run(
        `insert into link_clicks (link, day, referer, browser, count) values (?, ?, ?, ?, ?)
         on conflict do update set count = count + excluded.count`,
        link,
        day,
        referer,
        browser,
        count,
      ),
    /** Whether clicks of the link have this referer on this day. */
    hasReferer: ({ link, day, referer }: Pick<ClickCount, 'link' | 'day' | 'referer'>): boolean =>
      database.first(
        'select 1 from link_clicks where link = ? and day = ? and referer = ?',
        link,
        day,
        referer,
      ) !== undefined,
    /** How many referers the clicks of a link have on one day. */
    countReferers: (link: string, day: number): number =>
      database.first<{ count: number }>(
        'select count(distinct referer) as count from link_clicks where link = ? and day = ?',
        link,
        day,
      )?.count ?? 0,
    /** Clicks of the profile's links on these days, both ends included, oldest first. */
    listClicks: (profile: number, { from, to }: TimeRange, link?: string): readonly ClickCount[] =>
      database.all<ClickCount>(
        `select c.link, c.day, c.referer, c.browser, c.count from links l join link_clicks c on c.link = l.id
         where l.profile = ?1 and c.day between ?2 and ?3 and (?4 is null or l.id = ?4)
         order by c.day, l.row, c.referer, c.browser`,
        profile,
        from,
        to,
        link ?? null,
      ),
    /** The address of a short link: below that of the server, once one runs. */
    formatUrl: (id: string): string => `${beginning}${id}`,
    /** From now on, this process serves short links below its address. */
    serveBelow(address: string) {
      beginning = `${address}${SHORT_PATH}`;
    },
  };
}

function generateUnusedId(random: Random, isUsed: (id: string) => boolean): string {
  for (;;) {
    const id = generateRandomText(random, ALPHANUMERIC, LETTERS);
    if (!isUsed(id)) return id;
  }
}
