import { expect, test } from 'vitest';
import { computeMedian, listAnswerTimes } from '../../../../../src/cli/features/comments/answer-times.ts';
import type { Comment } from '../../../../../src/cli/features/comments/comment.ts';

const MINUTE_MS = 60_000;

function write(id: string, minute: number, more: Partial<Comment> & { isMe?: boolean } = {}): Comment {
  const { isMe = false, ...fields } = more;
  return {
    platform: 'instagram',
    id,
    parentId: null,
    author: { id, name: id, handle: id, url: null, avatarUrl: null, isMe },
    text: id,
    createdAt: new Date(minute * MINUTE_MS).toISOString(),
    likes: null,
    replyCount: null,
    url: null,
    replies: [],
    isAnswered: isMe ? null : false,
    extra: {},
    ...fields,
  };
}

const waitsOf = (comments: readonly Comment[]) =>
  listAnswerTimes(comments).map(({ comment, answerMs }) => [
    comment.id,
    answerMs === null ? null : answerMs / MINUTE_MS,
  ]);

test('a comment waits for the first own reply in its thread, and own comments wait for nothing', () => {
  const replies = [
    write('thanks', 4, { isAnswered: true }),
    write('ours', 9, { isMe: true }),
    write('ours again', 30, { isMe: true }),
  ];
  expect(waitsOf([write('question', 0, { isAnswered: true, replies }), write('open', 1)])).toEqual([
    ['question', 9],
    ['thanks', 5],
    ['open', null],
  ]);
});

test('on a network that lists conversations flat, the reply is beside the comment', () => {
  const flat = { platform: 'twitter' };
  const all = [
    write('question', 0, { ...flat, isAnswered: true }),
    write('ours', 7, { ...flat, parentId: 'question', isMe: true }),
  ];
  expect(waitsOf(all)).toEqual([['question', 7]]);
});

test('without a time nothing is guessed', () => {
  const replies = [write('ours', 9, { isMe: true })];
  expect(waitsOf([write('question', 0, { isAnswered: true, createdAt: null, replies })])).toEqual([
    ['question', null],
  ]);
});

test.each([
  [[], null],
  [[3], 3],
  [[9, 1, 3], 3],
  [[1, 3], 2],
])('the median of %j is %j', (values, median) => {
  expect(computeMedian(values)).toBe(median);
});
