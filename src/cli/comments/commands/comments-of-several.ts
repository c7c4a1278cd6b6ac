import type { Client } from '../../../client/client.ts';
import { CrierError, type FailureKind } from '../../../errors.ts';
import { toErrorDocument } from '../../render/failures.ts';
import type { Column, ListView } from '../../render/view.ts';
import { requestEach } from '../../several/request-each.ts';
import type { CommandOutcome } from '../../shell/command.ts';
import { getServiceTime } from '../../shell/service-time.ts';
import type { Comment } from '../comment.ts';
import { COMMENT_COLUMNS } from '../comment-columns.ts';
import { type CommentTableRow, flattenComments } from '../comment-rows.ts';
import type { CommentsOfSeveral } from '../comments-documents.ts';
import { formatErrorsShowAdvice } from '../comments-outcome.ts';
import { type CommentsReadRequest, type CommentsResult, readComments } from '../read-comments.ts';

type CommentOfSeveral = CommentsOfSeveral['comments'][number];

/** The result of reading one id. */
interface SeveralReadResult {
  readonly result: CommentsOfSeveral['results'][number];
  readonly comments: readonly Comment[];
  /** Null when it was read completely. */
  readonly failure: CrierError | null;
  readonly asOf: number | undefined;
}

/** Number of concurrent requests. */
const AT_ONCE = 4;

/** The ids to read, and how to show their comments. */
export interface SeveralCommentsRequest {
  readonly ids: readonly string[];
  readonly pair: Omit<CommentsReadRequest, 'id'>;
  readonly flat: boolean;
  readonly allowPartial: boolean;
  /** Reports progress. */
  progress(text: string | null): void;
}

/**
 * Reads the comments of several ids and shows each as it arrives. A failure of one id does not end the
 * others, unless all of them would fail the same way.
 */
export function readCommentsOfSeveral(client: Client, several: SeveralCommentsRequest): CommandOutcome {
  const reads: SeveralReadResult[] = [];
  async function* readBatches() {
    several.progress(`0 of ${several.ids.length} read`);
    for await (const read of readAll(client, several)) {
      reads.push({ ...read, comments: [] }); // the renderer has them; keep no second copy
      several.progress(`${reads.length} of ${several.ids.length} read`);
      yield [read];
    }
  }
  return {
    view: {
      kind: 'stream',
      live: true,
      batches: readBatches(),
      list: (some) => buildCommentList(some as readonly SeveralReadResult[], several.flat), // they come from the batches above
      asOf: () => reads.at(-1)?.asOf,
    },
    finish: () => combineReadFailures(reads, several),
  };
}

async function* readAll(
  client: Client,
  { ids, pair }: SeveralCommentsRequest,
): AsyncGenerator<SeveralReadResult> {
  const reads = requestEach(ids, AT_ONCE, (id) => readComments(client, { id, ...pair }));
  for await (const { id, value, failure } of reads) {
    yield failure === null ? toReadResult(id, value) : toFailedRead(id, failure);
  }
}

function toReadResult(id: string, { document, answer }: CommentsResult): SeveralReadResult {
  const { status, lastUpdated, nextUpdate, errors, comments } = document;
  const isWhole = status === 'success' && errors.length === 0;
  const failure = isWhole ? null : new CrierError('partial', 'some networks failed', { http: 200, errors });
  const result = { id, status, lastUpdated, nextUpdate, errors, error: null };
  return { result, comments, failure, asOf: getServiceTime(answer).asOf };
}

function toFailedRead(id: string, failure: CrierError): SeveralReadResult {
  const result = { id, status: 'error', lastUpdated: null, nextUpdate: null, errors: [] } as const;
  return {
    result: { ...result, errors: [], error: toErrorDocument(failure) },
    comments: [],
    failure,
    asOf: undefined,
  };
}

function buildCommentList(reads: readonly SeveralReadResult[], flat: boolean): ListView<unknown> {
  const [only] = reads.length === 1 ? reads : [];
  return {
    kind: 'list',
    key: 'comments',
    document: {
      results: reads.map(({ result }) => result),
      comments: reads.flatMap((read) => toCommentRecords(read, flat)),
    },
    rows: reads.flatMap(({ result, comments }) =>
      flattenComments(comments).map((row) => ({ ...row, requestedId: result.id })),
    ),
    columns: COLUMNS as readonly Column<unknown>[], // of the rows above
    record: (row) => toCommentRecord(row as RequestedCommentRow),
    depth: (row) => (flat ? 0 : (row as RequestedCommentRow).depth),
    ...(only !== undefined && { heading: only.result.id }),
    empty: only?.result.error === null ? 'no comments yet' : `not read: ${only?.result.error?.message ?? ''}`,
  };
}

type RequestedCommentRow = CommentTableRow & { readonly requestedId: string };

const COLUMNS: readonly Column<RequestedCommentRow>[] = [
  { name: 'requestedId', title: 'id', value: (row) => row.requestedId, role: 'id', dataOnly: true },
  ...COMMENT_COLUMNS,
];

function toCommentRecord({ requestedId, comment }: RequestedCommentRow): CommentOfSeveral {
  return { requestedId, ...comment };
}

function toCommentRecords(
  { result, comments }: SeveralReadResult,
  flat: boolean,
): readonly CommentOfSeveral[] {
  const shown = flat
    ? flattenComments(comments).map(({ comment }) => ({ ...comment, replies: [] }))
    : comments;
  return shown.map((comment) => ({ requestedId: result.id, ...comment }));
}

/** Some failed ids make the run partial; when all failed, the first failure decides the exit code. */
function combineReadFailures(
  reads: readonly SeveralReadResult[],
  { ids, allowPartial }: SeveralCommentsRequest,
): Pick<CommandOutcome, 'failure'> {
  const failures = reads.flatMap(({ result, failure }) =>
    failure === null ? [] : [{ id: result.id, failure }],
  );
  const [first] = failures;
  if (first === undefined) return {};
  const unread = reads.filter(({ result }) => result.error !== null).length;
  const kind: FailureKind = unread === ids.length ? first.failure.kind : 'partial';
  if (kind === 'partial' && allowPartial) return {};
  const message = [
    ...(unread > 0 ? [`${unread} of ${ids.length} could not be read`] : []),
    ...(failures.length > unread ? [`${failures.length - unread} of ${ids.length} incomplete`] : []),
  ].join(', ');
  const errors = failures.flatMap(({ id, failure }) => toErrorEntries(id, failure));
  const advice = `${formatErrorsShowAdvice(errors)}the rest is printed; --allow-partial makes this exit 0`;
  return {
    failure: new CrierError(kind, message, {
      ...(kind === 'partial' ? { http: 200, advice } : first.failure.facts),
      errors,
    }),
  };
}

function toErrorEntries(id: string, { kind, message, facts }: CrierError): readonly object[] {
  if (kind === 'partial') return (facts.errors ?? []).map((leg) => ({ ...Object(leg), requestedId: id }));
  return [{ requestedId: id, code: facts.code ?? null, message }];
}
