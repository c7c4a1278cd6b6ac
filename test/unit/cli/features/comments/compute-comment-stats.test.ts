import { expect, test } from 'vitest';
import type { Comment } from '../../../../../src/cli/features/comments/comment.ts';
import {
  createStatsCounter,
  MAX_SPAN_DAYS,
  type StatsBy,
} from '../../../../../src/cli/features/comments/compute-comment-stats.ts';
import { comment } from '../../../../support/comments.ts';

const author = (handle: string | null) => ({
  id: null,
  name: null,
  handle,
  url: null,
  avatarUrl: null,
  isMe: null,
});
const ben = author('ben');

const COMMENTS = [
  comment({ id: '1', likes: 3, createdAt: '2026-09-21T10:00:00Z' }),
  comment({
    id: '2',
    author: ben,
    likes: 4,
    createdAt: '2026-09-23T23:59:59Z',
    replies: [comment({ id: '3', parentId: '2', likes: null, createdAt: '2026-09-24T00:00:00Z' })],
  }),
  comment({ id: '4', platform: 'threads', author: ben, likes: null, createdAt: '2026-09-23T10:30:00Z' }),
  comment({
    id: '5',
    platform: 'threads',
    parentId: '4',
    author: author(null),
    likes: null,
    createdAt: 'soon',
  }),
];

function countAll(comments: readonly Comment[], by: StatsBy) {
  const counter = createStatsCounter(by);
  for (const each of comments) counter.addComment(each);
  return counter.result();
}

/** Groups in short: name, comments+replies, authors, likes. */
const short = (by: 'network' | 'day' | 'hour' | 'author') =>
  countAll(COMMENTS, by).groups.map(({ name, comments, replies, authors, likes }) => [
    name,
    `${comments}+${replies}`,
    authors,
    likes,
  ]);

test('all of them: replies below and beside, authors of each network, likes that are reported', () => {
  expect(countAll(COMMENTS, 'network').totals).toEqual({
    comments: 3,
    replies: 2,
    authors: 3,
    likes: 7,
    first: '2026-09-21T10:00:00Z',
    latest: '2026-09-24T00:00:00Z',
  });
});

test('by network, the one with the most first', () => {
  expect(short('network')).toEqual([
    ['instagram', '2+1', 2, 7],
    ['threads', '1+1', 1, null],
  ]);
});

test('by day of UTC, one without comments among them, and what has no time last', () => {
  expect(short('day')).toEqual([
    ['2026-09-21', '1+0', 1, 3],
    ['2026-09-22', '0+0', 0, null],
    ['2026-09-23', '2+0', 2, 4],
    ['2026-09-24', '0+1', 1, null],
    [null, '0+1', 0, null],
  ]);
});

test('by hour of the day: all there are', () => {
  const hours = short('hour');
  expect(hours.map(([name]) => name)).toEqual([
    ...Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`),
    null,
  ]);
  expect(hours.filter(([, count]) => count !== '0+0').map(([name, count]) => [name, count])).toEqual([
    ['00:00', '0+1'],
    ['10:00', '2+0'],
    ['23:00', '1+0'],
    [null, '0+1'],
  ]);
});

test('by author: the same name on two networks is two authors, and unknown ones are one group', () => {
  const groups = countAll(COMMENTS, 'author').groups;
  expect(groups.map(({ name, platform, comments, replies }) => [name, platform, comments + replies])).toEqual(
    [
      ['ada', 'instagram', 2],
      ['ben', 'instagram', 1],
      ['ben', 'threads', 1],
      [null, null, 1],
    ],
  );
});

test('the authors with the most comments are listed, and all are counted', () => {
  const counter = createStatsCounter('author');
  for (const each of COMMENTS) counter.addComment(each);
  const { groups, groupCount } = counter.result(1);
  expect([groups.map(({ name }) => name), groupCount]).toEqual([['ada'], 4]);
});

test.each(['network', 'day', 'hour', 'author'] as const)('by %s, shares add up to one', (by) => {
  const sum = countAll(COMMENTS, by).groups.reduce((all, { share }) => all + share, 0);
  expect(sum).toBeCloseTo(1);
});

test('nothing at all has no groups', () => {
  expect(countAll([], 'hour')).toEqual({
    totals: { comments: 0, replies: 0, authors: 0, likes: null, first: null, latest: null },
    groups: [],
    groupCount: 0,
  });
});

test.each([
  [MAX_SPAN_DAYS, MAX_SPAN_DAYS],
  [MAX_SPAN_DAYS + 1, 2],
])('days without comments are listed up to a span of that number: %i', (days, rows) => {
  const last = new Date(Date.UTC(2026, 0, days)).toISOString();
  const groups = countAll(
    [comment({ createdAt: '2026-01-01T23:00:00Z' }), comment({ createdAt: last })],
    'day',
  ).groups;
  expect(groups).toHaveLength(rows);
});
