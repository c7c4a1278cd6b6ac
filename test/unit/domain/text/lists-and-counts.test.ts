import { expect, test } from 'vitest';
import {
  formatCount,
  formatFindings,
  formatThese,
  joinWithAnd,
  joinWithOr,
} from '../../../../src/domain/text/lists-and-counts.ts';

test.each([
  [[], '', ''],
  [['a'], 'a', 'a'],
  [['a', 'b'], 'a and b', 'a or b'],
  [['a', 'b', 'c'], 'a, b and c', 'a, b or c'],
] as const)('joins %j', (names, and, or) => {
  expect([joinWithAnd(names), joinWithOr(names)]).toEqual([and, or]);
});

test.each([
  [0, '0 posts', '0 replies'],
  [1, '1 post', '1 reply'],
  [2, '2 posts', '2 replies'],
] as const)('formats a count of %d', (count, posts, replies) => {
  expect([formatCount(count, 'post'), formatCount(count, 'reply')]).toEqual([posts, replies]);
});

test.each([
  [1, 'this post'],
  [3, 'these 3 posts'],
] as const)('names %d in a question', (count, text) => {
  expect(formatThese(count, 'post')).toBe(text);
});

test.each([
  [{ errors: 0, warnings: 0 }, ''],
  [{ errors: 1, warnings: 0 }, '1 error'],
  [{ errors: 2, warnings: 1 }, '2 errors and 1 warning'],
] as const)('formats the findings %j', (found, text) => {
  expect(formatFindings(found)).toBe(text);
});
