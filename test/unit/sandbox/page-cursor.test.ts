import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countFitting,
  decodeActivityCursor,
  encodeActivityCursor,
  readCursor,
  writeCursor,
} from '../../../src/sandbox/page-cursor.ts';
import { scaled } from '../../support/scale.ts';
import { testSeed } from '../../support/test-seed.ts';

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
  ['of a number and no end', writeCursor([1, Number.POSITIVE_INFINITY]), 2],
  ['empty', '', 1],
])('one %s is not read', (_what, cursor, length) => expect(readCursor(cursor, length)).toBeNull());

const seal = { key: 'KEY-OF-THIS-STORE', automation: 'auto_1' };
const place = { created: 1_790_000_000_000, id: 'auto_1:trg_1:18055000000000789' };
const cursor = encodeActivityCursor(place, seal);

/** A cursor with a valid seal, whatever is in it. */
function sealed(content: readonly unknown[]): string {
  const bytes = Buffer.from(JSON.stringify(content));
  const mac = createHmac('sha256', seal.key).update('activity cursor\0').update(bytes).digest();
  return Buffer.concat([mac.subarray(0, 16), bytes]).toString('base64url');
}

test('a cursor is read as it was written, and is base64', { tags: ['U-24', 'ACT-03'] }, () => {
  expect(decodeActivityCursor(cursor, seal)).toEqual(place);
  expect(cursor).toMatch(/^[\w-]+$/);
});

test.each([
  ['empty', '', seal],
  ['of words', 'next', seal],
  ['with a sign behind it that base64 passes over', `${cursor}=`, seal],
  ['with a line end in it', `${cursor.slice(0, 8)}\n${cursor.slice(8)}`, seal],
  ['without its end', cursor.slice(0, -4), seal],
  ['that is only a seal', cursor.slice(0, 20), seal],
  ['of another automation', cursor, { ...seal, automation: 'auto_2' }],
  ['of another version', sealed([2, seal.automation, place.created, place.id]), seal],
  ['of another store', cursor, { ...seal, key: 'KEY-OF-ANOTHER' }],
])('one %s is not read', { tags: ['L-08'] }, (_what, text, by) =>
  expect(decodeActivityCursor(text, by)).toBeNull(),
);

const ROWS = [{ a: 1 }, { a: 22 }, { a: 'é' }];
test.each([
  ['all that fit exactly', ROWS, 25, 3],
  ['one less, since a character has two bytes', ROWS, 24, 2],
  ['two that fit exactly', ROWS, 15, 2],
  ['one', ROWS, 14, 1],
  ['one that is larger than a page', ROWS, 0, 1],
  ['none of none', [], 0, 0],
])('a page has %s', (_what, rows, maxBytes, count) => expect(countFitting(rows, maxBytes)).toBe(count));

describe('a cursor cannot be forged', { tags: ['L-08'] }, () => {
  const seed = testSeed();

  test(`whichever bit of it is changed (seed ${seed})`, () => {
    const bytes = Buffer.from(cursor, 'base64url');
    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        expect(decodeActivityCursor(changed.toString('base64url'), seal)).toBeNull();
      }),
      { seed, numRuns: scaled(200, 20_000) },
    );
  });
});
