import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Comment, CommentsDocument } from '../../../../../src/cli/features/comments/comment.ts';
import { unifyComments } from '../../../../../src/cli/features/comments/unify-comments.ts';
import { readTimestamp } from '../../../../../src/domain/time/read-timestamp.ts';
import { CommentPlatform, Platform } from '../../../../../src/service/platforms.ts';

const CREATED = '2026-03-02T08:15:00Z';

function unified(platform: string, record: unknown): Comment {
  const [comment] = unifyComments({ status: 'success', [platform]: [record] }).comments;
  if (comment === undefined) throw new Error('nothing came out');
  return comment;
}

test.each([
  ['from {name, id}', { from: { name: 'mara', id: '7' } }, { name: 'mara', id: '7', handle: null }],
  ['from {id, username}', { from: { id: '7', username: 'mara' } }, { name: 'mara', id: '7', handle: 'mara' }],
  [
    'user {id} and userName',
    { user: { id: '7' }, userName: 'mara' },
    { name: 'mara', id: '7', handle: 'mara' },
  ],
  ['username', { username: 'mara' }, { name: 'mara', id: null, handle: 'mara' }],
  [
    'the same in all of them',
    { from: { id: '7', username: 'mara' }, user: { id: '7' }, userName: 'mara', username: 'mara' },
    { name: 'mara', id: '7', handle: 'mara' },
  ],
])('instagram names the author by %s', { tags: ['COM-10'] }, (_why, names, author) => {
  const comment = unified('instagram', { comment: 'hi', commentId: '18', created: CREATED, ...names });
  expect(comment.author).toEqual({ url: null, avatarUrl: null, isMe: null, ...author });
  expect(comment.extra).toEqual({});
});

test('another network may name the author by username, too', { tags: ['COM-10'] }, () => {
  expect(unified('mastodon', { commentId: '1', username: 'mara' }).author.handle).toBe('mara');
});

test('names that differ are all kept', { tags: ['COM-10'] }, () => {
  const { author, extra } = unified('instagram', {
    from: { id: '7', username: 'mara' },
    user: { id: '8' },
    userName: 'm',
  });
  expect(author).toMatchObject({ id: '7', handle: 'mara' });
  expect(extra).toEqual({ user: { id: '8' }, userName: 'm' });
});

test('an instagram reply has id in place of commentId', { tags: ['COM-09'] }, () => {
  const { replies, extra } = unified('instagram', {
    commentId: '18',
    replies: [{ comment: 'yes', id: '19', parentId: '18', created: CREATED }],
  });
  expect(replies).toMatchObject([{ id: '19', parentId: '18', text: 'yes', extra: {} }]);
  expect(extra).toEqual({});
});

test('a tiktok reply has createTime, likes and parentCommentId', { tags: ['COM-09'] }, () => {
  const reply = {
    comment: 'yes',
    commentId: '2',
    createTime: '2026-03-02 08:15:00',
    likes: 3,
    parentCommentId: '1',
  };
  expect(unified('tiktok', { commentId: '1', replies: [reply] }).replies).toMatchObject([
    { id: '2', parentId: '1', createdAt: CREATED, likes: 3, extra: {} },
  ]);
});

test('the parent of a facebook reply stays whole, and a reply to a reply answers the comment above it', {
  tags: ['COM-12'],
}, () => {
  const parent = { id: '1', message: 'hi', from: { id: '7' }, createdTime: '2026-03-02T08:15:00+0000' };
  const inner = { commentId: '3', parent };
  const [reply] = unified('facebook', {
    commentId: '1',
    replies: [{ commentId: '2', parent, replies: [inner] }],
  }).replies;
  expect(reply).toMatchObject({ id: '2', parentId: '1', extra: { parent } });
  expect(reply?.replies).toMatchObject([{ id: '3', parentId: '2', extra: { parent } }]);
});

test('a reply read by its own id names its parent', () => {
  expect(unified('instagram', { commentId: '19', parentId: '18', postId: '17' })).toMatchObject({
    parentId: '18',
  });
  expect(unified('facebook', { commentId: '3', parent: { id: '1' } })).toMatchObject({
    parentId: '1',
    extra: {},
  });
});

test('on X, a comment that answers another one of the same answer names it', () => {
  const second = {
    commentId: '2',
    referencedTweets: [
      { type: 'quoted', id: '9' },
      { type: 'replied_to', id: '1' },
    ],
  };
  const { comments } = unifyComments({ twitter: [{ commentId: '1' }, second] });
  expect(comments.map(({ parentId }) => parentId)).toEqual([null, '1']);
});

test('ids keep every digit, as text and as number', { tags: ['COM-25'] }, () => {
  const { id, comments } = unifyComments({
    id: 17841499,
    instagram: [{ commentId: '18055000000000789' }, { commentId: 42 }],
  });
  expect(id).toBe('17841499');
  expect(comments.map((comment) => comment.id)).toEqual(['18055000000000789', '42']);
});

test.each([
  ['parts of a second', '2026-03-02T08:15:00.123Z', CREATED, { created: '2026-03-02T08:15:00.123Z' }],
  ['parts of a second that are none', '2026-03-02T08:15:00.000Z', CREATED, {}],
  ['an offset', '2026-03-02T10:15:00+0200', CREATED, {}],
  ['what is no timestamp', 'yesterday', 'yesterday', {}],
  ['an object', { _seconds: 1_772_439_300 }, CREATED, { created: { _seconds: 1_772_439_300 } }],
])('a created with %s', { tags: ['TIME-02', 'TIME-03'] }, (_why, created, createdAt, extra) => {
  expect(unified('threads', { created })).toMatchObject({ createdAt, extra });
});

test.each([
  ['a count as text', { likeCount: '12' }, { likes: 12, extra: {} }],
  ['a count with leading zeros', { likeCount: '012' }, { likes: 12, extra: { likeCount: '012' } }],
  ['a count in words', { likeCount: 'many' }, { likes: null, extra: { likeCount: 'many' } }],
  ['a text that is a number', { comment: 5 }, { text: null, extra: { comment: 5 } }],
  ['a text that is empty', { comment: '' }, { text: '', extra: {} }],
  ['an id that is empty', { commentId: '' }, { id: null, extra: { commentId: '' } }],
  ['an author that is a text', { from: 'mara' }, { extra: { from: 'mara' } }],
  ['an author of nothing', { from: {} }, { extra: { from: {} } }],
  [
    'a platform of another name',
    { platform: 'facebook' },
    { platform: 'linkedin', extra: { platform: 'facebook' } },
  ],
  ['null for a part', { likeCount: null }, { likes: null, extra: {} }],
  ['null for what is its own', { media: null }, { extra: { media: null } }],
  ['an unknown field', { mood: { is: ['good'] } }, { extra: { mood: { is: ['good'] } } }],
])('%s', { tags: ['HTTP-10'] }, (_why, record, expected) => {
  const comment = unified('linkedin', record);
  expect(comment).toMatchObject(expected);
  expect(comment.extra).toEqual(expected.extra);
});

test('a name that every object inherits is a field like any other', () => {
  const record: unknown = JSON.parse('{"comment":"hi","__proto__":{"likeCount":9},"constructor":1}');
  const { likes, extra } = unified('linkedin', record);
  expect(likes).toBeNull();
  expect(Object.keys(extra)).toEqual(['__proto__', 'constructor']);
});

test.each([
  ['a lone record for a list', { instagram: { commentId: '1' } }, [{ id: '1', extra: {} }]],
  ['a text for a list', { instagram: 'none' }, [{ id: null, extra: { value: 'none' } }]],
  ['odd entries', { instagram: ['x', { commentId: '1' }] }, [{ extra: { value: 'x' } }, { id: '1' }]],
  ['null for an entry', { instagram: [null] }, [{ id: null, extra: { value: null } }]],
  ['an empty object for a list', { instagram: {} }, []],
  ['null for a list', { instagram: null }, []],
  ['an empty list', { instagram: [] }, []],
  [
    'replies that are no list',
    { instagram: [{ replies: { id: '2' } }] },
    [{ replies: [{ id: '2' }], extra: {} }],
  ],
  ['replies that are null', { instagram: [{ replies: null }] }, [{ replies: [], extra: {} }]],
])('%s', (_why, body, expected) => {
  expect(unifyComments(body).comments).toMatchObject(expected);
});

test('the envelope', () => {
  const errors = [{ platform: 'instagram', status: 'error', code: 485, message: 'gone', id: '17' }];
  const body = {
    status: 'partial',
    id: 'abc',
    lastUpdated: CREATED,
    nextUpdate: '2026-03-02T08:25:00.000Z',
    errors,
  };
  expect(unifyComments(body)).toEqual({ ...body, nextUpdate: '2026-03-02T08:25:00Z', comments: [] });
});

test.each([
  ['success with failed networks', { status: 'success', errors: [{ code: 485 }] }, 'partial'],
  ['no status with failed networks', { errors: 'gone' }, 'partial'],
  ['partial, though no network is named', { status: 'partial' }, 'partial'],
  ['partial, though the list is empty', { status: 'partial', errors: [] }, 'partial'],
  ['success with an empty list of errors', { status: 'success', errors: [] }, 'success'],
  ['no status', {}, 'success'],
  ['a status of another kind', { status: 'fine' }, 'success'],
  ['error', { status: 'error', errors: [{}] }, 'error'],
])('%s', { tags: ['COM-27', 'COM-16'] }, (_why, body, status) => {
  expect(unifyComments(body).status).toBe(status);
});

test('lastUpdated and nextUpdate may be missing, or odd', () => {
  expect(unifyComments({ lastUpdated: 'soon' })).toMatchObject({
    lastUpdated: 'soon',
    nextUpdate: null,
    id: null,
  });
});

test.each(['newnet', 'constructor'])(
  'a network that came up later is read by what all have: %s',
  { tags: ['HTTP-10'] },
  (name) => {
    const record = {
      commentId: '1',
      comment: 'hi',
      created: CREATED,
      userName: '@mara',
      likeCount: 2,
      boosts: 3,
      replies: [{ commentId: '2' }],
    };
    const { status, errors, comments } = unifyComments({
      status: 'success',
      [name]: [record],
      warnings: [{ code: 1, comment: 'dropped' }],
    });
    expect({ status, errors }).toEqual({ status: 'success', errors: [] });
    expect(comments).toMatchObject([
      {
        platform: name,
        id: '1',
        text: 'hi',
        createdAt: CREATED,
        author: { handle: 'mara' },
        likes: 2,
        replies: [{ platform: name, id: '2', parentId: '1' }],
        extra: { boosts: 3 },
      },
    ]);
  },
);

/** Values as they may stand in a record: of the right kind, of a wrong one, and odd. */
const anyValue = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '@mara',
    '',
    CREATED,
    '2026-03-02T08:15:00.5Z',
    '2026-03-02 08:15:00',
    '12',
    '18055000000000789',
  ),
  fc.integer(),
  fc.jsonValue({ maxDepth: 2 }),
  fc.dictionary(
    fc.constantFrom('id', 'name', 'username', 'url', 'x', '__proto__'),
    fc.jsonValue({ maxDepth: 1 }),
  ),
);
const NAMES =
  'comment commentId id created createTime likeCount likes ups replyCount commentCount commentUrl from user name displayName userName username userId profileImageUrl channelUrl platform parentId parent parentCommentId postId videoId referencedTweets mood'.split(
    ' ',
  );
const fields = fc.dictionary(fc.constantFrom(...NAMES), anyValue, { maxKeys: 12 });
const withReplies = (reply: fc.Arbitrary<unknown>) =>
  fc
    .tuple(fields, fc.array(reply, { maxLength: 3 }))
    .map(([record, replies]) => (replies.length === 0 ? record : { ...record, replies }));
const anyRecord = fc.oneof(withReplies(withReplies(fields)), fc.jsonValue({ maxDepth: 1 }));
const anyBody = fc.dictionary(
  fc.constantFrom(...CommentPlatform.options),
  fc.array(anyRecord, { maxLength: 3 }),
  { maxKeys: 3 },
);

test('whatever comes, it never throws, and what it gives is a document', () => {
  const names = ['status', 'id', 'errors', 'lastUpdated', 'mastodon', ...Platform.options];
  const anything = fc.oneof(
    fc.jsonValue(),
    anyBody,
    fc.dictionary(fc.constantFrom(...names), fc.jsonValue()),
  );
  fc.assert(
    fc.property(anything, (body) => {
      expect(CommentsDocument.safeParse(unifyComments(body)).error).toBeUndefined();
    }),
  );
});

test('whatever comes, no value is dropped', { tags: ['HTTP-10'] }, () => {
  fc.assert(
    fc.property(anyBody, (body) => {
      const recorded = new Set(leaves(unifyComments(body).comments));
      const isRecorded = (leaf: string) =>
        recorded.has(leaf) ||
        recorded.has(leaf.replace(/^@/, '')) ||
        recorded.has(readTimestamp(leaf).iso ?? '');
      expect(leaves(body).filter((leaf) => !isRecorded(leaf))).toEqual([]);
    }),
  );
});

/** Every text, number and boolean in a value, as text. */
function leaves(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  return typeof value === 'object' ? Object.values(value).flatMap(leaves) : [String(value)];
}
