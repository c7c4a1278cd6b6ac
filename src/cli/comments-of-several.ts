import type { Client } from '../client/client.ts';
import { CrierError, type FailureKind } from '../errors.ts';
import type { Comment } from '../facts/comment.ts';
import type { Outcome } from './command.ts';
import { COMMENT_COLUMNS } from './comment-columns.ts';
import { type CommentRow, commentRows } from './comment-rows.ts';
import type { CommentsOfSeveral } from './comments-documents.ts';
import { mends } from './comments-outcome.ts';
import { type CommentsRead, type CommentsThatCame, readComments } from './comments-read.ts';
import { eachOfSeveral } from './each-of-several.ts';
import { errorObject } from './error-object.ts';
import type { Column, ListView } from './render/view.ts';
import { serviceTime } from './service-time.ts';

type CommentOfSeveral = CommentsOfSeveral['comments'][number];

/** What one id brought. */
interface Read {
  readonly result: CommentsOfSeveral['results'][number];
  readonly comments: readonly Comment[];
  /** Null when all of it was read. */
  readonly failure: CrierError | null;
  readonly asOf: number | undefined;
}

/** So many requests are under way at the same moment. */
const AT_ONCE = 4;

/** What is read, and how it is shown. */
export interface SeveralReads {
  readonly ids: readonly string[];
  readonly pair: Omit<CommentsRead, 'id'>;
  readonly flat: boolean;
  readonly allowPartial: boolean;
  /** Says how far it is. */
  progress(text: string | null): void;
}

/**
 * Reads the comments under several ids, a post after the other as they come. What fails for one id does not end the
 * others, unless it would fail for each of them alike.
 */
export function commentsOfSeveral(client: Client, several: SeveralReads): Outcome {
  const reads: Read[] = [];
  async function* batches() {
    several.progress(`0 of ${several.ids.length} read`);
    for await (const read of readAll(client, several)) {
      reads.push({ ...read, comments: [] }); // they are with whoever shows them
      several.progress(`${reads.length} of ${several.ids.length} read`);
      yield [read];
    }
  }
  return {
    view: {
      kind: 'stream',
      live: true,
      batches: batches(),
      list: (some) => listOf(some as readonly Read[], several.flat), // they come from the batches above
      asOf: () => reads.at(-1)?.asOf,
    },
    afterwards: () => ending(reads, several),
  };
}

async function* readAll(client: Client, { ids, pair }: SeveralReads): AsyncGenerator<Read> {
  const reads = eachOfSeveral(ids, AT_ONCE, (id) => readComments(client, { id, ...pair }));
  for await (const { id, value, failure } of reads) {
    yield failure === null ? readOf(id, value) : failed(id, failure);
  }
}

function readOf(id: string, { document, answer }: CommentsThatCame): Read {
  const { status, lastUpdated, nextUpdate, errors, comments } = document;
  const isWhole = status === 'success' && errors.length === 0;
  const failure = isWhole ? null : new CrierError('partial', 'some networks failed', { http: 200, errors });
  const result = { id, status, lastUpdated, nextUpdate, errors, error: null };
  return { result, comments, failure, asOf: serviceTime(answer).asOf };
}

function failed(id: string, failure: CrierError): Read {
  const result = { id, status: 'error', lastUpdated: null, nextUpdate: null, errors: [] } as const;
  return {
    result: { ...result, errors: [], error: errorObject(failure) },
    comments: [],
    failure,
    asOf: undefined,
  };
}

function listOf(reads: readonly Read[], flat: boolean): ListView<unknown> {
  const [only] = reads.length === 1 ? reads : [];
  return {
    kind: 'list',
    key: 'comments',
    document: {
      results: reads.map(({ result }) => result),
      comments: reads.flatMap((read) => recordsOf(read, flat)),
    },
    rows: reads.flatMap(({ result, comments }) =>
      commentRows(comments).map((row) => ({ ...row, requestedId: result.id })),
    ),
    columns: COLUMNS as readonly Column<unknown>[], // of the rows above
    record: (row) => recordOf(row as Row),
    depth: (row) => (flat ? 0 : (row as Row).depth),
    ...(only !== undefined && { heading: only.result.id }),
    empty: only?.result.error === null ? 'no comments yet' : `not read: ${only?.result.error?.message ?? ''}`,
  };
}

type Row = CommentRow & { readonly requestedId: string };

const COLUMNS: readonly Column<Row>[] = [
  { name: 'requestedId', title: 'id', value: (row) => row.requestedId, role: 'id', dataOnly: true },
  ...COMMENT_COLUMNS,
];

function recordOf({ requestedId, comment }: Row): CommentOfSeveral {
  return { requestedId, ...comment };
}

function recordsOf({ result, comments }: Read, flat: boolean): readonly CommentOfSeveral[] {
  const shown = flat ? commentRows(comments).map(({ comment }) => ({ ...comment, replies: [] })) : comments;
  return shown.map((comment) => ({ requestedId: result.id, ...comment }));
}

/** Several ids of which some failed are partial; when all did, the first one says how it ends. */
function ending(reads: readonly Read[], { ids, allowPartial }: SeveralReads): Pick<Outcome, 'failure'> {
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
    ...(failures.length > unread ? [`${failures.length - unread} of ${ids.length} lack a network`] : []),
  ].join(', ');
  const errors = failures.flatMap(({ id, failure }) => told(id, failure));
  const advice = `${mends(errors)}all else is printed; --allow-partial makes this exit 0`;
  return {
    failure: new CrierError(kind, message, {
      ...(kind === 'partial' ? { http: 200, advice } : first.failure.facts),
      errors,
    }),
  };
}

function told(id: string, { kind, message, facts }: CrierError): readonly object[] {
  if (kind === 'partial') return (facts.errors ?? []).map((leg) => ({ ...Object(leg), requestedId: id }));
  return [{ requestedId: id, code: facts.code ?? null, message }];
}
