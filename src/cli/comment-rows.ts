import type { Comment } from '../facts/comment.ts';

/** A comment as a row: a reply is a row of its own, one step deeper. */
export interface CommentRow {
  readonly comment: Comment;
  /** 0 for a comment on the post, 1 for a reply to it. */
  readonly depth: number;
}

/**
 * Comments in the order in which people read a conversation: each with its replies below it. Networks that give
 * replies beside the comments, as X does, are read by `parentId`. No comment is lost or shown twice, whatever a
 * network says of parents.
 */
export function commentRows(comments: readonly Comment[]): readonly CommentRow[] {
  const byId = new Map(comments.map((comment) => [keyOf(comment.platform, comment.id), comment]));
  const isReply = (comment: Comment) => parentOf(comment, byId) !== undefined;
  const answers = Map.groupBy(comments.filter(isReply), (comment) => parentOf(comment, byId));
  const seen = new Set<Comment>();
  function* thread(comment: Comment, depth: number): Generator<CommentRow> {
    if (seen.has(comment)) return;
    seen.add(comment);
    yield { comment, depth };
    // networks list the newest first; a conversation is read from its beginning
    const beside = answers.get(comment)?.toReversed() ?? [];
    for (const reply of [...comment.replies, ...beside]) yield* thread(reply, depth + 1);
  }
  const roots = [...comments.filter((comment) => !isReply(comment)), ...comments];
  return roots.flatMap((comment) => [...thread(comment, 0)]);
}

function parentOf(comment: Comment, byId: ReadonlyMap<string, Comment>): Comment | undefined {
  const parent = comment.parentId === null ? undefined : byId.get(keyOf(comment.platform, comment.parentId));
  return parent === comment ? undefined : parent;
}

function keyOf(platform: string, id: string | null): string {
  return `${platform} ${id}`;
}
