import type { ClientAnswer } from '../../client/client-answer.ts';
import { classifyError } from '../../domain/requests/classify-error.ts';
import { CrierError } from '../../errors.ts';
import type { DeletedDocument, WrittenComment } from '../../service/endpoints/written-comment.ts';
import { ERRORS } from '../../service/errors.ts';
import { getLegName, readFailedLeg } from '../render/failed-entry.ts';
import type { Column } from '../render/view.ts';
import type { CommandOutcome, ShownCommand } from '../shell/command.ts';
import { getServiceTime } from '../shell/service-time.ts';
import { formatErrorsShowAdvice, formatFailedNetwork } from './comments-outcome.ts';
import { buildWrittenColumns } from './written-columns.ts';

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
      : `${formatCount(names.length)} failed: ${names.join(', ')}`;
  const advice = `${formatErrorsShowAdvice(errors)}it is done on ${formatCount(done)}; --allow-partial makes this exit 0`;
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

function formatCount(networks: number): string {
  return networks === 1 ? '1 network' : `${networks} networks`;
}
