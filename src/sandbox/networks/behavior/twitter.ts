import { formatIsoMilliseconds } from '../../../domain/time/read-timestamp.ts';
import { DAY_MS, HOUR_MS } from '../../../service/durations.ts';
import { DIGITS } from '../../generate-ids.ts';
import { deriveLetters, deriveNumber } from '../derive-ids.ts';
import {
  buildPortraitUrl,
  type CommentFields,
  type NetworkPost,
  type NetworkShape,
  type NetworkUser,
} from '../network-comment.ts';
import { type SimulatedNetwork, USUAL_SCALE } from './simulated-network.ts';

/** @see docs/service/comments.md#record: no field there holds replies, so they stand in the list */
const SHAPE: NetworkShape = {
  replies: 'beside',
  comment: ({ comment, post, parent }) => ({
    bookmarkCount: 0,
    comment: comment.text,
    commentId: comment.id,
    created: formatIsoMilliseconds(comment.created),
    description: comment.author.bio ?? '',
    id: post.id,
    impressionCount: 0,
    likeCount: comment.likes,
    name: comment.author.name,
    platform: post.platform,
    profileImageUrl: buildPortraitUrl(post, comment.author),
    publicMetrics: buildMetrics(comment.author),
    quoteCount: 0,
    referencedTweets: [{ type: 'replied_to', id: comment.parentId ?? post.id }],
    replyCount: comment.replies.length,
    replyTo: buildReplyTo(post, parent?.author ?? post.owner),
    threadNumber: 1,
    userName: comment.author.handle,
  }),
};

/** The author of the parent. */
function buildReplyTo(post: NetworkPost, user: NetworkUser): CommentFields {
  return {
    createdAt: formatIsoMilliseconds(deriveJoinDate(user)),
    description: user.bio ?? '',
    id: user.id,
    location: user.location ?? '',
    name: user.name,
    profileImageUrl: buildPortraitUrl(post, user),
    publicMetrics: buildMetrics(user),
    url: `https://twitter.example/${user.handle}`,
    username: user.handle,
  };
}

function buildMetrics(user: NetworkUser): CommentFields {
  return {
    followersCount: user.followers ?? 0,
    followingCount: user.following ?? 0,
    tweetCount: user.posts ?? 0,
    listedCount: 0,
    likeCount: 0,
    mediaCount: 0,
  };
}

const FIRST_DAY = Date.UTC(2009, 0, 1);
const DAYS = 5_000;

/** A date derived from the handle. */
function deriveJoinDate(user: NetworkUser): number {
  return FIRST_DAY + deriveNumber(user.handle, DAYS) * DAY_MS;
}

export const twitter = {
  createPostId: (letters) => `19${letters(DIGITS, 17)}`,
  deriveUserId: (name) => `1${deriveLetters(name, DIGITS, 18)}`,
  scale: {
    ...USUAL_SCALE,
    halfLifeMs: 6 * HOUR_MS,
    viewsPerLike: 45,
    per100Likes: { shares: 18, quotes: 5, saves: 11 },
    per1000Views: { clicks: 9, follows: 1 },
  },
  accountSize: 100,
  nameCounts: ({ likes, comments, shares, quotes, saves, impressions }) => {
    const metrics = {
      likeCount: likes,
      replyCount: comments,
      retweetCount: shares,
      quoteCount: quotes,
      bookmarkCount: saves,
      impressionCount: impressions,
    };
    return { ...metrics, publicMetrics: metrics };
  },
  comments: { createId: (letters) => `19${letters(DIGITS, 17)}`, shape: SHAPE },
} satisfies SimulatedNetwork;
