import type { Platform } from '../../service/platforms.ts';
import { createLazy } from '../render/sanitize-text.ts';
import type { Column, ListView } from '../render/view.ts';
import { createPartialFailure, formatFailedNetwork } from '../several/combine-failures.ts';
import { type CommandOutcome, getServiceTime } from '../shell/command.ts';
import type { Comment } from './comment.ts';
import { COMMENT_COLUMNS, type CommentTableRow, flattenComments } from './comment-columns.ts';
import type { CommentsStream } from './read-comments.ts';

/** Comments to show, and how. */
export interface CommentsToShow extends CommentsStream {
  /** Lists replies as separate records, also in JSON. */
  readonly flat: boolean;
  readonly allowPartial: boolean;
}

/** Comments per batch. */
const BATCH = 256;

/** Builds a list of comments, with a failure when some networks did not respond. */
export function buildCommentsOutcome({
  envelope,
  comments,
  answer,
  flat,
  allowPartial,
}: CommentsToShow): CommandOutcome {
  const { errors, status } = envelope;
  const isPartial = (errors.length > 0 || status !== 'success') && !allowPartial;
  const answered = new Set<string>();
  const noted = Iterator.from(comments).map((comment) => {
    answered.add(comment.platform);
    return comment;
  });
  return {
    view: {
      kind: 'stream',
      batches: splitIntoBatches(noted),
      list: (some) => buildCommentList(envelope, some as readonly Comment[], flat), // they come from the batches above
    },
    raw: answer.bytes,
    ...getServiceTime(answer),
    notes: allowPartial ? errors.map(formatFailedNetwork) : [],
    finish: () => (isPartial ? { failure: createPartialFailure(errors, answered) } : {}),
  };
}

/** X lists a conversation flat: all of it must be read before replies can be placed below their parents. */
async function* splitIntoBatches(comments: Iterable<Comment>): AsyncGenerator<readonly Comment[]> {
  let batch: Comment[] = [];
  for (const comment of comments) {
    batch.push(comment);
    if (batch.length < BATCH || comment.platform === X) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

const X: Platform = 'twitter';

function buildCommentList(
  { errors, ...head }: CommentsToShow['envelope'],
  comments: readonly Comment[],
  flat: boolean,
): ListView<unknown> {
  const rows = createLazy(() => flattenComments(comments));
  const records = flat ? rows().map(({ comment }) => ({ ...comment, replies: [] })) : comments;
  return {
    kind: 'list',
    document: { ...head, comments: records, errors },
    key: 'comments',
    // most programs read only the records
    get rows() {
      return rows();
    },
    columns: COMMENT_COLUMNS as readonly Column<unknown>[], // of the rows above
    record: (row) => (row as CommentTableRow).comment,
    depth: (row) => (flat ? 0 : (row as CommentTableRow).depth),
    empty: 'no comments yet',
  };
}
