import { SIMULATED_NETWORKS } from './behavior/simulated-networks.ts';
import type {
  CommentContext,
  CommentFields,
  NetworkComment,
  NetworkPost,
  NetworkShape,
} from './network-comment.ts';

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
  const shape = SIMULATED_NETWORKS[post.platform].comments.shape;
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
