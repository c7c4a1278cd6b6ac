import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeFeed } from '../../../src/sandbox/feeds/decode-feed.ts';
import { parseFeedDocument } from '../../../src/sandbox/feeds/parse-feed.ts';
import { testSeed } from '../../support/test-seed.ts';

const rss = (items: string, encoding = 'UTF-8') =>
  `<?xml version="1.0" encoding="${encoding}"?><rss version="2.0"><channel><title>Journal</title>${items}</channel></rss>`;
const item = (title: string, rest = '') => `<item><title>${title}</title>${rest}</item>`;
const titleOf = (bytes: Uint8Array, contentType: string | null = null) =>
  parseFeedDocument(bytes, { url: 'https://blog.example/feed.xml', contentType }).entries[0]?.title;
const utf8 = (text: string) => new TextEncoder().encode(text);
/** Bytes as they are written: `é` is one byte. */
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

describe('a feed is read, though', () => {
  test.each<[string, Uint8Array, string | null, string]>([
    [
      'its description is cut inside of a character',
      bytes(rss(item('Our cup', '<description>Caf\u00C3...</description>'))),
      null,
      'Our cup',
    ],
    [
      'its title is cut inside of a character',
      bytes(rss(item('Our caf\u00C3...'))),
      null,
      'Our caf\uFFFD...',
    ],
    [
      'its title is cut inside of an emoji',
      bytes(rss(item('Hot \u00F0\u009F\u0098 cup'))),
      null,
      'Hot \uFFFD cup',
    ],
    ['it is windows-1252, and says UTF-8', bytes(rss(item('Größe: don\u0092t'))), null, 'Größe: don’t'],
    [
      'one title was pasted from windows-1252 into UTF-8',
      Uint8Array.from([
        ...utf8('<rss><channel><item><title>Smørbrød '),
        0xe9,
        ...utf8('</title></item></channel></rss>'),
      ]),
      'text/xml; charset=utf-8',
      'Smørbrød é',
    ],
    [
      'its server declares ISO-8859-1 by default',
      utf8(rss(item('Café'))),
      'text/xml; charset=ISO-8859-1',
      'Café',
    ],
    [
      'its server declares ISO-8859-1 by default, and one byte is bad',
      Uint8Array.from([
        ...utf8(rss(item('Café', '<description>')).split('</item>')[0] ?? ''),
        0xff,
        ...utf8('</description></item></channel></rss>'),
      ]),
      'text/xml; charset=ISO-8859-1',
      'Café',
    ],
    ['its encoding is unknown', utf8(rss(item('Café'), 'klingon')), 'text/xml; charset=x-klingon', 'Café'],
    [
      'it declares UTF-16, and is UTF-8',
      utf8(rss(item('Café'), 'utf-16')),
      'text/xml; charset=utf-16',
      'Café',
    ],
    [
      'its byte order mark and its declaration differ',
      utf8(`\uFEFF${rss(item('Café'), 'ISO-8859-1')}`),
      null,
      'Café',
    ],
    [
      'it is UTF-16 with a byte order mark, and says otherwise',
      new Uint8Array(Buffer.from(`\uFEFF${rss(item('Café'))}`, 'utf16le')),
      'text/xml; charset=utf-8',
      'Café',
    ],
    [
      'it is UTF-16 without a byte order mark',
      new Uint8Array(Buffer.from(rss(item('Café'), 'utf-16'), 'utf16le')),
      null,
      'Café',
    ],
    [
      'it is UTF-16 and ends inside of a character',
      new Uint8Array(Buffer.from(`\uFEFF${rss(item('Cup'))}\uD83D`, 'utf16le')),
      null,
      'Cup',
    ],
    [
      'the document names another encoding than the default of its server',
      Uint8Array.from([
        ...bytes('<?xml version="1.0" encoding="windows-1251"?><rss><channel><item><title>'),
        0xca,
        0xee,
        0xf4,
        0xe5,
        ...bytes('</title></item></channel></rss>'),
      ]),
      'text/xml; charset=iso-8859-1',
      'Кофе',
    ],
    [
      'it is Shift_JIS, as its server says',
      Uint8Array.from([
        ...bytes('<rss><channel><item><title>'),
        0x83,
        0x4a,
        0x83,
        0x62,
        0x83,
        0x76,
        ...bytes('</title></item></channel></rss>'),
      ]),
      'text/xml; charset=Shift_JIS',
      'カップ',
    ],
    [
      'it is ISO-2022-JP, whose bytes are all ASCII',
      bytes(rss(item('\u001B$B%+%C%W\u001B(B'), 'ISO-2022-JP')),
      null,
      'カップ',
    ],
    [
      'text and blank lines are before its declaration',
      utf8(`\n\n<br />\n<b>Notice</b>: x in <b>f.php</b>\n${rss(item('Cup'))}`),
      null,
      'Cup',
    ],
    ['a byte order mark is inside of it', utf8(`\n\uFEFF${rss(item('\uFEFFCup\uFEFF'))}`), null, 'Cup'],
    [
      'text is behind its end',
      utf8(`${rss(item('Cup'))}\n<!-- cached --><b>Fatal error</b>: x`),
      null,
      'Cup',
    ],
  ])('%s', (_why, document, contentType, title) => {
    expect(titleOf(document, contentType)).toBe(title);
  });
});

test('a text in an undeclared encoding of another script is not read as windows-1252', () => {
  const cyrillic = [0xca, 0xee, 0xf4, 0xe5];
  expect(
    titleOf(
      Uint8Array.from([
        ...bytes('<rss><channel><item><title>'),
        ...cyrillic,
        ...bytes('</title></item></channel></rss>'),
      ]),
    ),
  ).toBe('\uFFFD'.repeat(4));
});

const seed = testSeed();

test(`any bytes are decoded, and what is UTF-8 stays as it is (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.string({ unit: 'grapheme' }), (any, text) => {
      expect(decodeFeed(any, null).isWellFormed()).toBe(true);
      expect(decodeFeed(utf8(`<a>${text}`), 'text/xml; charset=windows-1252')).toBe(`<a>${text}`);
    }),
    { seed, numRuns: 300 },
  );
});

test('a megabyte of bad bytes is read whole', () => {
  const bad = new Uint8Array(1024 * 1024).fill(0xff);
  expect(decodeFeed(bad, null)).toHaveLength(bad.length);
});
