import { isoSeconds } from '../../../rules/iso-seconds.ts';
import { type CommentFields, isOwn, type NetworkShape, type Placed } from '../network-shape.ts';

/**
 * Instagram names an author in several ways: our own account by `from` {name, id} and `userName`, others by
 * `from` {id, username} and `username`.
 *
 * @see service.md, "Comment record", instagram; rules COM-09, COM-10
 */
export const INSTAGRAM: NetworkShape = {
  replies: 'thread',
  comment: (placed) => ({
    ...common(placed),
    commentId: placed.comment.id,
    replies: placed.replies,
    ...(placed.comment.parentId === null ? {} : { parentId: placed.comment.parentId }),
  }),
  reply: (placed) => ({ ...common(placed), id: placed.comment.id, parentId: placed.thread.id }),
};

function common(placed: Placed): CommentFields {
  const { comment, post } = placed;
  return {
    comment: comment.text,
    created: isoSeconds(comment.created),
    hidden: false,
    likeCount: comment.likes,
    platform: post.platform,
    postId: post.id,
    user: { id: comment.author.id },
    ...author(placed),
  };
}

function author(placed: Placed): CommentFields {
  const { id, name, handle } = placed.comment.author;
  return isOwn(placed)
    ? { from: { name, id }, userName: handle }
    : { from: { id, username: handle }, username: handle };
}
