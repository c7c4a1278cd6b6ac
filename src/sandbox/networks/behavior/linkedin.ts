import { formatIsoSeconds } from '../../../domain/time/read-timestamp.ts';
import { HOUR_MS } from '../../../service/durations.ts';
import { ALPHANUMERIC, DIGITS } from '../../generate-ids.ts';
import { deriveLetters } from '../derive-ids.ts';
import { buildPortraitUrl, type NetworkShape } from '../network-comment.ts';
import { type SimulatedNetwork, USUAL_SCALE } from './simulated-network.ts';

/** @see docs/service/comments.md#record, #COM-24: replies are asked for by comment id */
const SHAPE: NetworkShape = {
  replies: 'apart',
  comment: ({ comment, post }) => ({
    comment: comment.text,
    commentId: comment.id,
    commentUrn: comment.id.startsWith('urn:') ? comment.id : `urn:li:comment:(${post.id},${comment.id})`,
    created: formatIsoSeconds(comment.created),
    from: {
      name: comment.author.name,
      id: comment.author.id,
      url: `https://linkedin.example/${comment.author.company ? 'company' : 'in'}/${comment.author.handle}`,
      description: comment.author.bio ?? '',
    },
    likeCount: comment.likes,
    media: [],
    platform: post.platform,
    profileImageUrl: buildPortraitUrl(post, comment.author),
    userName: comment.author.handle,
    ...comment.author.company,
  }),
};

export const linkedin = {
  createPostId: (letters) => `urn:li:activity:73${letters(DIGITS, 17)}`,
  deriveUserId: (name) => `urn:li:person:${deriveLetters(name, ALPHANUMERIC, 10)}`,
  scale: {
    ...USUAL_SCALE,
    halfLifeMs: 30 * HOUR_MS,
    viewsPerLike: 34,
    per1000Views: { clicks: 32, follows: 4 },
  },
  accountSize: 70,
  nameCounts: ({ likes, comments, shares }) => ({
    likeCount: likes,
    commentCount: comments,
    repostCount: shares,
  }),
  comments: {
    createId: (letters, { postId }) => `urn:li:comment:(${postId},7${letters(DIGITS, 18)})`,
    shape: SHAPE,
    describeMedia: (url) => ({ media: [{ type: 'image', url }] }),
  },
} satisfies SimulatedNetwork;
