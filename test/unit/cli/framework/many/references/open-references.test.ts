import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isValidReference,
  MOST_REMEMBERED,
  type NumberedTarget,
  numberTargets,
} from '../../../../../../src/cli/framework/many/references/open-references.ts';
import {
  isReferenceOrMarked,
  parseReference,
  unwrapId,
} from '../../../../../../src/cli/framework/output/reference.ts';

const HOUR_MS = 3_600_000;
const NOW = 1_790_000_000_000;
const post = (id: string) => ({ kind: 'post', id, profile: null }) as const;
const posts = (...ids: readonly string[]) => ids.map(post);
const at = (number: number, id: string, hoursAgo = 0): NumberedTarget => ({
  number,
  shownAt: NOW - hoursAgo * HOUR_MS,
  target: post(id),
});

test.each([
  ['12', 12],
  ['#12', 12],
  ['9999', 9999],
  ['007', 7],
  ['10000', null],
  ['id:12', null],
  ['#', null],
  ['1a', null],
  ['-1', null],
  ['１２', null],
  ['', null],
])('"%s" is the reference %s', (text, number) => {
  expect(parseReference(text)).toBe(number);
});

test.each([
  ['id:12', '12'],
  ['id:9999', '9999'],
  ['id:10000', 'id:10000'],
  ['id:abc', 'id:abc'],
  ['18054973922452013', '18054973922452013'],
])('"%s" is the id %s', (text, id) => {
  expect(unwrapId(text)).toBe(id);
  expect(isReferenceOrMarked(text)).toBe(text !== id);
});

describe('numbers', () => {
  test('begin at 1, and are one for each id', () => {
    expect(numberTargets([], posts('a', 'b', 'a'), NOW)).toMatchObject({
      numbers: [1, 2, 1],
      isChanged: true,
    });
  });

  test('stay with an id that is shown again, and new ones fill the gaps', () => {
    const { numbers } = numberTargets([at(1, 'a'), at(3, 'c')], posts('x', 'c', 'y', 'a'), NOW);
    expect(numbers).toEqual([2, 3, 4, 1]);
  });

  test('are different for the same id on another network, of another kind or profile', () => {
    const same = { kind: 'comment', id: 'a' } as const;
    const targets = [
      post('a'),
      { ...post('a'), profile: 'harbour' },
      { ...same, platform: 'x', profile: null },
      { ...same, platform: 'y', profile: null },
    ];
    expect(numberTargets([], targets, NOW).numbers).toEqual([1, 2, 3, 4]);
  });

  test.each([
    [11, 2],
    [13, 2],
    [25, 1],
  ])('of an id that was shown %d hours ago: a new id gets %d', (hours, number) => {
    expect(numberTargets([at(1, 'a', hours)], posts('b'), NOW).numbers).toEqual([number]);
  });

  test('of expired ids are reused at once where there are too many', () => {
    const old = Array.from({ length: MOST_REMEMBERED }, (_, index) => at(index + 1, `${index}`, 13));
    const { numbers, after } = numberTargets(old, posts('b'), NOW);
    expect([numbers, after.length]).toEqual([[1], 1]);
  });

  test('are none where all are valid', () => {
    const full = Array.from({ length: MOST_REMEMBERED }, (_, index) => at(index + 1, `${index}`, 1));
    expect(numberTargets(full, posts('b', '7'), NOW).numbers).toEqual([null, 8]);
  });

  test('are not given to rows without an id, to very long ids, and after 500 rows', () => {
    expect(numberTargets([], [null, post('x'.repeat(301)), post('y')], NOW).numbers).toEqual([null, null, 1]);
    const { numbers } = numberTargets(
      [],
      posts(...Array.from({ length: 501 }, (_, index) => `${index}`)),
      NOW,
    );
    expect(numbers.slice(-2)).toEqual([500, null]);
  });

  test.each([
    ['a minute', 1 / 60, false],
    ['an hour', 1, true],
  ])('of ids that were shown %s ago need writing: %s', (_what, hours, isChanged) => {
    expect(numberTargets([at(1, 'a', hours)], posts('a'), NOW).isChanged).toBe(isChanged);
  });

  test.each([
    [0, true],
    [12, true],
    [12.01, false],
    [-13, false],
  ])('are valid %d hours after they were shown: %s', (hours, isValid) => {
    expect(isValidReference(at(1, 'a', hours), NOW)).toBe(isValid);
  });

  test('are never of two ids, whatever is remembered', () => {
    const any = fc.record({
      number: fc.integer({ min: 1, max: 9 }),
      shownAt: fc.integer({ min: -30, max: 2 }).map((hours) => NOW + hours * HOUR_MS),
      target: fc.constantFrom('a', 'b', 'c', 'd').map(post),
    });
    fc.assert(
      fc.property(fc.array(any), fc.array(fc.constantFrom('a', 'b', 'c', 'x', 'y')), (before, ids) => {
        const { numbers, after } = numberTargets(before, posts(...ids), NOW);
        expect(new Set(after.map(({ number }) => number)).size).toBe(after.length);
        expect(new Set(numbers).size).toBe(new Set(ids).size);
        for (const [index, id] of ids.entries())
          expect(after.find(({ number }) => number === numbers[index])?.target.id).toBe(id);
      }),
    );
  });
});
