import { formatIsoSeconds } from '../../../rules/format-iso-seconds.ts';
import { type CommentFields, isOwn, type NetworkShape, type Placed } from '../network-shape.ts';
import { isoOffset } from '../network-time.ts';

/** @see docs/service/comments.md#record, #COM-12: a reply to a reply has the parent of its thread */
export const FACEBOOK: NetworkShape = {
  replies: 'thread',
  comment: (placed) => ({ ...common(placed), commentCount: placed.replies.length, replies: placed.replies }),
  reply: (placed) => ({
    ...common(placed),
    commentCount: 0,
    company: isOwn(placed),
    parent: {
      createdTime: isoOffset(placed.thread.created),
      from: from(placed.thread),
      message: placed.thread.text,
      id: placed.thread.id,
    },
  }),
};

function common({ comment, post }: Placed): CommentFields {
  return {
    comment: comment.text,
    commentId: comment.id,
    commentUrl: `https://facebook.example/${post.id}?comment_id=${encodeURIComponent(comment.id)}`,
    created: formatIsoSeconds(comment.created),
    from: from(comment),
    likeCount: comment.likes,
    platform: post.platform,
    userLikes: false,
  };
}

function from({ author }: Placed['comment']): CommentFields {
  return { name: author.name, id: author.id };
}
