import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readDeletedPost, readDeletedPosts } from '../../../../../src/cli/features/posts/deleted-posts.ts';

const gone = { action: 'delete', status: 'success', id: '1' };
const kept = { platform: 'threads', code: 1415, message: 'not offered', id: '2' };

test.each([
  ['on no network yet', { status: 'success', id: 'a', code: 200 }, 'success', []],
  ['gone from all', { status: 'success', facebook: gone, twitter: gone }, 'success', ['facebook', 'twitter']],
  ['kept by some', { status: 'partial', facebook: gone, errors: [kept] }, 'partial', ['facebook', 'threads']],
  [
    'kept by some, under "error"',
    { status: 'error', facebook: gone, errors: [kept] },
    'partial',
    ['facebook', 'threads'],
  ],
  ['kept by all', { status: 'error', code: 1415, errors: [kept] }, 'error', ['threads']],
  [
    'a network that says error itself',
    { status: 'partial', facebook: gone, tiktok: { ...gone, status: 'error', code: 328 } },
    'partial',
    ['facebook', 'tiktok'],
  ],
  ['refused as a whole', { status: 'error', code: 114, message: 'no' }, 'error', []],
  ['an unknown network', { status: 'success', mastodon: gone }, 'success', ['mastodon']],
] as const)('a post that is %s', (_what, body, status, platforms) => {
  const deleted = readDeletedPost(body);
  expect([deleted.status, deleted.copies.map(({ platform }) => platform)]).toEqual([status, platforms]);
});

test('each copy has its id there, and why it was kept', () => {
  expect(readDeletedPost({ status: 'partial', facebook: gone, errors: [kept] }).copies).toEqual([
    { platform: 'facebook', status: 'success', id: '1', error: null },
    { platform: 'threads', status: 'error', id: '2', error: expect.objectContaining({ code: 1415 }) },
  ]);
});

test('of several, each is reported by itself; an answer that names none is reported so', () => {
  const posts = [
    { id: 'a', status: 'success', facebook: gone },
    { id: 7, status: 'error', code: 114 },
    'x',
    null,
  ];
  expect(
    readDeletedPosts({ status: 'partial', posts })?.map(({ id, said }) => [id, readDeletedPost(said).status]),
  ).toEqual([
    ['a', 'success'],
    ['7', 'error'],
  ]);
  expect(readDeletedPosts({ status: 'success' })).toBeNull();
  expect(readDeletedPosts({ status: 'success', posts: {} })).toBeNull();
});

test('no answer, however odd, ends it', { tags: ['HTTP-10'] }, () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      expect(() => [
        readDeletedPost(body),
        readDeletedPosts(body),
        readDeletedPost({ facebook: body, errors: body, posts: body }),
      ]).not.toThrow();
    }),
  );
});
