import type { Client } from '../../../client/client.ts';
import type { ClientAnswer } from '../../../client/transport.ts';
import { readWrittenComment } from '../../../domain/comments/read-written-comment.ts';
import { classifyError } from '../../../domain/requests/read-answer.ts';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../errors.ts';
import type {
  DeletedDocument,
  WrittenComment,
  WrittenDocument,
} from '../../../service/endpoints/comment-writes.ts';
import { ERRORS } from '../../../service/errors.ts';
import {
  COMMENT_MEDIA_PLATFORMS,
  COMMENTING_PLATFORMS,
  type CommentPlatform,
  type Platform,
  REPLY_MEDIA_PLATFORMS,
  REPLYING_PLATFORMS,
} from '../../../service/platforms.ts';
import { type CommandOutcome, getServiceTime } from '../../framework/command/command.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import { createPrintedCommands, type PrintedCommands } from '../../framework/command/printed-commands.ts';
import { formatErrorsShowAdvice, formatFailedNetwork } from '../../framework/many/failures.ts';
import { getLegName, readFailedLeg } from '../../framework/output/failures.ts';
import {
  buildWords,
  isPortable,
  type ShownCommand,
  toFlagWords,
} from '../../framework/output/text/shell-command.ts';
import type { CommentCall, RetryText } from './comment-writes.ts';
import { WRITTEN_COLUMNS, type WrittenRow } from './written-columns.ts';

/** A comment or reply to send. */
export interface CommentSubmission {
  context: CommandContext;
  command: 'create' | 'reply';
  /** Ids that are not sent, and why. */
  unsent?: ReadonlyMap<string, CrierError>;
  /** The request for a post or comment. */
  toCall(id: string): CommentCall;
  /** Words of a command for the same text. */
  retry: RetryText;
  media: string | undefined;
  allowPartial: boolean;
  /** Advice for an unknown id. */
  adviseUnknown(id: string): string;
}

/** Sends a comment or a reply to one id, once. @throws CrierError */
export async function sendComment(
  id: string,
  client: Client,
  sent: CommentSubmission,
): Promise<CommandOutcome> {
  const { command, context, allowPartial } = sent;
  const answer = await sent
    .toCall(id)
    .send(client)
    .catch(explainUnknown(sent.adviseUnknown(id)));
  const document = readWrittenComment(answer.body, id, command === 'reply' ? 'reply' : 'comment');
  const print = await createPrintedCommands(context);
  const { commentId, errors } = document;
  return buildWrittenOutcome({
    document,
    requestedId: id,
    serviceCommentId: commentId,
    answer,
    allowPartial,
    empty: 'the response names no network',
    ...(commentId !== null && {
      heading: `Service Comment ID ${commentId}`,
      notes: [SEEN_LATER],
      commands: listNextCommands(commentId, document.networks, print),
    }),
    retry: buildRetryCommands(id, errors, { ...sent, print }),
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
export function buildRetryCommands(
  id: string,
  errors: DeletedDocument['errors'],
  { command, retry, media, print }: CommentSubmission & { print: PrintedCommands },
): readonly ShownCommand[] {
  const { all, withMedia: takeMedia } = NETWORKS[command];
  const failed = all.filter(
    (platform) =>
      (media === undefined || takeMedia.includes(platform)) &&
      errors.some((error) => error.platform === platform && !NOT_RETRYABLE.has(error.code ?? 0)),
  );
  const withMedia = media === undefined ? [] : buildWords`--media ${media}`;
  const words = buildWords`comments ${command} ${id} ${retry.words} ${withMedia}`;
  if (failed.length === 0 || !isPortable(words)) return [];
  const only = toFlagWords(failed.map((platform) => ['--only', platform]));
  const lead = `to retry where it failed${retry.toFile === null ? '' : `, with the text in ${retry.toFile}`}`;
  return [{ lead, line: print.change`${words} ${only}` }];
}

/** Networks that support each write, without media and with it. */
const NETWORKS: Readonly<
  Record<CommentSubmission['command'], { all: readonly CommentPlatform[]; withMedia: readonly Platform[] }>
> = {
  create: { all: COMMENTING_PLATFORMS, withMedia: COMMENT_MEDIA_PLATFORMS },
  reply: { all: REPLYING_PLATFORMS, withMedia: REPLY_MEDIA_PLATFORMS },
};

/** The command that deletes what is left of an id. */
export function buildDeleteRetry(id: string, print: PrintedCommands): ShownCommand {
  return { lead: 'retry to delete the rest', line: print.change`comments delete ${id} --yes` };
}

export const NOTHING_DELETED = 'nothing to delete: the service has no comments under this post';

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

/**
 * Builds the result, network by network; a partial failure is reported beside it.
 *
 * @throws CrierError of the first network's kind when all of them failed
 * @see docs/command-line.md#output
 * @see docs/service/comments.md#COM-16
 */
export function buildWrittenOutcome({
  document,
  requestedId,
  serviceCommentId,
  answer,
  allowPartial,
  heading,
  empty,
  notes = [],
  commands = [],
  retry,
}: {
  document: DeletedDocument;
  requestedId: string;
  /** Of a written comment; undefined for deletions. */
  serviceCommentId?: string | null;
  answer: Pick<ClientAnswer<unknown>, 'bytes' | 'headers'>;
  allowPartial: boolean;
  heading?: string;
  /** Message for an empty table. */
  empty: string;
  /** Notes for a full or partial success. */
  notes?: readonly string[];
  /** Next commands. */
  commands?: readonly ShownCommand[];
  /** Commands for the networks that failed. */
  retry: readonly ShownCommand[];
}): CommandOutcome {
  const { networks, errors, status } = document;
  if (status === 'error') throw createWriteFailure(errors);
  const isPartial = status === 'partial';
  return {
    view: {
      kind: 'list',
      document,
      key: 'networks',
      rows: networks.map(
        (each): WrittenRow => ({ ...each, requestedId, serviceCommentId: serviceCommentId ?? null }),
      ),
      columns: WRITTEN_COLUMNS[serviceCommentId === undefined ? 'deletion' : 'comment'],
      ...(heading !== undefined && { heading }),
      empty,
      notesEmpty: true,
    },
    raw: answer.bytes,
    ...getServiceTime(answer),
    notes: [...notes, ...(allowPartial ? errors.map(formatFailedNetwork) : [])],
    commands: [...commands, ...(isPartial ? retry : [])],
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
export function createWriteFailure(errors: DeletedDocument['errors']): CrierError {
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
