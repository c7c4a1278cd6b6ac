import { createHash } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { addFeedArticles } from '../../../../src/sandbox/store/schema/feature-tables.ts';
import { DAY_MS } from '../../../../src/service/durations.ts';
import { createEngineFixtures } from '../../../support/engine/engine-fixture.ts';
import {
  blogEntries as entries,
  blogEntry as entry,
  FRESH_ENTRY as FRESH,
  type SiteEntry,
  writeRss,
} from '../../../support/network/feed-site.ts';
import { followFeed } from '../../../support/network/follow-site.ts';
import { NOW } from '../../../support/small-sandbox.ts';

const fixtures = createEngineFixtures();
afterAll(fixtures.remove);
const HOUR = 3_600_000;

const undated = ({ date: _date, ...rest }: SiteEntry): SiteEntry => rest;

/** A feed of ten entries that was added. */
function following(first: readonly SiteEntry[] = entries(1, 10)) {
  const fixture = fixtures.open();
  const { read, getHeldBack } = followFeed(fixture, writeRss(first));
  return {
    fixture,
    getHeldBack,
    read: (document: readonly SiteEntry[] | string) =>
      read(typeof document === 'string' ? document : writeRss(document)),
  };
}

describe('nothing is posted again, and what is new is posted once, though the site', () => {
  const moved = (n: number) => ({ link: `https://new.example/posts/number-${n}` });
  test.each<[string, readonly SiteEntry[]]>([
    ['changes its ids', entries(1, 10, (n) => ({ guid: `https://blog.example/?p=${n}` }))],
    ['removes its ids', entries(1, 10).map(({ guid: _guid, ...rest }) => rest)],
    ['changes ids and titles', entries(1, 10, (n) => ({ guid: `x${n}`, title: `Title ${n} – Our blog` }))],
    [
      'changes ids, and where its pages are',
      entries(1, 10, (n) => ({ guid: `x${n}`, link: `https://blog.example/?p=${n}` })),
    ],
    [
      'moves to another host, with new ids',
      entries(1, 10, (n) => ({ ...moved(n), guid: `https://new.example/${n}` })),
    ],
    [
      'moves to http, with a slash, parameters and fragments',
      entries(1, 10, (n) => ({
        guid: `y${n}`,
        link: `http://www.blog.example/posts/number-${n}/?utm_source=rss#top`,
      })),
    ],
    ['edits its titles', entries(1, 10, (n) => ({ title: `Title ${n}, edited` }))],
    ['gives all entries the date of now', entries(1, 10, () => ({ date: new Date(NOW).toUTCString() }))],
    [
      'gives all entries new ids and the date of now',
      entries(1, 10, (n) => ({ guid: `z${n}`, date: new Date(NOW).toUTCString() })),
    ],
    ['removes its dates', entries(1, 10).map(undated)],
    [
      'gives an entry a date in the future',
      entries(1, 10, (n) => (n === 4 ? { date: 'Mon, 01 Jan 2035 10:00:00 GMT' } : {})),
    ],
    ['shows ten older entries', entries(1, 20)],
    ['shows ten older entries, without dates', entries(1, 20).map(undated)],
    ['shows only one entry', entries(1, 1)],
    [
      'shows each entry twice',
      entries(1, 10).flatMap((each) => [each, { ...each, guid: `${each.guid} again` }]),
    ],
  ])('%s', (_what, changed) => {
    const { read } = following();
    const documents = [[FRESH, ...changed], changed, [FRESH, ...changed], entries(1, 10)];
    expect(documents.flatMap((document) => read(document))).toEqual([
      'Fresh https://blog.example/posts/fresh-one',
    ]);
  });

  test('reverses its order', { tags: ['API-15'] }, () => {
    const { read } = following();
    expect(read([...entries(1, 10).toReversed(), FRESH])).toEqual([
      'Fresh https://blog.example/posts/fresh-one',
    ]);
  });

  test('has an empty feed for a time', () => {
    const { read, getHeldBack } = following();
    expect(read([])).toEqual([]);
    expect(getHeldBack()).toBeNull();
    expect(read([FRESH, ...entries(1, 10)])).toHaveLength(1);
  });
});

describe('entries of which it is doubtful that they are new are not posted, and the list says so:', () => {
  const replaced = `<rss><channel><title>Casino</title><link>https://casino.example</link><item><guid>c</guid><title>Win</title></item></channel></rss>`;
  const rebuilt = entries(31, 40, (n) => ({
    title: `Other ${n}`,
    guid: `o${n}`,
    date: new Date(NOW + n).toUTCString(),
  }));
  test.each<[string, readonly SiteEntry[] | string, number, RegExp]>([
    ['of a site that was rebuilt', rebuilt, 10, /rebuilt/],
    ['all of them, without dates', rebuilt.map(undated), 10, /rebuilt/],
    ['of another site', replaced, 1, /another site/],
    ['older ones', entries(1, 50), 40, /older/],
    [
      'one that was published late',
      [
        ...entries(1, 3),
        entry(3.5, { guid: 'late', date: new Date(NOW - 40 * HOUR).toUTCString() }),
        ...entries(4, 10),
      ],
      1,
      /older/,
    ],
    [
      'one with the title of another that is gone',
      [entry(-1, { title: 'Title 1' }), ...entries(2, 10)],
      1,
      /under another address/,
    ],
    [
      'in an unknown encoding',
      [entry(-1, { title: '\uFFFD\uFFFD\uFFFD\uFFFD' }), ...entries(1, 10)],
      1,
      /encoding/,
    ],
  ])('%s', (_what, document, count, reason) => {
    const { read, getHeldBack } = following();
    expect([read(document), read(document)]).toEqual([[], []]);
    const heldBack = getHeldBack();
    expect(heldBack).toEqual({
      since: '2026-09-21T14:28:20Z',
      count,
      reason: expect.stringMatching(reason),
      entries: expect.any(Array),
    });
    expect(heldBack?.entries.length).toBe(Math.min(count, 5));
  });

  test('they are shown for 30 days, and later ones are counted with them', { tags: ['API-16'] }, () => {
    const { read, getHeldBack, fixture } = following(entries(1, 3));
    read(entries(1, 5));
    read(entries(1, 8));
    expect(getHeldBack()).toMatchObject({ since: '2026-09-21T14:28:20Z', count: 5 });
    fixture.time.now += 30 * DAY_MS;
    expect(read(entries(1, 8))).toEqual([]);
    expect(getHeldBack()).toBeNull();
  });
});

describe('entries are posted', () => {
  test('all of a feed in which none is left after a pause, when their dates say so', () => {
    const { read } = following(entries(100, 109));
    expect(read(entries(1, 10))).toHaveLength(10);
  });

  test('with the title of another one that is still there', () => {
    const { read } = following();
    expect(read([entry(-1, { title: 'Title 1' }), ...entries(1, 10)])).toHaveLength(1);
  });

  test('which all lead to one page', () => {
    const link = 'https://blog.example/changelog';
    const { read } = following(entries(1, 3, (n) => ({ link: `${link}#v${n}` })));
    expect(
      read([entry(0, { link: `${link}#v0` }), ...entries(1, 3, (n) => ({ link: `${link}#v${n}` }))]),
    ).toEqual([`Title 0 ${link}#v0`]);
  });

  test('without dates, above the known ones, also below one that stays at the top', () => {
    const [top, ...rest] = entries(1, 5).map(undated);
    const { read } = following([top ?? {}, ...rest]);
    expect(read([top ?? {}, undated(FRESH), ...rest])).toHaveLength(1);
  });

  test('in the order of the feed, its last entry first, when some of them have no date', {
    tags: ['API-17'],
  }, () => {
    const { read } = following();
    const [first, second, third] = [-3, -2, -1].map((n) => entry(n, { title: `New ${-n}` }));
    const posts = read([first ?? {}, undated(second ?? {}), third ?? {}, ...entries(1, 10)]);
    expect(posts.map((text) => text.split(' http', 1)[0])).toEqual(['New 1', 'New 2', 'New 3']);
  });

  test('of one day without times', () => {
    const date = '2026-09-21';
    const { read } = following(entries(1, 3, () => ({ date })));
    expect(read([{ ...FRESH, date }, ...entries(1, 3, () => ({ date }))])).toHaveLength(1);
  });
});

describe('ids that a site gives to other entries say nothing:', () => {
  const renumbered = (from: number, id: (n: number) => string) => entries(from, 9, (n) => ({ guid: id(n) }));
  const NEXT = entry(-2, { title: 'Next', link: 'https://blog.example/posts/next-one' });

  test('an import that numbers articles so that each has the id of the next posts none of them', () => {
    const byPost = (n: number) => `https://blog.example/?p=${100 - n}`;
    const { read, getHeldBack } = following(entries(1, 10, (n) => ({ guid: byPost(n) })));
    const shifted = entries(1, 10, (n) => ({ guid: byPost(n - 1) }));
    expect(read(shifted)).toEqual([]);
    expect(read([{ ...FRESH, guid: byPost(-2) }, ...shifted])).toEqual([
      'Fresh https://blog.example/posts/fresh-one',
    ]);
    expect(read([{ ...FRESH, guid: byPost(-2) }, ...shifted])).toEqual([]);
    expect(getHeldBack()).toBeNull();
  });

  test('a feed whose ids are the places of its entries posts what is new at its top, once', () => {
    const { read, getHeldBack } = following(renumbered(1, (n) => String(n)));
    const second = [{ ...FRESH, guid: '1' }, ...renumbered(1, (n) => String(n + 1))];
    expect(read(second)).toEqual(['Fresh https://blog.example/posts/fresh-one']);
    expect(read(second)).toEqual([]);
    const third = [{ ...NEXT, guid: '1' }, { ...FRESH, guid: '2' }, ...renumbered(1, (n) => String(n + 2))];
    expect(read(third)).toEqual(['Next https://blog.example/posts/next-one']);
    expect(read(third)).toEqual([]);
    expect(getHeldBack()).toBeNull();
  });

  test('a feed that gives all entries one id posts each new one once', () => {
    const guid = 'https://blog.example/';
    const { read } = following(entries(1, 9, () => ({ guid })));
    const second = [{ ...FRESH, guid }, ...entries(1, 9, () => ({ guid }))];
    expect(read(second)).toEqual(['Fresh https://blog.example/posts/fresh-one']);
    expect(read(second)).toEqual([]);
  });

  test('where all ids, dates and addresses change at once, an entry whose title was edited is not posted again', () => {
    const changed = (edited: string) =>
      entries(1, 10, (n) => ({
        guid: `x${n}`,
        link: `https://blog.example/?p=${n}`,
        date: new Date(NOW - (n - 2.5) * HOUR).toUTCString(),
        ...(n === 4 && { title: edited }),
      }));
    const { read, getHeldBack } = following();
    expect(read(changed('How to brew'))).toEqual([]);
    expect(getHeldBack()?.reason).toContain('1 all new at once: the site may have been rebuilt');
    expect(read([FRESH, ...changed('How to brew, again')])).toEqual([
      'Fresh https://blog.example/posts/fresh-one',
    ]);
  });

  test.each([
    ['ids, dates and addresses change at once', (n: number) => n],
    ['ids and addresses change after the dates', (n: number) => n - 0.5],
  ])(
    'where %s, and the feed is longer again, an entry whose title was edited is not posted again',
    (_how, hoursBefore) => {
      const dated = (hours: number) => ({ date: new Date(NOW - hours * HOUR).toUTCString() });
      const { read, getHeldBack } = following();
      expect(read([entry(1, dated(hoursBefore(1)))])).toEqual([]);
      const changed = entries(1, 10, (n) => ({
        guid: `x${n}`,
        link: `https://blog.example/?p=${n}`,
        ...dated(n - 0.5),
        ...(n === 2 && { title: 'How to brew' }),
      }));
      expect(read(changed)).toEqual([]);
      expect(getHeldBack()?.reason).toContain('1 all new at once: the site may have been rebuilt');
    },
  );

  test('where all ids, dates and addresses change at once, and every entry is still there, a new one is posted', () => {
    const { read } = following();
    const changed = entries(1, 10, (n) => ({
      guid: `x${n}`,
      link: `https://blog.example/?p=${n}`,
      date: new Date(NOW - (n + 2.5) * HOUR).toUTCString(),
    }));
    expect(read([FRESH, ...changed])).toEqual(['Fresh https://blog.example/posts/fresh-one']);
  });

  test('an entry that has only the id of a known one is not posted, and is shown', () => {
    const { read, getHeldBack } = following([entry(1, { guid: 'latest' })]);
    expect(read([{ ...FRESH, guid: 'latest' }])).toEqual([]);
    expect(getHeldBack()).toMatchObject({
      count: 1,
      reason: expect.stringContaining('like ones'),
      entries: [{ title: 'Fresh' }],
    });
    expect(read([{ ...FRESH, guid: 'latest' }])).toEqual([]);
    expect(getHeldBack()).toMatchObject({ count: 1 });
  });

  test('episodes that all lead to the page of their show are posted, each once', () => {
    const link = 'https://blog.example/podcast';
    const episodes = (from: number) => entries(from, 9, (n) => ({ link, title: `Episode ${n}` }));
    const { read, getHeldBack } = following(episodes(1));
    expect([0, -1, -2, -2].map((from) => read(episodes(from)))).toEqual([
      [`Episode 0 ${link}`],
      [`Episode -1 ${link}`],
      [`Episode -2 ${link}`],
      [],
    ]);
    expect(getHeldBack()).toBeNull();
  });
});

test('entries that an earlier version of the store knew are not posted again, and new ones are', () => {
  const { fixture, read, getHeldBack } = following(entries(1, 1));
  const { database } = fixture;
  database.script(`
    drop table feed_keys; drop table feed_articles; drop table feed_posted_links;
    alter table feeds drop column newest_at; alter table feeds drop column held_json;
    create table feed_entries (feed integer not null, entry text not null, seen integer not null, post text,
      primary key (feed, entry)) strict, without rowid;`);
  for (const { guid } of entries(1, 20)) {
    const hash = createHash('sha256')
      .update(JSON.stringify(['id', guid]))
      .digest('base64url');
    database.run('insert into feed_entries select row, ?, ?, null from feeds', hash, NOW);
  }
  addFeedArticles(database);
  expect(read([FRESH, ...entries(1, 10)])).toEqual(['Fresh https://blog.example/posts/fresh-one']);
  expect(read(entries(1, 10, (n) => ({ guid: `new ${n}`, title: `Title ${n}, edited` })))).toEqual([]);
  expect(getHeldBack()).toMatchObject({ count: 10 });
});

test('what is known of a feed is bounded, whatever its site sends', () => {
  const { fixture, read } = following([]);
  for (let round = 1; round <= 60; round += 1)
    read(
      entries(1, 3, (n) => ({ link: `https://blog.example/posts/${round}-${n}`, title: `${round} ${n}` })),
    );
  const [keys] = fixture.database.all<{ most: number }>(
    'select max(count) as most from (select count(*) as count from feed_keys group by article)',
  );
  expect(keys?.most).toBeLessThanOrEqual(35);
});
