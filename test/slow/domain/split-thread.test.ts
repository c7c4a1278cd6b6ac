import { expect, test } from 'vitest';
import { splitThread } from '../../../src/domain/posts/text-faults.ts';
import { growth, WIDE_MARGIN } from '../../support/growth.ts';

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
])('POST-07 splitting takes time with the length: %s', (_what, ofLength) => {
  const split = (length: number) => {
    const whole = ofLength(length);
    return () => splitThread(whole, X);
  };
  expect(growth(split(10_000), split(100_000))).toBeLessThan(WIDE_MARGIN);
});
