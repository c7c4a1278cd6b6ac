import { FeedError } from '../../../../src/sandbox/feeds/decode-feed.ts';
import { parseFeedDocument, readFeedDate } from '../../../../src/sandbox/feeds/parse-feed.ts';
import { expectDeclared, type FuzzTarget, toBytes } from '../fuzz-target.ts';

const URL_OF_FEED = 'https://blog.example.com/feed.xml';

/** RSS, RDF, Atom and JSON feeds, with links and pictures in their HTML. */
export const feeds: FuzzTarget = {
  isBytes: true,
  seeds: [
    '<?xml version="1.0" encoding="ISO-8859-1"?><rss version="2.0"><channel><title>A &amp; B</title><link>https://a.example/</link><item><title><![CDATA[<b>x</b>]]></title><link>/a</link><guid isPermaLink="false">1</guid><pubDate>Mon, 21 Sep 2026 08:00:00 GMT</pubDate><description>&lt;img src="https://a.example/x.png"&gt;</description><enclosure url="https://a.example/i.jpg" type="image/jpeg"/></item></channel></rss>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/b/"><title type="html">x</title><link href="c" rel="alternate"/><entry><id>urn:1</id><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">t</div></title><updated>2026-09-21T08:00:00Z</updated><content type="html">&lt;p&gt;</content></entry></feed>',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:media="http://search.yahoo.com/mrss/"><channel rdf:about="x"/><item rdf:about="https://a.example/1"><title>t</title><media:content url="https://a.example/m.jpg" medium="image"/></item></rdf:RDF>',
    '{"version":"https://jsonfeed.org/version/1.1","title":"t","items":[{"id":1,"url":"https://a.example/1","content_html":"<img src=\'https://a.example/i\'>","date_published":"2026-09-21T08:00:00Z"}]}',
    '<!DOCTYPE rss [<!ENTITY a "b">]><rss><channel><item><title>&a;&#x1F600;&#xD83D;&#xDE00;</title></item></channel></rss>',
    '\xff\xfe<\0r\0s\0s\0>\0',
  ],
  tokens: [
    ...[
      '<item>',
      '</item>',
      '<title>',
      '</title>',
      '<link>',
      '<guid>',
      '<entry>',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '<?xml',
    ],
    ...[
      '<!DOCTYPE',
      '<!ENTITY',
      '&#x',
      '&#55357;',
      '&amp;',
      '&lt;',
      ';',
      '"',
      ' xmlns:a="',
      'xml:base="',
      ' encoding="utf-16"',
    ],
    ...[
      '__proto__',
      'constructor',
      '</channel></rss>',
      '<img src="',
      'utf-7',
      'iso-2022-jp',
      '\x1b$B',
      '<a:b>',
      '/>',
      '>',
    ],
  ],
  maxLength: 20_000,
  run(input) {
    for (const contentType of [null, 'text/xml; charset=shift_jis']) {
      const feed = expectDeclared(
        () => parseFeedDocument(toBytes(input), { url: URL_OF_FEED, contentType }),
        (error) => error instanceof FeedError,
      );
      for (const { link, imageUrl, keys } of feed?.entries ?? []) {
        if (link !== null && !/^https?:/.test(link)) throw new Error(`a link to ${link}`);
        if (imageUrl !== null && !imageUrl.startsWith('https:')) throw new Error(`a picture of ${imageUrl}`);
        if (keys.length === 0) throw new Error('an entry without a key');
      }
    }
  },
};

export const feedDates: FuzzTarget = {
  seeds: [
    'Mon, 21 Sep 2026 08:00:00 GMT',
    '2026-09-21',
    '2026-09-21 08:00',
    '21 Sep 26 8:00 EST',
    '2026-09-21T08:00:00.5+02:00',
  ],
  tokens: [' ', ':', '-', '+0200', 'Sep', 'PST', 'Europe/Oslo', '(', ')', ','],
  maxLength: 300,
  run(input) {
    const ms = readFeedDate(input);
    if (ms !== null && !(ms >= Date.UTC(1990, 0, 1) && ms <= Date.UTC(2100, 0, 1)))
      throw new Error(`a date of ${ms}`);
  },
};
