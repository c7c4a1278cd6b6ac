import type { Client } from '../../../client/client.ts';
import { CrierError } from '../../../errors.ts';
import { type CommandOutcome, getServiceTime } from '../../framework/command/command.ts';
import type { IoPort } from '../../framework/command/io.ts';
import { combineFailures } from '../../framework/many/combine-failures.ts';
import { createFailureTally } from '../../framework/many/failure-tally.ts';
import { requestEach } from '../../framework/many/request-each.ts';
import { listUnreadNotes } from '../../framework/many/summarize-unread.ts';
import { toErrorDocument } from '../../framework/output/failures.ts';
import type { ListView } from '../../framework/output/view.ts';
import type { Comment, CommentsOfSeveral } from './comment.ts';
import {
  buildCommentsMeta,
  buildReadColumns,
  COMMENT_REFERENCES,
  type CommentsCut,
  type CommentTableRow,
  createCommentCounter,
  flattenComments,
  listCutNotes,
} from './comments-outcome.ts';
import { type CommentsReadRequest, type CommentsResult, readComments } from './read-comments.ts';

/** The result of reading the comments of one id. */
interface SeveralReadResult {
  result: CommentsOfSeveral['results'][number];
  comments: readonly Comment[];
  /** Null when it was read completely. */
  failure: CrierError | null;
  /** False when it was not requested, because it would have failed like those before it. */
  isSent: boolean;
  asOf: number | undefined;
}

/** The ids to read. */
export interface SeveralReads {
  ids: readonly string[];
  /** Maximum number of concurrent requests. */
  concurrency: number;
  /** What is read of an id. */
  toRequest(id: string): CommentsReadRequest;
  /** Selects the comments of an id. */
  select(comments: Iterable<Comment>, id: string): Iterable<Comment>;
  /** Reports progress. */
  progress(text: string | null): void;
}

/**
 * Reads the comments of several ids and yields each result in their order. A failure of one id does not end the
 * others, unless all of them would fail the same way.
 */
export async function* readEachId(
  client: Client,
  { ids, concurrency, toRequest, select, progress }: SeveralReads,
): AsyncGenerator<SeveralReadResult> {
  let read = 0;
  progress(`0 of ${ids.length} read`);
  for await (const each of requestEach(ids, concurrency, (id) => readComments(client, toRequest(id)))) {
    const { id } = each;
    read += 1;
    progress(`${read} of ${ids.length} read`);
    yield each.failure === null
      ? toReadResult(id, each.value, (comments) => select(comments, id))
      : toFailedRead(id, each);
  }
}

/** The ids to read, and how to show their comments. */
interface SeveralCommentsRequest extends SeveralReads {
  flat: boolean;
  allowPartial: boolean;
  printing: Pick<IoPort['printing'], 'format' | 'isTerminal'>;
  cut?: CommentsCut | undefined;
}

/** Reads the comments of several ids and shows each as it arrives. */
export function readCommentsOfSeveral(client: Client, request: SeveralCommentsRequest): CommandOutcome {
  const { ids, flat, allowPartial, cut } = request;
  const isThread = request.toRequest(ids[0] ?? '').comment;
  const tally = createFailureTally();
  let asOf: number | undefined;
  const counter = createCommentCounter(request.printing);
  async function* readBatches() {
    for await (const read of readEachId(client, request)) {
      for (const comment of read.comments) counter.add(comment);
      tally.add({ id: read.result.id, failure: read.failure, isSent: read.isSent });
      asOf = read.asOf ?? asOf;
      yield [read];
    }
  }
  return {
    view: {
      kind: 'stream',
      live: true,
      batches: readBatches(),
      list: (some) => buildCommentList(some as readonly SeveralReadResult[], { flat, cut }), // they come from the batches above
      asOf: () => asOf,
    },
    finish() {
      const remainder = `the rest is printed; ${ALLOW_PARTIAL}`;
      const failure = tally.combine({ total: ids.length, remainder });
      const isFine = failure === null || (failure.kind === 'partial' && allowPartial);
      const unread = isFine ? listUnreadNotes(failure?.facts.errors, isThread ? 'thread' : 'post') : [];
      return { notes: [...counter.notes(), ...listCutNotes(cut), ...unread], ...(!isFine && { failure }) };
    },
  };
}

function toReadResult(
  id: string,
  { document, answer }: CommentsResult,
  select: (comments: Iterable<Comment>) => Iterable<Comment>,
): SeveralReadResult {
  const { status, lastUpdated, nextUpdate, errors, comments } = document;
  const isWhole = status === 'success' && errors.length === 0;
  const failure = isWhole ? null : new CrierError('partial', 'some networks failed', { http: 200, errors });
  const result = { id, status, lastUpdated, nextUpdate, errors, error: null };
  return {
    result,
    comments: [...select(comments)],
    failure,
    isSent: true,
    asOf: getServiceTime(answer).asOf,
  };
}

function toFailedRead(
  id: string,
  { failure, isSent }: { failure: CrierError; isSent: boolean },
): SeveralReadResult {
  const result = {
    id,
    status: 'error' as const,
    lastUpdated: null,
    nextUpdate: null,
    errors: [],
    error: toErrorDocument(failure),
  };
  return { result, comments: [], failure, isSent, asOf: undefined };
}

function buildCommentList(
  reads: readonly SeveralReadResult[],
  { flat, cut }: Pick<SeveralCommentsRequest, 'flat' | 'cut'>,
): ListView<unknown> {
  const [only] = reads.length === 1 ? reads : [];
  return {
    kind: 'list',
    key: 'comments',
    document: {
      results: reads.map(({ result }) => result),
      comments: reads.flatMap((read) => toCommentRecords(read, flat)),
      meta: buildCommentsMeta(cut),
    },
    rows: reads.flatMap(({ result, comments }) =>
      flattenComments(comments).map((row) => ({ ...row, requestedId: result.id })),
    ),
    columns: COLUMNS,
    record(row) {
      const { requestedId, comment } = row as RequestedCommentRow;
      return { requestedId, ...comment };
    },
    references: COMMENT_REFERENCES,
    depth: (row) => (flat ? 0 : (row as RequestedCommentRow).depth),
    ...(only !== undefined && { heading: only.result.id }),
    empty: only?.result.error === null ? 'no comments yet' : `not read: ${only?.result.error?.message ?? ''}`,
  };
}

type RequestedCommentRow = CommentTableRow & { requestedId: string };

const COLUMNS = buildReadColumns(({ requestedId }: RequestedCommentRow) => requestedId);

function toCommentRecords({ result, comments }: SeveralReadResult, flat: boolean) {
  const shown = flat
    ? flattenComments(comments).map(({ comment }) => ({ ...comment, replies: [] }))
    : comments;
  return shown.map((comment) => ({ requestedId: result.id, ...comment }));
}

const ALLOW_PARTIAL = '--allow-partial makes this exit 0';

/**
 * Some failed ids make the run partial; when all failed, the first failure decides the exit code.
 *
 * @param remainder what happened to the rest: `the rest is printed`
 */
export function combineReadFailures(
  reads: readonly Pick<SeveralReadResult, 'result' | 'failure'>[],
  { total, remainder }: { total: number; remainder: string },
): CrierError | null {
  return combineFailures(
    reads.map(({ result: { id }, failure }) => ({ id, failure })),
    {
      done: 'read',
      remainder: `${remainder}; ${ALLOW_PARTIAL}`,
      total,
      countsIncomplete: true,
    },
  );
}
