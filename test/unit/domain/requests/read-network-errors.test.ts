import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCode, readNetworkErrors } from '../../../../src/domain/requests/read-answer.ts';
import { NetworkError } from '../../../../src/service/endpoints/comments.ts';

const NOTHING = { platform: null, status: null, code: null, message: null, id: null };
const STORY = { platform: 'instagram', status: 'error', code: 485, message: 'The story is gone.', id: '17' };

test.each([
  ['COM-15 a list of entries', [STORY], [STORY]],
  ['no errors', undefined, []],
  ['null', null, []],
  ['an empty list', [], []],
  ['an empty object', {}, []],
  ['one entry without a list', STORY, [STORY]],
  ['entries by network', { instagram: { code: 485 } }, [{ ...NOTHING, platform: 'instagram', code: 485 }]],
  ['texts by network', { tiktok: 'pending' }, [{ ...NOTHING, platform: 'tiktok', message: 'pending' }]],
  ['a text', 'all is lost', [{ ...NOTHING, message: 'all is lost' }]],
  [
    'a list of texts',
    ['one', 'two'],
    [
      { ...NOTHING, message: 'one' },
      { ...NOTHING, message: 'two' },
    ],
  ],
  ['a code as text', [{ code: '485' }], [{ ...NOTHING, code: 485 }]],
  ['a code in words', [{ code: 'EXPIRED' }], [{ ...NOTHING, code: null, message: 'EXPIRED' }]],
  ['an id that is a number', [{ id: 17 }], [{ ...NOTHING, id: '17' }]],
  ['a message that is an object', [{ message: { a: 1 } }], [{ ...NOTHING, message: '{"a":1}' }]],
  ['HTTP-10 unknown fields are kept', [{ code: 1, trace: ['x'] }], [{ ...NOTHING, code: 1, trace: ['x'] }]],
  ['null among entries', [null], [NOTHING]],
])('COM-27 errors as %s', (_why, errors, expected) => {
  expect(readNetworkErrors(errors)).toEqual(expected);
});

test('COM-27 whatever is under errors becomes entries of the one shape', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (errors) => {
      for (const entry of readNetworkErrors(errors))
        expect(NetworkError.safeParse(entry).error).toBeUndefined();
    }),
  );
});

test.each([
  [485, 485],
  ['485', 485],
  ['-1', null],
  ['4 85', null],
  [4.5, null],
  [null, null],
  [{}, null],
])('the code %j is %j', (value, code) => {
  expect(readCode(value)).toBe(code);
});
