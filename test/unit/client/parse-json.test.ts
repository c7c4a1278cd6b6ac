import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonList } from '../../../src/client/json-list.ts';
import { createLongListReader, parseJson } from '../../../src/client/parse-json.ts';
import { UnreadableError } from '../../../src/client/read-body.ts';
import { ASSUMED } from '../../../src/service/assumed.ts';

const parse = (text: string) => parseJson(Buffer.from(text));

test.each([
  ['a 17-digit id', '{"id":17841499000000123}', { id: '17841499000000123' }],
  [
    'a 19-digit id among others',
    '{"a":1,"id": 1960000000000000417 ,"b":2}',
    { a: 1, id: '1960000000000000417', b: 2 },
  ],
  ['ids in a list', '[17841499000000123,-17841499000000123]', ['17841499000000123', '-17841499000000123']],
  ['the largest number that is safe', '{"n":9007199254740991}', { n: 9_007_199_254_740_991 }],
  ['the first that is not', '{"n":9007199254740993}', { n: '9007199254740993' }],
  ['a long fraction', '{"n":0.1000000000000000000}', { n: 0.1 }],
  ['a number with an exponent', '{"n":1e20}', { n: 1e20 }],
  ['an id that is text', '{"id":"17841499000000123"}', { id: '17841499000000123' }],
])('%s', { tags: ['COM-25'] }, (_why, text, expected) => {
  expect(parse(text)).toEqual(expected);
});

test('no integer of any length loses a digit', { tags: ['COM-25'] }, () => {
  fc.assert(
    fc.property(fc.bigInt(), (id) => {
      expect(String(Reflect.get(Object(parse(`{"id":${id}}`)), 'id'))).toBe(String(id));
    }),
  );
});

test('any JSON without such numbers is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      fc.pre(!/\d{16}/.test(text));
      expect(parse(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('a byte order mark in front is passed over', () => {
  expect(parse('\uFEFF{"a":1}')).toEqual({ a: 1 });
});

test.each([
  ['nothing', '', 'is empty'],
  ['blanks', '  \n', 'is not JSON'],
  ['HTML', '<!doctype html>', 'is not JSON'],
  ['JSON that is cut short', '{"status":"success","instagram":[{"comm', 'is not JSON'],
  ['two values', '{} {}', 'is not JSON'],
  ['a string that never ends', '"\\', 'is not JSON'],
  ['lists without end', '['.repeat(100_000), `is nested more than ${ASSUMED.jsonNesting} deep`],
  [
    'one level too many',
    `${'{"a":'.repeat(ASSUMED.jsonNesting + 1)}1${'}'.repeat(ASSUMED.jsonNesting + 1)}`,
    `is nested more than ${ASSUMED.jsonNesting} deep`,
  ],
])('%s', { tags: ['HTTP-10'] }, (_why, text, reason) => {
  expect(faultOf(Buffer.from(text))).toMatchObject({ reason });
});

test('latin-1 is refused, not guessed at', { tags: ['HTTP-10'] }, () => {
  expect(faultOf(Buffer.from('{"comment":"café"}', 'latin1'))).toMatchObject({
    reason: 'is not valid UTF-8',
  });
});

test('brackets in texts do not nest', () => {
  expect(parse(`{"a":"${'['.repeat(1_000)}\\"${'{'.repeat(1_000)}"}`)).toBeTypeOf('object');
  expect(parse(`${'['.repeat(ASSUMED.jsonNesting)}${']'.repeat(ASSUMED.jsonNesting)}`)).toBeTypeOf('object');
});

describe('long lists, read one element after the other', () => {
  /** What a body holds when its lists are read that way; the text `refused` for one that is no JSON. */
  const lazily = (text: string) => {
    try {
      const reading = createLongListReader({ fromBytes: 2, eager: [], lateFault: (fault) => fault });
      const body = parseJson(Buffer.from(text), reading);
      return isPlain(body) ? Object.fromEntries(Object.entries(body).map(readWhole)) : body;
    } catch (error) {
      if (error instanceof UnreadableError) return 'refused';
      throw error;
    }
  };
  const isPlain = (body: unknown): body is object =>
    typeof body === 'object' && body !== null && !Array.isArray(body);
  const readWhole = ([name, value]: [string, unknown]): [string, unknown] => [
    name,
    value instanceof JsonList ? [...value] : value,
  ];
  const eagerly = (text: string) => {
    try {
      return parse(text);
    } catch {
      return 'refused';
    }
  };

  test.each([
    '{}',
    '{"a":[]}',
    '{"a":[1,"]",{"b":[2,3]},[[]]],"c":{"d":[4]}}',
    ' { "a" : [ 1 , 2 ] , "a" : [ 3 ] } ',
    '{"a":[1,]}',
    '{"a":[,1]}',
    '{"a":[1 2]}',
    '{"a":[1}]}',
    '{"a":[1]x}',
    '{"a":[]1}',
    '{"a":[[],"b"}}',
    '{"a":[1],}',
    '{"a":[1]} x',
    '{"a":[tru]}',
    '{"a" [1]}',
    '{a:[1]}',
    '{"a":[1]',
    '{"__proto__":[1]}',
    '{"a":[\uFEFF1]}',
    '{"a":[12345678901234567,"\\"]}',
    '\uFEFF{"a":[1]}',
    '[1,[2]]',
  ])('reads %s as it is read at once', (text) => {
    expect(lazily(text)).toEqual(eagerly(text));
  });
});

function faultOf(bytes: Uint8Array): UnreadableError {
  try {
    parseJson(bytes);
  } catch (error) {
    if (error instanceof UnreadableError) return error;
    throw error;
  }
  throw new Error('it was read');
}
