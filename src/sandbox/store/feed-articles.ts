import type { Database } from '../../storage/open-database.ts';

/** Of one article: more than a site gives it in a long time. */
const MOST_KEYS = 30;
/** Of one feed, beside those in its document. */
const MOST_ABSENT = 20_000;

// The articles that were seen in feeds, and what identifies them. Callers of what writes hold the transaction.

/** Articles of a feed that have one of these keys. */
export function findArticles(
  database: Database,
  feed: number,
  keys: readonly string[],
): readonly { key: string; article: number }[] {
  return database.all(
    'select key, article from feed_keys where feed = :feed and key in (select value from json_each(:keys)) order by article',
    { feed, keys: JSON.stringify(keys) },
  );
}

/** Articles that were in the last document. */
export function listPresentArticles(database: Database, feed: number): readonly number[] {
  return database.column<number>('select row from feed_articles where feed = ? and present = 1', feed);
}

export function hasArticles(database: Database, feed: number): boolean {
  return database.first('select 1 from feed_articles where feed = ? limit 1', feed) !== undefined;
}

/** @returns the articles, in order */
export function insertArticles(
  database: Database,
  feed: number,
  entries: readonly (readonly string[])[],
  seen: number,
): readonly number[] {
  const last = database.value<number | null>('select max(row) as row from feed_articles') ?? 0;
  const articles = entries.map((keys, at) => ({ row: last + 1 + at, keys }));
  database.run(
    `insert into feed_articles (row, feed, present, seen) select value ->> 'row', ?, 1, ? from json_each(?)`,
    feed,
    seen,
    JSON.stringify(articles.map(({ row }) => ({ row }))),
  );
  database.run(
    `insert or ignore into feed_keys (feed, key, article)
           select :feed, keys.value, articles.value ->> 'row' from json_each(:articles) as articles, json_each(articles.value, '$.keys') as keys`,
    { feed, articles: JSON.stringify(articles) },
  );
  return articles.map(({ row }) => row);
}

/** Adds what identifies known articles, up to a number of keys of each. */
export function addArticleKeys(
  database: Database,
  feed: number,
  keys: readonly { article: number; key: string }[],
): void {
  database.run(
    `insert or ignore into feed_keys (feed, key, article)
           select :feed, value ->> 'key', value ->> 'article' from json_each(:keys)
           where (select count(*) from feed_keys where article = value ->> 'article') < :mostKeys`,
    { feed, keys: JSON.stringify(keys), mostKeys: MOST_KEYS },
  );
}

/** Records which articles the document has now. */
export function setPresentArticles(
  database: Database,
  feed: number,
  articles: readonly number[],
  seen: number,
): void {
  const present = JSON.stringify(articles);
  database.run(
    `update feed_articles set present = 0, seen = :seen
           where feed = :feed and present = 1 and row not in (select value from json_each(:present))`,
    { feed, seen, present },
  );
  database.run(
    `update feed_articles set present = 1, seen = :seen
           where feed = :feed and present = 0 and row in (select value from json_each(:present))`,
    { feed, seen, present },
  );
}

/** Forgets articles that are no longer in the feed: those missed before a time, and the first missed of too many. */
export function pruneArticles(database: Database, feed: number, before: number): void {
  const old = JSON.stringify(
    database
      .all<{ row: number; seen: number }>(
        `select row, seen from feed_articles where feed = ? and present = 0 order by seen desc, row desc`,
        feed,
      )
      .filter(({ seen }, at) => seen < before || at >= MOST_ABSENT)
      .map(({ row }) => row),
  );
  if (old === '[]') return;
  database.run('delete from feed_keys where article in (select value from json_each(?))', old);
  database.run('delete from feed_articles where row in (select value from json_each(?))', old);
}

export function setArticlePost(database: Database, article: number, post: string): void {
  database.run('update feed_articles set post = ? where row = ?', post, article);
}

/** Of these addresses, those that the profile has posted. */
export function listPostedLinks(
  database: Database,
  profile: number,
  links: readonly string[],
): readonly string[] {
  return database.column<string>(
    'select key from feed_posted_links where profile = ? and key in (select value from json_each(?))',
    profile,
    JSON.stringify(links),
  );
}

export function insertPostedLink(database: Database, profile: number, link: string, posted: number): void {
  database.run(
    'insert or replace into feed_posted_links (profile, key, posted) values (:profile, :link, :posted)',
    { profile, link, posted },
  );
}

export function prunePostedLinks(database: Database, profile: number, before: number): void {
  database.run('delete from feed_posted_links where profile = ? and posted < ?', profile, before);
}
