import type { Client } from '../../../client/client.ts';
import { CrierError } from '../../../errors.ts';
import { type CommandOutcome, getServiceTime } from '../../framework/command/command.ts';
import type { IoPort } from '../../framework/command/io.ts';
import { listUnreadNotes } from '../../framework/many/failures.ts';
import { runEach, runEachInParts } from '../../framework/many/run-each.ts';
import { type EachRead, streamEach } from '../../framework/many/stream-each.ts';
import { toErrorDocument } from '../../framework/output/failures.ts';
import type { ListView } from '../../framework/output/view.ts';
import type { Comment, CommentsOfSeveral } from './comment.ts';
import {
  batchComments,
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
import {
  type CommentsEnvelope,
  type CommentsInParts,
  readComments,
  streamComments,
} from './read-comments.ts';

/** The result of one id. */
type ResultOfId = CommentsOfSeveral['results'][number];

/** What was read of one id, or some of it. */
interface CommentsPart {
  readonly id: string;
  /** Null before all comments of the id were read. */
  readonly result: ResultOfId | null;
  readonly comments: readonly Comment[];
  /** Whether comments of the same id were shown before. */
  readonly continues: boolean;
}

type CommentsRead = EachRead<CommentsPart> & { part: CommentsPart };

/** The ids to read. */
export interface SeveralReads extends Pick<CommentsListing, 'concurrency' | 'toRequest'> {
  ids: readonly string[];
  progress(text: string | null): void;
}

/** The ids to read, and which of their comments are wanted. */
interface SelectedReads extends SeveralReads {
  select: CommentsListing['select'];
  arrange?: CommentsListing['arrange'];
}

/** Reads the comments of several ids and yields those of each id at once. */
async function* readEachWhole(
  client: Client,
  { ids, concurrency, toRequest, select, progress }: SelectedReads,
): AsyncGenerator<CommentsRead> {
  if (ids.length > 1) progress(`0 of ${ids.length} read`);
  const requests = { atOnce: concurrency, done: 'read', progress };
  for await (const each of runEach(ids, requests, (id) => readComments(client, toRequest(id)))) {
    const { id, value } = each;
    if (value === null) yield toFailedRead(id, each, false);
    else {
      const comments = [...select(value.document.comments, id)];
      yield toRead(id, value.document, value.answer, { comments, continues: false });
    }
  }
}

/** Reads the comments of several ids and yields them as they arrive, in the order of the ids. */
async function* readEachInParts(
  client: Client,
  { ids, concurrency, toRequest, select, arrange, progress }: SelectedReads,
): AsyncGenerator<CommentsRead> {
  if (ids.length > 1) progress(`0 of ${ids.length} read`);
  const requests = { atOnce: concurrency, done: 'read', progress };
  const open = async (id: string) => {
    const { parts, envelope, answer, close } = await streamComments(client, toRequest(id));
    return {
      parts: batchComments(parts, (part) => select(part, id), arrange),
      end: () => ({ envelope: envelope(), answer }),
      close,
    };
  };
  // the last batch of an id is shown with its result
  let held: readonly Comment[] | null = null;
  let continues = false;
  for await (const each of runEachInParts(ids, requests, open)) {
    const { id } = each;
    if ('part' in each) {
      if (held !== null) {
        yield toPart(id, held, continues);
        continues = true;
      }
      held = each.part;
      continue;
    }
    if (each.failure === null)
      yield toRead(id, each.value.envelope, each.value.answer, { comments: held ?? [], continues });
    else {
      const last = held ?? [];
      if (last.length > 0) yield toPart(id, last, continues);
      yield toFailedRead(id, each, continues || last.length > 0);
    }
    [held, continues] = [null, false];
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
    const readEach = request.selectsEach ? readEachInParts : readEachWhole;
    for await (const read of readEach(client, { ids, ...request, progress: io.progress })) {
      for (const comment of read.part.comments) counter.add(comment);
      // of many posts, a table shows those where something was found
      const isEmpty = read.part.comments.length === 0;
      const isLeftOut = finder?.isActive === true && isTable && read.failure === null;
      yield isEmpty && (isLeftOut || read.part.continues) ? { ...read, part: null } : read;
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

/** The result of an id whose answer was read, and its failure if some networks failed. */
export function judgeRead(
  id: string,
  { status, lastUpdated, nextUpdate, errors }: CommentsEnvelope,
): { result: ResultOfId; failure: CrierError | null } {
  const isWhole = status === 'success' && errors.length === 0;
  const failure = isWhole ? null : new CrierError('partial', 'some networks failed', { http: 200, errors });
  return { result: { id, status, lastUpdated, nextUpdate, errors, error: null }, failure };
}

function toRead(
  id: string,
  envelope: CommentsEnvelope,
  answer: CommentsInParts['answer'],
  shown: Pick<CommentsPart, 'comments' | 'continues'>,
): CommentsRead {
  const { result, failure } = judgeRead(id, envelope);
  return {
    id,
    part: { id, result, ...shown },
    failure,
    isSent: true,
    asOf: getServiceTime(answer).asOf,
  };
}

/** Some comments of an id, of which more may follow. */
function toPart(id: string, comments: readonly Comment[], continues: boolean): CommentsRead {
  const part = { id, result: null, comments, continues };
  return { id, part, failure: null, isSent: true, asOf: undefined, hasMore: true };
}

/** The result of an id that could not be read. */
export function toFailedResult(id: string, failure: CrierError): ResultOfId {
  return {
    id,
    status: 'error',
    lastUpdated: null,
    nextUpdate: null,
    errors: [],
    error: toErrorDocument(failure),
  };
}

function toFailedRead(
  id: string,
  { failure, isSent }: { failure: CrierError; isSent: boolean },
  continues: boolean,
): CommentsRead {
  const part = { id, result: toFailedResult(id, failure), comments: [], continues };
  return { id, part, failure, isSent, asOf: undefined };
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
      results: reads.flatMap(({ result }) => result ?? []),
      comments: reads.flatMap((read) => toCommentRecords(read, flat)),
      meta: buildCommentsMeta(cut),
    },
    rows: reads.flatMap(({ id, comments }) =>
      flattenComments(comments).map((row) => ({ ...row, requestedId: id })),
    ),
    columns: buildReadColumns(({ requestedId }: RequestedCommentRow) => requestedId, finder),
    record(row) {
      const { requestedId, comment } = row as RequestedCommentRow;
      return { requestedId, ...comment };
    },
    references: COMMENT_REFERENCES,
    depth: (row) => (flat ? 0 : (row as RequestedCommentRow).depth),
    ...(only !== undefined && !only.continues && { heading: only.id }),
    empty:
      only?.result?.error === null
        ? describeNoComments(finder)
        : `not read: ${only?.result?.error?.message ?? ''}`,
  };
}

type RequestedCommentRow = CommentTableRow & { requestedId: string };

function toCommentRecords({ id, comments }: CommentsPart, flat: boolean) {
  const shown = flat
    ? flattenComments(comments).map(({ comment }) => ({ ...comment, replies: [] }))
    : comments;
  return shown.map((comment) => ({ requestedId: id, ...comment }));
}

/** How to make failures of single ids no failure of the run. */
export const ALLOW_PARTIAL = '--allow-partial makes this exit 0';
