import { formatIsoSeconds } from '../../../domain/time/read-timestamp.ts';
import { HOUR_MS } from '../../../service/durations.ts';
import { DIGITS } from '../../generate-ids.ts';
import { deriveLetters } from '../derive-ids.ts';
import {
  buildPortraitUrl,
  type CommentContext,
  type CommentFields,
  formatSpaced,
  isOwn,
  type NetworkShape,
} from '../network-comment.ts';
import { type SimulatedNetwork, USUAL_SCALE } from './simulated-network.ts';

/** @see docs/service/comments.md#record, #COM-09: a reply has `createTime` in place of `created` */
const SHAPE: NetworkShape = {
  replies: 'thread',
  comment: (placed) => ({
    ...buildTikTokFields(placed),
    created: formatIsoSeconds(placed.comment.created),
    displayName: placed.comment.author.name,
    likeCount: placed.comment.likes,
    pinned: false,
    platform: placed.post.platform,
    replies: placed.replies,
    visibility: 'PUBLIC',
  }),
  reply: (placed) => ({
    ...buildTikTokFields(placed),
    createTime: formatSpaced(placed.comment.created),
    likes: placed.comment.likes,
    parentCommentId: placed.thread.id,
  }),
};

function buildTikTokFields(placed: CommentContext): CommentFields {
  const { comment, post } = placed;
  return {
    comment: comment.text,
    commentId: comment.id,
    liked: false,
    owner: isOwn(placed),
    profileImageUrl: buildPortraitUrl(post, comment.author),
    status: 'PUBLIC',
    userId: comment.author.id,
    username: comment.author.handle,
    videoId: post.id,
  };
}

export const tiktok = {
  createPostId: (letters) => `74${letters(DIGITS, 17)}`,
  deriveUserId: (name) => `6${deriveLetters(name, DIGITS, 18)}`,
  scale: {
    ...USUAL_SCALE,
    halfLifeMs: 30 * HOUR_MS,
    viewsPerLike: 13,
    per100Views: { reach: 84, impressions: 106 },
    secondsPerView: 9,
  },
  accountSize: 240,
  nameCounts: ({ likes, comments, shares, views }) => ({
    likeCount: likes,
    commentsCount: comments,
    shareCount: shares,
    videoViews: views,
  }),
  comments: { createId: (letters) => `74${letters(DIGITS, 17)}`, shape: SHAPE },
} satisfies SimulatedNetwork;
