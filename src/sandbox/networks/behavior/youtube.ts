import { formatIsoSeconds } from '../../../domain/time/read-timestamp.ts';
import { DAY_MS } from '../../../service/durations.ts';
import { ALPHANUMERIC } from '../../generate-ids.ts';
import { deriveLetters } from '../derive-ids.ts';
import {
  buildPortraitUrl,
  type CommentContext,
  type CommentFields,
  type NetworkShape,
} from '../network-comment.ts';
import { type SimulatedNetwork, USUAL_SCALE } from './simulated-network.ts';

/** @see docs/service/comments.md#record */
const SHAPE: NetworkShape = {
  replies: 'thread',
  comment: (placed) => ({ ...buildYouTubeFields(placed), isPublic: true, replies: placed.replies }),
  reply: (placed) => ({ ...buildYouTubeFields(placed), parentId: placed.thread.id }),
};

function buildYouTubeFields({ comment, post }: CommentContext): CommentFields {
  return {
    channelUrl: `https://youtube.example/channel/${comment.author.id}`,
    comment: comment.text,
    commentId: comment.id,
    created: formatIsoSeconds(comment.created),
    likeCount: comment.likes,
    platform: post.platform,
    profileImageUrl: buildPortraitUrl(post, comment.author),
    userName: comment.author.handle,
  };
}

export const youtube = {
  createPostId: (letters) => letters(`${ALPHANUMERIC}-_`, 11),
  deriveUserId: (name) => `UC${deriveLetters(name, ALPHANUMERIC, 22)}`,
  scale: {
    ...USUAL_SCALE,
    halfLifeMs: 5 * DAY_MS,
    viewsPerLike: 28,
    per1000Views: { clicks: 11, follows: 6 },
    secondsPerView: 74,
  },
  accountSize: 120,
  nameCounts: ({ likes, comments, views }) => ({
    likeCount: likes,
    commentCount: comments,
    viewCount: views,
  }),
  comments: {
    createId: (letters, { parentId }) =>
      parentId === null
        ? `Ugw${letters(`${ALPHANUMERIC}-_`, 16)}4AaABAg`
        : `${parentId.split('.', 1)[0]}.${letters(`${ALPHANUMERIC}-_`, 22)}`,
    shape: SHAPE,
  },
} satisfies SimulatedNetwork;
