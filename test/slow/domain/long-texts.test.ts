import { expect, test } from 'vitest';
import { findKeywordWarnings } from '../../../src/cli/automations/automation-warnings.ts';
import { checkPublicUrl } from '../../../src/domain/addresses/public-url.ts';
import { describeKeywordMiss } from '../../../src/domain/automations/match-trigger.ts';
import { isSameEmoji } from '../../../src/domain/text/unicode.ts';
import { growth, WIDE_MARGIN } from '../../support/growth.ts';

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
    'keywords that are all others',
    (length) => () =>
      findKeywordWarnings({ keywords: Array.from({ length: length / 4 }, (_, at) => `k${at}`) }),
  ],
])('%s, ten times as long, takes about ten times as long', (_what, work) => {
  expect(growth(work(4_000), work(40_000))).toBeLessThan(WIDE_MARGIN);
});
