import { type NetworkShape, portrait } from '../network-shape.ts';
import { isoMilliseconds } from '../network-time.ts';

/** @see docs/service/comments.md#record: a reply looks like a comment */
export const BLUESKY: NetworkShape = {
  replies: 'nested',
  comment: ({ comment, post, replies }) => ({
    comment: comment.text,
    commentId: comment.id,
    created: isoMilliseconds(comment.created),
    displayName: comment.author.name,
    likeCount: comment.likes,
    platform: post.platform,
    profileImageUrl: portrait(post, comment.author),
    quoteCount: 0,
    replies,
    replyCount: comment.replies.length,
    replyTo: comment.parentId ?? post.id,
    repostCount: 0,
    userName: comment.author.handle,
  }),
};
