import type { Client } from '../../client/client.ts';
import { type CommentPlatform, REPLYING_PLATFORMS } from '../../facts/platforms.ts';
import type { WrittenDocument } from '../../facts/written-comment.ts';
import { readWrittenComment } from '../../rules/read-written-comment.ts';
import type { CommandOutcome, ShownCommand } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { createPrintedCommands, type PrintedCommands } from '../printed-commands.ts';
import { buildWords } from '../shell-command.ts';
import { buildRetryCommands } from './build-retry-commands.ts';
import type { CommentCall } from './comment-calls.ts';
import { explainUnknown } from './explain-unknown.ts';
import type { RetryText } from './read-comment-text.ts';
import { buildWrittenOutcome } from './written-outcome.ts';

/** A comment or reply that is sent now. */
interface CommentSubmission {
  readonly context: Pick<CommandContext, 'choiceInput' | 'choose' | 'programName'>;
  readonly command: 'create' | 'reply';
  /** What is commented or answered. */
  readonly id: string;
  /** How a command line says the same text. */
  readonly retry: RetryText;
  readonly media: string | undefined;
  /** Networks where it can work. */
  readonly legal: readonly CommentPlatform[];
  readonly allowPartial: boolean;
  /** What to do when the service does not know the id. */
  readonly unknown: string;
}

/** Sends a comment or a reply, once, and tells what became of it. @throws CrierError */
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
    empty: 'the service names no network',
    notes: commentId === null ? [] : [SEEN_LATER],
    commands: commentId === null ? [] : listNextCommands(commentId, document.networks, print),
    retry: buildRetryCommands({ errors, retry: buildRetryText(sent), legal }, print),
  });
}

/** The whole command, but for the choice of networks. */
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
  'from the next refresh on "comments get --json" has it, with serviceCommentId in "extra" where the service tells it';

/** What can be done about a comment, by its Service Comment ID. */
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
      ? [{ lead: 'to reply to it', line: print.change`comments reply ${commentId} --text "…"` }]
      : []),
    { lead: 'to delete it', line: print.change`comments delete ${commentId}` },
  ];
}
