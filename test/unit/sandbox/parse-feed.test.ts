import { describe, expect, test } from 'vitest';
import { FeedError } from '../../../src/sandbox/feeds/decode-feed.ts';
import { parseFeedDocument } from '../../../src/sandbox/feeds/parse-feed.ts';

const URL_OF_FEED = 'https://blog.example/news/feed.xml';
const toBytes = (text: string) => new TextEncoder().encode(text);
const parse = (document: string | Uint8Array, contentType: string | null = null) =>
  parseFeedDocument(typeof document === 'string' ? toBytes(document) : document, {
    url: URL_OF_FEED,
    contentType,
  });
const rss = (items: string, head = '<title>Journal</title><link>https://blog.example</link>') =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/"><channel>${head}${items}</channel></rss>`;
const firstOf = (document: string) => parse(document).entries[0];

describe('a document', () => {
  test('in RSS', () => {
    const item =
      '<item><title>Spring &amp; summer</title><link>/spring</link><guid>g1</guid><pubDate>Mon, 21 Sep 2026 14:13:20 GMT</pubDate></item>';
    expect(parse(rss(item))).toEqual({
      title: 'Journal',
      websiteLink: 'https://blog.example/',
      entries: [
        {
          keys: expect.arrayContaining([expect.stringMatching(/^[\w-]{43}$/)]),
          idKeys: [expect.any(String)],
          hints: [expect.any(String), expect.any(String)],
          datedKey: expect.any(String),
          titleKey: expect.any(String),
          linkKey: expect.any(String),
          title: 'Spring & summer',
          link: 'https://blog.example/spring',
          imageUrl: null,
          publishedAt: Date.UTC(2026, 8, 21, 14, 13, 20),
        },
      ],
    });
  });

  test('in Atom, with a base for its links', () => {
    const document = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://other.example/"><title>Atom</title>
      <link rel="self" href="/feed"/><link href="/home"/><entry><id>urn:1</id><title type="html">A &lt;b&gt;new&lt;/b&gt; blend</title>
      <link rel="replies" href="/r"/><link href="/p/1"/><published>2026-09-21T14:13:20Z</published></entry></feed>`;
    expect(parse(document)).toMatchObject({
      title: 'Atom',
      websiteLink: 'https://other.example/home',
      entries: [{ title: 'A new blend', link: 'https://other.example/p/1', publishedAt: 1_790_000_000_000 }],
    });
  });

  test('in RDF, which is RSS 1.0', () => {
    const document = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
      <channel rdf:about="https://blog.example"><title>R</title><link>https://blog.example</link></channel>
      <item rdf:about="https://blog.example/1"><title>one</title><link>https://blog.example/1</link></item></rdf:RDF>`;
    expect(parse(document).entries).toMatchObject([{ title: 'one', link: 'https://blog.example/1' }]);
  });

  test('may have more elements beside each other than a call may have arguments', () => {
    const title = `one${'<b/>'.repeat(130_000)}`;
    const document = `<feed><title>Many</title><entry><id>1</id><title>${title}</title><link href="/1"/></entry></feed>`;
    expect(parse(document).entries).toMatchObject([{ title: 'one', link: 'https://blog.example/1' }]);
  });

  test('without entries is a feed, too', () => {
    expect(parse(rss('')).entries).toEqual([]);
  });

  test.each([
    ['nothing', ''],
    ['a page', '<!doctype html><html><title>x</title></html>'],
    ['other XML', '<?xml version="1.0"?><catalog><item/></catalog>'],
    [
      'an element with a name that objects inherit',
      '<constructor><item><title>one</title></item></constructor>',
    ],
    ['other JSON', '{"error":"please log in","items":[]}'],
    ['an error of a program', 'Fatal error: out of memory in /srv/feed.php on line 3'],
    ['what was cut short', rss('<item><title>one</title></item>').slice(0, -20)],
    ['nested elements without end', rss(`<item>${'<a>'.repeat(100_000)}</item>`)],
    [
      'an external entity',
      '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss version="2.0"><channel><title>&x;</title></channel></rss>',
    ],
  ])('%s is refused', { tags: ['S13'] }, (_what, document) => {
    expect(() => parse(document)).toThrow(FeedError);
  });

  test.each([
    [
      'entities of entities',
      `<!DOCTYPE r [<!ENTITY l0 "lol">${Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`).join('')}]>`,
      '&l9;',
    ],
    ['a long entity', `<!DOCTYPE r [<!ENTITY a "${'x'.repeat(9_000)}">]>`, '&a;'.repeat(20_000)],
  ])('%s stay as short as they are written', { tags: ['S13'] }, (_what, doctype, title) => {
    const document = `<?xml version="1.0"?>${doctype}<rss version="2.0"><channel><title>t</title><item><guid>1</guid><title>${title}</title></item></channel></rss>`;
    const size = JSON.stringify(parse(document)).length;
    expect(size).toBeLessThan(document.length + 1_000);
  });
});

describe('the encoding is that of', () => {
  const document = rss('<item><title>Smørbrød</title></item>');
  const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
  test.each<[string, Uint8Array, string | null]>([
    [
      'the byte order mark',
      new Uint8Array(Buffer.from(`\uFEFF${document.replace('UTF-8', 'UTF-16')}`, 'utf16le')),
      null,
    ],
    ['the response', latin(document), 'application/rss+xml; charset="ISO-8859-1"'],
    ['the declaration', latin(document.replace('UTF-8', 'windows-1252')), 'text/xml'],
    ['UTF-8 without any', toBytes(document.replace(' encoding="UTF-8"', '')), null],
  ])('%s', (_what, bytes, contentType) => {
    expect(parse(bytes, contentType).entries[0]?.title).toBe('Smørbrød');
  });
});

describe('the image of an entry', () => {
  test.each([
    [
      'an enclosure',
      '<enclosure url="https://i.example/e.png" type="image/png" length="1"/>',
      'https://i.example/e.png',
    ],
    ['media', '<media:content url="https://i.example/m.jpg" medium="image"/>', 'https://i.example/m.jpg'],
    [
      'the first one of its text',
      '<content:encoded><![CDATA[<p><img alt="x" src="/cup.jpg?a=1&amp;b=2"><img src="/other.jpg"></p>]]></content:encoded>',
      'https://blog.example/cup.jpg?a=1&b=2',
    ],
    ['no video', '<enclosure url="https://i.example/e.mp4" type="video/mp4" length="1"/>', null],
    [
      'not from a tag that never ends',
      '<content:encoded><![CDATA[<img alt="x" <img title="y" <b src="/no.jpg">]]></content:encoded>',
      null,
    ],
    [
      'none whose address is too long',
      `<media:thumbnail url="https://i.example/${'x'.repeat(2_048)}"/>`,
      null,
    ],
    ['none over http', '<description>&lt;img src="http://i.example/a.png"&gt;</description>', null],
    ['none of a script', '<description>&lt;img src="javascript:alert(1)"&gt;</description>', null],
  ])('is %s', (_what, part, image) => {
    expect(
      firstOf(rss(`<item><guid>1</guid><link>https://blog.example/1</link>${part}</item>`))?.imageUrl,
    ).toBe(image);
  });
});

describe('entries', () => {
  test.each([
    [
      'of one id, the first counts',
      '<item><guid>1</guid><title>a</title></item><item><guid>1</guid><title>b</title></item>',
      ['a'],
    ],
    [
      'without an id are distinguished by their links',
      '<item><link>/1</link><title>a</title></item><item><link>/2</link><title>a</title></item>',
      ['a', 'a'],
    ],
    [
      'without both, by their text',
      '<item><title>a</title></item><item><title>a</title></item><item><title>b</title></item>',
      ['a', 'b'],
    ],
  ])('%s', (_what, items, titles) => {
    expect(parse(rss(items)).entries.map(({ title }) => title)).toEqual(titles);
  });

  test.each([
    ['javascript:alert(1)', null],
    ['ftp://blog.example/x', null],
    ['  https://blog.example/x ', 'https://blog.example/x'],
    ['../x', 'https://blog.example/x'],
    [`https://blog.example/${'x'.repeat(2_048)}`, null],
    [`/${'é'.repeat(1_000)}`, null],
  ])('with the link %j link to %j', (link, url) => {
    expect(firstOf(rss(`<item><guid isPermaLink="false">1</guid><link>${link}</link></item>`))?.link).toBe(
      url,
    );
  });

  test('have plain titles: hostile markup and many brackets take no time', () => {
    const title = `<![CDATA[<script>x</script> &amp; ${'<a '.repeat(50_000)}]]>`;
    expect(firstOf(rss(`<item><guid>1</guid><title>${title}</title></item>`))?.title).toMatch(/^x & <a/);
  });

  test('have titles without tags, and keep what only looks like the start of one', () => {
    const title = '<![CDATA[Beans <b or leaves <i>today</i>?]]>';
    expect(firstOf(rss(`<item><guid>1</guid><title>${title}</title></item>`))?.title).toBe(
      'Beans <b or leaves today?',
    );
  });

  test('have titles of which 5,000 characters are read, whole ones', () => {
    const title = '☕🫘'.repeat(4_000);
    const { title: read, entries } = parse(
      rss(`<item><guid>1</guid><title>${title}</title></item>`, `<title>${title}</title>`),
    );
    expect([read, entries[0]?.title]).toEqual(['☕🫘'.repeat(2_500), '☕🫘'.repeat(2_500)]);
  });

  test('are 20,000 at most, counted before those of one id are one', () => {
    const items = (count: number) =>
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        items: Array.from({ length: count }, () => ({ id: '1' })),
      });
    expect(parse(items(20_000)).entries).toHaveLength(1);
    expect(() => parse(items(20_001))).toThrow(new FeedError('has more than 20000 entries'));
  });
});
