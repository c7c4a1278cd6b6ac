import type { Comment } from './comment.ts';

/** A comment as a row: each reply is a row of its own, one level deeper. */
export interface CommentTableRow {
  readonly comment: Comment;
  /** 0 for a comment on the post, 1 for a reply to it. */
  readonly depth: number;
}

/**
 * Orders comments as a conversation: each with its replies below it. Where a network lists replies next to
 * the comments, as X does, `parentId` decides. No comment is lost or repeated, even if the parents form a
 * cycle.
 */
export function flattenComments(comments: readonly Comment[]): readonly CommentTableRow[] {
  const byId = new Map(comments.map((comment) => [buildCommentKey(comment.platform, comment.id), comment]));
  const isReply = (comment: Comment) => findParent(comment, byId) !== undefined;
  const answers = Map.groupBy(comments.filter(isReply), (comment) => findParent(comment, byId));
  const seen = new Set<Comment>();
  function* walkThread(comment: Comment, depth: number): Generator<CommentTableRow> {
    if (seen.has(comment)) return;
    seen.add(comment);
    yield { comment, depth };
    // networks list the newest first; a conversation starts with the oldest
    const beside = answers.get(comment)?.toReversed() ?? [];
    for (const reply of [...comment.replies, ...beside]) yield* walkThread(reply, depth + 1);
  }
  const roots = [...comments.filter((comment) => !isReply(comment)), ...comments];
  return roots.flatMap((comment) => [...walkThread(comment, 0)]);
}

function findParent(comment: Comment, byId: ReadonlyMap<string, Comment>): Comment | undefined {
  const parent =
    comment.parentId === null ? undefined : byId.get(buildCommentKey(comment.platform, comment.parentId));
  return parent === comment ? undefined : parent;
}

function buildCommentKey(platform: string, id: string | null): string {
  return `${platform} ${id}`;
}
