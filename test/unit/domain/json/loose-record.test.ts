import { describe, expect, test } from 'vitest';
import {
  createRecordReader,
  getField,
  isRecord,
  listTexts,
  matchExactly,
  readId,
  readNonEmpty,
  readString,
  toCanonicalJson,
} from '../../../../src/domain/json/loose-record.ts';

test.each([
  [{}, true],
  [{ a: 1 }, true],
  [[], false],
  [null, false],
  [undefined, false],
  ['a', false],
  [1, false],
])('whether it is a record: %j', (value, expected) => expect(isRecord(value)).toBe(expected));

test('a member is its own one only', () => {
  expect(getField({ a: 1 }, 'a')).toBe(1);
  expect(getField({ a: 1 }, 'b')).toBeUndefined();
  expect(getField({}, 'toString')).toBeUndefined();
  expect(getField(['a'], '0')).toBeUndefined();
  expect(getField(null, 'a')).toBeUndefined();
});

test('equal values have one text, in which names are sorted at every depth', () => {
  expect(toCanonicalJson({ b: 1, a: [{ d: null, c: 'x' }, 2], c: { z: 1, y: 2, x: 3 } })).toBe(
    '{"a":[{"c":"x","d":null},2],"b":1,"c":{"x":3,"y":2,"z":1}}',
  );
  expect(toCanonicalJson(['b', 'a'])).toBe('["b","a"]');
  expect(toCanonicalJson(null)).toBe('null');
});

test('texts and numbers at any depth, without names and other values', () => {
  const value = { a: 'one', b: [2, { c: 'three', d: null, e: true }], f: { g: [[4]] } };
  expect([...listTexts(value)]).toEqual(['one', '2', 'three', '4']);
  expect([...listTexts(null)]).toEqual([]);
  expect([...listTexts(true)]).toEqual([]);
  expect([...listTexts('x')]).toEqual(['x']);
});

test.each([
  ['a', { value: 'a', isComplete: true }],
  ['', null],
  [null, null],
  [12, { value: '12', isComplete: true }],
  [0, { value: '0', isComplete: true }],
  [2 ** 53, null],
  [1.5, null],
  [true, null],
])('an id from %j', (raw, expected) => expect(readId(raw)).toEqual(expected));

test('texts, texts that are not empty, and one text', () => {
  expect(readString('')).toEqual({ value: '', isComplete: true });
  expect(readString(1)).toBeNull();
  expect(readNonEmpty('')).toBeNull();
  expect(readNonEmpty('a')).toEqual({ value: 'a', isComplete: true });
  expect(matchExactly('a')('a')).toEqual({ value: 'a', isComplete: true });
  expect(matchExactly('a')('b')).toBeNull();
});

describe('a reader takes values out of a record', () => {
  test('the first valid one, and all that say the same or nothing', () => {
    const record = { id: '', other: '7', number: 7, third: '8', none: null, kept: 1 };
    const reader = createRecordReader(record);
    const places = [['id'], ['absent'], ['other'], ['number'], ['third'], ['none']] as const;
    expect(reader.take(places, readId)).toBe('7');
    expect(reader.restWithout(null)).toEqual({ id: '', third: '8', kept: 1 });
    expect(reader.restWithout('kept')).toEqual({ id: '', third: '8' });
    expect(createRecordReader(record).take([['absent'], ['id']], readId)).toBeNull();
  });

  test('what cannot be made again from the value stays', () => {
    const reader = createRecordReader({ text: ' a ' });
    const trim = (raw: unknown) => ({ value: String(raw).trim(), isComplete: false });
    expect(reader.take([['absent'], ['text']], trim)).toBe('a');
    expect(reader.restWithout(null)).toEqual({ text: ' a ' });
  });

  test('an object goes when all its parts were taken, and else stays whole', () => {
    const user = { id: '1', name: 'Ada' };
    const record = { user, from: { id: '1' }, list: ['1'], id: { x: '1' }, empty: {} };
    const reader = createRecordReader(record);
    expect(
      reader.take(
        [
          ['user', 'id'],
          ['from', 'id'],
          ['list', '0'],
          ['id', 'id'],
        ],
        readId,
      ),
    ).toBe('1');
    expect(reader.restWithout(null)).toEqual({
      user,
      list: ['1'],
      id: { x: '1' },
      empty: {},
    });
    expect(reader.take([['user', 'name']], readString)).toBe('Ada');
    expect(reader.restWithout(null)).toEqual({ list: ['1'], id: { x: '1' }, empty: {} });
  });

  test('a part of one name is not the part of another', () => {
    const reader = createRecordReader({ one: { a: '1', b: '3' }, other: { b: '2' } });
    expect(reader.take([['one', 'c']], readId)).toBeNull();
    expect(reader.take([['other', 'b']], readId)).toBe('2');
    expect(reader.take([['one', 'a']], readId)).toBe('1');
    expect(reader.restWithout(null)).toEqual({ one: { a: '1', b: '3' } });
  });
});
