import { formatIsoSeconds } from '../../domain/time/format-iso-seconds.ts';
import { deriveNumber } from './derived-ids.ts';
import type { NetworkUser } from './network-comment.ts';
import { type CommentContext, type CommentFields, isOwn, type NetworkShape } from './network-shape.ts';

/**
 * Instagram names authors in several ways: the own account by `from` {name, id} and `userName`, others in one of the
 * ways of `SPELLINGS`, always the same for a person.
 *
 * @see docs/service/comments.md#record, #COM-09, #COM-10
 */
export const INSTAGRAM: NetworkShape = {
  replies: 'thread',
  comment: (placed) => ({
    ...buildInstagramFields(placed),
    commentId: placed.comment.id,
    replies: placed.replies,
    ...(placed.comment.parentId === null ? {} : { parentId: placed.comment.parentId }),
  }),
  reply: (placed) => ({
    ...buildInstagramFields(placed),
    id: placed.comment.id,
    parentId: placed.thread.id,
  }),
};

function buildInstagramFields(placed: CommentContext): CommentFields {
  const { comment, post } = placed;
  return {
    comment: comment.text,
    created: formatIsoSeconds(comment.created),
    hidden: false,
    likeCount: comment.likes,
    platform: post.platform,
    postId: post.id,
    user: { id: comment.author.id },
    ...buildAuthorFields(placed),
  };
}

type AuthorSpelling = (author: NetworkUser) => CommentFields;

const spellByName: AuthorSpelling = ({ id, name, handle }) => ({
  from: { name, id },
  userName: handle,
});

/** In addition to `user` {id}, which every comment has. */
const SPELLINGS: readonly AuthorSpelling[] = [
  ({ id, handle }) => ({ from: { id, username: handle }, username: handle }),
  spellByName,
  ({ handle }) => ({ username: handle }),
];

function buildAuthorFields(placed: CommentContext): CommentFields {
  const { author: user } = placed.comment;
  const spelling = isOwn(placed)
    ? spellByName
    : SPELLINGS[deriveNumber(`instagram ${user.handle}`, SPELLINGS.length)];
  return (spelling ?? spellByName)(user);
}
