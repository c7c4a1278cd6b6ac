import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  classifyError,
  detectPrivateReplyReason,
  hasZlibHeader,
  readCode,
  readNetworkErrors,
  unwrapPost,
} from '../../../../src/domain/requests/read-answer.ts';
import { NetworkError } from '../../../../src/service/endpoints/comments.ts';
import { ERRORS } from '../../../../src/service/errors.ts';

const UNKNOWN = [7, 599, 999, 4_711] as const;

describe('the code decides first', () => {
  test.each([
    ['a code of the catalogue, whatever the status', 485, 200, 'not-found'],
    ['a network limit', 364, 429, 'limited'],
    ['a cap on automations', 470, 429, 'limited'],
    ['no account linked for an automation', 471, 400, 'not-allowed'],
    ['no account linked elsewhere', 156, 400, 'auth'],
    ['a missing X key', 419, 400, 'auth'],
    ['a tiktok post that is not out', 288, 400, 'not-ready'],
    ['a fault of the service that a retry cannot fix', 494, 500, 'rejected'],
    ['a timeout at instagram', 436, 400, 'unavailable'],
    ['a restriction of facebook', 476, 400, 'not-allowed'],
  ] as const)('%s: %i with HTTP %i is %s', { tags: ['HTTP-05'] }, (_why, code, http, expected) => {
    expect(classifyError({ code, http })).toBe(expected);
  });

  test('each code of the catalogue ends as its row says', { tags: ['HTTP-05'] }, () => {
    const failing = Object.entries(ERRORS).filter(([, fact]) => fact.class !== 'ok');
    expect(failing.length).toBeGreaterThan(90);
    for (const [code, fact] of failing) {
      expect([code, classifyError({ code: Number(code), http: 418 })]).toEqual([code, fact.class]);
    }
  });
});

describe('the HTTP status decides for unknown and missing codes', () => {
  test.each([
    [null, 'unavailable'],
    [200, 'rejected'],
    [300, 'unavailable'],
    [302, 'unavailable'],
    [400, 'rejected'],
    [401, 'auth'],
    [402, 'not-allowed'],
    [403, 'not-allowed'],
    [404, 'not-found'],
    [408, 'unavailable'],
    [410, 'rejected'],
    [425, 'unavailable'],
    [429, 'limited'],
    [500, 'unavailable'],
    [502, 'unavailable'],
    [503, 'unavailable'],
    [504, 'unavailable'],
    [599, 'unavailable'],
  ] as const)('%s is %s', { tags: ['HTTP-09'] }, (http, expected) => {
    expect(classifyError({ http })).toBe(expected);
    for (const code of [null, undefined, ...UNKNOWN]) expect(classifyError({ code, http })).toBe(expected);
  });

  test.each([
    [221, 400, 'rejected'],
    [350, 404, 'not-found'],
    [307, 200, 'rejected'],
    [518, 200, 'rejected'],
  ] as const)('and for %i, which is no failure by itself', (code, http, expected) => {
    expect(classifyError({ code, http })).toBe(expected);
  });
});

describe('retryAvailable lifts class 9 and unknown codes, and nothing else', () => {
  test('over the whole catalogue', { tags: ['HTTP-06'] }, () => {
    for (const [code, fact] of Object.entries(ERRORS)) {
      const plain = classifyError({ code: Number(code), http: 400, retryAvailable: false });
      const lifted = classifyError({ code: Number(code), http: 400, retryAvailable: true });
      expect([code, plain]).toEqual([code, fact.class === 'ok' ? 'rejected' : fact.class]);
      expect([code, lifted]).toEqual([code, plain === 'rejected' ? 'unavailable' : plain]);
    }
  });

  test.each([null, 200, 400, 401, 403, 404, 429, 500])(
    'an unknown code with HTTP %s',
    { tags: ['HTTP-06'] },
    (http) => {
      for (const code of [null, undefined, ...UNKNOWN]) {
        expect(classifyError({ code, http, retryAvailable: true })).toBe('unavailable');
        expect(classifyError({ code, http, retryAvailable: null })).toBe(classifyError({ http }));
      }
    },
  );
});

const NOTHING = { platform: null, status: null, code: null, message: null, id: null };
const STORY = { platform: 'instagram', status: 'error', code: 485, message: 'The story is gone.', id: '17' };

test.each([
  ['a list of entries', [STORY], [STORY]],
  ['no errors', undefined, []],
  ['null', null, []],
  ['an empty list', [], []],
  ['an empty object', {}, []],
  ['one entry without a list', STORY, [STORY]],
  ['one entry with a message only', { message: 'gone' }, [{ ...NOTHING, message: 'gone' }]],
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
  ['unknown fields are kept', [{ code: 1, trace: ['x'] }], [{ ...NOTHING, code: 1, trace: ['x'] }]],
  ['null among entries', [null], [NOTHING]],
])('errors as %s', { tags: ['COM-15', 'HTTP-10', 'COM-27'] }, (_why, errors, expected) => {
  expect(readNetworkErrors(errors)).toEqual(expected);
});

test('whatever is under errors becomes entries of the one shape', { tags: ['COM-27'] }, () => {
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
  [['485'], null],
  [null, null],
  [{}, null],
])('the code %j is %j', (value, code) => {
  expect(readCode(value)).toBe(code);
});

test.each([
  ['The comment is older than 7 days.', 'the comment is older than 7 days'],
  ['Comment too old for a private reply', 'the comment is older than 7 days'],
  [
    'This comment has already been replied to',
    'the comment was already replied to: one private reply per comment',
  ],
  ['A reply was already sent', 'the comment was already replied to: one private reply per comment'],
  ['The comment was deleted by its author', 'the comment was deleted'],
  ['The commenter blocks message requests', 'the commenter blocks message requests'],
  ['Not within 7days of the comment', 'the comment is older than 7 days'],
  ['Outside of the 7-day window', 'the comment is older than 7 days'],
  ['This was replied to already', 'the comment was already replied to: one private reply per comment'],
  ['Only one reply is possible', 'the comment was already replied to: one private reply per comment'],
  ['The author chose to delete it', 'the comment was deleted'],
  ['You were blocked', 'the commenter blocks message requests'],
  ['A message request is pending', 'the commenter blocks message requests'],
])('491 with the reason "%s"', { tags: ['ERR-03'] }, (text, meaning) => {
  expect(detectPrivateReplyReason(text)).toBe(meaning);
});

test.each([
  ['gives nothing away', 'Private reply failed'],
  ['names several', 'deleted, or older than 7 days'],
  ['is empty', ''],
  ['comes only after a long text', `${'It failed. '.repeat(50)}The comment was deleted.`],
])('491 stays unexplained when its reason %s', { tags: ['ERR-03'] }, (_why, text) => {
  expect(detectPrivateReplyReason(text)).toBeNull();
});

test.each<[string, unknown, object]>([
  ['one post in a list', { status: 'success', posts: [{ id: '1' }] }, { status: 'success', id: '1' }],
  ['one post as an object', { status: 'success', posts: { id: '1' } }, { status: 'success', id: '1' }],
  ['values that are no posts', { posts: [null, { id: '1' }] }, { id: '1' }],
  ['no list of posts', { id: '1' }, { id: '1' }],
  ['an empty list', { posts: [] }, { posts: [] }],
  ['a text in its place', { posts: 'none' }, { posts: 'none' }],
  ['no object', 'none', {}],
  [
    'several posts, of which all name their networks',
    {
      status: 'partial',
      posts: [
        { id: '1', postIds: ['a'] },
        { id: '2', postIds: ['b'], errors: ['c'] },
      ],
    },
    { status: 'partial', id: '1', postIds: ['a', 'b'], errors: ['c'] },
  ],
])('the answer to a new post with %s', (_what, answer, expected) => {
  expect(unwrapPost(answer)).toEqual(expected);
});

test.each([
  ['the zlib format', [0x78, 0x9c], true],
  ['a wrong check', [0x78, 0x9d], false],
  ['another method', [0x79, 0x18], false],
  ['nothing', [], false],
])('the header of %s', (_what, bytes, expected) => {
  expect(hasZlibHeader(Uint8Array.from(bytes))).toBe(expected);
});
