import { buildPortraitUrl, type NetworkShape } from './network-shape.ts';
import { formatIsoMilliseconds } from './network-time.ts';

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
