import { formatIsoMilliseconds } from '../../../domain/time/read-timestamp.ts';
import { HOUR_MS } from '../../../service/durations.ts';
import { BASE_32, deriveLetters } from '../derive-ids.ts';
import { buildPortraitUrl, type NetworkShape } from '../network-comment.ts';
import { type SimulatedNetwork, USUAL_SCALE } from './simulated-network.ts';

/** @see docs/service/comments.md#record: a reply looks like a comment */
const SHAPE: NetworkShape = {
  replies: 'nested',
  comment: ({ comment, post, replies }) => ({
    comment: comment.text,
    commentId: comment.id,
    created: formatIsoMilliseconds(comment.created),
    displayName: comment.author.name,
    likeCount: comment.likes,
    platform: post.platform,
    profileImageUrl: buildPortraitUrl(post, comment.author),
    quoteCount: 0,
    replies,
    replyCount: comment.replies.length,
    replyTo: comment.parentId ?? post.id,
    repostCount: 0,
    userName: comment.author.handle,
  }),
};

export const bluesky = {
  createPostId: (letters, { id }) => `at://${id}/app.bsky.feed.post/3l${letters(BASE_32, 11)}`,
  deriveUserId: (name) => `did:plc:${deriveLetters(name, BASE_32, 24)}`,
  scale: { ...USUAL_SCALE, halfLifeMs: 8 * HOUR_MS, per100Likes: { shares: 22, quotes: 6, saves: 0 } },
  accountSize: 40,
  nameCounts: ({ likes, comments, shares, quotes }) => ({
    likeCount: likes,
    replyCount: comments,
    repostCount: shares,
    quoteCount: quotes,
  }),
  comments: {
    createId: (letters, { accountId }) => `at://${accountId}/app.bsky.feed.post/3l${letters(BASE_32, 11)}`,
    shape: SHAPE,
  },
} satisfies SimulatedNetwork;
