import { expect, test } from 'vitest';
import { alignLists } from '../../../../src/domain/text/align-lists.ts';

/** The same letter, or the same in another case. */
const weigh = (one: string, other: string) =>
  one === other ? 3 : one.toLowerCase() === other.toLowerCase() ? 1 : 0;

/** Pairs as `aa`, items without a partner as `a-` or `-a`. */
const align = (before: string, after: string) =>
  alignLists([...before], [...after], weigh)
    .map(([one, other]) => `${one === null ? '-' : before[one]}${other === null ? '-' : after[other]}`)
    .join(' ');

test.each([
  ['nothing', '', '', ''],
  ['only new items', '', 'ab', '-a -b'],
  ['only removed items', 'ab', '', 'a- b-'],
  ['the same items', 'abc', 'abc', 'aa bb cc'],
  ['one that was removed', 'abc', 'ac', 'aa b- cc'],
  ['one that was added', 'ac', 'abc', 'aa -b cc'],
  ['one in place of another, the old one first', 'abc', 'axc', 'aa b- -x cc'],
  ['nothing in common', 'ab', 'xy', 'a- b- -x -y'],
  ['a changed one, where nothing fits better', 'aBc', 'abc', 'aa Bb cc'],
  ['the better one of two', 'Aa', 'a', 'A- aa'],
  ['the first of two that fit alike', 'aa', 'a', 'aa a-'],
  ['two that changed places: the later ones are kept', 'ab', 'ba', 'a- bb -a'],
  ['one good pair for two bad ones', 'ABab', 'abAB', 'A- B- aa bb -A -B'],
  ['repeats', 'abab', 'bab', 'a- bb aa bb'],
])('%s', (_what, before, after, expected) => {
  expect(align(before, after)).toBe(expected);
});

test('lists that would take long are all removed and all added', () => {
  const list = (length: number) => Array.from({ length }, () => 'a');
  const countPairs = (length: number) =>
    alignLists(list(length), list(1_000), () => 1).filter(([one, other]) => one !== null && other !== null)
      .length;
  expect([countPairs(1_000), countPairs(1_001)]).toEqual([1_000, 0]);
  expect(alignLists(list(1_001), list(1_000), () => 1).slice(1_000, 1_003)).toEqual([
    [1_000, null],
    [null, 0],
    [null, 1],
  ]);
});
