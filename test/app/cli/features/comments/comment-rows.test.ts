import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Comment } from '../../../../../src/cli/features/comments/comment.ts';
import { flattenComments } from '../../../../../src/cli/features/comments/comments-outcome.ts';

function comment(id: string, parentId: string | null = null, replies: Comment[] = []): Comment {
  const author = { id: null, name: null, handle: null, url: null, avatarUrl: null, isMe: null };
  const rest = {
    text: id,
    createdAt: null,
    likes: null,
    replyCount: null,
    url: null,
    isAnswered: null,
    extra: {},
  };
  return { platform: 'twitter', id, parentId, author, replies, ...rest };
}

const shape = (comments: readonly Comment[]) =>
  flattenComments(comments).map((row) => `${'>'.repeat(row.depth)}${row.comment.id}`);

test.each<[string, readonly Comment[], readonly string[]]>([
  [
    'replies are below their comment',
    [comment('a', null, [comment('b', 'a'), comment('c', 'a')])],
    ['a', '>b', '>c'],
  ],
  [
    'replies beside the comments go below them, oldest first',
    [comment('c', 'a'), comment('b', 'a'), comment('a')],
    ['a', '>b', '>c'],
  ],
  [
    'a reply to a reply goes deeper',
    [comment('c', 'b'), comment('b', 'a'), comment('a')],
    ['a', '>b', '>>c'],
  ],
  ['a parent that is not there is the post', [comment('b', 'post'), comment('a', 'post')], ['b', 'a']],
  ['its own parent', [comment('a', 'a')], ['a']],
  ['parents in a cycle lose no comment', [comment('a', 'b'), comment('b', 'a')], ['a', '>b']],
])('%s', (_what, comments, expected) => {
  expect(shape(comments)).toEqual(expected);
});

test('whatever networks say of parents, every comment is there once', () => {
  const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const list = fc.uniqueArray(fc.record({ id: ids, parentId: fc.option(ids) }), { selector: ({ id }) => id });
  fc.assert(
    fc.property(list, (given) => {
      const rows = flattenComments(given.map(({ id, parentId }) => comment(id, parentId)));
      expect(rows.map((row) => row.comment.id).sort()).toEqual(given.map(({ id }) => id).sort());
    }),
  );
});
