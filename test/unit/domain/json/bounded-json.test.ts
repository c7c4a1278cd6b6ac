import { describe, expect, test } from 'vitest';
import {
  isNestedTooDeep,
  NestingError,
  parseBoundedJson,
  readQueryList,
  stripListBrackets,
  tryParseBoundedJson,
} from '../../../../src/domain/json/bounded-json.ts';

const nest = (depth: number, [open, close] = ['[', ']']) => open.repeat(depth) + close.repeat(depth);
const OBJECTS: [string, string] = ['{"a":[', ']}'];

describe('the depth of JSON', () => {
  test.each<[string, string, number, boolean]>([
    ['no bracket', 'a text without brackets', 2, false],
    ['as deep as the limit', `${nest(3)}      `, 3, false],
    ['one deeper', `${nest(4)}      `, 3, true],
    ['one deeper, as short as it can be', '[[[]', 1, true],
    ['too short to be deeper', nest(1), 1, false],
    ['too short to be deeper, and not closed', '[[[[', 2, false],
    ['objects, too', nest(2, OBJECTS), 4, false],
    ['objects, one deeper', nest(2, OBJECTS), 3, true],
    ['only objects', '{"a":{"b":{}}}', 2, true],
    ['one beside another is not deeper', '[[],[],[{}],[[]]]', 3, false],
    ['several texts, one after another', '[] [] [] {} {} {}', 1, false],
    ['brackets in a text', '["[[[[{{{{"]', 1, false],
    ['brackets behind a text', '["]]]]",[[]]]', 2, true],
    ['a quote in a text', String.raw`["\"[[[[",""]`, 1, false],
    ['a backslash at the end of a text', String.raw`["\\",[[[]]]]`, 3, true],
    ['a text without an end', '["[[[[[[[[', 1, false],
    ['a text that ends in a backslash', '["[[[[[[[\\', 1, false],
    ['an empty text', '["",[[]]]', 2, true],
  ])('%s', (_what, text, levels, expected) => expect(isNestedTooDeep(text, levels)).toBe(expected));

  test('is at most 256 by default', () => {
    expect(parseBoundedJson(nest(256))).toHaveLength(1);
    expect(() => parseBoundedJson(nest(257))).toThrow(NestingError);
    expect(() => parseBoundedJson(nest(257))).toThrow('is nested more than 256 deep');
    expect(new NestingError().name).toBe('NestingError');
    expect(tryParseBoundedJson(nest(257))).toBeUndefined();
    expect(tryParseBoundedJson('{')).toBeUndefined();
    expect(tryParseBoundedJson('{"a":1}')).toEqual({ a: 1 });
    expect(() => parseBoundedJson('{')).toThrow(SyntaxError);
  });
});

test.each<[string, readonly unknown[] | undefined]>([
  ['', undefined],
  ['other=a', undefined],
  ['name=a', ['a']],
  ['name=a,b', ['a', 'b']],
  ['name= a , b ', ['a', 'b']],
  ['name=a&name=b', ['a', 'b']],
  ['name[]=a&other=b&name[]=c', ['a', 'c']],
  ['name[0]=a&name[12]=b', ['a', 'b']],
  ['name[x]=a', undefined],
  ['name=["a","b,c",3]', ['a', 'b,c', 3]],
  ['name= ["a"]', ['a']],
  ['name=["a"', ['["a"']],
  ['name=[a,b', ['[a,b']],
  [`name=${nest(257)}`, [[nest(257)]]],
])('a list of a query: %s', (query, expected) => {
  expect(readQueryList(new URLSearchParams(query), 'name')).toEqual(expected);
});

test.each([
  ['platforms', 'platforms'],
  ['platforms[]', 'platforms'],
  ['platforms[10]', 'platforms'],
  ['platforms[a]', 'platforms[a]'],
  ['platforms[0]x', 'platforms[0]x'],
  ['a[0][1]', 'a[0]'],
])('the name of a parameter: %s', (written, name) => expect(stripListBrackets(written)).toBe(name));
