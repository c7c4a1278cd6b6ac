import { formatIsoSeconds } from '../../../rules/format-iso-seconds.ts';
import { madeNumber } from '../made-id.ts';
import type { NetworkUser } from '../network-comment.ts';
import { type CommentFields, isOwn, type NetworkShape, type Placed } from '../network-shape.ts';

/**
 * Instagram names an author in several ways: our own account by `from` {name, id} and `userName`, others in one of the
 * ways of `SPELLINGS`, each person always in the same.
 *
 * @see docs/service/comments.md#record, #COM-09, #COM-10
 */
export const INSTAGRAM: NetworkShape = {
  replies: 'thread',
  comment: (placed) => ({
    ...common(placed),
    commentId: placed.comment.id,
    replies: placed.replies,
    ...(placed.comment.parentId === null ? {} : { parentId: placed.comment.parentId }),
  }),
  reply: (placed) => ({
    ...common(placed),
    id: placed.comment.id,
    parentId: placed.thread.id,
  }),
};

function common(placed: Placed): CommentFields {
  const { comment, post } = placed;
  return {
    comment: comment.text,
    created: formatIsoSeconds(comment.created),
    hidden: false,
    likeCount: comment.likes,
    platform: post.platform,
    postId: post.id,
    user: { id: comment.author.id },
    ...author(placed),
  };
}

type Spelling = (author: NetworkUser) => CommentFields;

const BY_NAME: Spelling = ({ id, name, handle }) => ({
  from: { name, id },
  userName: handle,
});

/** Beside `user` {id}, which every comment has. */
const SPELLINGS: readonly Spelling[] = [
  ({ id, handle }) => ({ from: { id, username: handle }, username: handle }),
  BY_NAME,
  ({ handle }) => ({ username: handle }),
];

function author(placed: Placed): CommentFields {
  const { author: user } = placed.comment;
  const spelling = isOwn(placed)
    ? BY_NAME
    : SPELLINGS[madeNumber(`instagram ${user.handle}`, SPELLINGS.length)];
  return (spelling ?? BY_NAME)(user);
}
