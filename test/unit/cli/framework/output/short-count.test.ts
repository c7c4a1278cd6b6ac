import { expect, test } from 'vitest';
import { formatShortCount } from '../../../../../src/cli/framework/output/cell.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [9999, '9999'],
  [10_000, '10k'],
  [12_431, '12.4k'],
  [12_499, '12.4k'],
  [99_999, '99.9k'],
  [100_000, '100k'],
  [999_999, '999k'],
  [1_000_000, '1M'],
  [1_250_000, '1.2M'],
  [3_400_000_000, '3.4B'],
  [-12_431, '-12.4k'],
  [2.5, '2.5'],
])('%d is %s', (count, expected) => {
  expect(formatShortCount(count)).toBe(expected);
});
