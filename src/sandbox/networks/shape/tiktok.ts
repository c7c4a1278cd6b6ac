import { formatIsoSeconds } from '../../../rules/format-iso-seconds.ts';
import { type CommentFields, isOwn, type NetworkShape, type Placed, portrait } from '../network-shape.ts';
import { spaced } from '../network-time.ts';

/** @see docs/service/comments.md#record, #COM-09: a reply has `createTime` in place of `created` */
export const TIKTOK: NetworkShape = {
  replies: 'thread',
  comment: (placed) => ({
    ...common(placed),
    created: formatIsoSeconds(placed.comment.created),
    displayName: placed.comment.author.name,
    likeCount: placed.comment.likes,
    pinned: false,
    platform: placed.post.platform,
    replies: placed.replies,
    visibility: 'PUBLIC',
  }),
  reply: (placed) => ({
    ...common(placed),
    createTime: spaced(placed.comment.created),
    likes: placed.comment.likes,
    parentCommentId: placed.thread.id,
  }),
};

function common(placed: Placed): CommentFields {
  const { comment, post } = placed;
  return {
    comment: comment.text,
    commentId: comment.id,
    liked: false,
    owner: isOwn(placed),
    profileImageUrl: portrait(post, comment.author),
    status: 'PUBLIC',
    userId: comment.author.id,
    username: comment.author.handle,
    videoId: post.id,
  };
}
