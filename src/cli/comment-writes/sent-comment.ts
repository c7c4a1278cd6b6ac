import type { Client } from '../../client/client.ts';
import { type CommentPlatform, REPLYING_PLATFORMS } from '../../facts/platforms.ts';
import type { WrittenDocument } from '../../facts/written-comment.ts';
import { commentWritten } from '../../rules/comment-written.ts';
import type { Outcome } from '../command.ts';
import type { CommandContext } from '../context.ts';
import { type PrintedCommands, printedCommands } from '../printed-commands.ts';
import { shellLine } from '../shell-quoted.ts';
import { againForFailed } from './again-for-failed.ts';
import type { CommentCall } from './comment-calls.ts';
import { explainUnknown } from './explain-unknown.ts';
import { writtenOutcome } from './written-outcome.ts';

/** A comment or reply that is sent now. */
interface Sent {
  readonly context: Pick<CommandContext, 'given' | 'choose' | 'calledAs'>;
  /** What is commented or answered. */
  readonly id: string;
  /** What says the same on a command line, but for the choice of networks. */
  readonly words: readonly string[];
  /** Networks where it can work. */
  readonly legal: readonly CommentPlatform[];
  readonly allowPartial: boolean;
  /** What to do when the service does not know the id. */
  readonly unknown: string;
}

/** Sends a comment or a reply, once, and tells what became of it. @throws CrierError */
export async function sentComment(call: CommentCall, client: Client, sent: Sent): Promise<Outcome> {
  const { context, id, words, legal, allowPartial, unknown } = sent;
  const answer = await call.send(client).catch(explainUnknown(unknown));
  const document = commentWritten(answer.body, id);
  const print = await printedCommands(context);
  const { commentId, errors } = document;
  return writtenOutcome({
    document,
    answer,
    allowPartial,
    heading: commentId === null ? null : `Service Comment ID ${commentId}`,
    empty: 'the service names no network',
    notes: commentId === null ? [] : waysOn(commentId, document.networks, print),
    again: againForFailed({ errors, words, legal }, print),
  });
}

/** What can be done about a comment, by its Service Comment ID. */
function waysOn(
  commentId: string,
  networks: WrittenDocument['networks'],
  print: PrintedCommands,
): readonly string[] {
  const id = shellLine([commentId]);
  const takesReplies = networks.some(
    ({ platform, error }) => error === null && REPLYING_PLATFORMS.some((each) => each === platform),
  );
  return [
    ...(takesReplies ? [`to reply to it: ${print.change(`comments reply ${id} --text <text>`)}`] : []),
    `to delete it: ${print.change(`comments delete ${id}`)}`,
  ];
}
