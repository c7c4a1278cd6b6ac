import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  buildFaultDetails,
  findBodyFaults,
  formatFault,
  formatPath,
} from '../../../../src/domain/requests/find-body-faults.ts';

const Cat = z.strictObject({ type: z.literal('cat'), lives: z.int().min(1).max(9) });
const Dog = z.strictObject({
  type: z.literal('dog'),
  tricks: z.array(z.string()).min(1, 'must hold a trick'),
});
const Body = z.strictObject({
  name: z.string().optional(),
  kind: z.enum(['small', 'large']).optional(),
  pets: z.array(z.discriminatedUnion('type', [Cat, Dog])),
  tags: z.union([z.boolean(), z.object({ max: z.int().max(9), end: z.string() })]).optional(),
  code: z
    .string()
    .refine((code) => code === 'open', { message: 'is the wrong word', params: { choices: ['open'] } })
    .optional(),
  door: z
    .string()
    .refine((door) => door === 'the open', { error: 'is shut', params: { typed: 'ajar', choices: ['open'] } })
    .optional(),
  size: z
    .string()
    .refine((size) => size === '', 'is not empty')
    .optional(),
  count: z.int().optional(),
  gone: z.null().optional(),
  home: z.strictObject({ kind: z.enum(['house', 'flat']), city: z.literal('Oslo') }).optional(),
});

const lines = (body: unknown) => findBodyFaults(Body, body).map(formatFault);

test.each([
  ['what is as it must be', { pets: [{ type: 'cat', lives: 9 }] }, []],
  ['a missing field', {}, ['pets: is required']],
  ['no body', undefined, ['body: is required']],
  ['a body that is no object', [1], ['body: must be an object']],
  ['wrong kinds', { name: 1, pets: 'cat' }, ['name: must be a string', 'pets: must be a list']],
  ['no choice', { kind: 'tiny', pets: [] }, ['kind: must be one of small, large']],
  ['an entry of no known type', { pets: [{ type: 'cow' }] }, ['pets[0].type: must be one of cat, dog']],
  ['an entry without a type', { pets: [{ lives: 3 }] }, ['pets[0].type: must be one of cat, dog']],
  [
    'several in one entry',
    { pets: [{ type: 'cat', lives: 0, wings: 2 }] },
    ['pets[0].lives: must be at least 1', 'pets[0].wings: not a known field'],
  ],
  [
    'several entries',
    { pets: [{ type: 'cat', lives: 1.5 }, 4, { type: 'dog', tricks: [] }] },
    [
      'pets[0].lives: must be a whole number',
      'pets[1]: must be an object',
      'pets[2].tricks: must hold a trick',
    ],
  ],
  ['a deep value', { pets: [{ type: 'dog', tricks: ['sit', 7] }] }, ['pets[0].tricks[1]: must be a string']],
  ['an unknown field', { pets: [], colour: 1 }, ['colour: not a known field']],
  [
    'a number beyond all reckoning',
    { pets: [{ type: 'cat', lives: 1e300 }] },
    ['pets[0].lives: must be at most 9'],
  ],
  ['neither of two forms', { pets: [], tags: 'yes' }, ['tags: must be true or false or an object']],
  [
    'one of two forms with errors inside',
    { pets: [], tags: { max: null } },
    ['tags: max must be a number, end is required'],
  ],
  [
    'a number below all reckoning',
    { pets: [{ type: 'cat', lives: -1e300 }] },
    ['pets[0].lives: must be at least 1'],
  ],
  [
    'an unsafe integer that has no limit of its own, beside another fault',
    { pets: [], name: 1, count: 1e300 },
    ['name: must be a string', `count: must be at most ${Number.MAX_SAFE_INTEGER}`],
  ],
  ['a kind without a name', { pets: [], gone: 1 }, ['gone: must be of the kind null']],
  [
    'a missing choice, and a value that must be another',
    { pets: [], home: { city: 'Rome' } },
    ['home.kind: is required', 'home.city: must be exactly "Oslo"'],
  ],
  ['what a schema says in words', { pets: [], size: 'x' }, ['size: is not empty']],
  ['too much', { pets: [{ type: 'cat', lives: 10 }] }, ['pets[0].lives: must be at most 9']],
])('reports %s', (_what, body, expected) => {
  expect(lines(body)).toEqual(expected);
});

test.each([
  ['a choice', { kind: 'smal', pets: [] }, { typed: 'smal', choices: ['small', 'large'] }],
  ['the type of an entry', { pets: [{ type: 'cta' }] }, { typed: 'cta', choices: ['cat', 'dog'] }],
  ['what a schema says of itself', { code: 'opne', pets: [] }, { typed: 'opne', choices: ['open'] }],
  ['a part of a value', { door: 'the ajar', pets: [] }, { typed: 'ajar', choices: ['open'] }],
])('names what would have been right for %s', (_what, body, expected) => {
  expect(findBodyFaults(Body, body)).toMatchObject([expected]);
});

test.each([
  ['a value of a wrong kind', { pets: 'cat' }],
  ['a number in place of a choice', { kind: 7, pets: [] }],
])('suggests nothing for %s', (_what, body) => {
  const [fault] = findBodyFaults(Body, body);
  expect(Object.keys(fault ?? {})).toEqual(['path', 'message']);
});

test.each<[string, z.ZodType, unknown]>([
  ['a text of another form', z.string().regex(/^a$/), 'b'],
  ['a number that is no multiple', z.number().multipleOf(2), 3],
  ['a check without words', z.string().refine(() => false), 'b'],
  ['a name of another form', z.record(z.string().regex(/^a$/), z.number()), { b: 1 }],
  ['an element', z.map(z.boolean(), z.number()), new Map([[true, 'b']])],
])('is not valid: %s', (_what, schema, value) => {
  expect(findBodyFaults(schema, value).map(({ message }) => message)).toEqual(['is not valid']);
});

test('a body with more errors than the parser can list is refused; a defect is not taken for one', () => {
  const throwing = (error: Error) =>
    z.custom(() => {
      throw error;
    });
  expect(findBodyFaults(throwing(new RangeError()), {}).map(formatFault)).toEqual([
    'body: has too many errors to list',
  ]);
  expect(() => findBodyFaults(throwing(new TypeError('a defect')), {})).toThrow('a defect');
});

test('a fault is under the top-level field where it is, or among those of the body as a whole', {
  tags: ['AUT-13'],
}, () => {
  const body = { name: 1, pets: [{ type: 'cat', lives: 0, wings: 2 }], colour: 1 };
  expect(buildFaultDetails(findBodyFaults(Body, body))).toEqual({
    formErrors: ['colour: not a known field'],
    fieldErrors: {
      name: ['name: must be a string'],
      pets: ['pets[0].lives: must be at least 1', 'pets[0].wings: not a known field'],
    },
  });
});

test('a fault of the body as a whole is under no field', { tags: ['AUT-13'] }, () => {
  expect(buildFaultDetails(findBodyFaults(Body, undefined))).toEqual({
    formErrors: ['body: is required'],
    fieldErrors: {},
  });
});

test('both members are there when nothing is wrong', { tags: ['AUT-13'] }, () => {
  expect(buildFaultDetails([])).toEqual({ formErrors: [], fieldErrors: {} });
});

test('a field that is called as an object’s own member is a field like any other', () => {
  const body: unknown = JSON.parse('{"pets":[],"__proto__":1,"constructor":2}');
  expect(buildFaultDetails(findBodyFaults(Body, body)).formErrors).toEqual([
    '__proto__: not a known field',
    'constructor: not a known field',
  ]);
});

test.each([
  [[], ''],
  [['name'], 'name'],
  [['pets', 0, 'tricks', 12], 'pets[0].tricks[12]'],
])('writes the place %j as %j', (path, expected) => {
  expect(formatPath(path)).toBe(expected);
});
