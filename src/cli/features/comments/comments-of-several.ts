import type { Client } from '../../../client/client.ts';
import { CrierError } from '../../../errors.ts';
import { type CommandOutcome, getServiceTime } from '../../framework/command/command.ts';
import type { IoPort } from '../../framework/command/io.ts';
import { combineFailures, listUnreadNotes } from '../../framework/many/failures.ts';
import { runEach } from '../../framework/many/run-each.ts';
import { type EachRead, streamEach } from '../../framework/many/stream-each.ts';
import { toErrorDocument } from '../../framework/output/failures.ts';
import type { ListView } from '../../framework/output/view.ts';
import type { Comment, CommentsOfSeveral } from './comment.ts';
import {
  buildCommentsMeta,
  buildReadColumns,
  COMMENT_REFERENCES,
  type CommentsListing,
  type CommentTableRow,
  createCommentCounter,
  describeNoComments,
  flattenComments,
  listCutNotes,
} from './comments-outcome.ts';
import { type CommentsResult, readComments } from './read-comments.ts';

/** What was read of one id. */
interface CommentsPart {
  result: CommentsOfSeveral['results'][number];
  comments: readonly Comment[];
}

type CommentsRead = EachRead<CommentsPart> & { part: CommentsPart };

/** The ids to read. */
export interface SeveralReads extends Pick<CommentsListing, 'concurrency' | 'toRequest' | 'select'> {
  ids: readonly string[];
  progress(text: string | null): void;
}

/**
 * Reads the comments of several ids and yields each result in their order. A failure of one id does not end the
 * others, unless all of them would fail the same way.
 */
export async function* readEachId(
  client: Client,
  { ids, concurrency, toRequest, select, progress }: SeveralReads,
): AsyncGenerator<CommentsRead> {
  if (ids.length > 1) progress(`0 of ${ids.length} read`);
  const requests = { atOnce: concurrency, done: 'read', progress };
  for await (const each of runEach(ids, requests, (id) => readComments(client, toRequest(id)))) {
    const { id } = each;
    yield each.failure === null
      ? toReadResult(id, each.value, (comments) => select(comments, id))
      : toFailedRead(id, each);
  }
}

/** Reads the comments of several ids and shows each as it arrives. */
export function listCommentsOfSeveral(
  ids: readonly string[],
  client: Client,
  { io, ...request }: CommentsListing & { io: IoPort },
): CommandOutcome {
  const { allowPartial, cut, finder } = request;
  const isThread = request.toRequest(ids[0] ?? '').comment;
  const counter = createCommentCounter(io.printing);
  const isTable = io.printing.format === 'table';
  async function* readCounted() {
    for await (const read of readEachId(client, { ids, ...request, progress: io.progress })) {
      for (const comment of read.part.comments) counter.add(comment);
      // of many posts, a table shows those where something was found
      const isLeftOut = finder?.isActive === true && isTable && read.part.comments.length === 0;
      yield isLeftOut && read.failure === null ? { ...read, part: null } : read;
    }
  }
  return streamEach(readCounted(), {
    total: ids.length,
    rowsOf: null,
    list: (parts) => buildCommentList(parts, request),
    remainder: `the rest is printed; ${ALLOW_PARTIAL}`,
    allowPartial,
    searched: () => finder?.count(),
    notes: (failure, isFine) => [
      ...counter.notes(),
      ...listCutNotes(cut),
      ...(isFine ? listUnreadNotes(failure?.facts.errors, isThread ? 'thread' : 'post') : []),
    ],
  });
}

function toReadResult(
  id: string,
  { document, answer }: CommentsResult,
  select: (comments: Iterable<Comment>) => Iterable<Comment>,
): CommentsRead {
  const { status, lastUpdated, nextUpdate, errors, comments } = document;
  const isWhole = status === 'success' && errors.length === 0;
  const failure = isWhole ? null : new CrierError('partial', 'some networks failed', { http: 200, errors });
  const result = { id, status, lastUpdated, nextUpdate, errors, error: null };
  const part = { result, comments: [...select(comments)] };
  return { id, part, failure, isSent: true, asOf: getServiceTime(answer).asOf };
}

function toFailedRead(
  id: string,
  { failure, isSent }: { failure: CrierError; isSent: boolean },
): CommentsRead {
  const result = {
    id,
    status: 'error' as const,
    lastUpdated: null,
    nextUpdate: null,
    errors: [],
    error: toErrorDocument(failure),
  };
  return { id, part: { result, comments: [] }, failure, isSent, asOf: undefined };
}

function buildCommentList(
  reads: readonly CommentsPart[],
  { flat, cut, finder }: Pick<CommentsListing, 'flat' | 'cut' | 'finder'>,
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
    columns: buildReadColumns(({ requestedId }: RequestedCommentRow) => requestedId, finder),
    record(row) {
      const { requestedId, comment } = row as RequestedCommentRow;
      return { requestedId, ...comment };
    },
    references: COMMENT_REFERENCES,
    depth: (row) => (flat ? 0 : (row as RequestedCommentRow).depth),
    ...(only !== undefined && { heading: only.result.id }),
    empty:
      only?.result.error === null
        ? describeNoComments(finder)
        : `not read: ${only?.result.error?.message ?? ''}`,
  };
}

type RequestedCommentRow = CommentTableRow & { requestedId: string };

function toCommentRecords({ result, comments }: CommentsPart, flat: boolean) {
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
  reads: readonly { id: string; failure: CrierError | null }[],
  { total, remainder }: { total: number; remainder: string },
): CrierError | null {
  return combineFailures(reads, {
    done: 'read',
    remainder: `${remainder}; ${ALLOW_PARTIAL}`,
    total,
    countsIncomplete: true,
  });
}
