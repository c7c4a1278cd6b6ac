import { CrierError } from '../../errors.ts';
import type { NetworkError } from '../../service/endpoints/network-error.ts';
import type { Platform } from '../../service/platforms.ts';
import { getLegName, readFailedLeg } from '../render/failed-entry.ts';
import { createLazy } from '../render/lazy.ts';
import type { Column, ListView } from '../render/view.ts';
import type { CommandOutcome } from '../shell/command.ts';
import { getServiceTime } from '../shell/service-time.ts';
import { crier, toValueWords } from '../shell/shell-command.ts';
import type { Comment } from './comment.ts';
import { COMMENT_COLUMNS } from './comment-columns.ts';
import { type CommentTableRow, flattenComments } from './comment-rows.ts';
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

/** The failure of some networks. @param answered networks that returned comments */
export function createPartialFailure(
  errors: readonly NetworkError[],
  answered: ReadonlySet<string>,
): CrierError {
  const failed = errors.map((error) => getLegName(readFailedLeg(error).platform)).join(', ');
  return new CrierError('partial', `${countNetworks(errors.length)} failed: ${failed}`, {
    http: 200,
    errors,
    advice: `comments of ${countNetworks(answered.size)} are printed; ${formatErrorsShowAdvice(errors)}--allow-partial makes this exit 0`,
  });
}

/**
 * Names the command that explains these failures, as the start of an advice; empty when none of them has a
 * code.
 */
export function formatErrorsShowAdvice(errors: readonly unknown[]): string {
  const codes = [...new Set(errors.map((error) => readFailedLeg(error).code))].filter((code) =>
    /^\d+$/.test(code),
  );
  return codes.length === 0 ? '' : `"${crier`errors show ${toValueWords(codes)}`}" explains what to do; `;
}

/** A failed network in one sentence. */
export function formatFailedNetwork(error: NetworkError): string {
  const { platform, code, words } = readFailedLeg(error);
  return `${getLegName(platform)} failed: ${[code, words].filter((part) => part !== '').join(', ')}`;
}

function countNetworks(count: number): string {
  return count === 1 ? '1 network' : `${count} networks`;
}
