import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findNestedFailures,
  hasWritten,
  readDeletedComments,
  readWrittenComment,
} from '../../../../src/domain/comments/read-written-comment.ts';
import { DeletedDocument, WrittenDocument } from '../../../../src/service/endpoints/comment-writes.ts';

const SENT = 'Rb5tYw2QnE8sLk0ZcV3d';
const MADE = 'Jd7fGh1TzUq9Mx4PoA6r';
const INSTAGRAM = { status: 'success', commentId: '18055000000000812', comment: 'Hi', platform: 'instagram' };
const FAILED = { platform: 'tiktok', status: 'error', code: 288, message: 'pending', id: 'pending' };

test('the answer of the document, in one record a network', () => {
  const urn = 'urn:li:comment:(urn:li:activity:71,9)';
  const body = {
    status: 'success',
    id: SENT,
    commentId: MADE,
    instagram: INSTAGRAM,
    linkedin: { status: 'success', commentId: urn, commentUrn: urn, comment: 'Hi', platform: 'linkedin' },
  };
  const nothing = { sourceCommentId: null, url: null, error: null };
  expect(readWrittenComment(body, SENT, 'comment')).toEqual({
    status: 'success',
    id: SENT,
    commentId: MADE,
    networks: [
      {
        platform: 'instagram',
        status: 'success',
        commentId: '18055000000000812',
        text: 'Hi',
        ...nothing,
        extra: {},
      },
      {
        platform: 'linkedin',
        status: 'success',
        commentId: urn,
        text: 'Hi',
        ...nothing,
        extra: { commentUrn: urn },
      },
    ],
    errors: [],
  });
});

describe('the new Service Comment ID', { tags: ['U-35'] }, () => {
  test.each<[string, object, string | null]>([
    ['is commentId', { id: SENT, commentId: MADE }, MADE],
    ['is commentId, whatever id says', { id: 'other', commentId: MADE }, MADE],
    ['is an id that differs from the one sent, without commentId', { id: MADE }, MADE],
    ['is an id beside an empty commentId', { id: MADE, commentId: '' }, MADE],
    ['is an id beside a commentId of null', { id: MADE, commentId: null }, MADE],
    ['is not an id that only echoes the one sent', { id: SENT }, null],
    ['is not there', {}, null],
    ['is no object', { commentId: { id: MADE }, id: SENT }, null],
    ['of a number keeps its digits', { commentId: 17999000000456 }, '17999000000456'],
  ])('%s', (_what, body, expected) => {
    const { id, commentId } = readWrittenComment({ status: 'success', ...body }, SENT, 'comment');
    expect({ id, commentId }).toEqual({ id: SENT, commentId: expected });
  });

  test('of a reply is commentId only: its id names the post, and deleting by that would delete all below it', () => {
    const answer = { status: 'success', id: 'ThePostAAAAAAAAAAAA1', instagram: INSTAGRAM };
    expect(readWrittenComment(answer, SENT, 'reply').commentId).toBeNull();
    expect(readWrittenComment({ ...answer, commentId: MADE }, SENT, 'reply').commentId).toBe(MADE);
  });
});

describe('the result', { tags: ['COM-22'] }, () => {
  test.each<[string, object, string, number, number]>([
    ['all took it', { status: 'success', instagram: INSTAGRAM }, 'success', 1, 0],
    ['some failed', { status: 'partial', instagram: INSTAGRAM, errors: [FAILED] }, 'partial', 2, 1],
    [
      'error beside network objects is partial',
      { status: 'error', instagram: INSTAGRAM, errors: [FAILED] },
      'partial',
      2,
      1,
    ],
    [
      'error beside network objects, without errors',
      { status: 'error', instagram: INSTAGRAM },
      'partial',
      1,
      0,
    ],
    [
      'success, and yet errors',
      { status: 'success', instagram: INSTAGRAM, errors: [FAILED] },
      'partial',
      2,
      1,
    ],
    ['all failed', { status: 'partial', errors: [FAILED] }, 'error', 1, 1],
    ['a network object that says error', { status: 'success', tiktok: { ...FAILED } }, 'error', 1, 1],
    [
      'a network object that says error, and an entry for the same',
      { status: 'partial', instagram: INSTAGRAM, tiktok: FAILED, errors: [FAILED] },
      'partial',
      2,
      1,
    ],
    [
      'an entry for a network that took it as well',
      { status: 'partial', instagram: INSTAGRAM, errors: [{ ...FAILED, platform: 'instagram' }] },
      'partial',
      2,
      1,
    ],
    [
      'lists of the answer that look like networks',
      {
        status: 'partial',
        instagram: INSTAGRAM,
        errors: [{ ...FAILED, action: 'comment' }],
        warnings: [{ action: 'comment' }],
        details: { commentId: '1' },
        limits: { left: 3 },
      },
      'partial',
      2,
      1,
    ],
    ['an empty result in the shape of an error', { status: 'error' }, 'success', 0, 0],
    ['no network at all', { status: 'success' }, 'success', 0, 0],
    ['partial without a word why', { status: 'partial', instagram: INSTAGRAM }, 'partial', 1, 0],
    ['a list with one object', { status: 'success', instagram: [INSTAGRAM] }, 'success', 1, 0],
    [
      'a network that came up later, with its action only, and one with an odd entry',
      {
        status: 'success',
        pixelfed: { action: 'delete' },
        mastodon: [{ commentId: '1' }, { comment: 'Hi' }],
      },
      'success',
      3,
      0,
    ],
    [
      'a network that came up later',
      { status: 'success', mastodon: { commentId: '1', comment: 'Hi' } },
      'success',
      1,
      0,
    ],
  ])('%s', (_what, body, status, networks, errors) => {
    const document = readWrittenComment(body, SENT, 'comment');
    expect([document.status, document.networks.length, document.errors.length]).toEqual([
      status,
      networks,
      errors,
    ]);
  });
});

test.each<[string, object, boolean]>([
  ['a network took it', { status: 'error', instagram: INSTAGRAM, errors: [FAILED] }, true],
  ['all failed', { status: 'error', code: 288, errors: [FAILED] }, false],
  ['all failed, each in an object', { status: 'error', tiktok: FAILED }, false],
  ['comments that were read', { status: 'error', instagram: [{ commentId: '1', comment: 'x' }] }, false],
  ['nothing', {}, false],
])('whether a network did it: %s', (_what, body, expected) => expect(hasWritten(body)).toBe(expected));

test.each(['commentUrl', 'postUrl', 'url'])('the address of the comment may be in %s', (name) => {
  const instagram = { ...INSTAGRAM, [name]: 'https://instagram.com/p/1' };
  expect(readWrittenComment({ instagram }, SENT, 'comment').networks).toMatchObject([
    { url: 'https://instagram.com/p/1', extra: {} },
  ]);
});

test('networks that failed are listed, each as an error', () => {
  expect(findNestedFailures({ instagram: INSTAGRAM, tiktok: FAILED })).toMatchObject([
    { platform: 'tiktok' },
  ]);
  const { networks } = readDeletedComments({ errors: [{ ...FAILED, status: undefined }] });
  expect(networks).toMatchObject([{ platform: 'tiktok', status: 'error' }]);
});

test('a deletion has the id of what is gone, and keeps what else the network says', () => {
  const twitter = { action: 'delete', status: 'success', id: '1960000000000000417', ids: ['1', '2'] };
  expect(readDeletedComments({ status: 'success', id: MADE, twitter })).toEqual({
    status: 'success',
    id: MADE,
    networks: [
      {
        platform: 'twitter',
        status: 'success',
        commentId: '1960000000000000417',
        sourceCommentId: null,
        text: null,
        url: null,
        error: null,
        extra: { action: 'delete', ids: ['1', '2'] },
      },
    ],
    errors: [],
  });
});

test('a reply names what it answers, and an odd value stays under extra', () => {
  const body = { facebook: { status: 'success', commentId: ['x'], sourceCommentId: '7', platform: 'meta' } };
  expect(readWrittenComment(body, SENT, 'comment').networks).toMatchObject([
    {
      platform: 'facebook',
      commentId: null,
      sourceCommentId: '7',
      extra: { commentId: ['x'], platform: 'meta' },
    },
  ]);
});

test('any answer is taken, and makes a document', () => {
  const leg = fc.oneof(fc.jsonValue(), fc.record({ status: fc.jsonValue(), commentId: fc.jsonValue() }));
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record({ status: fc.jsonValue(), id: fc.jsonValue(), errors: leg, instagram: leg, x: leg }),
  );
  fc.assert(
    fc.property(body, fc.string(), (answer, sent) => {
      WrittenDocument.parse(readWrittenComment(answer, sent, 'comment'));
      DeletedDocument.parse(readDeletedComments(answer));
      hasWritten(answer);
    }),
  );
});
