import { formatIsoSeconds } from '../../../rules/format-iso-seconds.ts';
import { type CommentFields, type NetworkShape, type Placed, portrait } from '../network-shape.ts';

/** @see docs/service/comments.md#record */
export const YOUTUBE: NetworkShape = {
  replies: 'thread',
  comment: (placed) => ({ ...common(placed), isPublic: true, replies: placed.replies }),
  reply: (placed) => ({ ...common(placed), parentId: placed.thread.id }),
};

function common({ comment, post }: Placed): CommentFields {
  return {
    channelUrl: `https://youtube.example/channel/${comment.author.id}`,
    comment: comment.text,
    commentId: comment.id,
    created: formatIsoSeconds(comment.created),
    likeCount: comment.likes,
    platform: post.platform,
    profileImageUrl: portrait(post, comment.author),
    userName: comment.author.handle,
  };
}
