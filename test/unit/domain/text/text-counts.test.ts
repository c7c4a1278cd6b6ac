import { expect, test } from 'vitest';
import { describeLengthRefusal, describeLengthWarning } from '../../../../src/domain/text/reply-lengths.ts';
import { countText, describeExcess } from '../../../../src/domain/text/text-counts.ts';
import type { TextLimit } from '../../../../src/service/text-limits.ts';

const TEN: TextLimit = { unit: 'graphemes', max: 10 };
const TWENTY: TextLimit = { unit: 'codePoints', max: 20 };
const SUSPECTED: TextLimit = { unit: 'graphemes', max: 10, isSuspected: true };

test.each<[string, string, readonly TextLimit[], string | null, string | null]>([
  ['fits', 'a'.repeat(10), [TEN, SUSPECTED], null, null],
  ['is too long', 'a'.repeat(11), [TEN], 'must be at most 10 characters, but has 11', null],
  [
    'exceeds one limit more than the other',
    'a'.repeat(30),
    [TWENTY, TEN],
    'must be at most 10 characters, but has 30',
    null,
  ],
  ['may be too long', 'a'.repeat(11), [SUSPECTED], null, 'has 11 of 10 characters, and X may refuse it'],
])('a reply that %s', (_what, text, limits, refusal, warning) => {
  expect(describeLengthRefusal(text, { platform: 'twitter', limits })).toBe(refusal);
  expect(describeLengthWarning(text, { platform: 'twitter', limits })).toBe(warning);
});

test.each<[string, string, TextLimit, number | null, number, boolean]>([
  ['a link that will be shortened', 'http://localhost/a', { unit: 'weighted', max: 10 }, 23, 23, true],
  [
    'one that stays as it is, and is none for X',
    'http://localhost/a',
    { unit: 'weighted', max: 10 },
    null,
    18,
    true,
  ],
  ['a text far beyond its limit', '漢'.repeat(5_006), { unit: 'weighted', max: 10 }, null, 10_010, false],
  ['the same in graphemes', '漢'.repeat(10_011), TEN, null, 10_010, false],
])('the length of %s', (_what, text, limit, linkCharacters, count, exact) => {
  expect(countText(text, limit, linkCharacters)).toMatchObject({ count, exact });
});

test('links of a fixed length count where a network does not document its unit', () => {
  const unknown: TextLimit = { unit: 'graphemes', max: 25, isUnitUnknown: true };
  expect(describeExcess('👍🏽 https://ex.com/a', [unknown], { name: 'X', linkCharacters: 23 })).toEqual({
    message:
      'has 25 of 25 characters, but 28 in UTF-16 code units, and X does not document which it counts: it may refuse it',
    isSuspected: true,
  });
  expect(describeExcess('👍 https://ex.com/a', [unknown], { name: 'X' })).toBeNull();
});
