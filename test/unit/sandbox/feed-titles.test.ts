import { describe, expect, test } from 'vitest';
import { parseFeedDocument, readFeedDate } from '../../../src/sandbox/feeds/parse-feed.ts';

const firstOf = (document: string) =>
  parseFeedDocument(new TextEncoder().encode(document), {
    url: 'https://feeds.example/blog/feed.xml',
    contentType: null,
  }).entries[0];
const rss = (item: string) =>
  `<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>${item}</channel></rss>`;
const atom = (entry: string, attributes = '') =>
  `<feed xmlns="http://www.w3.org/2005/Atom"${attributes}>${entry}</feed>`;

describe('a title in RSS', () => {
  test.each([
    [
      'with HTML entities in CDATA has their characters',
      '<![CDATA[Our cup&#8217;s back &#038; hot &hellip; caf&eacute;]]>',
      'Our cup’s back & hot … café',
    ],
    [
      'with HTML entities has their characters',
      'Our cup&#x2019;s back &hellip; caf&eacute;',
      'Our cup’s back … café',
    ],
    ['with escaped HTML entities has their characters', 'caf&amp;eacute; &amp;#8217;', 'café ’'],
    ['with an escaped code of a bracket keeps the code', 'use &amp;lt;b&amp;gt;', 'use &lt;b&gt;'],
    ['with an escaped code in CDATA keeps the code', '<![CDATA[use &amp;lt;b]]>', 'use &lt;b'],
    ['with a bracket in CDATA has it', '<![CDATA[3 &lt; 4 and 5 < 6]]>', '3 < 4 and 5 < 6'],
    ['with a bare & keeps it', 'R&D & T&C; AT&T', 'R&D & T&C; AT&T'],
    [
      'with names that only look like entities keeps them',
      '<![CDATA[&copy 2026 &nosuch; &amp]]>',
      '&copy 2026 &nosuch; &amp',
    ],
    ['with references of windows-1252 has their characters', 'don&#146;t &#150; wait&#133;', 'don’t – wait…'],
    ['with an emoji as two references has the emoji', 'Hot &#xD83D;&#xDE00; &#55357;&#56832;', 'Hot 😀 😀'],
    ['with half of an emoji has a replacement', 'Hot &#xD83D; cup', 'Hot \uFFFD cup'],
    ['with escaped tags has none', 'A &lt;em&gt;new&lt;/em&gt; blend', 'A new blend'],
    ['with tags in CDATA has none', '<![CDATA[A <b class="x">new</b><br/>blend <!-- x -->]]>', 'A new blend'],
    ['with tags that are not escaped has none', 'A <b>new</b> blend', 'A new blend'],
    [
      'with a picture of an emoji has the emoji',
      '<![CDATA[Hot <img src="x.png" alt="☕"/> cup]]>',
      'Hot ☕ cup',
    ],
    [
      'about code keeps what is no markup',
      'Vec&lt;T&gt;, a &lt;details&gt; and Map&lt;a, b&gt;',
      'Vec<T>, a <details> and Map<a, b>',
    ],
    ['with one tag of two keeps it', 'use &lt;b&gt;', 'use <b>'],
    ['with a bare bracket keeps it', 'I <3 coffee', 'I <3 coffee'],
    [
      'with control characters has none',
      'Cup\u0000\u0007\u001B[31m &#1;red\u009B\uFFFE\u{1FFFF}\uFEFF',
      'Cup[31m red›',
    ],
    ['with C1 codes of windows-1252 has their characters', 'don\u0092t', 'don’t'],
    ['on several lines is on one', '\n  Cup\n\tand&nbsp;&nbsp;beans\u2028 \n', 'Cup and beans'],
    ['with the spaces of typography keeps them', '春\u3000夏\u202F!', '春\u3000夏\u202F!'],
    ['with direction marks and joiners keeps them', '\u200Fשלום 👨‍👩‍👧', '\u200Fשלום 👨‍👩‍👧'],
    ['in pieces of CDATA and text is joined', 'Our <![CDATA[caf&eacute; &]]> bar', 'Our café & bar'],
  ])('%s', (_what, title, expected) => {
    expect(firstOf(rss(`<item><title>${title}</title></item>`))?.title).toBe(expected);
  });

  test.each([
    ['media', '<item><media:title>Picture</media:title><title>Ours</title></item>'],
    [
      'a group of media',
      '<item><media:group><media:title>Picture</media:title></media:group><title>Ours</title></item>',
    ],
    ['podcasts', '<item><itunes:title>Short</itunes:title><title>Ours</title></item>'],
    ['the publisher', '<item><dc:title>Other</dc:title><title>Ours</title></item>'],
    ['an undeclared prefix', '<item><x:title>Other</x:title><title>Ours</title></item>'],
    ['HTML', '<item><title xmlns="http://www.w3.org/1999/xhtml">Other</title><title>Ours</title></item>'],
  ])('is not that of %s', (_what, item) => {
    expect(firstOf(rss(item))?.title).toBe('Ours');
  });
});

describe('a title in Atom', () => {
  test.each([
    [
      'of the type html is decoded as HTML',
      'type="html"',
      'caf&amp;eacute; &lt;em&gt;new&lt;/em&gt;',
      'café new',
    ],
    [
      'of the type html in CDATA',
      'type="html"',
      '<![CDATA[caf&eacute; <em>new</em> &amp;lt;]]>',
      'café new &lt;',
    ],
    ['of the type html with an escaped bracket has it', 'type="html"', '3 &amp;lt; 4', '3 < 4'],
    ['of the type text keeps its brackets', 'type="text"', 'use &lt;b&gt;', 'use <b>'],
    ['without a type is text', '', 'use &lt;b&gt;x&lt;/b&gt; &amp;eacute;', 'use <b>x</b> &eacute;'],
    [
      'of the type xhtml has the text of its elements',
      'type="xhtml"',
      '<div xmlns="http://www.w3.org/1999/xhtml">Less: <em> &lt; </em><br/>caf&#233; <![CDATA[&amp;]]></div>',
      'Less: < café &amp;',
    ],
    [
      'of the type xhtml with a prefix',
      'type="xhtml"',
      '<h:div xmlns:h="http://www.w3.org/1999/xhtml">A <h:b>new</h:b> blend</h:div>',
      'A new blend',
    ],
  ])('%s', (_what, type, title, expected) => {
    expect(firstOf(atom(`<entry><id>1</id><title ${type}>${title}</title></entry>`))?.title).toBe(expected);
  });

  test('of a document whose elements have a prefix', () => {
    const document =
      '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:title type="html">caf&amp;eacute;</a:title><a:link href="/1"/></a:entry></a:feed>';
    expect(firstOf(document)).toMatchObject({ title: 'café', link: 'https://feeds.example/1' });
  });
});

describe('a link', () => {
  test.each([
    [
      'is relative to the base of its entry',
      atom('<entry xml:base="https://base.example/e/"><link href="posts/1"/></entry>'),
      'https://base.example/e/posts/1',
    ],
    [
      'is relative to its own base, which is relative to that of the feed',
      atom(
        '<entry><link xml:base="e/" href="posts/1?a=1&amp;b=2"/></entry>',
        ' xml:base="https://base.example/x/"',
      ),
      'https://base.example/x/e/posts/1?a=1&b=2',
    ],
    [
      'in RSS is relative to the base',
      rss('<item xml:base="https://base.example/e/"><link>posts/1</link></item>'),
      'https://base.example/e/posts/1',
    ],
    [
      'in RSS without one is relative to the feed',
      rss('<item><link>posts/1</link></item>'),
      'https://feeds.example/blog/posts/1',
    ],
    [
      'without a scheme has that of the feed',
      rss('<item><link>//www.blog.example/1</link></item>'),
      'https://www.blog.example/1',
    ],
    [
      'with a base that is no address ignores it',
      rss('<item xml:base="javascript:x"><link>/1</link></item>'),
      null,
    ],
    [
      'with an & that is not escaped keeps its parameters',
      rss('<item><link>https://blog.example/?a=1&copy=2&amp;sect=3&lt=4</link></item>'),
      'https://blog.example/?a=1&copy=2&sect=3&lt=4',
    ],
    [
      'in CDATA, on lines of its own',
      rss('<item><link>\n<![CDATA[https://blog.example/1]]>\n</link></item>'),
      'https://blog.example/1',
    ],
    [
      'with control characters has none',
      rss('<item><link>https://blog.example/\u0001a\u0085b</link></item>'),
      'https://blog.example/a%E2%80%A6b',
    ],
    [
      'of Atom in RSS does not replace it',
      rss(
        '<item><atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="self" href="/self"/><link>/1</link></item>',
      ),
      'https://feeds.example/1',
    ],
    [
      'leads to the page rather than to another form of it',
      atom(
        '<entry><link rel="alternate" type="application/json" href="/1.json"/><link rel="alternate" type="text/html" href="/1"/></entry>',
      ),
      'https://feeds.example/1',
    ],
  ])('%s', (_what, document, link) => {
    expect(firstOf(document)?.link).toBe(link);
  });
});

test.each([
  [
    'HTML that is not escaped in its description',
    '<description><p>One<br>two <img src="/cup.jpg"></description>',
  ],
  ['tags that are never closed', '<description><ul><li>One<li>two <img src="/cup.jpg"></description>'],
  [
    'a name that is reserved in JavaScript',
    '<__proto__>x</__proto__><enclosure type="image/jpeg" url="/cup.jpg"/>',
  ],
])('an entry with %s is read', (_what, part) => {
  const entry = firstOf(
    rss(`<item>${part}<title>Cup</title><link>/1</link></item><item><title>Next</title></item>`),
  );
  expect(entry).toMatchObject({
    title: 'Cup',
    link: 'https://feeds.example/1',
    imageUrl: 'https://feeds.example/cup.jpg',
  });
});

test('a JSON feed has plain titles', () => {
  const items = [
    {
      id: 7,
      url: '/posts/7',
      title: 'use <b> &amp; caf\u0007é',
      content_html: '<img src="/a.png">',
      date_published: '2026-09-21T14:13:20Z',
    },
    { id: 'https://blog.example/6', title: 42 },
    'no entry',
  ];
  const document = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'J',
    home_page_url: '/',
    items,
  });
  expect(
    parseFeedDocument(new TextEncoder().encode(document), {
      url: 'https://feeds.example/feed.json',
      contentType: null,
    }),
  ).toMatchObject({
    title: 'J',
    websiteLink: 'https://feeds.example/',
    entries: [
      {
        title: 'use <b> &amp; café',
        link: 'https://feeds.example/posts/7',
        imageUrl: 'https://feeds.example/a.png',
        publishedAt: 1_790_000_000_000,
      },
      { title: null, link: 'https://blog.example/6' },
    ],
  });
});

test.each([
  ['Mon, 21 Sep 2026 14:13:20 GMT', '2026-09-21T14:13:20.000Z'],
  ['Mon, 21 Sep 2026 16:13:20 +0200', '2026-09-21T14:13:20.000Z'],
  ['21 Sep 26 14:13 UT', '2026-09-21T14:13:00.000Z'],
  ['Mon, 21 Sep 2026 14:13:20', '2026-09-21T14:13:20.000Z'],
  ['Mon, 21 Sep 2026 14:13:20 Europe/Oslo', '2026-09-21T14:13:20.000Z'],
  ['2026-09-21T16:13:20+02:00', '2026-09-21T14:13:20.000Z'],
  ['2026-09-21T14:13:20', '2026-09-21T14:13:20.000Z'],
  ['2026-09-21 14:13:20', '2026-09-21T14:13:20.000Z'],
  ['2026-09-21', '2026-09-21T00:00:00.000Z'],
  ['Thu, 01 Jan 1970 00:00:00 GMT', null],
  ['0001-01-01T00:00:00Z', null],
  ['Issue 5', null],
  ['soon', null],
  [undefined, null],
])('the date %j is %s', (written, expected) => {
  const read = readFeedDate(written);
  expect(read === null ? null : new Date(read).toISOString()).toBe(expected);
});
