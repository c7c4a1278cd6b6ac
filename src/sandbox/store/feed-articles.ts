import type { Database } from '../../storage/open-database.ts';

export type FeedArticleStore = ReturnType<typeof createFeedArticleStore>;

/** Of one article: more than a site gives it in a long time. */
const MOST_KEYS = 30;
/** Of one feed, beside those in its document. */
const MOST_ABSENT = 20_000;

/** The articles that were seen in feeds, and what identifies them. Callers of writing methods hold the transaction. */
export function createFeedArticleStore(database: Database) {
  return {
    /** Articles of a feed that have one of these keys. */
    find: (feed: number, keys: readonly string[]): readonly { key: string; article: number }[] =>
      database.all(
        'select key, article from feed_keys where feed = ? and key in (select value from json_each(?)) order by article',
        feed,
        JSON.stringify(keys),
      ),
    /** Articles that were in the last document. */
    listPresent: (feed: number): readonly number[] =>
      database
        .all<{ row: number }>('select row from feed_articles where feed = ? and present = 1', feed)
        .map(({ row }) => row),
    hasAny: (feed: number): boolean =>
      database.first('select 1 from feed_articles where feed = ? limit 1', feed) !== undefined,
    /** @returns the articles, in order */
    add(feed: number, entries: readonly (readonly string[])[], seen: number): readonly number[] {
      const last =
        database.first<{ row: number | null }>('select max(row) as row from feed_articles')?.row ?? 0;
      const articles = entries.map((keys, at) => ({ row: last + 1 + at, keys }));
      database.run(
        `insert into feed_articles (row, feed, present, seen) select value ->> 'row', ?, 1, ? from json_each(?)`,
        feed,
        seen,
        JSON.stringify(articles.map(({ row }) => ({ row }))),
      );
      database.run(
        `insert or ignore into feed_keys (feed, key, article)
           select ?, keys.value, articles.value ->> 'row' from json_each(?) as articles, json_each(articles.value, '$.keys') as keys`,
        feed,
        JSON.stringify(articles),
      );
      return articles.map(({ row }) => row);
    },
    /** Adds what identifies known articles, up to a number of keys of each. */
    addKeys: (feed: number, keys: readonly { article: number; key: string }[]) =>
      database.run(
        `insert or ignore into feed_keys (feed, key, article)
           select ?1, value ->> 'key', value ->> 'article' from json_each(?2)
           where (select count(*) from feed_keys where article = value ->> 'article') < ?3`,
        feed,
        JSON.stringify(keys),
        MOST_KEYS,
      ),
    /** Records which articles the document has now. */
    setPresent(feed: number, articles: readonly number[], seen: number) {
      const present = JSON.stringify(articles);
      database.run(
        `update feed_articles set present = 0, seen = ?2
           where feed = ?1 and present = 1 and row not in (select value from json_each(?3))`,
        feed,
        seen,
        present,
      );
      database.run(
        `update feed_articles set present = 1, seen = ?2
           where feed = ?1 and present = 0 and row in (select value from json_each(?3))`,
        feed,
        seen,
        present,
      );
    },
    /** Forgets articles that are no longer in the feed: those missed before a time, and the first missed of too many. */
    prune(feed: number, before: number) {
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
    },
    setPost: (article: number, post: string) =>
      database.run('update feed_articles set post = ? where row = ?', post, article),
    /** Of these addresses, those that the profile has posted. */
    listPosted: (profile: number, links: readonly string[]): readonly string[] =>
      database
        .all<{ key: string }>(
          'select key from feed_posted_links where profile = ? and key in (select value from json_each(?))',
          profile,
          JSON.stringify(links),
        )
        .map(({ key }) => key),
    addPosted: (profile: number, link: string, posted: number) =>
      database.run(
        'insert or replace into feed_posted_links (profile, key, posted) values (?, ?, ?)',
        profile,
        link,
        posted,
      ),
    prunePosted: (profile: number, before: number) =>
      database.run('delete from feed_posted_links where profile = ? and posted < ?', profile, before),
  };
}
