import { describe, expect, test } from 'vitest';
import {
  COMMENT_MEDIA_PLATFORMS,
  CommentDeletion,
  NewComment,
  NewReply,
  REPLY_MEDIA_PLATFORMS,
} from '../../../src/facts/comment-writes.ts';
import {
  COMMENTING_PLATFORMS,
  DELETING_PLATFORMS,
  SOCIAL_DELETING_PLATFORMS,
  SOCIAL_REPLYING_PLATFORMS,
} from '../../../src/facts/platforms.ts';
import { listQuoted, readServiceDoc } from '../../support/read-doc.ts';

const [, create = '', reply = '', remove = ''] = readServiceDoc('undescribed-comment-writes').split(/^### /m);

/** The rule of a field, in the table of one section. */
function ruleOf(section: string, field: string): string {
  const row = section.split('\n').find((line) => line.startsWith('|') && line.split('|')[1]?.includes(field));
  return row?.split('|').slice(2, -2).join(' ') ?? '';
}

/** The fields of the table that comes first in a section. */
function fieldsOf(section: string): readonly string[] {
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  return [...new Set(rows.flatMap((row) => listQuoted(row.split('|')[1] ?? '')))];
}

describe('COM-22 COM-28 bodies have the fields of their tables', () => {
  test.each([
    ['a comment, but for the id in the path', create, [...Object.keys(NewComment.shape), 'id']],
    [
      'a reply, beside those of a comment',
      reply,
      Object.keys(NewReply.shape).filter((name) => name !== 'searchPlatformId'),
    ],
    ['a deletion', remove, Object.keys(CommentDeletion.shape)],
  ])('%s', (_what, section, fields) => {
    expect([...fieldsOf(section)].toSorted()).toEqual([...fields].toSorted());
  });
});

test('COM-22 the networks are those of the document, and threads, of which "every network" speaks', () => {
  const listed = listQuoted(ruleOf(create, '`platforms`'))[0]?.split(' ') ?? [];
  expect([...listed, 'threads'].toSorted()).toEqual([...COMMENTING_PLATFORMS]);
  expect(listQuoted(ruleOf(reply, '`platforms`'))[0]?.split(' ')).toEqual([...SOCIAL_REPLYING_PLATFORMS]);
  const [byService = '', bySocial = ''] = ruleOf(remove, 'networks').split(';');
  const names = (text: string) => text.replace(/^.*:/, '').trim().split(', ');
  expect(names(byService)).toEqual([...DELETING_PLATFORMS]);
  expect(names(bySocial)).toEqual([...SOCIAL_DELETING_PLATFORMS]);
});

test('media go where the document says', () => {
  expect(ruleOf(create, '`mediaUrls`')).toContain(`${COMMENT_MEDIA_PLATFORMS.join(', ')} only`);
  expect(ruleOf(reply, '`mediaUrls`')).toContain(`${REPLY_MEDIA_PLATFORMS.join(' and ')} only`);
});
