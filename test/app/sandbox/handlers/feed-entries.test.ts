import { expect, test } from 'vitest';
import { control } from '../../../support/control.ts';
import {
  createFeedSite,
  blogEntries as entries,
  FEED_URL,
  FRESH_ENTRY as FRESH,
  ok,
  type SiteEntry,
  writeRss,
} from '../../../support/network/feed-site.ts';
import { NOW, smallSandbox } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

const HOUR = 3_600_000;

/** A sandbox that follows a feed of ten entries, and reads it after each change. */
async function following(first: readonly SiteEntry[] = entries(1, 10)) {
  const site = createFeedSite(first);
  const { ask, sandbox } = await smallSandbox(SLIGHT_SEED, NOW, { openOutbound: site.openOutbound });
  const send = (method: string, body: object) => ask('/feed', { method, body: JSON.stringify(body) });
  await send('POST', { url: FEED_URL });
  return {
    site,
    send,
    advance: (ms: number) => control(sandbox, 'advanceClock', { ms }),
    list: async () => (await ask('/feed')).body.feeds,
    async read(document: readonly SiteEntry[] | string | Uint8Array) {
      site.answers(
        ok(typeof document === 'string' || document instanceof Uint8Array ? document : writeRss(document)),
      );
      await control(sandbox, 'advanceClock', { ms: HOUR / 4 });
    },
    /** Texts of the posts that were made since, oldest first. */
    posts: async (): Promise<string[]> =>
      (await ask('/history?limit=1000&lastDays=0')).body.history
        .filter(({ created }: { created: string }) => Date.parse(created) > NOW)
        .map(({ post }: { post: string }) => post)
        .reverse(),
  };
}

const FIRST = '<item><guid>g0</guid><title>Before</title></item>';
const rss = (item: string) => `<rss version="2.0"><channel><title>J</title>${item}${FIRST}</channel></rss>`;
const atom = (item: string) =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><title>J</title><entry${item}</entry></feed>`;
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'));
const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

test.each<[string, string | Uint8Array, string]>([
  [
    'an RSS title with HTML entities in CDATA is posted with their characters',
    rss(
      '<item><guid>g1</guid><title><![CDATA[Our cup&#8217;s back &#038; hot &hellip; caf&eacute;]]></title></item>',
    ),
    'Our cup’s back & hot … café',
  ],
  [
    'an Atom title of the type html is posted as its text',
    atom('><id>1</id><title type="html">caf&amp;eacute; &lt;em&gt;new&lt;/em&gt;</title>'),
    'café new',
  ],
  [
    'an Atom title of the type text is posted with its brackets',
    atom('><id>1</id><title type="text">use &lt;b&gt;</title>'),
    'use <b>',
  ],
  [
    'a link is relative to the base of its entry',
    atom(' xml:base="https://base.example/e/"><id>1</id><title>Cup</title><link href="posts/1"/>'),
    'Cup https://base.example/e/posts/1',
  ],
  [
    'a description that is cut inside of a UTF-8 character does not lose the feed',
    latin(rss('<item><guid>g1</guid><title>Our cup</title><description>Caf\u00C3...</description></item>')),
    'Our cup',
  ],
  ['a bare & in RSS stays', rss('<item><guid>g1</guid><title>R&D &eacute;</title></item>'), 'R&D é'],
  [
    'an xhtml title is posted as its text',
    atom(
      '><id>1</id><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">A <em>new</em> blend</div></title>',
    ),
    'A new blend',
  ],
  [
    'a feed in UTF-16 with a byte order mark is read',
    utf16(rss('<item><guid>g1</guid><title>Smørbrød ☕</title></item>')),
    'Smørbrød ☕',
  ],
  [
    'control characters are not posted',
    rss('<item><guid>g1</guid><title>Cup\u0007 and\u009B \u001B[31mbeans&#2;</title></item>'),
    'Cup and› [31mbeans',
  ],
])('%s', async (_what, document, post) => {
  const { read, posts, list } = await following([{ guid: 'g0', title: 'Before' }]);
  await read(document);
  expect(await posts()).toEqual([post]);
  expect((await list())[0]).not.toHaveProperty('error');
});

test('nothing is posted again though a site has a page in place of its feed for a time', async () => {
  const { read, posts, list, site } = await following();
  for (const page of [
    '<!doctype html><html><title>Log in</title></html>',
    '',
    '{"error":"down"}',
    'Fatal error',
  ]) {
    await read(page);
    expect((await list())[0].error).toMatch(/is empty|neither RSS nor Atom/);
    site.answers(ok(writeRss(entries(1, 10))));
    await read(entries(1, 10));
  }
  expect(await posts()).toEqual([]);
});

test('an entry of two feeds, or of a feed that was removed and added, is posted once', async () => {
  const { read, send, posts, list } = await following();
  await send('POST', { url: 'https://blog.example/other.xml' });
  await read([FRESH, ...entries(1, 10)]);
  expect(await posts()).toHaveLength(1);
  const [{ id }] = await list();
  await send('DELETE', { id });
  await read(entries(1, 10));
  await send('POST', { url: FEED_URL });
  await read([FRESH, ...entries(1, 10)]);
  expect(await posts()).toHaveLength(1);
});

test('a feed that gets another address knows what it had', async () => {
  const { read, send, posts, list, site } = await following();
  const [{ id }] = await list();
  site.answers(ok(writeRss(entries(1, 1))));
  await send('PUT', { id, url: 'https://new.example/feed.xml' });
  await read(entries(1, 10, (n) => ({ link: `https://new.example/posts/number-${n}`, guid: `n${n}` })));
  expect(await posts()).toEqual([]);
});
