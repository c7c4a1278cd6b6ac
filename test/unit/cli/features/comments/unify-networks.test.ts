import { expect, test } from 'vitest';
import { unifyComments } from '../../../../../src/cli/features/comments/unify-comments.ts';

const CREATED = '2026-03-02T08:15:00Z';

const EMPTY = {
  parentId: null,
  author: { id: null, name: null, handle: null, url: null, avatarUrl: null, isMe: null },
  likes: null,
  replyCount: null,
  url: null,
  replies: [],
  isAnswered: null,
};

test.each([
  [
    'bluesky',
    {
      comment: 'hi',
      commentId: 'at://did:plc:x/app.bsky.feed.post/1',
      created: CREATED,
      displayName: 'Mara K',
      userName: 'mara.bsky.social',
      profileImageUrl: 'https://i/1',
      likeCount: 2,
      replyCount: 1,
      quoteCount: 0,
      repostCount: 3,
      replyTo: null,
      platform: 'bluesky',
    },
    {
      id: 'at://did:plc:x/app.bsky.feed.post/1',
      author: {
        id: null,
        name: 'Mara K',
        handle: 'mara.bsky.social',
        url: null,
        avatarUrl: 'https://i/1',
        isMe: null,
      },
      likes: 2,
      replyCount: 1,
      extra: { quoteCount: 0, repostCount: 3, replyTo: null },
    },
  ],
  [
    'facebook',
    {
      comment: 'hi',
      commentId: '1_2',
      created: CREATED,
      commentCount: 4,
      commentUrl: 'https://f/1',
      from: { name: 'Mara', id: '7' },
      likeCount: 0,
      userLikes: false,
    },
    {
      id: '1_2',
      author: { id: '7', name: 'Mara', handle: null, url: null, avatarUrl: null, isMe: null },
      likes: 0,
      replyCount: 4,
      url: 'https://f/1',
      extra: { userLikes: false },
    },
  ],
  [
    'linkedin',
    {
      comment: 'hi',
      commentId: '71',
      commentUrn: 'urn:li:comment:(urn:li:activity:7,71)',
      created: CREATED,
      from: { name: 'Oak Ltd', id: 'o1', url: 'https://l/oak', description: 'Wood' },
      media: [{ type: 'image', url: 'https://l/i' }],
      userName: 'oak',
      founded: 1999,
    },
    {
      id: '71',
      author: { id: 'o1', name: 'Oak Ltd', handle: 'oak', url: 'https://l/oak', avatarUrl: null, isMe: null },
      extra: {
        commentUrn: 'urn:li:comment:(urn:li:activity:7,71)',
        from: { name: 'Oak Ltd', id: 'o1', url: 'https://l/oak', description: 'Wood' },
        media: [{ type: 'image', url: 'https://l/i' }],
        founded: 1999,
      },
    },
  ],
  [
    'reddit',
    {
      comment: 'hi',
      commentId: 't1_x',
      created: CREATED,
      from: { name: 'mara', id: 't2_y' },
      commentUrl: 'https://r/1',
      subreddit: 'wood',
      ups: 12,
      isSubmitter: true,
    },
    {
      id: 't1_x',
      author: { id: 't2_y', name: 'mara', handle: 'mara', url: null, avatarUrl: null, isMe: null },
      likes: 12,
      url: 'https://r/1',
      extra: { subreddit: 'wood', isSubmitter: true },
    },
  ],
  [
    'threads',
    {
      comment: 'hi',
      commentId: '18',
      created: '2026-03-02T08:15:00+0000',
      parentId: '17',
      postId: '17',
      userName: 'mara',
      hasReplies: false,
    },
    {
      id: '18',
      author: { id: null, name: 'mara', handle: 'mara', url: null, avatarUrl: null, isMe: null },
      extra: { parentId: '17', postId: '17', hasReplies: false },
    },
  ],
  [
    'twitter',
    {
      comment: 'hi',
      commentId: '1960000000000000417',
      id: '1960000000000000001',
      created: CREATED,
      name: 'Mara',
      userName: 'mara',
      replyTo: { id: '5', name: 'Us', username: 'us' },
      referencedTweets: [{ type: 'replied_to', id: '1960000000000000001' }],
      publicMetrics: { followersCount: 3, likeCount: 9 },
      likeCount: 1,
      replyCount: 0,
    },
    {
      id: '1960000000000000417',
      author: { id: null, name: 'Mara', handle: 'mara', url: null, avatarUrl: null, isMe: null },
      likes: 1,
      replyCount: 0,
      extra: {
        id: '1960000000000000001',
        replyTo: { id: '5', name: 'Us', username: 'us' },
        referencedTweets: [{ type: 'replied_to', id: '1960000000000000001' }],
        publicMetrics: { followersCount: 3, likeCount: 9 },
      },
    },
  ],
  [
    'youtube',
    {
      comment: 'hi',
      commentId: 'Ug1',
      created: CREATED,
      userName: '@mara',
      channelUrl: 'https://y/m',
      isPublic: true,
    },
    {
      id: 'Ug1',
      author: { id: null, name: 'mara', handle: 'mara', url: 'https://y/m', avatarUrl: null, isMe: null },
      extra: { isPublic: true },
    },
  ],
] as const)(
  'a comment of %s, with what is its own under extra',
  { tags: ['COM-09'] },
  (platform, record, expected) => {
    expect(unifyComments({ [platform]: [record] }).comments).toEqual([
      {
        ...EMPTY,
        platform,
        text: 'hi',
        createdAt: CREATED,
        ...expected,
      },
    ]);
  },
);
