import { expect, test } from 'vitest';
import type { Comment } from '../../../../../../src/cli/features/comments/comment.ts';
import {
  computeCommentFingerprint,
  FINGERPRINT_PATTERN,
  findChangedFields,
} from '../../../../../../src/cli/features/comments/watch/comment-fingerprint.ts';
import { comment } from '../../../../../support/comments.ts';

const BASE = comment({
  author: {
    id: '7',
    name: 'Ada',
    handle: 'ada',
    url: null,
    avatarUrl: 'https://img.example/a.jpg?sig=1',
    isMe: null,
  },
  extra: { hidden: false, quoteCount: 1, media: { url: 'https://img.example/m.jpg?sig=1', views: 3 } },
});
const { author, extra } = BASE;

test.each<[string, Partial<Comment>, readonly string[], readonly string[]]>([
  ['the same', {}, [], []],
  ['another text', { text: 'hello!' }, ['text'], ['text']],
  ['text that went', { text: null }, ['text'], ['text']],
  ['another name', { author: { ...author, name: 'Ada L.' } }, ['author'], ['author']],
  [
    'another picture',
    { author: { ...author, avatarUrl: 'https://img.example/b.jpg', isMe: null } },
    ['author'],
    ['author'],
  ],
  [
    'the same picture, signed again',
    { author: { ...author, avatarUrl: 'https://img.example/a.jpg?sig=2', isMe: null } },
    [],
    [],
  ],
  ['another address', { url: 'https://x.example/?id=2' }, ['url'], ['url']],
  ['hidden', { extra: { ...extra, hidden: true } }, ['extra'], ['extra']],
  ['its members in another order', { extra: Object.fromEntries(Object.entries(extra).reverse()) }, [], []],
  [
    'media signed again',
    { extra: { ...extra, media: { url: 'https://img.example/m.jpg?sig=2', views: 3 } } },
    [],
    [],
  ],
  [
    'other media',
    { extra: { ...extra, media: { url: 'https://img.example/n.jpg', views: 3 } } },
    ['extra'],
    ['extra'],
  ],
  ['likes', { likes: 2 }, [], ['likes']],
  ['replies', { replyCount: 1 }, [], ['replyCount']],
  ['a count of the network', { extra: { ...extra, quoteCount: 2 } }, [], ['extra']],
  [
    'a count further in',
    { extra: { ...extra, media: { url: 'https://img.example/m.jpg', views: 4 } } },
    [],
    ['extra'],
  ],
  ['that there are replies', { extra: { ...extra, hasReplies: true } }, [], ['extra']],
  [
    'a network that counts more, too',
    { likes: 2, extra: { ...extra, hidden: true, quoteCount: 2 } },
    ['extra'],
    ['extra', 'likes'],
  ],
])('%s', (_what, change, changed, withCounts) => {
  const [before, after] = [BASE, { ...BASE, ...change }].map((each) => computeCommentFingerprint('k', each));
  expect(findChangedFields(before ?? '', after ?? '', { counts: false })).toEqual(changed);
  expect(findChangedFields(before ?? '', after ?? '', { counts: true })).toEqual(withCounts);
});

test('no text of a comment can be read in it, and the same words look different elsewhere', () => {
  const print = computeCommentFingerprint('k', BASE);
  expect(print).toMatch(FINGERPRINT_PATTERN);
  expect(print).not.toContain('hello');
  expect(findChangedFields(print, computeCommentFingerprint('other', BASE), { counts: true })).toHaveLength(
    8,
  );
});
