import { expect, test } from 'vitest';
import { quoteKeyword, splitKeywords } from '../../../../src/domain/automations/typed-keywords.ts';

test.each<[string, readonly string[]]>([
  ['guide', ['guide']],
  [' guide ', [' guide ']],
  ['"guide"', ['"guide"']],
  ['GUIDE, RECIPE', ['GUIDE', 'RECIPE']],
  ['"A,B"', ['A,B']],
  ['"A,B" ,  C  ,"D , E"  ', ['A,B', 'C', 'D , E']],
  ['1,000', ['1,000']],
  ['a,1', ['a', '1']],
  ['1,a', ['1', 'a']],
  [', ,a,"",', ['a']],
])('keywords as typed are split at commas, but not in quotes or in numbers: %s', (typed, keywords) => {
  expect(splitKeywords(typed)).toEqual(keywords);
});

test.each([
  ['guide', 'guide'],
  ['1,000', '1,000'],
  ['A,B', '"A,B"'],
  ['a,', '"a,"'],
  [',', '","'],
  // there is no way to write it as one
  ['the "A", B', 'the "A", B'],
])('a keyword is quoted where it would be read as others: %s', (keyword, written) => {
  expect(quoteKeyword(keyword)).toBe(written);
});
