import { formatIsoSeconds } from '../../../domain/time/read-timestamp.ts';
import { HOUR_MS } from '../../../service/durations.ts';
import { DIGITS } from '../../generate-ids.ts';
import { deriveLetters, deriveNumber } from '../derive-ids.ts';
import {
  type CommentContext,
  type CommentFields,
  isOwn,
  type NetworkShape,
  type NetworkUser,
} from '../network-comment.ts';
import { type SimulatedNetwork, USUAL_SCALE } from './simulated-network.ts';

/**
 * Instagram names authors in several ways: the own account by `from` {name, id} and `userName`, others in one of the
 * ways of `SPELLINGS`, always the same for a person.
 *
 * @see docs/service/comments.md#record, #COM-09, #COM-10
 */
const SHAPE: NetworkShape = {
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

export const instagram = {
  createPostId: (letters) => `18${letters(DIGITS, 15)}`,
  deriveUserId: (name) => `178414${deriveLetters(name, DIGITS, 11)}`,
  scale: {
    ...USUAL_SCALE,
    halfLifeMs: 20 * HOUR_MS,
    viewsPerLike: 15,
    per100Likes: { shares: 7, quotes: 0, saves: 14 },
  },
  accountSize: 180,
  nameCounts: ({ likes, comments, views }, kind) => ({
    likeCount: likes,
    commentsCount: comments,
    commentCount: comments,
    ...(kind === 'reel' && { viewsCount: views }),
  }),
  comments: { createId: (letters) => `18${letters(DIGITS, 15)}`, shape: SHAPE },
} satisfies SimulatedNetwork;
