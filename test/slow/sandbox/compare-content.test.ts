import { expect, test } from 'vitest';
import { compareContent, createTextComparer } from '../../../src/sandbox/publish/find-duplicate.ts';
import { growth, WIDE_MARGIN } from '../../support/growth.ts';

const SENTENCE =
  'We open again on Monday, with new cups, new plates and a lot of new bread from the old oven in town.';

const of = (piece: string) => (length: number) => piece.repeat(length / piece.length);

test.each([
  ['one letter', of('a')],
  ['words', of('lorem ipsum dolor ')],
  ['marks', of('\u0301\u0316')],
  ['marks that are hidden in signs', of('\uff9e\u0316')],
  ['signs that become eighteen', of('\ufdfa')],
  ['hashtags', of(' #a')],
  ['links', of('https://a.b ')],
  ['beginnings of links', of('https://.')],
  ['emoji', of('🎉')],
  ['blanks', of('\n ')],
])('POST-06 two long texts are compared in time with their length: %s', (_what, ofLength) => {
  const compare = (length: number) => {
    const text = ofLength(length);
    return () => compareContent(text, `${text}x`);
  };
  expect(growth(compare(6_552), compare(65_520))).toBeLessThan(WIDE_MARGIN);
});

/** Ten times as much with texts that are known by then takes nothing like ten times as long. */
const KNOWN_MARGIN = 5;

test('POST-06 what one comparer was given before is not read again', () => {
  const texts = Array.from({ length: 200 }, (_each, at) => `${at} ${'New cups, new plates! '.repeat(at)}`);
  const compareAll = (times: number) => () => {
    const compare = createTextComparer();
    for (let time = 0; time < times; time += 1) {
      for (const text of texts) compare(SENTENCE, text);
    }
  };
  expect(growth(compareAll(1), compareAll(10), KNOWN_MARGIN)).toBeLessThan(KNOWN_MARGIN);
});
