import { expect, test } from 'vitest';
import * as z from 'zod';
import { checkPublicUrl } from '../../../src/domain/addresses/public-url.ts';
import { describeKeywordMiss } from '../../../src/domain/automations/explain-keyword-miss.ts';
import { findKeywordWarnings } from '../../../src/domain/automations/keyword-warnings.ts';
import { hasMorePosts, splitThread } from '../../../src/domain/posts/thread-posts.ts';
import { findBodyFaults, formatFault } from '../../../src/domain/requests/find-body-faults.ts';
import { detectPrivateReplyReason } from '../../../src/domain/requests/read-answer.ts';
import { replaceLinks } from '../../../src/domain/text/links.ts';
import { getCountingRule, measureTextLength } from '../../../src/domain/text/measure-text.ts';
import { findTypedPath } from '../../../src/domain/text/rewritten-path.ts';
import { findTextSuspicions } from '../../../src/domain/text/suspect-text.ts';
import { splitPieces } from '../../../src/domain/text/text-pieces.ts';
import { isSameEmoji } from '../../../src/domain/text/unicode.ts';
import { growth, WIDE_MARGIN } from '../../support/growth.ts';
import { scaled } from '../../support/scale.ts';

const SHORT = scaled(3_000, 10_000);
const TWO_MARKS = '\u0301\u0316';

test.each<[what: string, work: (length: number) => () => unknown]>([
  ['an address that is none', (length) => () => checkPublicUrl(`https://${'a'.repeat(length)} `)],
  ['a path that is none', (length) => () => checkPublicUrl(`https://a.example/${'a/'.repeat(length / 2)}\\`)],
  ['an emoji of marks', (length) => () => isSameEmoji(`a${TWO_MARKS.repeat(length / 2)}`, 'a')],
  [
    'a text of marks without the keyword',
    (length) => () => describeKeywordMiss(`a${TWO_MARKS.repeat(length / 2)}`, ['b']),
  ],
  [
    'a text of words without the keyword',
    (length) => () => describeKeywordMiss('words '.repeat(length / 6), ['blank']),
  ],
  [
    'words that are not seen, without the keyword',
    (length) => () => describeKeywordMiss('\u200B '.repeat(length / 2), ['free shipping']),
  ],
  [
    'a keyword of as many words as the text',
    (length) => () => describeKeywordMiss('aa '.repeat(length / 3), ['bb '.repeat(length / 3)]),
  ],
  [
    'keywords that are all others',
    (length) => () =>
      findKeywordWarnings({ keywords: Array.from({ length: length / 4 }, (_, at) => `k${at}`) }),
  ],
  ['paths with escapes', (length) => () => findTextSuspicions('C:\\n '.repeat(length / 5))],
  ['one path of escapes', (length) => () => findTextSuspicions(`C:${'\\n'.repeat(length / 2)}`)],
  ['question marks in one word', (length) => () => findTextSuspicions('(a?b'.repeat(length / 4).concat('='))],
  ['a path of many folders', (length) => () => findTypedPath(`C:/${'a/'.repeat(length / 2)}`)],
  ['a list of paths', (length) => () => findTypedPath('C:\\Git\\a;'.repeat(length / 9))],
])('%s, ten times as long, takes about ten times as long', (_what, work) => {
  expect(growth(work(4_000), work(40_000))).toBeLessThan(WIDE_MARGIN);
});

test('ten times as long a reason takes ten times as long', () => {
  const work = (words: number) => () => expect(detectPrivateReplyReason('already '.repeat(words))).toBeNull();
  expect(growth(work(20_000), work(200_000))).toBeLessThan(WIDE_MARGIN);
});

const Dog = z.strictObject({ type: z.literal('dog'), tricks: z.array(z.string()) });
const Body = z.strictObject({ pets: z.array(z.discriminatedUnion('type', [Dog])) });

test('more faults than are readable are one', () => {
  const tricks = Array(500_000).fill(0);
  expect(findBodyFaults(Body, { pets: [{ type: 'dog', tricks }] }).map(formatFault)).toEqual([
    'body: has too many errors to list',
  ]);
});

const X = { platform: 'twitter', isNumbered: false } as const;
const text = (length: number) => 'x'.repeat(length);
const LINK = `https://a.example/${'b'.repeat(300)}`;

test.each<[string, (length: number) => string]>([
  ['one word', text],
  ['sentences', (length) => 'A. '.repeat(length / 3)],
  ['paragraphs', (length) => 'A\n\n'.repeat(length / 3)],
  ['blank lines', (length) => '\n '.repeat(length / 2)],
  ['a character of marks', (length) => `x${'\u0301\u0316'.repeat(length / 2)}`],
  ['a link far away', (length) => `${text(length)} ${LINK}`],
])('splitting takes time with the length: %s', { tags: ['POST-07'] }, (_what, ofLength) => {
  const split = (length: number) => {
    const whole = ofLength(length);
    return () => splitThread(whole, X);
  };
  expect(growth(split(SHORT), split(SHORT * 10))).toBeLessThan(WIDE_MARGIN);
});

test('a text that makes too many posts is not split to its end', () => {
  const ask = (length: number) => {
    const whole = 'https://a.example/b '.repeat(length / 20);
    return () => hasMorePosts(whole, { ...X, than: 30 });
  };
  expect(growth(ask(100_000), ask(1_000_000), 3)).toBeLessThan(3);
});

test.each<[string, (length: number) => string]>([
  ['opening brackets', (length) => `https://a.example/${'('.repeat(length)}`],
  ['links with an open bracket', (length) => 'https://a.example/(b'.repeat(length / 20)],
  [
    'links with an open bracket each, in other text',
    (length) => 'https://a.example/(bを'.repeat(length / 20),
  ],
  ['balanced brackets', (length) => `https://a.example/${'(b)'.repeat(length / 3)}`],
  ['dots', (length) => `kestrel${'.'.repeat(length)}com`],
  ['dots behind a link', (length) => `https://a.example/${'.'.repeat(length)}`],
  ['labels without a known ending', (length) => 'a.'.repeat(length / 2)],
  ['labels with an unknown one of another script', (length) => `${'a.'.repeat(length / 2)}日.com`],
  ['names', (length) => 'a.com.-'.repeat(length / 7)],
  ['schemes', (length) => 'http://'.repeat(length / 7)],
  ['schemes and users', (length) => 'http://a:b'.repeat(length / 10)],
  ['schemes without a host', (length) => 'http://_.'.repeat(length / 9)],
  ['links directly behind each other', (length) => 'https://a.com/,'.repeat(length / 15)],
  ['links in other text', (length) => 'https://a.comを'.repeat(length / 14)],
  ['apostrophes', (length) => `https://a.com/${"'".repeat(length)}`],
  ['stars', (length) => `https://a.com/${'*a'.repeat(length / 2)}`],
  ['text without spaces', (length) => 'あ'.repeat(length)],
  ['hash signs', (length) => '#'.repeat(length)],
  ['at signs and dots', (length) => '@a...'.repeat(length / 5)],
  ['joined emoji', (length) => '👨\u200D'.repeat(length / 3)],
  ['letters of flags', (length) => '🇳'.repeat(length / 2)],
  ['tags', (length) => `🏴${'\u{E0067}'.repeat(length / 2)}`],
])('links are found, counted and split in time with the length: %s', (_what, ofLength) => {
  const work = (length: number) => {
    const whole = ofLength(length);
    return () => {
      replaceLinks(whole, () => '');
      measureTextLength(whole, getCountingRule('twitter', { shortenLinks: true }), Number.POSITIVE_INFINITY);
      splitPieces(whole);
    };
  };
  expect(growth(work(SHORT), work(SHORT * 10))).toBeLessThan(WIDE_MARGIN);
});
