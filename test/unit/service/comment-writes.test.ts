import { describe, expect, test } from 'vitest';
import {
  COMMENT_MEDIA_PLATFORMS,
  CommentDeletion,
  NewComment,
  NewReply,
  REPLY_MEDIA_PLATFORMS,
} from '../../../src/service/endpoints/comment-writes.ts';
import {
  COMMENTING_PLATFORMS,
  DELETING_PLATFORMS,
  SOCIAL_DELETING_PLATFORMS,
  SOCIAL_REPLYING_PLATFORMS,
} from '../../../src/service/platforms.ts';
import { listQuoted, readDocTable } from '../../support/read-doc.ts';

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

describe('COM-22 COM-28 bodies have the fields of their tables', () => {
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

test('COM-22 COM-28 the networks are those of the page', () => {
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
