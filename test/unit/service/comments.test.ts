import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { describeCommentRecord } from '../../../src/service/comment-records.ts';
import { CommentDeletion, NewComment, NewReply } from '../../../src/service/endpoints/comment-writes.ts';
import { CommentsAnswer, FanOutStatus, NetworkError } from '../../../src/service/endpoints/comments.ts';
import {
  COMMENT_MEDIA_PLATFORMS,
  COMMENTING_PLATFORMS,
  CommentPlatform,
  DELETING_PLATFORMS,
  REPLY_MEDIA_PLATFORMS,
  SOCIAL_DELETING_PLATFORMS,
  SOCIAL_REPLYING_PLATFORMS,
} from '../../../src/service/platforms.ts';
import { listQuoted, readDocTable } from '../../support/docs/read-doc.ts';
import { type Fields, readRecord } from './read-record.ts';

const ROWS = readDocTable('service/comments', 'record', 'platform', 'fields of a comment').map(
  ([key = '', comment = '', reply = '']) => ({
    platform: CommentPlatform.parse(listQuoted(key)[0]),
    ...readRecord(comment, reply),
  }),
);

/** The names of a schema and of the records in it, as `readRecord` gives them. */
function namesOf(schema: z.ZodObject): Fields {
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => {
      const inner = name === 'replies' ? null : recordIn(field);
      return [name, inner ? namesOf(inner) : {}];
    }),
  );
}

function recordIn(field: unknown): z.ZodObject | null {
  if (field instanceof z.ZodOptional) return recordIn(field.unwrap());
  if (field instanceof z.ZodArray) return recordIn(field.element);
  return field instanceof z.ZodObject ? field : null;
}

describe('the fields of each network are those of the table', { tags: ['COM-08'] }, () => {
  test('nine networks', { tags: ['COM-08'] }, () => {
    expect(ROWS.map(({ platform }) => platform)).toEqual(CommentPlatform.options);
  });

  test.each(ROWS)('a comment on $platform', { tags: ['COM-08'] }, ({ platform, comment }) => {
    expect(namesOf(describeCommentRecord(platform).comment)).toEqual(comment);
  });

  test.each(ROWS)('a reply on $platform', { tags: ['COM-08'] }, ({ platform, reply }) => {
    const record = describeCommentRecord(platform).reply;
    expect(record && namesOf(record)).toEqual(reply);
  });

  test.each(ROWS)('replies of $platform hold replies', { tags: ['COM-08'] }, ({ platform }) => {
    const { comment, reply } = describeCommentRecord(platform);
    expect(recordIn(comment.shape['replies'])).toBe(reply);
  });

  test.each([
    ['facebook', 'userLikes'],
    ['instagram', 'hidden'],
    ['reddit', 'isSubmitter'],
    ['threads', 'hasReplies'],
    ['tiktok', 'liked'],
    ['tiktok', 'owner'],
    ['tiktok', 'pinned'],
    ['youtube', 'isPublic'],
  ] as const)('on %s, %s is true or false', { tags: ['COM-08'] }, (platform, name) => {
    const { [name]: field } = describeCommentRecord(platform).comment.shape;
    expect(z.safeParse(z.object({ field: field ?? z.never() }), { field: true }).success).toBe(true);
    expect(z.safeParse(z.object({ field: field ?? z.never() }), { field: 'yes' }).success).toBe(false);
  });

  test('counts are numbers on every network', { tags: ['COM-08'] }, () => {
    const counts = ROWS.flatMap(({ platform }) =>
      Object.entries(describeCommentRecord(platform).comment.shape).filter(([name]) =>
        /Count$|^ups$/.test(name),
      ),
    );
    expect(counts.length).toBeGreaterThan(10);
    for (const [name, field] of counts) {
      expect([name, z.safeParse(field, 3).success, z.safeParse(field, '3').success]).toEqual([
        name,
        true,
        false,
      ]);
    }
  });
});

describe('what every comment has', { tags: ['COM-09'] }, () => {
  const comments = ROWS.map(
    ({ platform }) => [platform, 'comment', ['comment', 'commentId', 'created']] as const,
  );

  test.each([
    ...comments,
    ['facebook', 'reply', ['comment', 'commentId', 'created']],
    ['instagram', 'reply', ['comment', 'created', 'id']],
    ['tiktok', 'reply', ['comment', 'commentId', 'createTime']],
    ['youtube', 'reply', ['comment', 'commentId', 'created']],
  ] as const)('on %s, a %s has %j', { tags: ['COM-09'] }, (platform, kind, names) => {
    const record = describeCommentRecord(platform)[kind] ?? z.never();
    const least = Object.fromEntries(names.map((name) => [name, 'x']));
    expect(record.safeParse(least).success).toBe(true);
    for (const name of names) expect(record.safeParse({ ...least, [name]: undefined }).success).toBe(false);
  });

  test.each(comments)(
    'on %s an id is text, and what the table does not list stays',
    { tags: ['COM-25'] },
    (platform) => {
      const { comment } = describeCommentRecord(platform);
      const least = { comment: 'x', commentId: '17999000000000456', created: 'x', notListed: [1] };
      expect(comment.parse(least)).toEqual(least);
      expect(comment.safeParse({ ...least, commentId: 17 }).success).toBe(false);
    },
  );
});

describe('the envelope of a read', () => {
  const fields = readDocTable('service/comments', 'response', 'field', 'type', 'meaning');

  test('has the fields of the table, and one array for each network', { tags: ['COM-15'] }, () => {
    const listed = fields.map(([field = '']) => listQuoted(field)[0]);
    expect(Object.keys(CommentsAnswer.shape).sort()).toEqual([...listed, ...CommentPlatform.options].sort());
  });

  test('has the statuses of the table', { tags: ['COM-15'] }, () => {
    const [, , meaning = ''] = fields.find(([field]) => field === '`status`') ?? [];
    expect(FanOutStatus.options).toEqual(listQuoted(meaning));
  });

  test('names of a failed network what the table names', { tags: ['COM-15'] }, () => {
    const [, , meaning = ''] = fields.find(([field]) => field === '`errors`') ?? [];
    expect(Object.keys(NetworkError.unwrap().shape)).toEqual(listQuoted(meaning.replace(/^.*with /, '')));
  });

  test.each([
    ['nothing at all', {}],
    ['nulls', { status: null, id: null, lastUpdated: null, errors: null, instagram: null }],
    ['a timestamp as an object', { lastUpdated: { _seconds: 1772439300, utc: '2026-03-02T08:15:00Z' } }],
    ['a comment with odd fields', { instagram: [{ commentId: 1, from: 'x' }] }],
    ['an error with odd fields', { errors: [{ code: '485' }] }],
    ['an entry that is null', { instagram: [{ comment: 'x' }, null] }],
    ['a network of texts', { instagram: ['x'] }],
    ['one comment in place of an array', { instagram: { comment: 'x' } }],
    ['a number in place of one array', { instagram: [], threads: 5 }],
    ['a status and an id of another kind', { status: 5, id: true, nextUpdate: false }],
    ['an unknown network', { mastodon: [{ comment: 'x' }], id: '17999000000000456' }],
  ])('takes %s as it comes', { tags: ['HTTP-10'] }, (_what, answer) => {
    expect(CommentsAnswer.parse(answer)).toEqual(answer);
  });

  test.each([
    ['a text', 'x'],
    ['null', null],
    ['an array', []],
    ['nothing but a number where comments should be', { status: 'success', instagram: 5 }],
    ['nothing but texts', { instagram: 'none', threads: 'none' }],
  ])('does not take %s for an answer', { tags: ['HTTP-10'] }, (_what, answer) => {
    expect(CommentsAnswer.safeParse(answer).success).toBe(false);
  });
});

const PAGE = 'service/comments';

const FIELDS = {
  create: readDocTable(PAGE, 'create', 'field', 'type', 'rule'),
  reply: readDocTable(PAGE, 'reply', 'field', 'rule'),
  delete: readDocTable(PAGE, 'delete', 'field', 'rule'),
};
type Operation = keyof typeof FIELDS;

/** The text beside a field in the table of one operation. */
function findRule(operation: Operation, name: string): string {
  const [, ...rest] = FIELDS[operation].find(([field = '']) => listQuoted(field).includes(name)) ?? [];
  return rest.join(' ');
}

/** The networks that the rule of `platforms` lists. */
const listPlatforms = (operation: Operation) =>
  listQuoted(/(?:of) (`bluesky`[^;]*)/.exec(findRule(operation, 'platforms'))?.[1] ?? '');

describe('bodies have the fields of their tables', { tags: ['COM-22', 'COM-28'] }, () => {
  test.each([
    ['create', 'but for the id in the path', [...Object.keys(NewComment.shape), 'id']],
    [
      'reply',
      'beside those of a comment',
      Object.keys(NewReply.shape).filter((name) => name !== 'searchPlatformId'),
    ],
    ['delete', 'all of it', Object.keys(CommentDeletion.shape)],
  ] as const)('%s, %s', (operation, _which, fields) => {
    const listed = FIELDS[operation].flatMap(([field = '']) => listQuoted(field));
    expect(listed.toSorted()).toEqual([...fields].toSorted());
  });
});

test('the networks are those of the page', { tags: ['COM-22', 'COM-28'] }, () => {
  expect(listPlatforms('create')).toEqual([...COMMENTING_PLATFORMS]);
  expect(listPlatforms('reply')).toEqual([...SOCIAL_REPLYING_PLATFORMS]);
  const [byService, bySocial] = readDocTable(PAGE, 'delete', 'id', 'networks');
  expect(listQuoted(byService?.[1] ?? '')).toEqual([...DELETING_PLATFORMS]);
  expect(listQuoted(bySocial?.[1] ?? '')).toEqual([...SOCIAL_DELETING_PLATFORMS]);
});

test.each([
  ['create', COMMENT_MEDIA_PLATFORMS],
  ['reply', REPLY_MEDIA_PLATFORMS],
] as const)('media of a %s are accepted where the page says', (operation, platforms) => {
  const [, only = ''] = /only on ((?:`\w+`(?:, )?)+)/.exec(findRule(operation, 'mediaUrls')) ?? [];
  expect(listQuoted(only)).toEqual([...platforms]);
});
