import { formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import type { CommentPlatform } from '../../service/platforms.ts';
import {
  type CommentContext,
  type CommentFields,
  formatIsoOffset,
  isOwn,
  type NetworkComment,
  type NetworkPost,
  type NetworkShape,
  type NetworkUser,
} from './network-comment.ts';
import { deriveNumber, deriveShortcode } from './network-ids.ts';
import { BLUESKY, LINKEDIN, REDDIT, TIKTOK, TWITTER, YOUTUBE } from './other-shapes.ts';

/** @see docs/service/comments.md#record, #COM-12: a reply to a reply has the parent of its thread */
const FACEBOOK: NetworkShape = {
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

/**
 * Instagram names authors in several ways: the own account by `from` {name, id} and `userName`, others in one of the
 * ways of `SPELLINGS`, always the same for a person.
 *
 * @see docs/service/comments.md#record, #COM-09, #COM-10
 */
const INSTAGRAM: NetworkShape = {
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

/** @see docs/service/comments.md#record: a reply looks like a comment */
const THREADS: NetworkShape = {
  replies: 'nested',
  comment(placed) {
    const { comment, post, replies } = placed;
    const shortcode = deriveShortcode(comment.id);
    return {
      comment: comment.text,
      commentId: comment.id,
      commentUrl: `https://threads.example/@${comment.author.handle}/post/${shortcode}`,
      created: formatIsoOffset(comment.created),
      hasReplies: comment.replies.length > 0,
      isQuotePost: false,
      isReply: true,
      isReplyOwnedByMe: isOwn(placed),
      mediaType: 'TEXT_POST',
      parentId: comment.parentId ?? post.id,
      platform: post.platform,
      postId: post.id,
      replies,
      replyAudience: 'EVERYONE',
      shortcode,
      userName: comment.author.handle,
    };
  },
};

const SHAPES: Readonly<Record<CommentPlatform, NetworkShape>> = {
  bluesky: BLUESKY,
  facebook: FACEBOOK,
  instagram: INSTAGRAM,
  linkedin: LINKEDIN,
  reddit: REDDIT,
  threads: THREADS,
  tiktok: TIKTOK,
  twitter: TWITTER,
  youtube: YOUTUBE,
};

/**
 * Converts comments to the fields and arrangement that the service uses for their network.
 *
 * @param comments newest first, each with its replies
 * @param parent the parent comment, when comments were requested by its id
 * @see docs/service/comments.md#record, #COM-08
 */
export function toCommentRecords(
  comments: readonly NetworkComment[],
  post: NetworkPost,
  parent: NetworkComment | null = null,
): readonly CommentFields[] {
  const shape = SHAPES[post.platform];
  if (shape.replies !== 'beside')
    return comments.map((comment) => toRecord(shape, { comment, post, parent }));
  return comments
    .flatMap((comment) => listThread(comment, parent))
    .sort(compareNewestFirst)
    .map((each) =>
      addExtraFields({ ...each, post }, shape.comment({ ...each, post, thread: each.comment, replies: [] })),
    );
}

type PostedComment = Pick<CommentContext, 'comment' | 'post' | 'parent'>;

function toRecord(shape: NetworkShape, { comment, post, parent }: PostedComment): CommentFields {
  const replies = buildReplies(shape, { comment, post });
  return addExtraFields(
    { comment, post },
    shape.comment({ comment, post, parent, thread: comment, replies }),
  );
}

function buildReplies(
  shape: NetworkShape,
  { comment, post }: Omit<PostedComment, 'parent'>,
): readonly CommentFields[] {
  if (shape.replies === 'nested') {
    return comment.replies.map((reply) => toRecord(shape, { comment: reply, post, parent: comment }));
  }
  if (shape.replies !== 'thread') return [];
  const write = shape.reply ?? shape.comment;
  return listDescendants(comment).map((each) =>
    addExtraFields({ ...each, post }, write({ ...each, post, thread: comment, replies: [] })),
  );
}

type Descendant = Pick<CommentContext, 'comment' | 'parent'>;

/** All replies below a comment, parents first. */
function listDescendants(comment: NetworkComment): readonly Descendant[] {
  return comment.replies.flatMap((reply) => listThread(reply, comment));
}

function listThread(comment: NetworkComment, parent: NetworkComment | null): readonly Descendant[] {
  return [{ comment, parent }, ...listDescendants(comment)];
}

function compareNewestFirst(a: Descendant, b: Descendant): number {
  return b.comment.created - a.comment.created;
}

/** Adds fields only this comment has, and the Service Comment ID; null removes a field. */
function addExtraFields(
  { comment: { id, extra }, post }: Pick<PostedComment, 'comment' | 'post'>,
  fields: CommentFields,
): CommentFields {
  const serviceCommentId = post.serviceIdOf(id);
  if (Object.keys(extra).length === 0 && serviceCommentId === undefined) return fields;
  const all = { ...fields, ...extra, ...(serviceCommentId !== undefined && { serviceCommentId }) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

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
