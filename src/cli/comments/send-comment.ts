import type { Client } from '../../client/client.ts';
import type { ClientAnswer } from '../../client/transport.ts';
import { readWrittenComment } from '../../domain/comments/read-written-comment.ts';
import { classifyError } from '../../domain/requests/read-answer.ts';
import { formatCount } from '../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../errors.ts';
import type {
  DeletedDocument,
  WrittenComment,
  WrittenDocument,
} from '../../service/endpoints/comment-writes.ts';
import { ERRORS } from '../../service/errors.ts';
import { type CommentPlatform, REPLYING_PLATFORMS } from '../../service/platforms.ts';
import type { Uses } from '../context/context.ts';
import { getLegName, readFailedLeg, UNNAMED } from '../render/failures.ts';
import type { Column } from '../render/view.ts';
import { formatErrorsShowAdvice, formatFailedNetwork } from '../several/combine-failures.ts';
import { type CommandOutcome, getServiceTime } from '../shell/command.ts';
import { createPrintedCommands, type PrintedCommands } from '../shell/printed-commands.ts';
import { buildWords, isPortable, type ShownCommand, toFlagWords } from '../shell/shell-command.ts';
import type { CommentCall, RetryText } from './comment-writes.ts';

/** A comment or reply to send. */
interface CommentSubmission {
  readonly context: Uses<{ service: 'choiceInput' | 'choose'; io: 'programName' }>;
  readonly command: 'create' | 'reply';
  /** Id of the post or comment. */
  readonly id: string;
  /** Words of a command for the same text. */
  readonly retry: RetryText;
  readonly media: string | undefined;
  /** Networks that support it. */
  readonly legal: readonly CommentPlatform[];
  readonly allowPartial: boolean;
  /** Advice for an unknown id. */
  readonly unknown: string;
}

/** Sends a comment or a reply once. @throws CrierError */
export async function sendComment(
  call: CommentCall,
  client: Client,
  sent: CommentSubmission,
): Promise<CommandOutcome> {
  const { command, context, id, allowPartial, unknown } = sent;
  const answer = await call.send(client).catch(explainUnknown(unknown));
  const document = readWrittenComment(answer.body, id, command === 'reply' ? 'reply' : 'comment');
  const print = await createPrintedCommands(context);
  const { commentId, errors } = document;
  return buildWrittenOutcome({
    document,
    serviceCommentId: commentId,
    answer,
    allowPartial,
    empty: 'the response names no network',
    ...(commentId !== null && {
      heading: `Service Comment ID ${commentId}`,
      notes: [SEEN_LATER],
      commands: listNextCommands(commentId, document.networks, print),
    }),
    retry: buildRetryCommands(sent, errors, print),
  });
}

const SEEN_LATER =
  'after the next refresh, "comments get --json" includes it (with serviceCommentId in "extra" if the service returns it)';

/** Further commands for a comment, by its Service Comment ID. */
function listNextCommands(
  commentId: string,
  networks: WrittenDocument['networks'],
  print: PrintedCommands,
): readonly ShownCommand[] {
  const takesReplies = networks.some(
    ({ platform, error }) => error === null && REPLYING_PLATFORMS.some((each) => each === platform),
  );
  return [
    ...(takesReplies
      ? [{ lead: 'to reply', line: print.change`comments reply ${commentId} --text "…"` }]
      : []),
    { lead: 'to delete it', line: print.change`comments delete ${commentId}` },
  ];
}

/** Builds the command that repeats the write only on the networks that failed; none if a retry cannot help. */
function buildRetryCommands(
  { command, id, retry, media, legal }: CommentSubmission,
  errors: DeletedDocument['errors'],
  print: PrintedCommands,
): readonly ShownCommand[] {
  const failed = legal.filter((platform) =>
    errors.some((error) => error.platform === platform && !NOT_RETRYABLE.has(error.code ?? 0)),
  );
  const withMedia = media === undefined ? [] : buildWords`--media ${media}`;
  const words = buildWords`comments ${command} ${id} ${retry.words} ${withMedia}`;
  if (failed.length === 0 || !isPortable(words)) return [];
  const only = toFlagWords(failed.map((platform) => ['--only', platform]));
  const lead = `to retry where it failed${retry.toFile === null ? '' : `, with the text in ${retry.toFile}`}`;
  return [{ lead, line: print.change`${words} ${only}` }];
}

/** The network has no such operation, post or comment. */
const NOT_RETRYABLE: ReadonlySet<number> = new Set([186, 1415]);

/** Unknown post or comment. */
const UNKNOWN = 186;

/** Replaces the advice for an unknown id: that of the catalogue only applies to posts. */
export function explainUnknown(advice: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof CrierError) || error.facts.code !== UNKNOWN) throw error;
    const { kind, message, facts } = error;
    throw new CrierError(kind, message, { ...facts, meaning: 'no post or comment with this id', advice });
  };
}

/** Result of a write or deletion of comments. */
interface CommentWriteResult {
  readonly document: DeletedDocument;
  /** Of a written comment; undefined for deletions. */
  readonly serviceCommentId?: string | null;
  readonly answer: Pick<ClientAnswer<unknown>, 'bytes' | 'headers'>;
  readonly allowPartial: boolean;
  /** A heading above the table. */
  readonly heading?: string;
  /** Message for an empty table. */
  readonly empty: string;
  /** Notes for a full or partial success. */
  readonly notes?: readonly string[];
  /** Next commands. */
  readonly commands?: readonly ShownCommand[];
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
  const {
    document,
    serviceCommentId,
    answer,
    allowPartial,
    heading,
    empty,
    notes = [],
    commands = [],
  } = written;
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
      ...(heading !== undefined && { heading }),
      empty,
      notesEmpty: true,
    },
    raw: answer.bytes,
    ...getServiceTime(answer),
    notes: [...notes, ...(allowPartial ? errors.map(formatFailedNetwork) : [])],
    commands: [...commands, ...(isPartial ? written.retry : [])],
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
  { name: 'error.code', title: 'code', value: ({ error }) => error?.code ?? null, dataOnly: true },
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
