import { formatIsoSeconds } from '../../domain/time/format-iso-seconds.ts';
import { type CommentContext, type CommentFields, isOwn, type NetworkShape } from './network-shape.ts';
import { formatIsoOffset } from './network-time.ts';

/** @see docs/service/comments.md#record, #COM-12: a reply to a reply has the parent of its thread */
export const FACEBOOK: NetworkShape = {
  replies: 'thread',
  comment: (placed) => ({
    ...buildFacebookFields(placed),
    commentCount: placed.replies.length,
    replies: placed.replies,
  }),
  reply: (placed) => ({
    ...buildFacebookFields(placed),
    commentCount: 0,
    company: isOwn(placed),
    parent: {
      createdTime: formatIsoOffset(placed.thread.created),
      from: buildFrom(placed.thread),
      message: placed.thread.text,
      id: placed.thread.id,
    },
  }),
};

function buildFacebookFields({ comment, post }: CommentContext): CommentFields {
  return {
    comment: comment.text,
    commentId: comment.id,
    commentUrl: `https://facebook.example/${post.id}?comment_id=${encodeURIComponent(comment.id)}`,
    created: formatIsoSeconds(comment.created),
    from: buildFrom(comment),
    likeCount: comment.likes,
    platform: post.platform,
    userLikes: false,
  };
}

function buildFrom({ author }: CommentContext['comment']): CommentFields {
  return { name: author.name, id: author.id };
}
