import { expect, test } from 'vitest';
import { replaceLinks } from '../../../../src/domain/text/links.ts';

test.each([
  ['a link', 'https://a.example/b?c=d#e', '[]'],
  ['at the end of a sentence', 'see https://a.example/b. Or', 'see []. Or'],
  ['in brackets', '(https://a.example)', '([])'],
  ['between quotes', '"https://a.example"', '"[]"'],
  ['several', 'http://a.example https://b.example', '[] []'],
  ['in capitals', 'HTTPS://A.EXAMPLE', '[]'],
  ['none', 'a.example and http:// alone', 'a.example and http:// alone'],
])('%s', (_what, text, expected) => {
  expect(replaceLinks(text, () => '[]')).toBe(expected);
});

test('what is at its place is taken as it is', () => {
  expect(replaceLinks('https://a.example', () => '$& $1')).toBe('$& $1');
});
