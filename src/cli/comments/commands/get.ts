import * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import { CrierError } from '../../../errors.ts';
import type { Uses } from '../../context/context.ts';
import { toErrorDocument } from '../../render/failures.ts';
import type { Column, ListView } from '../../render/view.ts';
import { combineFailures } from '../../several/combine-failures.ts';
import { readIds } from '../../several/read-ids.ts';
import { requestEach } from '../../several/request-each.ts';
import { type CommandOutcome, defineCommand, getServiceTime } from '../../shell/command.ts';
import { defineFlag, REMOTE } from '../../shell/flags/flags.ts';
import { SINCE, type Since } from '../../time/since.ts';
import type { Comment, CommentsOfSeveral } from '../comment.ts';
import {
  buildCommentsOutcome,
  COMMENT_COLUMNS,
  type CommentTableRow,
  flattenComments,
} from '../comments-outcome.ts';
import type { CommentSelection } from '../inbox.ts';
import { loadOwnAccounts, markOwnComments, readOwnAccounts } from '../own-accounts.ts';
import {
  buildCommentsQuery,
  COMMENTS_OF_IDS,
  type CommentsReadRequest,
  type CommentsResult,
  readComments,
  requestComments,
} from '../read-comments.ts';

export default defineCommand({
  summary: 'List the comments of posts across networks',
  description: `
An id is a Service Post ID, and the comments of all its networks are listed together, or a Service Comment ID as printed
by "comments create", which lists that comment on each network. With --platform, the id is a post's own id on that
network; with --comment too, a comment's own id. If some networks fail, the comments of the others are printed and the
exit code is 3.

With several ids, comments are printed as they are read, and a failed id does not stop the others. "results" in the JSON
document has the result of each id, and "requestedId" of each comment the id it was requested with.`,
  examples: [
    'comments get Sp7kQm2XvLr9TzBd4HnW',
    'comments get Sp7kQm2XvLr9TzBd4HnW --json --fields platform,author.name,text',
    "comments get Sp7kQm2XvLr9TzBd4HnW --jq '.comments[] | select(.likes > 20) | .text'",
    'comments get 18119826100716099 --platform instagram -o csv',
    'comments get Gv3rPq7YsKa5MdHt8ZwE Mn5cTy8LrWb2QzHp6KsD --flat -o ndjson',
    'comments get Mn5cTy8LrWb2QzHp6KsD --unanswered --sort likes -n 5',
    'comments get Hb9mXw3KfDu7VtCz5GqN --profile harbour --allow-partial',
  ],
  positional: ['ids'],
  flags: [REMOTE],
  validationCode: 101,
  input: z.object({
    ...COMMENTS_OF_IDS,
    flat: z
      .boolean()
      .default(false)
      .describe('in JSON, list replies as separate records; tables and csv always do'),
    unanswered: z.boolean().default(false).describe('only comments that none of your accounts has answered'),
    since: SINCE,
    sort: defineFlag(
      z
        .enum(['time', 'likes', 'network'])
        .optional()
        .describe('order of the comments (default: as the service lists them)'),
      { placeholder: 'order' },
    ),
    limit: defineFlag(
      z.int().min(1).optional().describe('maximum number to list for each id (default: all)'),
      {
        short: 'n',
        placeholder: 'n',
      },
    ),
    allowPartial: z.boolean().default(false).describe('exit 0 even if some networks or ids failed'),
  }),
  output: async () => (await import('../comment.ts')).CommentsOutput,
  records: 'comments',
  async run({ ids: given, idsFrom, platform, comment, flat, allowPartial, ...selection }, { service, io }) {
    const pair = { platform, comment };
    buildCommentsQuery(pair);
    const ids = await readIds({ ids: given, idsFrom }, io.readFile);
    const [id] = ids;
    // --ids-from always prints the document for several ids, whatever their number
    if (id !== undefined && ids.length === 1 && idsFrom === undefined) {
      const select = await createSelection(selection, { service, io });
      const read = await requestComments(await service.client(), { id, ...pair });
      const comments = { [Symbol.iterator]: () => select(read.comments)[Symbol.iterator]() };
      return buildCommentsOutcome({ ...read, comments, flat, allowPartial });
    }
    return readCommentsOfSeveral(await service.client(), {
      select: await createSelection(selection, { service, io }),
      ids,
      pair,
      flat,
      allowPartial,
      progress: io.progress,
    });
  },
});

type SelectComments = (comments: Iterable<Comment>) => Iterable<Comment>;

/** Marks the own comments, and selects those that the flags name. Without flags no request is added. */
async function createSelection(
  {
    since,
    unanswered,
    sort,
    limit,
  }: Omit<CommentSelection, 'start'> & { readonly since?: Since | undefined },
  ports: Uses<{ service: 'client' | 'choose'; io: 'machine' | 'now' }>,
): Promise<SelectComments> {
  const { service, io } = ports;
  const own = unanswered
    ? await readOwnAccounts(await service.client(), { service, io })
    : await loadOwnAccounts({ service, io });
  const mark: SelectComments = (comments) => markOwnComments(comments, own);
  if (!unanswered && since === undefined && sort === undefined && limit === undefined) return mark;
  const { selectComments } = await import('../inbox.ts');
  const { readServiceTime } = await import('../../time/service-time.ts');
  const now = since === undefined ? 0 : await readServiceTime(() => service.client(), ports);
  const start = since?.resolve(now) ?? Number.NEGATIVE_INFINITY;
  return (comments) => selectComments(mark(comments), { unanswered, start, sort, limit });
}

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
interface SeveralCommentsRequest {
  readonly ids: readonly string[];
  readonly pair: Omit<CommentsReadRequest, 'id'>;
  readonly flat: boolean;
  readonly allowPartial: boolean;
  readonly select: SelectComments;
  /** Reports progress. */
  progress(text: string | null): void;
}

/**
 * Reads the comments of several ids and shows each as it arrives. A failure of one id does not end the
 * others, unless all of them would fail the same way.
 */
function readCommentsOfSeveral(
  client: Client,
  { ids, pair, flat, allowPartial, select, progress }: SeveralCommentsRequest,
): CommandOutcome {
  const reads: SeveralReadResult[] = [];
  async function* readBatches() {
    progress(`0 of ${ids.length} read`);
    const answers = requestEach(ids, AT_ONCE, (id) => readComments(client, { id, ...pair }));
    for await (const { id, value, failure } of answers) {
      const read = failure === null ? toReadResult(id, value, select) : toFailedRead(id, failure);
      reads.push({ ...read, comments: [] }); // the renderer has them; keep no second copy
      progress(`${reads.length} of ${ids.length} read`);
      yield [read];
    }
  }
  return {
    view: {
      kind: 'stream',
      live: true,
      batches: readBatches(),
      list: (some) => buildCommentList(some as readonly SeveralReadResult[], flat), // they come from the batches above
      asOf: () => reads.at(-1)?.asOf,
    },
    finish() {
      const failure = combineReadFailures(reads, ids.length);
      return failure === null || (failure.kind === 'partial' && allowPartial) ? {} : { failure };
    },
  };
}

function toReadResult(
  id: string,
  { document, answer }: CommentsResult,
  select: SelectComments,
): SeveralReadResult {
  const { status, lastUpdated, nextUpdate, errors, comments } = document;
  const isWhole = status === 'success' && errors.length === 0;
  const failure = isWhole ? null : new CrierError('partial', 'some networks failed', { http: 200, errors });
  const result = { id, status, lastUpdated, nextUpdate, errors, error: null };
  return { result, comments: [...select(comments)], failure, asOf: getServiceTime(answer).asOf };
}

function toFailedRead(id: string, failure: CrierError): SeveralReadResult {
  const result = {
    id,
    status: 'error' as const,
    lastUpdated: null,
    nextUpdate: null,
    errors: [],
    error: toErrorDocument(failure),
  };
  return { result, comments: [], failure, asOf: undefined };
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
    record(row) {
      const { requestedId, comment } = row as RequestedCommentRow;
      return { requestedId, ...comment };
    },
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

function toCommentRecords({ result, comments }: SeveralReadResult, flat: boolean) {
  const shown = flat
    ? flattenComments(comments).map(({ comment }) => ({ ...comment, replies: [] }))
    : comments;
  return shown.map((comment) => ({ requestedId: result.id, ...comment }));
}

/** Some failed ids make the run partial; when all failed, the first failure decides the exit code. */
function combineReadFailures(reads: readonly SeveralReadResult[], total: number): CrierError | null {
  return combineFailures(
    reads.map(({ result: { id }, failure }) => ({ id, failure })),
    {
      done: 'read',
      remainder: 'the rest is printed; --allow-partial makes this exit 0',
      total,
      countsIncomplete: true,
    },
  );
}
