import { formatIsoMilliseconds, formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import { DAY_MS } from '../../service/durations.ts';
import {
  buildPortraitUrl,
  type CommentContext,
  type CommentFields,
  formatSpaced,
  isOwn,
  type NetworkPost,
  type NetworkShape,
  type NetworkUser,
} from './network-comment.ts';
import { deriveNumber } from './network-ids.ts';

/** @see docs/service/comments.md#record: a reply looks like a comment */
export const BLUESKY: NetworkShape = {
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

/** @see docs/service/comments.md#record, #COM-24: replies are asked for by comment id */
export const LINKEDIN: NetworkShape = {
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

/** @see docs/service/comments.md#record: no field there holds replies, so they stand in the list */
export const REDDIT: NetworkShape = {
  replies: 'beside',
  comment: (placed) => ({
    comment: placed.comment.text,
    commentId: placed.comment.id,
    created: formatIsoSeconds(placed.comment.created),
    from: { name: placed.comment.author.handle, id: placed.comment.author.id },
    commentUrl: `https://reddit.example/r/${placed.post.subreddit}/comments/${placed.post.id}/_/${placed.comment.id}`,
    subreddit: placed.post.subreddit,
    ups: placed.comment.likes,
    isSubmitter: isOwn(placed),
  }),
};

/** @see docs/service/comments.md#record, #COM-09: a reply has `createTime` in place of `created` */
export const TIKTOK: NetworkShape = {
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

/** @see docs/service/comments.md#record */
export const YOUTUBE: NetworkShape = {
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
