import type { Client } from '../../client/client.ts';
import { readWrittenComment } from '../../domain/comments/read-written-comment.ts';
import { CrierError } from '../../errors.ts';
import type { DeletedDocument, WrittenDocument } from '../../service/endpoints/comments.ts';
import { type CommentPlatform, REPLYING_PLATFORMS } from '../../service/platforms.ts';
import type { CommandContext } from '../context/context.ts';
import type { CommandOutcome, ShownCommand } from '../shell/command.ts';
import { createPrintedCommands, type PrintedCommands } from '../shell/printed-commands.ts';
import { buildWords, isPortable, toFlagWords } from '../shell/shell-command.ts';
import type { CommentCall } from './comment-calls.ts';
import type { RetryText } from './comment-text.ts';
import { buildWrittenOutcome } from './written-outcome.ts';

/** A comment or reply to send. */
interface CommentSubmission {
  readonly context: Pick<CommandContext, 'choiceInput' | 'choose' | 'programName'>;
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
  const { command, context, id, legal, allowPartial, unknown } = sent;
  const answer = await call.send(client).catch(explainUnknown(unknown));
  const document = readWrittenComment(answer.body, id, command === 'reply' ? 'reply' : 'comment');
  const print = await createPrintedCommands(context);
  const { commentId, errors } = document;
  return buildWrittenOutcome({
    document,
    serviceCommentId: commentId,
    answer,
    allowPartial,
    heading: commentId === null ? null : `Service Comment ID ${commentId}`,
    empty: 'the response names no network',
    notes: commentId === null ? [] : [SEEN_LATER],
    commands: commentId === null ? [] : listNextCommands(commentId, document.networks, print),
    retry: buildRetryCommands({ errors, retry: buildRetryText(sent), legal }, print),
  });
}

/** The words of the command, without networks. */
function buildRetryText({
  command,
  id,
  retry: { words: textWords, toFile },
  media,
}: CommentSubmission): RetryText {
  const withMedia = media === undefined ? [] : buildWords`--media ${media}`;
  return { words: buildWords`comments ${command} ${id} ${textWords} ${withMedia}`, toFile };
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

/** A write of which some networks failed. */
interface FailedWrite {
  readonly errors: DeletedDocument['errors'];
  /** The words of a command for the same text, without networks. */
  readonly retry: RetryText;
  /** Networks that support it. */
  readonly legal: readonly CommentPlatform[];
}

/** Builds the command that repeats the write only on the networks that failed; none if a retry cannot help. */
function buildRetryCommands(
  { errors, retry: { words, toFile }, legal }: FailedWrite,
  print: PrintedCommands,
): readonly ShownCommand[] {
  const failed = legal.filter((platform) =>
    errors.some((error) => error.platform === platform && !NOT_RETRYABLE.has(error.code ?? 0)),
  );
  if (failed.length === 0) return [];
  if (!isPortable(words)) return [];
  const only = toFlagWords(failed.map((platform) => ['--only', platform]));
  const lead = `to retry where it failed${toFile === null ? '' : `, with the text in ${toFile}`}`;
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
