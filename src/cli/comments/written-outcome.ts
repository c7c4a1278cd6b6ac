import type { ClientAnswer } from '../../client/transport.ts';
import { classifyError } from '../../domain/requests/read-answer.ts';
import { formatCount } from '../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../errors.ts';
import type { DeletedDocument, WrittenComment } from '../../service/endpoints/comment-writes.ts';
import { ERRORS } from '../../service/errors.ts';
import { getLegName, readFailedLeg, UNNAMED } from '../render/failures.ts';
import type { Column } from '../render/view.ts';
import { formatErrorsShowAdvice, formatFailedNetwork } from '../several/combine-failures.ts';
import { type CommandOutcome, getServiceTime } from '../shell/command.ts';
import type { ShownCommand } from '../shell/shell-command.ts';

/** Result of a write or deletion of comments. */
interface CommentWriteResult {
  readonly document: DeletedDocument;
  /** Of a written comment; undefined for deletions. */
  readonly serviceCommentId?: string | null;
  readonly answer: Pick<ClientAnswer<unknown>, 'bytes' | 'headers'>;
  readonly allowPartial: boolean;
  /** A heading above the table; null for none. */
  readonly heading: string | null;
  /** Message for an empty table. */
  readonly empty: string;
  /** Notes for a full or partial success. */
  readonly notes: readonly string[];
  /** Next commands. */
  readonly commands: readonly ShownCommand[];
  /** Commands for the networks that failed. */
  readonly retry: readonly ShownCommand[];
}

/**
 * Builds the result, network by network; a partial failure is reported beside it.
 *
 * @throws CrierError of the first network's kind when all of them failed
 * @see docs/command-line.md#output
 * @see docs/service/comments.md#COM-16
 */
export function buildWrittenOutcome(written: CommentWriteResult): CommandOutcome {
  const { document, serviceCommentId, answer, allowPartial, heading, empty, notes } = written;
  const { networks, errors, status } = document;
  if (status === 'error') throw buildFailureError(errors);
  const isPartial = status === 'partial';
  return {
    view: {
      kind: 'list',
      document,
      key: 'networks',
      rows: networks,
      columns: buildWrittenColumns(serviceCommentId) as readonly Column<unknown>[], // of the rows above
      ...(heading !== null && { heading }),
      empty,
      notesEmpty: true,
    },
    raw: answer.bytes,
    ...getServiceTime(answer),
    notes: [...notes, ...(allowPartial ? errors.map(formatFailedNetwork) : [])],
    commands: [...written.commands, ...(isPartial ? written.retry : [])],
    ...(isPartial && !allowPartial && { failure: buildPartialError(networks, errors) }),
  };
}

function buildPartialError(
  networks: readonly WrittenComment[],
  errors: DeletedDocument['errors'],
): CrierError {
  const names = errors.map((error) => getLegName(readFailedLeg(error).platform));
  const done = networks.length - errors.length;
  const message =
    names.length === 0
      ? 'the service reports a partial success'
      : `${formatCount(names.length, 'network')} failed: ${names.join(', ')}`;
  const advice = `${formatErrorsShowAdvice(errors)}it is done on ${formatCount(done, 'network')}; --allow-partial makes this exit 0`;
  return new CrierError('partial', message, { http: 200, errors, advice });
}

/** The response had status 200 although every network failed. The first failure represents all. */
function buildFailureError(errors: DeletedDocument['errors']): CrierError {
  const [first] = errors;
  const code = first?.code ?? null;
  const fact = code === null ? undefined : ERRORS[code];
  const retryAvailable = first?.['retryAvailable'] === true;
  const kind = classifyError({ code, http: fact?.http ?? 400, retryAvailable });
  return new CrierError(kind, first?.message ?? 'every network failed', {
    code,
    http: 200,
    meaning: fact?.meaning ?? null,
    advice: fact?.advice ?? null,
    errors,
  });
}

/**
 * Columns of a written comment, one row per network.
 *
 * @param serviceCommentId a column for csv and tsv; undefined if nothing was written
 */
function buildWrittenColumns(serviceCommentId: string | null | undefined): readonly Column<WrittenComment>[] {
  if (serviceCommentId === undefined) return COLUMNS;
  const column = { name: 'serviceCommentId', title: 'service comment id', dataOnly: true };
  return [...COLUMNS, { ...column, value: () => serviceCommentId }];
}

const COLUMNS: readonly Column<WrittenComment>[] = [
  {
    name: 'platform',
    title: 'network',
    value: ({ platform }) => platform,
    placeholder: () => UNNAMED,
    role: 'network',
    drop: 0,
  },
  { name: 'status', title: 'status', value: ({ status }) => status, role: 'status', drop: 0 },
  { name: 'commentId', title: 'id', value: ({ commentId }) => commentId, role: 'id', drop: 2 },
  {
    name: 'sourceCommentId',
    title: 'answers',
    value: ({ sourceCommentId }) => sourceCommentId,
    role: 'id',
    dataOnly: true,
  },
  {
    name: 'text',
    title: 'comment',
    value: ({ text }) => text,
    show: ({ text, extra }) => `${text ?? ''}${formatOthers(extra)}`,
    placeholder: ({ error }) => (error === null ? '' : formatReason(error)),
    role: 'text',
    flexible: true,
    drop: 1,
  },
  { name: 'url', title: 'url', value: ({ url }) => url, dataOnly: true },
  {
    name: 'error.code',
    title: 'code',
    value: ({ error }) => error?.code ?? null,
    dataOnly: true,
  },
  { name: 'error.message', title: 'why', value: ({ error }) => error?.message ?? null, dataOnly: true },
  { name: 'extra', title: 'extra', value: ({ extra }) => extra, dataOnly: true },
];

/** If several were deleted on one network, only one is shown. */
function formatOthers({ ids }: WrittenComment['extra']): string {
  return Array.isArray(ids) && ids.length > 1 ? ` (and ${ids.length - 1} more)` : '';
}

function formatReason(error: unknown): string {
  const { code, words } = readFailedLeg(error);
  return [code, words].filter((part) => part !== '').join(', ');
}
