import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { setFields, setPath } from '../../../../../src/cli/framework/input/flags/set-fields.ts';

describe('sets the value at a path', () => {
  test.each([
    ['a new field', {}, 'a', { a: 1 }],
    ['a field that is there', { a: 0, b: 0 }, 'a', { a: 1, b: 0 }],
    ['a field inside of one', { a: { b: 0, c: 0 } }, 'a.b', { a: { b: 1, c: 0 } }],
    ['what is made on the way', {}, 'a.b.c', { a: { b: { c: 1 } } }],
    ['in place of null', { a: null }, 'a.b', { a: { b: 1 } }],
    ['a place in a list', { a: [0, 0] }, 'a.1', { a: [0, 1] }],
    ['in a record of a list', { a: [{ b: 0 }] }, 'a.0.b', { a: [{ b: 1 }] }],
    ['at the end of a list', { a: [0] }, 'a.1.b', { a: [0, { b: 1 }] }],
    ['a list that is made', {}, 'a.0.b', { a: [{ b: 1 }] }],
    ['a number that is a name', { a: { '0': 0 } }, 'a.0', { a: { '0': 1 } }],
    ['a number at the top', {}, '0', { '0': 1 }],
  ])('%s', (_why, record, path, value) => {
    const before = structuredClone(record);
    expect(setPath(record, path, 1)).toEqual({ value });
    expect(record).toEqual(before);
  });

  test('a whole object in place of another', () => {
    expect(setPath({ a: { b: 1 } }, 'a', { c: 2 })).toEqual({ value: { a: { c: 2 } } });
  });

  test('names that objects have by themselves are like any other', () => {
    for (const path of ['constructor.prototype.polluted', 'toString']) {
      const set = setPath({}, path, 'x');
      const name = path.split('.')[0] ?? '';
      expect('value' in set && Object.keys(set.value)).toEqual([name]);
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('says why it cannot', () => {
  test.each([
    ['', 'has an empty name'],
    ['a..b', 'has an empty name'],
    ['.a', 'has an empty name'],
    ['a'.repeat(100_000).split('').join('.'), 'has too many names'],
    ['__proto__.a', 'has the name __proto__, which is not allowed'],
    ['a.__proto__', 'has the name __proto__, which is not allowed'],
    ['text.b', 'goes through a text'],
    ['number.b', 'goes through a number'],
    ['list.b', 'goes through a list, but "b" is not an index'],
    ['list.01', 'goes through a list, but "01" is not an index'],
    ['list.2', 'skips indexes of a list with 1 entries'],
    ['none.1', 'skips indexes of a list with 0 entries'],
  ])('%s', (path, fault) => {
    expect(setPath({ text: 'x', number: 1, list: [0] }, path, 1)).toEqual({ fault });
  });
});

describe('a value has the form that its field accepts', () => {
  const schema = z.looseObject({
    id: z.string().optional(),
    count: z.int().optional(),
    isOn: z.boolean().optional(),
    names: z.array(z.string()).optional(),
    any: z.unknown().optional(),
    text: z.union([z.string(), z.looseObject({ default: z.string() })]).optional(),
    options: z.looseObject({ audio: z.looseObject({ audioId: z.string() }).optional() }).optional(),
    parts: z.array(z.looseObject({ id: z.string() })).optional(),
  });
  const set = (text: string) => setFields([text], { schema, plain: 'count=3', deep: 'names.0=x' })({});

  test.each([
    ['a text of digits', 'id=880123', { id: '880123' }],
    ['a text that is JSON for something else', 'id=true', { id: 'true' }],
    ['a quoted text', 'id="880"', { id: '880' }],
    ['a number', 'count=3', { count: 3 }],
    ['true', 'isOn=true', { isOn: true }],
    ['a list of one', 'names=ada', { names: ['ada'] }],
    ['a list', 'names=["ada","bo"]', { names: ['ada', 'bo'] }],
    ['an object where one fits', 'text={"default":"x"}', { text: { default: 'x' } }],
    ['digits as a text where one fits', 'text=2026', { text: '2026' }],
    [
      'a field inside of fields',
      'options.audio.audioId=88012345678901234567',
      { options: { audio: { audioId: '88012345678901234567' } } },
    ],
    ['a field in a list', 'parts.0.id=7', { parts: [{ id: '7' }] }],
    ['what the schema leaves open', 'any=7', { any: 7 }],
    [
      'digits that a number would lose, anywhere',
      'any=88012345678901234567',
      { any: '88012345678901234567' },
    ],
    ['what fits in no form, as JSON', 'count=many', { count: 'many' }],
  ])('%s', (_what, text, expected) => {
    expect(set(text)).toEqual(expected);
  });
});
