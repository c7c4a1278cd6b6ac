import { formatIsoSeconds } from '../../../domain/time/read-timestamp.ts';
import { HOUR_MS } from '../../../service/durations.ts';
import { DIGITS } from '../../generate-ids.ts';
import { deriveLetters } from '../derive-ids.ts';
import {
  type CommentContext,
  type CommentFields,
  formatIsoOffset,
  isOwn,
  type NetworkShape,
} from '../network-comment.ts';
import { type SimulatedNetwork, USUAL_SCALE } from './simulated-network.ts';

/** @see docs/service/comments.md#record, #COM-12: a reply to a reply has the parent of its thread */
const SHAPE: NetworkShape = {
  replies: 'thread',
  comment: (placed) => ({
    ...buildFacebookFields(placed),
    commentCount: placed.replies.length,
    replies: placed.replies,
  }),
  reply: (placed) => ({
    ...buildFacebookFields(placed),
    commentCount: 0,
    company: isOwn(placed),
    parent: {
      createdTime: formatIsoOffset(placed.thread.created),
      from: buildFrom(placed.thread),
      message: placed.thread.text,
      id: placed.thread.id,
    },
  }),
};

function buildFacebookFields({ comment, post }: CommentContext): CommentFields {
  return {
    comment: comment.text,
    commentId: comment.id,
    commentUrl: `https://facebook.example/${post.id}?comment_id=${encodeURIComponent(comment.id)}`,
    created: formatIsoSeconds(comment.created),
    from: buildFrom(comment),
    likeCount: comment.likes,
    platform: post.platform,
    userLikes: false,
  };
}

function buildFrom({ author }: CommentContext['comment']): CommentFields {
  return { name: author.name, id: author.id };
}

export const facebook = {
  createPostId: (letters, { id }) => `${id}_7${letters(DIGITS, 14)}`,
  deriveUserId: (name) => `10${deriveLetters(name, DIGITS, 13)}`,
  createReviewId: (letters) => `37${letters(DIGITS, 13)}`,
  scale: { ...USUAL_SCALE, halfLifeMs: 12 * HOUR_MS, viewsPerLike: 26 },
  accountSize: 140,
  nameCounts: ({ likes, comments, shares }) => ({
    likeCount: likes,
    commentsCount: comments,
    commentCount: comments,
    sharesCount: shares,
  }),
  comments: {
    createId: (letters, { postId }) => `${postId.split('_').at(-1)}_${letters(DIGITS, 15)}`,
    shape: SHAPE,
  },
} satisfies SimulatedNetwork;
