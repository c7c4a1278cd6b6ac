import { expect, test } from 'vitest';
import { readCursor, writeCursor } from '../../../src/sandbox/page-cursor.ts';

test('a cursor is read as it was written', () => {
  expect(readCursor(writeCursor([1_790_000_000_000, 17]), 2)).toEqual([1_790_000_000_000, 17]);
  expect(readCursor(writeCursor([0]), 1)).toEqual([0]);
});

test.each([
  ['of another kind of list', writeCursor([1, 2]), 1],
  ['with something in between', `${writeCursor([12])[0]}!${writeCursor([12]).slice(1)}`, 1],
  ['with something behind', `${writeCursor([12])}=`, 1],
  ['of words', Buffer.from('a').toString('base64url'), 1],
  ['of a fraction', Buffer.from('1.5').toString('base64url'), 1],
  ['of no end', writeCursor([Number.POSITIVE_INFINITY]), 1],
  ['empty', '', 1],
])('one %s is not read', (_what, cursor, length) => expect(readCursor(cursor, length)).toBeNull());
