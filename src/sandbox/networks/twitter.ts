import { DAY_MS } from '../../service/durations.ts';
import { deriveNumber } from './derived-ids.ts';
import type { NetworkPost, NetworkUser } from './network-comment.ts';
import { buildPortraitUrl, type CommentFields, type NetworkShape } from './network-shape.ts';
import { formatIsoMilliseconds } from './network-time.ts';

/** @see docs/service/comments.md#record: no field there holds replies, so they stand in the list */
export const TWITTER: NetworkShape = {
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
