import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findLinks, maskLinks, replaceLinks } from '../../../../src/domain/text/links.ts';
import { anyPostText } from '../../../support/post-texts/any-post-text.ts';
import { scaled } from '../../../support/scale.ts';
import { testSeed } from '../../../support/test-seed.ts';

/** A text in which each link is between `⟦` and `⟧`. */
const A = '⟦https://ex.com/a⟧';

test.each<[string, readonly string[]]>([
  ['Japanese text behind a link ends it', [`詳細は${A}をご覧ください。（⟦https://ex.com/b⟧）です`]],
  ['Korean, Arabic, Hebrew, Hindi and Thai text', [`${A}를 ${A}مرحبا ${A}שלום ${A}पर ${A}สวัสดี`]],
  [
    'text behind a host name',
    ['⟦https://ex.com⟧をご覧 ⟦https://a.example⟧を ⟦https://localhost⟧を ⟦https://ex.com:80⟧을'],
  ],
  ['text behind a host name in the same script', ['⟦https://例え.jp⟧です ⟦https://例え.jp/a⟧です']],
  ['quotation marks', [`“${A}” »${A}« «${A}» „${A}“ ‘${A}’ 「${A}」 "${A}" '${A}' \`${A}\``]],
  ['full-width brackets and punctuation', [`（${A}）【${A}】《${A}》${A}、${A}。${A}！${A}？${A}：x`]],
  [
    'full-width letters and digits, and Roman numerals',
    [`${A}ＡＢＣ社へ ${A}２０２４年 ${A}Ⅲ章 ⟦https://ex.com⟧Ａ社`],
  ],
  ['Armenian punctuation', [`${A}։ ${A}՞ ⟦https://hy.wikipedia.org/wiki/Սուրճ⟧։`]],
  ['emoji', [`${A}🔥 ${A}❤️ ${A}👨‍👩‍👧‍👦 ${A}🇳🇴`]],
  ['a keycap behind a link is not cut', [`${A}1️⃣`]],
  ['dashes and ellipses', [`${A}… ${A}— ${A}–b ${A}―`]],
  ['Markdown', [`[x](${A}) <${A}> **${A}** _${A}_ ~~${A}~~ *${A}* **${A}**bold \`${A}\``]],
  ['punctuation behind a link', [`${A}. ${A}, ${A}; ${A}: ${A}! ${A}? ${A}... ${A}?!`]],
  [
    'a closing bracket that balances',
    ['⟦https://en.wikipedia.org/wiki/Cup_(unit)⟧ (or ⟦https://ex.com/b⟧).', '⟦https://ex.com/a_(b_(c))⟧)'],
  ],
  ['other brackets', ['⟦https://ex.com/a[1]⟧] {⟦https://ex.com/{id}⟧} ⟦https://ex.com/a⟧[1']],
  ['an opening bracket without the other', [`${A}(see below`]],
  ['a full link in brackets', [`(see ${A}) (${A})b`]],
  ['umlauts and accents in paths and queries', ['⟦https://ex.com/straße/käse?q=köln#überblick⟧']],
  ['decomposed umlauts', ['⟦https://ex.com/u\u0308ber⟧.'.normalize('NFD')]],
  ['Greek and Cyrillic paths', ['⟦https://el.wikipedia.org/wiki/Ελλάδα⟧ ⟦https://ex.com/путь⟧,']],
  ['percent-encoding', ['⟦https://ex.com/%E3%81%82%20b⟧を']],
  [
    'host names with umlauts and of other scripts',
    ['⟦https://münchen.de⟧ ⟦http://президент.рф/x⟧ ⟦https://例え.テスト⟧ x'],
  ],
  [
    'queries and fragments',
    ['⟦https://ex.com?a=b&c=d⟧ ⟦https://ex.com/#/a/b⟧ ⟦https://ex.com/a?b=[1]&c=(d)⟧'],
  ],
  [
    'ports, users and IP addresses',
    ['⟦http://localhost:3000/x⟧ ⟦https://u:p@ex.com/a⟧ ⟦http://[::1]:80/a⟧ ⟦http://10.0.0.1⟧.'],
  ],
  ['a genitive or a case behind an apostrophe', [`${A}'s ${A}'da ⟦https://ex.com/a's_list⟧`]],
  ['one link directly behind another', [`${A},${A} ${A};${A} ${A}|${A} ${A}を${A}`]],
  ['an address in an address', ['⟦https://web.archive.org/web/2020*/https://ex.com/a⟧']],
  ['a missing blank behind a full stop', ['⟦https://ex.com⟧.Then']],
  ['an ending that continues in another script', ['⟦https://ex.comé/a⟧ ⟦https://ex.com⟧é.']],
  [
    'a long text in brackets, or many brackets',
    [
      `⟦https://ex.com/a(${'b'.repeat(255)})⟧ ⟦https://ex.com/a⟧(${'b'.repeat(256)})`,
      '⟦https://ex.com/a((((((((b))))))))⟧ ⟦https://ex.com/a⟧(((((((((b)))))))))',
    ],
  ],
  [
    'a mark that belongs to no address, on what would end one',
    [
      '⟦https://ex.com/⟧a\ufe0f ⟦https://ex.com/a⟧b\u0301\ufe0f ⟦https://ex.com/a⟧b\u{1f3fd} ⟦https://ex.com/⟧\u{1df00}\ufe0f',
      '⟦https://ex.com/a⟧(b)\ufe0f ⟦https://ex.com/a⟧(b(c)\ufe0f) ⟦https://ex.com/a(b)⟧c\ufe0f ⟦https://ex.com/a⟧(b)\u0301\ufe0f',
    ],
  ],
  [
    'text of a script directly behind a host name, whatever follows it',
    [
      '⟦http://kestrel.com⟧привет: a ⟦http://kestrel.com⟧привет? ⟦http://kestrel.com⟧привет🔥kestrel.aaa ⟦https://a.example⟧привет ⟦https://ex.com⟧例え/a ⟦http://kestrel.comпривет:80⟧',
    ],
  ],
  ['what only looks like emphasis', ['=⟦https://ex.com/a=⟧']],
  ['punctuation around a genitive', [`${A}'s. ${A}.'s`]],
  ['capitals', ['⟦HTTPS://EX.COM/A⟧']],
  ['no links', ['ex.com http:// https://- https://. https:///a https://? ftp://ex.com']],
])('where an address ends: %s', (_what, texts) => {
  for (const marked of texts) {
    const text = marked.replaceAll(/[⟦⟧]/g, '');
    expect(replaceLinks(text, (link) => `⟦${link}⟧`)).toBe(marked);
  }
});

test.each([
  ['with a known ending', 'kestrel.com and Kestrel.NO', ['kestrel.com', 'Kestrel.NO']],
  ['with www, port and path', 'www.kestrel.com:80/a?b=c.', ['www.kestrel.com:80/a?b=c']],
  ['with umlauts', 'see käse.de', ['käse.de']],
  ['with one at the beginning of a text', 'öl.weather', ['öl.weather']],
  ['between other text', '見てkestrel.com/aを', ['kestrel.com/a']],
  ['of an ending in another script', 'x kestrel.рф', ['kestrel.рф']],
  ['behind an ending without a name', '.jp:80.中国', ['80.中国']],
  ['behind a slash and an ending', '/.中国:80é.рф', ['80é.рф']],
  ['none behind a number sign and a dot', 'é#.t.co/', []],
  ['of the longest ending', 'x kestrel.嘉里大酒店', ['kestrel.嘉里大酒店']],
  ['once before a scheme without a host', 'kestrel.com https://-', ['kestrel.com']],
  ['none of addresses, mentions and hashtags', 'hi@kestrel.com @kestrel.com #tag.com $a.com', []],
  ['none of what begins or ends with a dash', '-É.рф .t.co/http://é- 🔥.рфé-.中国', []],
  ['none of files, numbers and abbreviations', 'foo.js 1.2.3.4 e.g. U.S.A. v1.2 a..com', []],
])('names without a scheme: %s', (_what, text, expected) => {
  const found = [...findLinks(text)].map(({ start, end, kind }) => `${kind} ${text.slice(start, end)}`);
  expect(found).toEqual(expected.map((name) => `name ${name}`));
});

const b = (count: number) => 'b'.repeat(count);

test.each<[string, readonly string[]]>([
  [
    'balanced brackets, one pair inside of another',
    ['⟦https://ex.com/a_(b)⟧ ⟦https://ex.com/a(b(c)d)⟧ ⟦https://ex.com/a⟧() ⟦https://ex.com/a⟧(b()c)'],
  ],
  ['brackets that are not', ['⟦https://ex.com/a⟧(b ⟦https://ex.com/a⟧(b(c) ⟦https://ex.com/a⟧(b(c(d)))']],
  ['of t.co only letters and digits', ['⟦https://t.co/a1⟧-b ⟦http://t.co/a1⟧-b ⟦http://t.co/a1?b=c⟧']],
  ['capitals', ['⟦HTTPS://EX.COM/A⟧']],
  ['of t.co at most forty of them', [`⟦https://t.co/${b(40)}⟧`, `https://t.co/${b(41)}`]],
  ['the longest address', [`see ⟦https://ex.com/${b(4_081)}⟧`, `https://ex.com/${b(4_082)}`]],
  ['the longest name', [`see ⟦kestrel.com/${b(4_076)}⟧`, `⟦kestrel.com⟧/${b(4_077)}`]],
  ['a query only behind a path, and a port', ['⟦kestrel.com⟧?a=b ⟦kestrel.com/?a=b⟧ ⟦kestrel.com:80/a⟧']],
  ['no links', ['http:// https://- https://. https:///a https://? ftp://a :80 ?a']],
])('where X ends an address: %s', (_what, texts) => {
  for (const marked of texts) {
    const text = marked.replaceAll(/[⟦⟧]/g, '');
    let shown = '';
    let at = 0;
    for (const { start, end } of findLinks(text, 'x')) {
      shown += `${text.slice(at, start)}⟦${text.slice(start, end)}⟧`;
      at = end;
    }
    expect(shown + text.slice(at)).toBe(marked);
  }
});

test('a hidden link has its length, with or without a scheme', () => {
  const hidden = (count: number) => '\uFFFC'.repeat(count);
  expect(maskLinks('see https://ex.com/a, kestrel.com.')).toBe(`see ${hidden(16)}, ${hidden(11)}.`);
});

test('a replacement is taken as it is', () => {
  expect(replaceLinks('https://a.example', () => '$& $1')).toBe('$& $1');
});

const seed = testSeed();

test(`a text with its links replaced differs from the original only in its links (seed ${seed})`, () => {
  fc.assert(
    fc.property(anyPostText, (text) => {
      const links: string[] = [];
      const replaced = replaceLinks(text, (link) => {
        links.push(link);
        return '\uE000';
      });
      if (text.includes('\uE000')) return;
      expect(
        replaced
          .split('\uE000')
          .map((part, at) => part + (links[at] ?? ''))
          .join(''),
      ).toBe(text);
      expect(links.every((link) => /^https?:\/\/\S+$/i.test(link))).toBe(true);
      // text that follows a link never decides where it ends
      for (const link of links)
        expect([...findLinks(link)]).toEqual([{ start: 0, end: link.length, kind: 'url' }]);
    }),
    { seed, numRuns: scaled(1_000, 50_000) },
  );
});
